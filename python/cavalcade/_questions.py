"""The methods of questions of every family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._answers import Answer
from ._asked import Asked
from ._numbers import Candidate, Moves, Sample
from ._options import means, options, whole
from ._pictures import Picture
from ._progress import Follower
from ._solutions import Solution
from ._streams import Batches, Solutions
from .errors import QuestionError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from typing_extensions import Self

    from . import _cavalcade
    from ._asked import Square
    from ._options import Memory, Path
    from ._progress import Follow


class Question(Asked):
    """A question as data with one canonical text; :func:`question` reads it.

    Questions are equal if they ask the same. They are hashed, pickled and compared by their
    text (and by the labels of a graph's vertices that have no names in the text).
    """

    __slots__ = ()

    def solution(self, squares: Iterable[Square]) -> Solution[Self]:
        """A solution from its squares, by number, name, or coordinates, after a check.

        (Selections of tours, such as ``magic``, are not checked.)

        Raises:
            SolutionError: with the first square that breaks a rule.
        """
        names = {name: number for number, name in enumerate(self.names)}
        labels = {label: number for number, label in enumerate(self.labels)}
        numbers = [self._number(square, names, labels) for square in squares]
        self._native.check(numbers)
        return Solution(self, numbers)

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
    ) -> Answer[Self]:
        """Counts exactly. No option changes a count.

        Other Python threads run during the count. Ctrl-C stops the run within a second. With a
        journal the same call resumes.

        Args:
            method: one of :meth:`methods`, with the options that decide its units, as
                ``"search split=300"``; ``auto`` takes the one with the smallest predicted time.
            threads: worker threads; the default is one for each core.
            memory: the limit in bytes, or a text such as ``"4GB"`` (powers of 1024); the
                default is three quarters of the free memory.
            journal: a file that records each finished unit and from which the next run
                resumes; it is called ``….part`` until it is complete.
            checkpoint: a folder with layers of a sweep (method ``halves``), from which the
                next run resumes.
            scratch: like ``checkpoint``, also for layers that do not fit in memory.
            salvage: ignores damaged lines of the journal and counts their units again.
            vectors: ``native``, ``narrow`` or ``none``: the vector instructions to use.
            timeout: seconds after which the run ends with :class:`Stopped`.
            progress: ``True`` for a bar (of tqdm if it is installed), or a function that is
                called with a :class:`Progress` several times a second.

        Raises:
            MethodError: if no method, or not the named one, can answer.
            ResourceError: if there is not enough memory, or not enough threads.
            JournalError: if the journal belongs to another question, is damaged, or in use.
            Stopped: at the timeout.
        """
        asked = options(
            method, threads, memory, journal, checkpoint, scratch, salvage, vectors, timeout
        )
        return self._answer(self._native, asked, progress)

    def _answer(
        self, native: _cavalcade.Question, asked: _cavalcade.Options, progress: Follow
    ) -> Answer[Self]:
        follower = Follower(progress, native.text)
        whole = False
        try:
            fields = native.count(asked, follower.told())
            whole = True
        finally:
            follower.close(whole)
        return Answer(self, fields)

    def methods(
        self, *, threads: int | None = None, memory: Memory | None = None
    ) -> list[Candidate]:
        """Every method of the family with its cost, or the reason why it cannot answer."""
        return [Candidate(*row) for row in self._native.methods(*means(threads, memory))]

    def sample(
        self,
        share: float,
        *,
        method: str = "auto",
        threads: int | None = None,
        memory: Memory | None = None,
        timeout: float | None = None,
    ) -> Sample:
        """Runs a fraction of the method's units at random, at least two, and extrapolates.

        After a ``timeout`` it extrapolates from the finished units.

        Raises:
            QuestionError: unless the share is above 0 and at most 1.
        """
        if not isinstance(share, (int, float)) or not 0 < share <= 1:
            raise QuestionError(f"a share of {share!r}; give one above 0 and at most 1")
        asked = options(method, threads, memory, timeout=timeout)
        return Sample(self._native.sample(asked, share))

    def solutions(
        self, *, unique: bool = False, method: str = "search", memory: Memory | None = None
    ) -> Solutions[Self]:
        """Streams the solutions, each as soon as it is found.

        Every solution comes once: an open tour in one direction, from its smaller end or from
        the end that the question names; a closed one from square 0 towards its smaller
        neighbour.

        Args:
            unique: only one solution of each symmetry class.
            method: ``search``; for tours also ``search strategy=extend`` (another order),
                ``frontier`` (in the order of their numbers) and ``union``, the fastest for all
                tours.
            memory: the limit of ``frontier``.
        """
        _, memory = means(None, memory)
        return Solutions(self, self._native.stream(method, memory, unique))

    def batches(
        self,
        rows: int = 10_000,
        *,
        unique: bool = False,
        method: str = "search",
        memory: Memory | None = None,
    ) -> Batches[Self]:
        """The solutions as numpy arrays with many rows, for millions of solutions a second.

        An array has the shape ``(rows, squares)``; the last one may have fewer rows. Its type is
        ``uint8`` for up to 256 squares, ``uint16`` beyond.
        """
        rows = whole(rows, "rows of a batch", 1, 1 << 32)
        _, memory = means(None, memory)
        return Batches(self, self._native.stream(method, memory, unique), rows)

    def first(
        self, k: int = 1, *, unique: bool = False, method: str = "search"
    ) -> list[Solution[Self]]:
        """The first ``k`` solutions, or all if there are fewer."""
        k = whole(k, "solutions", 0)
        found: list[Solution[Self]] = []
        if k == 0:
            return found
        with self.solutions(unique=unique, method=method) as solutions:
            for solution in solutions:
                found.append(solution)
                if len(found) == k:
                    break
        return found

    def heat_map(self, counts: Any, title: str | None = None) -> Picture:
        """Draws a number for each square, or for each move; darker means more.

        Args:
            counts: natural numbers, in an array of the board's shape, as :meth:`Tours.by_start`
                gives them, or one for each square or vertex in order; or the
                :class:`Moves` of :meth:`Tours.by_move`.
            title: the title of the picture.

        Raises:
            QuestionError: unless there is one number for each square.
        """
        if isinstance(counts, Moves):
            moves = [move for move, _ in counts]
            by_move = [str(count) for _, count in counts]
            return Picture(self._native.move_map(moves, by_move, title or self.text))
        try:
            if getattr(counts, "shape", ()) == self.shape:
                numbers = [int(counts[at]) for at in self.labels]
            else:
                numbers = [int(count) for count in counts]
        except (TypeError, ValueError, OverflowError):
            raise QuestionError("a heat map shows natural numbers; give one for each") from None
        if any(number < 0 for number in numbers):
            raise QuestionError("a heat map shows natural numbers; give none below 0")
        digits = [str(number) for number in numbers]
        return Picture(self._native.heat_map(digits, title or self.text))
