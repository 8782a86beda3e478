"""One solution, and sheets of several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Generic

from ._asked import Q
from ._options import numpy
from ._pictures import Picture
from .errors import QuestionError, SolutionError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, overload

    import numpy as np
    import numpy.typing as npt

    from ._asked import Asked
else:

    def overload(function):
        return function


class Solution(Sequence[int], Generic[Q]):
    """A tour, a placement or a walk: a sequence of the numbers of its squares.

    The squares of tours and walks are in the order of the visit, those of placements by row.
    Squares are numbered from 0, row by row; vertices of a graph in the order of the graph.
    The first square of a closed tour is not repeated at its end.
    """

    __slots__ = ("question", "squares")

    #: The question.
    question: Q
    #: The numbers of the squares.
    squares: tuple[int, ...]

    def __init__(self, question: Q, squares: Sequence[int]) -> None:
        self.question = question
        self.squares = tuple(squares)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the squares: ``a1``, a key, the name of a vertex."""
        names = self.question.names
        return tuple(names[square] for square in self.squares)

    @property
    def labels(self) -> tuple[Any, ...]:
        """The labels of the vertices; on a board, coordinates from 0."""
        labels = self.question.labels
        return tuple(labels[square] for square in self.squares)

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The moves as pairs of squares, including the last move of a closed tour.

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
        """An array of the board's shape.

        For tours and walks each square has the number of its (last) visit, from 1. For
        placements squares with a queen have 1. All other squares and holes have 0.

        Raises:
            QuestionError: for a graph, which has no board.
        """
        np = numpy()
        if self.question.shape is None:
            raise QuestionError("a graph has no board; ask for the labels of the squares")
        board: npt.NDArray[Any] = np.zeros(self.question.shape, dtype=np.int64)
        placed = self.question.family == "queens"
        for step, at in enumerate(self.labels, 1):
            board[at] = 1 if placed else step
        return board

    def text(self, format: str = "text") -> str:
        """The solution in a format of the command line: ``text``, ``lines``, ``csv``, ``json``."""
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
        """Draws the solution on its board, or the vertices of a graph on a circle.

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


def sheet(solutions: Iterable[Solution[Asked]], *, by_symmetry: bool = False) -> Picture:
    """Draws solutions of one question on a sheet.

    Args:
        solutions: tours, placements or walks.
        by_symmetry: most symmetric first, each with the name of its symmetry.

    Raises:
        QuestionError: if there are none, or they belong to several questions.
        SolutionError: if there are too many, or they are too large.
    """
    drawn = list(solutions)
    if not all(isinstance(solution, Solution) for solution in drawn):
        raise QuestionError("a sheet of what are no solutions; give tours, placements or walks")
    if not drawn:
        raise QuestionError("a sheet without solutions; give one or more")
    question = drawn[0].question
    if any(solution.question != question for solution in drawn):
        raise QuestionError("solutions of several questions; draw a sheet for each")
    rows = [list(solution.squares) for solution in drawn]
    return Picture(question._native.picture(rows, by_symmetry))
