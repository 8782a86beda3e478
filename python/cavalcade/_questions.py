"""Questions of each family, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import TYPE_CHECKING

from . import _cavalcade
from ._answers import Answer, Candidate, Estimate, Moves, Sample
from ._pictures import Picture
from ._places import Graph, piece_text, place_text
from ._progress import Follower
from ._solutions import Batches, Ranking, Solution, Solutions
from .errors import BoardError, QuestionError

if TYPE_CHECKING:
    import os
    from collections.abc import Hashable, Iterable, Sequence
    from typing import Any, Union

    import numpy.typing as npt

    from ._places import Piece, Place
    from ._progress import Follow

    Square = Union[str, int, tuple[int, ...]]
    Memory = Union[int, str]
    Path = Union[str, os.PathLike[str]]


class Question:
    """What is asked, as data with one canonical text; :func:`question` reads it back.

    Questions are equal if they ask the same. They are hashed, pickled and compared by their
    text (and by the labels of a graph's vertices that have no names in the text).
    """

    __slots__ = ("_labels", "_names", "_native", "_own_labels")

    _native: _cavalcade.Question
    _labels: tuple[Any, ...] | None
    _own_labels: tuple[Hashable, ...] | None
    _names: tuple[str, ...] | None

    def __init__(
        self, native: _cavalcade.Question, labels: tuple[Hashable, ...] | None = None
    ) -> None:
        self._native = native
        self._own_labels = labels
        self._labels = labels
        self._names = None

    @property
    def text(self) -> str:
        """The canonical text, as ``tours closed knight 6x6``."""
        return self._native.text

    @property
    def family(self) -> str:
        """``tours``, ``queens`` or ``walks``."""
        return self._native.label[0]

    @property
    def place(self) -> str:
        """The board or graph, with what is asked of it, as tables have it."""
        return self._native.label[1]

    @property
    def piece(self) -> str:
        """The piece, or ``graph``."""
        return self._native.label[2]

    @property
    def kind(self) -> str:
        """Within the family: ``open``, ``closed``, ``placement``, ``walk``, …"""
        return self._native.label[3]

    @property
    def size(self) -> int:
        """The number of squares or vertices."""
        return self._native.size

    @property
    def shape(self) -> tuple[int, ...] | None:
        """The lengths of the board's axes, rows first; ``None`` for a graph."""
        shape = self._native.shape
        return None if shape is None else tuple(shape)

    @property
    def names(self) -> tuple[str, ...]:
        """What the squares are called, by their numbers."""
        if self._names is None:
            self._names = tuple(self._native.names())
        return self._names

    @property
    def labels(self) -> tuple[Any, ...]:
        """The vertices as the graph has them, by their numbers; on a board, coordinates."""
        if self._labels is None:
            cells = self._native.cells()
            if cells is not None:
                self._labels = tuple(tuple(cell) for cell in cells)
            else:
                names = self.names
                plain = all(name == str(number) for number, name in enumerate(names))
                self._labels = tuple(range(len(names))) if plain else names
        return self._labels

    @property
    def moves(self) -> list[tuple[int, int]]:
        """Each pair of squares that a move joins, once, the smaller first."""
        return self._native.edges()

    def graph(self) -> Graph:
        """The graph of the moves; its labels are those of the question.

        Raises:
            QuestionError: for placements, in which nothing moves.
        """
        if self.family == "queens":
            raise QuestionError("in a placement nothing moves: it has no graph")
        labels = self.labels
        return Graph(((labels[a], labels[b]) for a, b in self.moves), labels)

    def solution(self, squares: Iterable[Square]) -> Solution:
        """A solution from its squares, by number, name, or coordinates, after a check.

        (Of what chooses among tours, as ``magic``, nothing is checked.)

        Raises:
            SolutionError: with the first square that breaks a rule.
        """
        names = {name: number for number, name in enumerate(self.names)}
        labels = {label: number for number, label in enumerate(self.labels)}
        numbers = [self._number(square, names, labels) for square in squares]
        self._native.check(numbers)
        return Solution(self, numbers)

    def _number(
        self, square: Square, names: dict[str, int], labels: dict[Hashable, int]
    ) -> int:
        number = labels.get(square, names.get(square) if isinstance(square, str) else None)
        if number is None and isinstance(square, int):
            number = square
        if number is None or not 0 <= number < self.size:
            raise QuestionError(f"{square!r} is no square of {self.place}")
        return number

    def _name(self, square: Square) -> str:
        names = {name: number for number, name in enumerate(self.names)}
        labels = {label: number for number, label in enumerate(self.labels)}
        return self.names[self._number(square, names, labels)]

    def count(
        self,
        *,
        method: str = "auto",
        threads: int | None = None,
        memory: Memory | None = None,
        journal: Path | None = None,
        checkpoint: Path | None = None,
        scratch: Path | None = None,
        salvage: bool = False,
        vectors: str | None = None,
        timeout: float | None = None,
        progress: Follow = False,
    ) -> Answer:
        """Counts, exactly. None of the options changes a count.

        The interpreter is free for other threads meanwhile. Ctrl-C ends the run within a
        second; what is in a journal stays there, and the same call goes on with it.

        Args:
            method: one of :meth:`methods`, with the options that decide its units, as
                ``"search split=300"``; ``auto`` takes the cheapest.
            threads: worker threads; else one for each core.
            memory: bytes, or a text such as ``"4GB"`` (powers of 1024), that the method may
                use; else three quarters of what is free.
            journal: a file that keeps each finished unit, and is gone on with; it is called
                ``….part`` until it is whole.
            checkpoint: a folder that keeps layers of a sweep (method ``frontier``), from the
                last of which the next run goes on.
            scratch: the same, and layers that do not fit in memory are kept there, too.
            salvage: damaged lines of the journal are left out and counted anew.
            vectors: ``native``, ``narrow`` or ``none``: the vector instructions to use.
            timeout: seconds after which the run is to end with :class:`Stopped`.
            progress: ``True`` for a bar (of tqdm, where it is installed), or a function that
                is called with a :class:`Progress` some times a second.

        Raises:
            MethodError: if no method, or not that one, can answer.
            ResourceError: if memory or threads do not suffice.
            JournalError: if the journal is of another question, damaged, or in use.
            Stopped: at the timeout.
        """
        return self._count(
            self._native,
            progress,
            method=method,
            threads=threads,
            memory=memory,
            journal=journal,
            checkpoint=checkpoint,
            scratch=scratch,
            salvage=salvage,
            vectors=vectors,
            timeout=timeout,
        )

    def _count(
        self, native: _cavalcade.Question, progress: Follow, **given: Any
    ) -> Answer:
        follower = Follower(progress, native.text)
        whole = False
        try:
            fields = native.count(_options(**given), follower.told())
            whole = True
        finally:
            follower.close(whole)
        return Answer(self, fields)

    def methods(
        self, *, threads: int | None = None, memory: Memory | None = None
    ) -> list[Candidate]:
        """Every method of the family: what it would cost, or why it cannot answer."""
        return [Candidate(*row) for row in self._native.methods(threads, memory)]

    def sample(
        self,
        share: float,
        *,
        method: str = "auto",
        threads: int | None = None,
        memory: Memory | None = None,
        timeout: float | None = None,
    ) -> Sample:
        """Runs a share of the method's units at random, two at least, and extrapolates.

        Raises:
            QuestionError: for a share that is not above 0 and at most 1.
        """
        if not 0 < share <= 1:
            raise QuestionError(f"a share of {share}; give one above 0 and at most 1")
        options = _options(method=method, threads=threads, memory=memory, timeout=timeout)
        return Sample(self._native.sample(options, share))

    def solutions(
        self, *, unique: bool = False, method: str = "search", memory: Memory | None = None
    ) -> Solutions:
        """The solutions, one after the other, while they are searched for.

        Every solution comes once: an open tour in one direction, from its smaller end or from
        the end that the question names; a closed one from square 0 towards its smaller
        neighbour.

        Args:
            unique: only one of each class under the symmetries of the board.
            method: ``search``; for tours also ``search strategy=extend`` (another order),
                ``frontier`` (in the order of their numbers) and ``union``, the fastest where
                all are wanted.
            memory: what ``frontier`` may use.
        """
        return Solutions(self, self._native.stream(method, memory, unique))

    def batches(
        self,
        rows: int = 10_000,
        *,
        unique: bool = False,
        method: str = "search",
        memory: Memory | None = None,
    ) -> Batches:
        """The same as numpy arrays of so many rows, for millions of solutions a second.

        An array has shape ``(rows, squares)``, the last one fewer rows; its type is ``uint8``
        for up to 256 squares, ``uint16`` beyond.
        """
        return Batches(self, self._native.stream(method, memory, unique), rows)

    def first(
        self, k: int = 1, *, unique: bool = False, method: str = "search"
    ) -> list[Solution]:
        """The first ``k`` solutions, or all if there are fewer."""
        if k < 0:
            raise QuestionError(f"the first {k} solutions; give 0 or more")
        found: list[Solution] = []
        if k == 0:
            return found
        with self.solutions(unique=unique, method=method) as solutions:
            for solution in solutions:
                found.append(solution)
                if len(found) == k:
                    break
        return found

    def heat_map(self, counts: Any, title: str | None = None) -> Picture:
        """Draws a number for each square: the darker, the more.

        Args:
            counts: natural numbers, in an array of the board's shape, as :meth:`Tours.by_start`
                gives them, or one for each square or vertex in order.
            title: what they are.

        Raises:
            QuestionError: if there is not one for each square.
        """
        if getattr(counts, "shape", ()) == self.shape:
            numbers = [int(counts[at]) for at in self.labels]
        else:
            numbers = [int(count) for count in counts]
        if any(number < 0 for number in numbers):
            raise QuestionError("a heat map shows natural numbers; give none below 0")
        digits = [str(number) for number in numbers]
        return Picture(self._native.heat_map(digits, title or self.text))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Question):
            return NotImplemented
        return (self.text, self._own_labels) == (other.text, other._own_labels)

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"cavalcade.question({self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_read, (self.text, self._own_labels))


