"""Knight's tours, non-attacking queens and walks: counted exactly, listed, drawn.

A question is data with one canonical text. Each number of an answer has a convention, which
says what it counts, and is compared with published counts::

    >>> import cavalcade
    >>> question = cavalcade.tours("6x6", closed=True)
    >>> answer = question.count()
    >>> answer.value, answer.convention, answer.agrees
    (9862, 'undirected', True)

Questions
    :func:`tours`, :func:`queens` and :func:`walks` make questions from parts; :func:`question`
    reads their text. Boards are text, numpy masks or sets of cells; :func:`boards` lists a
    family such as ``"3..6x4..8"``. Graphs are lists of edges, relations, graphs of networkx,
    graph6, or :class:`Graph`.

Methods of questions
    ``count()`` counts; ``solutions()`` streams solutions and ``batches()`` numpy arrays of
    them; ``first(k)`` gives a list; ``methods()`` gives the cost of each method; ``sample()``
    extrapolates. Tours also have ``classes()``, ``by_start()``, ``by_move()``,
    ``estimate()``, ``ranking()``, ``index()``, ``rank()`` and ``random()``.

Pictures
    Notebooks draw tours, placements and walks; :func:`sheet` draws many,
    ``question.heat_map(counts)`` a number for each square. :class:`Picture` is an SVG.

Answers
    :class:`Answer` has Python ints of any size; :func:`table` makes rows for pandas and
    polars; :func:`published` has the published counts, and :func:`verify` counts them again.

Long runs
    Ctrl-C stops a run within a second. With a journal the same call resumes. Other Python
    threads run during a count. All errors are :class:`cavalcade.errors.CavalcadeError`.
"""

from __future__ import annotations

# The modules. Each imports only modules above it, also for types:
#
#   errors      the exceptions                  _numbers    by square, by move, estimated
#   _cavalcade  the native module               _rows       frames of pandas and polars
#   _options    options of a count              _answers    Answer, Table
#   _progress   progress of a run               _solutions  Solution, sheet
#   _pictures   Picture                         _streams    Solutions, Batches
#   _places     boards, graphs, pieces          _ranking    tours by their numbers
#   _asked      a question as data              _questions  Question: methods of every family
#                                               _families   Tours, Queens, Walks
#                                               _asking     tours(), queens(), walks(), boards()
#                                               _verified   published(), verify()
from . import errors
from ._answers import Answer, Published, Table, table
from ._asking import boards, queens, question, tours, walks
from ._cavalcade import __version__
from ._families import Queens, Tours, Walks
from ._numbers import Candidate, Estimate, Moves, Sample
from ._pictures import Picture
from ._places import Graph
from ._progress import Progress
from ._questions import Question
from ._ranking import Ranking
from ._solutions import Solution, sheet
from ._streams import Batches, Solutions
from ._verified import Verified, published, verify
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
    "Verified",
    "Walks",
    "__version__",
    "boards",
    "errors",
    "published",
    "queens",
    "question",
    "sheet",
    "table",
    "tours",
    "verify",
    "walks",
]
