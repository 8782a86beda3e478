"""Knight's tours, non-attacking queens and walks: counted exactly, listed, drawn.

A question is data with one canonical text; it chooses no method by itself. Answers say what
each of their numbers counts, and whether what is published agrees::

    >>> import cavalcade
    >>> question = cavalcade.tours("6x6", closed=True)
    >>> answer = question.count()
    >>> answer.value, answer.convention, answer.agrees
    (9862, 'undirected', True)

Questions
    :func:`tours`, :func:`queens`, :func:`walks` build them from parts; :func:`question` reads
    their text. Boards are text, numpy masks or sets of cells; graphs are lists of edges,
    graphs of networkx, graph6, or :class:`Graph`.

What a question is asked
    ``count()`` counts; ``solutions()`` streams solutions and ``batches()`` numpy arrays of
    them; ``first(k)`` takes some; ``methods()`` tells what each method would cost; ``sample()``
    extrapolates. Of tours there are ``classes()``, ``by_start()``, ``by_move()``,
    ``estimate()``, and by their numbers ``ranking()``, ``index()``, ``rank()``, ``random()``.

Pictures
    Tours, placements and walks are drawn in notebooks; :func:`sheet` draws many,
    ``question.heat_map(counts)`` a number for each square. :class:`Picture` is their SVG.

Answers
    :class:`Answer` has Python ints of any size; :func:`table` makes rows of answers for pandas
    and polars; :func:`published` has the published counts.

Long runs
    Ctrl-C ends a run within a second; a journal keeps what was counted, and the same call goes
    on with it. Other Python threads run meanwhile. Errors are of one family:
    :class:`cavalcade.errors.CavalcadeError`.
"""

from __future__ import annotations

from . import errors
from ._answers import (
    Answer,
    Candidate,
    Estimate,
    Moves,
    Published,
    Sample,
    Table,
    published,
    table,
)
from ._cavalcade import __version__
from ._pictures import Picture, sheet
from ._places import Graph
from ._progress import Progress
from ._questions import Queens, Question, Tours, Walks, queens, question, tours, walks
from ._solutions import Batches, Ranking, Solution, Solutions
from .errors import (
    BoardError,
    CavalcadeError,
    CheckpointError,
    FileError,
    GraphError,
    InputError,
    InternalError,
    JournalError,
    MethodError,
    PieceError,
    QuestionError,
    ResourceError,
    SolutionError,
    Stopped,
)

__all__ = [
    "Answer",
    "Batches",
    "BoardError",
    "Candidate",
    "CavalcadeError",
    "CheckpointError",
    "Estimate",
    "FileError",
    "Graph",
    "GraphError",
    "InputError",
    "InternalError",
    "JournalError",
    "MethodError",
    "Moves",
    "Picture",
    "PieceError",
    "Progress",
    "Published",
    "Queens",
    "Question",
    "QuestionError",
    "Ranking",
    "ResourceError",
    "Sample",
    "Solution",
    "SolutionError",
    "Solutions",
    "Stopped",
    "Table",
    "Tours",
    "Walks",
    "__version__",
    "errors",
    "published",
    "queens",
    "question",
    "sheet",
    "table",
    "tours",
    "walks",
]