class Tours(Question):
    """Hamiltonian paths (open tours) and cycles (closed ones) of a piece or a graph."""

    __slots__ = ("_ranking",)

    _ranking: Ranking | None

    def __init__(
        self, native: _cavalcade.Question, labels: tuple[Hashable, ...] | None = None
    ) -> None:
        super().__init__(native, labels)
        self._ranking = None

    def classes(
        self,
        *,
        method: str = "auto",
        threads: int | None = None,
        memory: Memory | None = None,
        timeout: float | None = None,
        progress: Follow = False,
    ) -> Answer:
        """Counts up to symmetry, too: of boards, that of their geometry; of graphs, all.

        The answer has ``fundamental`` and other conventions besides, and its ``symmetric``
        tells the tours and classes of each kind of symmetry. One tour of each class is listed
        by ``solutions(unique=True)``.
        """
        return self._count(
            self._native.by_class(),
            progress,
            method=method,
            threads=threads,
            memory=memory,
            timeout=timeout,
        )

    def by_start(
        self,
        *,
        threads: int | None = None,
        timeout: float | None = None,
        progress: Follow = False,
    ) -> npt.NDArray[Any]:
        """The directed open tours by their first square.

        Returns:
            An array of the board's shape, 0 at holes; of a graph, one number for each vertex.
            Its type is ``uint64``, or ``object`` where a count needs more.

        Raises:
            QuestionError: for closed tours and for given ends.
        """
        if self.kind == "closed" or " from=" in self.text:
            raise QuestionError("only open tours of any ends are counted by their first square")
        answer = self._count(
            self._native, progress, threads=threads, timeout=timeout, by_start=True
        )
        starts = answer.by_start
        assert starts is not None
        return starts

    def by_move(
        self,
        *,
        threads: int | None = None,
        memory: Memory | None = None,
        timeout: float | None = None,
    ) -> Moves:
        """How many tours use each move: undirected ones, or directed ones of given ends.

        All tours are counted, and then those of the graph without the move, for one move of
        each orbit under the symmetries; the sum over all moves is checked.
        """
        options = _options(threads=threads, memory=memory, timeout=timeout)
        return Moves(*self._native.by_move(options))

    def estimate(self, samples: int = 10_000, seed: int = 0) -> Estimate:
        """The number of tours, directed open or undirected closed ones, from random paths.

        Args:
            samples: random paths; the error falls with the square root of their number.
            seed: the same seed gives the same estimate.
        """
        if not 1 <= samples < 1 << 32:
            raise QuestionError(f"{samples} samples; give from 1 to {(1 << 32) - 1}")
        mean, error, low, high, paths, arrived = self._native.estimate(samples, seed)
        convention = "undirected" if self.kind == "closed" else "directed"
        return Estimate(mean, error, (low, high), convention, paths, arrived)

    def ranking(self, *, memory: Memory | None = None) -> Ranking:
        """All tours by their numbers; kept, so that the next call is immediate.

        Raises:
            ResourceError: if the layers of the sweep do not fit in the memory.
            QuestionError: for given ends.
        """
        if self._ranking is None:
            self._ranking = Ranking(self, self._native.ranking(memory))
        return self._ranking

    def rank(self, tour: Sequence[int]) -> int:
        """The number of a tour, from 0: see :meth:`ranking`."""
        return self.ranking().rank(tour)

    def index(self, rank: int) -> Solution:
        """The tour of a number: see :meth:`ranking`.

        Raises:
            IndexError: if there are not so many tours.
        """
        return self.ranking()[rank]

    def random(self, k: int = 1, seed: int = 0) -> list[Solution]:
        """``k`` tours, each drawn with equal chances for all, with replacement."""
        return self.ranking().random(k, seed)


