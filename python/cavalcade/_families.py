"""The families of questions, and the methods of single families."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ._numbers import Estimate, Moves
from ._options import means, options, whole, word
from ._questions import Question
from ._ranking import Ranking
from ._solutions import Solution
from .errors import MethodError, QuestionError, ResourceError

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable
    from typing import Any

    import numpy.typing as npt
    from typing_extensions import Self

    from . import _cavalcade
    from ._answers import Answer
    from ._options import Memory
    from ._progress import Follow


class Tours(Question):
    """Hamiltonian paths (open tours) and cycles (closed ones) of a piece or a graph."""

    __slots__ = ("_ranking",)

    _ranking: Ranking[Tours] | None

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
    ) -> Answer[Self]:
        """Counts tours up to symmetry as well.

        The symmetries are those of the board's geometry, or all automorphisms of a graph. The
        answer has ``fundamental`` and other conventions, and ``symmetric`` has the tours and
        classes of each symmetry group. Keys with ``kept_by_`` count tours that a symmetry
        keeps; keys with ``group_`` count classes by their exact group and add up to
        ``fundamental``. ``solutions(unique=True)`` lists one tour of each class.
        """
        asked = options(method, threads, memory, timeout=timeout)
        return self._answer(self._native.by_class(), asked, progress)

    def by_start(
        self,
        *,
        threads: int | None = None,
        timeout: float | None = None,
        progress: Follow = False,
    ) -> npt.NDArray[Any]:
        """The directed open tours by their first square.

        Returns:
            An array of the board's shape, 0 at holes; for a graph, one number for each vertex.
            Its type is ``uint64``, or ``object`` if a count is larger.

        Raises:
            QuestionError: for closed tours and for given ends.
        """
        if self.kind == "closed" or " from=" in self.text:
            raise QuestionError("only open tours of any ends are counted by their first square")
        return _starts(self, threads, timeout, progress)

    def by_move(
        self,
        *,
        threads: int | None = None,
        memory: Memory | None = None,
        timeout: float | None = None,
    ) -> Moves:
        """The number of tours that use each move: undirected, or directed with given ends.

        Counts the tours through one move of each orbit under the symmetries, and checks the
        sum over all moves against the total.
        """
        asked = options(threads=threads, memory=memory, timeout=timeout)
        return Moves(*self._native.by_move(asked))

    def estimate(self, samples: int = 10_000, seed: int = 0) -> Estimate:
        """Estimates the number of directed open or undirected closed tours from random paths.

        Args:
            samples: random paths; the error falls with the square root of their number.
            seed: the same seed gives the same estimate.
        """
        samples = whole(samples, "samples", 1, (1 << 32) - 1)
        seed = whole(seed, "as the seed", 0, (1 << 64) - 1)
        mean, error, low, high, paths, arrived = self._native.estimate(samples, seed)
        convention = "undirected" if self.kind == "closed" else "directed"
        return Estimate(mean, error, (low, high), convention, paths, arrived)

    def ranking(self, *, memory: Memory | None = None) -> Ranking[Tours]:
        """Numbers all tours; cached, so that the next call is immediate.

        Raises:
            ResourceError: if the layers of the sweep do not fit in the memory.
            QuestionError: for given ends.
        """
        if self._ranking is None:
            self._ranking = Ranking(self, self._native.ranking(means(None, memory)[1]))
        return self._ranking

    def rank(self, tour: Iterable[int]) -> int:
        """The number of a tour, from 0: see :meth:`ranking`."""
        return self.ranking().rank(tour)

    def index(self, rank: int) -> Solution[Tours]:
        """The tour with a number: see :meth:`ranking`.

        Raises:
            IndexError: if there are fewer tours.
        """
        return self.ranking()[rank]

    def first(
        self, k: int = 1, *, unique: bool = False, method: str = "search"
    ) -> list[Solution[Self]]:
        """The first ``k`` tours, or all if there are fewer.

        Of places too large for the search one is found, however large: of blocks that are joined,
        or by random rotations.
        """
        try:
            return super().first(k, unique=unique, method=method)
        except MethodError as error:
            if k != 1 or unique or method != "search":
                raise
            try:
                squares = self._native.one(None, 1, False)
            except QuestionError:
                raise error from None
        return [] if squares is None else [Solution(self, squares)]

    def random(self, k: int = 1, seed: int = 0) -> list[Solution[Self]]:
        """``k`` tours, each drawn with equal chances for all, with replacement.

        Tours that cannot be numbered are made from one by random flips: then not all are equally
        likely.
        """
        k = whole(k, "tours to be drawn", 0)
        seed = whole(seed, "as the seed", 0, (1 << 64) - 1)
        try:
            return self.ranking().random(k, seed)  # type: ignore[return-value]
        except (MethodError, ResourceError):
            drawn = [self._native.one(None, (seed + at) % (1 << 64), True) for at in range(k)]
        if None in drawn:
            raise QuestionError("there is no tour to draw; count them first")
        return [Solution(self, squares) for squares in drawn if squares is not None]

    def histogram(
        self,
        statistic: str,
        *,
        method: str = "auto",
        threads: int | None = None,
        memory: Memory | None = None,
        timeout: float | None = None,
        progress: Follow = False,
    ) -> dict[int, int]:
        """The tours by a number that each has: undirected closed ones, directed open ones.

        Args:
            statistic: ``"crossings"``, or another of ``tours --histogram`` on the command line.

        >>> from cavalcade import tours
        >>> tours("5x6", closed=True).histogram("crossings")
        {49: 2, 50: 4, 51: 2}
        """
        sorts = f"{word(method, 'method')} histogram={word(statistic, 'statistic')}"
        asked = options(sorts, threads, memory, timeout=timeout)
        answer = json.loads(self._answer(self._native, asked, progress).json)
        found: dict[str, str] = answer["histogram"]["tours"]
        return {int(value): int(tours) for value, tours in found.items()}


class Queens(Question):
    """Placements of non-attacking pieces."""

    __slots__ = ()


class Walks(Question):
    """Sequences of moves with a given number of squares."""

    __slots__ = ()

    def by_start(
        self,
        *,
        threads: int | None = None,
        timeout: float | None = None,
        progress: Follow = False,
    ) -> npt.NDArray[Any]:
        """The walks by their first square, like :meth:`Tours.by_start`."""
        if " from=" in self.text:
            raise QuestionError("walks from one square are not counted by their first square")
        return _starts(self, threads, timeout, progress)


def _starts(
    question: Question, threads: int | None, timeout: float | None, progress: Follow
) -> npt.NDArray[Any]:
    """The counts by first square."""
    asked = options(threads=threads, timeout=timeout, by_start=True)
    starts = question._answer(question._native, asked, progress).by_start
    assert starts is not None
    return starts
