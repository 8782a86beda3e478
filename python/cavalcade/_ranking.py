"""Numbered tours."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Generic

from ._asked import Q
from ._options import whole
from ._solutions import Solution
from .errors import QuestionError, SolutionError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from . import _cavalcade


class Ranking(Generic[Q]):
    """The sequence of all undirected tours of a question, numbered from 0.

    ``ranking[i]`` is the tour of number ``i``, ``ranking.rank(tour)`` its inverse, and
    ``ranking.random(k, seed)`` draws tours uniformly. All layers of a sweep are kept in memory.
    """

    __slots__ = ("_native", "question")

    question: Q
    _native: _cavalcade.Ranking

    def __init__(self, question: Q, native: _cavalcade.Ranking) -> None:
        self.question = question
        self._native = native

    @property
    def count(self) -> int:
        """The number of undirected tours."""
        return self._native.count()

    def __len__(self) -> int:
        return self._native.count()

    def __getitem__(self, rank: int) -> Solution[Q]:
        """The tour with a number; negative numbers count from the end."""
        count = self._native.count()
        try:
            rank = index(rank)
        except TypeError:
            raise QuestionError(f"the number {rank!r}; give a whole one") from None
        wanted = rank + count if rank < 0 else rank
        squares = self._native.unrank(wanted) if 0 <= wanted < count else None
        if squares is None:
            raise IndexError(f"there are {count} tours, numbered from 0, and none is {rank}")
        return Solution(self.question, squares)

    def rank(self, tour: Iterable[int]) -> int:
        """The number of a tour, given in either direction.

        Raises:
            SolutionError: if it is no tour of the question.
        """
        try:
            squares = [index(square) for square in tour]
        except TypeError:
            squares = [-1]
        if not all(0 <= square < self.question.size for square in squares):
            raise SolutionError("not a tour: it has what is no number of a square")
        return self._native.rank(squares)

    def random(self, tours: int = 1, seed: int = 0) -> list[Solution[Q]]:
        """Random tours, all equally likely; the same seed gives the same tours."""
        tours = whole(tours, "tours to be drawn", 0)
        drawn = self._native.random(tours, whole(seed, "as the seed", 0, (1 << 64) - 1))
        return [Solution(self.question, squares) for squares in drawn]

    def __repr__(self) -> str:
        return f"<Ranking of {self.count} tours of {self.question.text}>"