class Queens(Question):
    """Placements of pieces that do not attack each other on a square board."""

    __slots__ = ()


class Walks(Question):
    """Sequences of moves over a number of squares."""

    __slots__ = ()

    def by_start(
        self, *, threads: int | None = None, timeout: float | None = None
    ) -> npt.NDArray[Any]:
        """The walks by their first square, as :meth:`Tours.by_start`."""
        if " from=" in self.text:
            raise QuestionError("walks from one square are not counted by their first square")
        answer = self._count(self._native, False, threads=threads, timeout=timeout, by_start=True)
        starts = answer.by_start
        assert starts is not None
        return starts


def _options(
    method: str = "auto",
    threads: int | None = None,
    memory: Memory | None = None,
    journal: Path | None = None,
    checkpoint: Path | None = None,
    scratch: Path | None = None,
    salvage: bool = False,
    vectors: str | None = None,
    timeout: float | None = None,
    by_start: bool = False,
) -> _cavalcade.Options:
    if threads is not None and threads < 1:
        raise QuestionError(f"{threads} threads; give 1 or more")
    return {
        "method": method,
        "threads": threads,
        "memory": memory,
        "journal": journal,
        "checkpoint": checkpoint,
        "scratch": scratch,
        "salvage": salvage,
        "vectors": vectors,
        "by_start": by_start,
        "timeout": timeout,
    }


