"""Solutions: one, and as they stream from a search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from . import _cavalcade
from ._pictures import Picture
from .errors import QuestionError, SolutionError

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, overload

    import numpy as np
    import numpy.typing as npt

    from ._questions import Question
else:

    def overload(function):
        return function


class Solution(Sequence[int]):
    """A tour, a placement or a walk: a sequence of the numbers of its squares.

    The squares of tours and walks stand in the order of the visit, those of placements by
    rows. Squares are numbered from 0, row by row; the vertices of a graph in its own order.
    A closed tour's first square is not repeated at its end.
    """

    __slots__ = ("question", "squares")

    #: The question that it is a solution of.
    question: Question
    #: The numbers of the squares.
    squares: tuple[int, ...]

    def __init__(self, question: Question, squares: Sequence[int]) -> None:
        self.question = question
        self.squares = tuple(squares)

    @property
    def names(self) -> tuple[str, ...]:
        """What the squares are called: ``a1``, a key, a vertex's name."""
        names = self.question.names
        return tuple(names[square] for square in self.squares)

    @property
    def labels(self) -> tuple[Any, ...]:
        """The vertices as the graph has them; on a board, coordinates from 0."""
        labels = self.question.labels
        return tuple(labels[square] for square in self.squares)

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The moves as pairs of squares, a closed tour's last one included.

        Raises:
            QuestionError: for placements, in which nothing moves.
        """
        if self.question.family == "queens":
            raise QuestionError("a placement has no moves; ask for its squares")
        after = self.squares[1:]
        if self.question.kind == "closed":
            after += self.squares[:1]
        return list(zip(self.squares, after))

    def board(self) -> npt.NDArray[np.int64]:
        """The board as an array of its shape.

        Of tours and walks each square holds the step at which it is (last) visited, from 1,
        and of placements a queen's square holds 1; others, and holes, hold 0.

        Raises:
            QuestionError: for a graph, which has no board.
        """
        import numpy as np

        if self.question.shape is None:
            raise QuestionError("a graph has no board; ask for the labels of the squares")
        board = np.zeros(self.question.shape, dtype=np.int64)
        placed = self.question.family == "queens"
        for step, at in enumerate(self.labels, 1):
            board[at] = 1 if placed else step
        return board

    def text(self, format: str = "text") -> str:
        """The solution as the command line writes it: ``text``, ``lines``, ``csv``, ``json``."""
        return self.question._native.draw(list(self.squares), format)

    def __len__(self) -> int:
        return len(self.squares)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...
    def __getitem__(self, at: int | slice) -> int | tuple[int, ...]:
        return self.squares[at]

    def __iter__(self) -> Iterator[int]:
        return iter(self.squares)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return self.squares == other.squares and self.question == other.question

    def __hash__(self) -> int:
        return hash(self.squares)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return f"<Solution of {self.question.text}: {' '.join(self.names)}>"

    def picture(self) -> Picture:
        """The solution drawn on its board, a graph's vertices on a circle.

        Raises:
            SolutionError: if it is too large to be drawn.
        """
        return Picture(self.question._native.picture([list(self.squares)], False))

    def _repr_svg_(self) -> str | None:
        try:
            return self.picture().svg
        except SolutionError:
            return None

    def __reduce__(self) -> tuple[Any, ...]:
        return (Solution, (self.question, self.squares))


class _Search:
    """A search on a thread of its own, which ends with this object."""

    __slots__ = ("_closed", "_stream", "question")

    question: Question
    _stream: _cavalcade.Stream
    _closed: bool

    def __init__(self, question: Question, stream: _cavalcade.Stream) -> None:
        self.question = question
        self._stream = stream
        self._closed = False

    def close(self) -> None:
        """Ends the search; nothing more is handed over."""
        self._closed = True
        self._stream.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a running search cannot be pickled; pickle its question")


#: Solutions taken from the search at a time.
_AT_A_TIME = 1024


class Solutions(_Search, Iterator[Solution]):
    """The solutions of a question, one after the other, while they are searched for.

    The search runs on a thread of its own, ahead by some thousands of solutions at most, and
    ends when the iterator is closed or dropped. Memory does not grow with what was handed
    over. After a fork, ask the question again: the search stays with the parent.
    """

    __slots__ = ("_ahead",)

    _ahead: list[tuple[int, ...]]

    def __init__(self, question: Question, stream: _cavalcade.Stream) -> None:
        super().__init__(question, stream)
        self._ahead = []

    def __iter__(self) -> Solutions:
        return self

    def __enter__(self) -> Solutions:
        return self

    def __next__(self) -> Solution:
        if not self._ahead:
            if self._closed:
                raise StopIteration
            self._ahead = self._stream.rows(_AT_A_TIME)
            self._ahead.reverse()
            if not self._ahead:
                self.close()
                raise StopIteration
        return Solution(self.question, self._ahead.pop())

    def close(self) -> None:
        """Ends the search; nothing more is handed over."""
        super().close()
        self._ahead = []


class Batches(_Search, Iterator["npt.NDArray[Any]"]):
    """The solutions of a question as numpy arrays of many rows, each of a solution's squares.

    Rows are as in :class:`Solution`; the type is ``uint8`` up to 256 squares, ``uint16`` up to
    65,536, else ``uint32``. Only the last array may have fewer rows than was asked for.
    """

    __slots__ = ("_bytes", "_rows", "_width")

    _rows: int
    _bytes: int
    _width: int

    def __init__(self, question: Question, stream: _cavalcade.Stream, rows: int) -> None:
        super().__init__(question, stream)
        if rows < 1:
            raise QuestionError(f"batches of {rows} rows; give 1 or more")
        size = question.size
        self._bytes = 1 if size <= 1 << 8 else 2 if size <= 1 << 16 else 4
        self._rows = rows
        self._width = question._native.width

    def __iter__(self) -> Batches:
        return self

    def __enter__(self) -> Batches:
        return self

    def __next__(self) -> npt.NDArray[Any]:
        import numpy as np

        if self._closed:
            raise StopIteration
        block, rows = self._stream.block(self._rows, self._bytes)
        if rows == 0:
            self.close()
            raise StopIteration
        squares = np.frombuffer(block, dtype=f"<u{self._bytes}")
        return squares.reshape(rows, self._width)


class Ranking:
    """The undirected tours of a question by their numbers, from 0: a sequence of all of them.

    ``ranking[i]`` is the tour of number ``i``, ``ranking.rank(tour)`` its inverse, and
    ``ranking.random(k, seed)`` draws tours uniformly. All layers of a sweep are kept in memory.
    """

    __slots__ = ("_native", "question")

    question: Question
    _native: _cavalcade.Ranking

    def __init__(self, question: Question, native: _cavalcade.Ranking) -> None:
        self.question = question
        self._native = native

    @property
    def count(self) -> int:
        """The number of tours, each once whatever its direction."""
        return self._native.count()

    def __len__(self) -> int:
        return self._native.count()

    def __getitem__(self, rank: int) -> Solution:
        """The tour of a number; negative ones count from the end."""
        count = self._native.count()
        wanted = rank + count if rank < 0 else rank
        squares = self._native.unrank(wanted) if 0 <= wanted < count else None
        if squares is None:
            raise IndexError(f"there are {count} tours, numbered from 0, and none is {rank}")
        return Solution(self.question, squares)

    def rank(self, tour: Sequence[int]) -> int:
        """The number of a tour, whichever way it is read.

        Raises:
            SolutionError: if it is no tour of the question.
        """
        return self._native.rank(list(tour))

    def random(self, tours: int = 1, seed: int = 0) -> list[Solution]:
        """So many tours, each drawn with equal chances for all; the same for the same seed."""
        if tours < 0:
            raise QuestionError(f"{tours} tours to be drawn; give 0 or more")
        drawn = self._native.random(tours, seed)
        return [Solution(self.question, squares) for squares in drawn]

    def __repr__(self) -> str:
        return f"<Ranking of {self.count} tours of {self.question.text}>"