def _square(square: Square | None, labels: tuple[Hashable, ...] | None) -> Square | None:
    """A square as the native module takes it: a label that has no name, by its number."""
    if labels is not None and square in labels:
        return labels.index(square)
    return square


def _read(text: str, labels: tuple[Hashable, ...] | None) -> Question:
    native = _cavalcade.Question.parse(text)
    family = native.label[0]
    kinds: dict[str, type[Question]] = {"tours": Tours, "queens": Queens, "walks": Walks}
    return kinds[family](native, labels)


def question(text: str) -> Question:
    """Reads the canonical text of a question.

    Raises:
        InputError: with the first character that is wrong.

    >>> question("tours closed knight 6x6").count()["undirected"]
    9862
    """
    return _read(text, None)


def tours(
    place: Place,
    piece: Piece = "knight",
    *,
    closed: bool = False,
    start: Square | None = None,
    end: Square | None = None,
    through: Iterable[tuple[Square, Square]] = (),
    at: Mapping[int, Square] | Iterable[str] = (),
    magic: bool | str = False,
    symmetric: str | None = None,
) -> Tours:
    """Asks for tours: every square visited once by moves of a piece, or along edges.

    Args:
        place: a board as text (``"8x8"``, ``"torus:5x5"``, ``"3x4x5"``, a drawing such as
            ``"..../.##."``), a numpy mask of rows and columns (true where there is a square),
            or a set of ``(row, column)`` cells; or a graph: a :class:`Graph`, one of networkx,
            a list of edges, or text (``"graph:DQc"``).
        piece: ``"knight"``, ``"king"``, …, a leaper as ``(1, 3)``, or a list of these whose
            moves are joined. Graphs have none.
        closed: tours that return to their first square.
        start: only open tours from this square: a name, a number, coordinates, or a vertex.
        end: only those that end there, too.
        through: only tours that make these moves, each a pair of squares.
        at: only tours whose steps of these numbers, from 1, are on these squares, as
            ``{1: "a1"}``; or texts such as ``"1,4,9:a1,b2,c3"``: each number on one of them.
        magic: only tours whose numbered rows, columns and diagonals have one sum; ``"semi"``
            leaves out the diagonals.
        symmetric: only tours that a ``"half-turn"``, a ``"quarter-turn"``, a ``"reflection"``,
            a ``"diagonal"`` reflection, or ``"any"`` of these leaves as they are.

    Raises:
        BoardError, PieceError, GraphError, QuestionError: with what is wrong.

    >>> tours("8x8", closed=True).text
    'tours closed knight 8x8'
    """
    text, names, labels = place_text(place)
    native = _cavalcade.Question.tours(
        text,
        piece_text(piece),
        names,
        closed,
        _square(start, labels),
        _square(end, labels),
    )
    asked = Tours(native, labels)
    words = _chosen(asked, through, at, magic, symmetric)
    if not words:
        return asked
    return Tours(_cavalcade.Question.parse(" ".join([asked.text, *words])), labels)


def _chosen(
    asked: Tours,
    through: Iterable[tuple[Square, Square]],
    at: Mapping[int, Square] | Iterable[str],
    magic: bool | str,
    symmetric: str | None,
) -> list[str]:
    """The words that choose among tours, behind the text of a question."""
    words = []
    moves = [f"{asked._name(a)}-{asked._name(b)}" for a, b in through]
    if moves:
        words.append("through=" + ",".join(moves))
    if isinstance(at, Mapping):
        at = [f"{number}:{asked._name(square)}" for number, square in at.items()]
    words += [f"at={figure}" for figure in at]
    if magic not in (False, True, "semi"):
        raise QuestionError(f'magic "{magic}": give True, False or "semi"')
    if magic:
        words.append("semi-magic" if magic == "semi" else "magic")
    if symmetric is not None:
        words.append(f"symmetric={symmetric}")
    for word in words:
        if " " in word:
            raise QuestionError(f'"{word}": a blank stands in what chooses among tours')
    return words


def queens(
    board: int | str | npt.NDArray[Any],
    *,
    torus: bool = False,
    amazons: bool = False,
    k: int | None = None,
    place: Iterable[Square] = (),
    holes: Iterable[Square] = (),
    symmetric: str | None = None,
) -> Queens:
    """Asks for placements of queens that do not attack each other.

    Args:
        board: the number of rows and columns, also as text (``"8x8"``, ``"torus:7x7"``), or
            a square numpy mask, false where no queen may stand.
        torus: rows, columns and diagonals close to circles.
        amazons: queens that attack as knights, too.
        k: how many; else as many as rows.
        place: squares of queens that stand already: names or ``(row, column)``.
        holes: squares where none may stand; queens attack across them.
        symmetric: only placements that a ``"half-turn"`` or ``"quarter-turn"`` leaves alone.

    >>> queens(8).count()["fundamental"]
    12
    """
    holes = list(holes)
    if isinstance(board, str):
        prefix, colon, sides = board.rpartition(":")
        if colon and prefix != "torus":
            raise BoardError(f'board "{board}": queens stand on a plane or a torus, as torus:7x7')
        torus = torus or bool(colon)
        rows, by, columns = sides.partition("x")
        if not rows.isdecimal() or rows != columns:
            raise BoardError(f'board "{board}": queens stand on a square board, as 8x8')
        side = int(rows)
    elif getattr(board, "ndim", 0) == 2:
        mask: Any = board
        side = mask.shape[0]
        if mask.shape != (side, side):
            raise BoardError(f"a mask of shape {mask.shape}: queens stand on a square board")
        grid = mask.tolist()
        holes += [(r, c) for r in range(side) for c in range(side) if not grid[r][c]]
    else:
        side = index(board)
    if side < 0:
        raise BoardError(f"a board of {side} rows; give 0 or more")
    turns = {None: None, "half-turn": "half", "quarter-turn": "quarter"}
    if symmetric not in turns:
        raise QuestionError(f'symmetric "{symmetric}": write half-turn or quarter-turn')
    asked: _cavalcade.Placements = {
        "torus": torus,
        "amazons": amazons,
        "k": k,
        "place": list(place),
        "holes": holes,
        "turn": turns[symmetric],
    }
    return Queens(_cavalcade.Question.queens(side, asked))


def walks(
    place: Place,
    length: int,
    piece: Piece = "knight",
    *,
    self_avoiding: bool = False,
    limits: Iterable[str | tuple[int, Iterable[str]]] = (),
    start: Square | None = None,
) -> Walks:
    """Asks for walks: sequences of moves that may come to a square again.

    Args:
        place: as for :func:`tours`, or a keypad: its name (``"letters18"``) or a drawing
            (``"keypad:123/456/789/.0."``).
        length: the number of squares of a walk, from 1.
        piece: as for :func:`tours`.
        self_avoiding: no square comes twice.
        limits: how often squares may come: ``"2:AEIO"``, ``"1:a1,h8"``, or ``(2, names)``.
        start: only walks from this square.

    >>> walks("keypad:123/456/789/.0.", 10, start="1").count().value
    1424
    """
    if length < 1:
        raise QuestionError(f"a length of {length} squares; give 1 or more")
    text, names, labels = place_text(place)
    native = _cavalcade.Question.walks(
        text,
        piece_text(piece),
        names,
        length,
        self_avoiding,
        [limit if isinstance(limit, str) else f"{limit[0]}:{','.join(limit[1])}" for limit in limits],
        _square(start, labels),
    )
    return Walks(native, labels)
