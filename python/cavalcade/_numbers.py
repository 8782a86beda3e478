"""Results that are not answers: by square, by move, estimates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._options import numpy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import numpy as np
    import numpy.typing as npt

    from ._asked import Asked


def array(counts: list[int]) -> npt.NDArray[Any]:
    """Counts as ``uint64`` if all fit, otherwise as Python ints (dtype ``object``)."""
    np = numpy()
    fits = all(count < 1 << 64 for count in counts)
    made: npt.NDArray[Any] = np.array(counts, dtype=np.uint64 if fits else object)
    return made


def spread(question: Asked, counts: list[int]) -> npt.NDArray[Any]:
    """Counts by square in the shape of the board, 0 at holes; one row for a graph."""
    flat = array(counts)
    shape = question.shape
    if shape is None:
        return flat
    np = numpy()
    board: npt.NDArray[Any] = np.zeros(shape, dtype=flat.dtype)
    for count, at in zip(flat, question.labels):
        board[at] = count
    return board


class Estimate:
    """An estimate with its error.

    Attributes:
        mean: the estimate.
        error: its standard error.
        interval: the ends of the 95 % interval.
        convention: what is counted as one.
        samples: the number of random paths.
        arrived: the number of paths that became tours.
    """

    __slots__ = ("arrived", "convention", "error", "interval", "mean", "samples")

    mean: float
    error: float
    interval: tuple[float, float]
    convention: str
    samples: int
    arrived: int

    def __init__(
        self,
        mean: float,
        error: float,
        interval: tuple[float, float],
        convention: str,
        samples: int,
        arrived: int,
    ) -> None:
        self.mean = mean
        self.error = error
        self.interval = interval
        self.convention = convention
        self.samples = samples
        self.arrived = arrived

    def __float__(self) -> float:
        return self.mean

    def __repr__(self) -> str:
        return f"<Estimate {self.convention} {self.mean:.4g} ± {self.error:.2g}>"


class Sample:
    """Some random units of a method, and the extrapolation to all units.

    Attributes:
        expected: the estimated number of solutions, in the method's measure.
        error: its standard error; 0 if every unit was run.
        sampled: the number of units that were run.
        units: the number of all units.
        visited: the solutions visited.
        seconds: the time of all threads for the units that were run.
        seconds_of_all: the estimated time for all units.
    """

    __slots__ = (
        "error",
        "expected",
        "sampled",
        "seconds",
        "seconds_of_all",
        "units",
        "visited",
    )

    expected: float
    error: float
    sampled: int
    units: int
    visited: int
    seconds: float
    seconds_of_all: float

    def __init__(self, row: tuple[float, float, int, int, int, float, float]) -> None:
        self.expected, self.error, self.sampled, self.units = row[:4]
        self.visited, self.seconds, self.seconds_of_all = row[4:]

    def __repr__(self) -> str:
        share = f"{self.sampled} of {self.units} units"
        return f"<Sample {self.expected:.4g} ± {self.error:.2g} from {share}>"


class Moves:
    """The number of tours that use each move.

    Attributes:
        moves: an array of shape (moves, 2): both squares of each move, the smaller first.
        counts: the counts, ``uint64`` or Python ints.
        convention: what is counted as one.
    """

    __slots__ = ("convention", "counts", "moves")

    convention: str
    moves: npt.NDArray[np.int64]
    counts: npt.NDArray[Any]

    def __init__(self, convention: str, moves: list[tuple[int, int]], counts: list[int]) -> None:
        np = numpy()
        self.convention = convention
        self.moves = np.array(moves, dtype=np.int64).reshape(-1, 2)
        self.counts = array(counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __iter__(self) -> Iterator[tuple[tuple[int, int], int]]:
        for move, count in zip(self.moves.tolist(), self.counts.tolist()):
            yield (move[0], move[1]), count

    def __repr__(self) -> str:
        return f"<Moves: {len(self)} counts, {self.convention}>"


class Candidate:
    """A method, asked about a question.

    Attributes:
        name: its name.
        about: what it does, in a line.
        seconds: the least and the most that it is expected to take; ``None`` if it cannot answer.
        bytes: the memory that it is expected to take at its peak; ``None`` likewise.
        refusal: why it cannot answer; ``None`` if it can.
    """

    __slots__ = ("about", "bytes", "name", "refusal", "seconds")

    name: str
    about: str
    seconds: tuple[float, float] | None
    bytes: float | None
    refusal: str | None

    def __init__(
        self,
        name: str,
        about: str,
        cost: tuple[float, float, float] | None,
        refusal: str | None,
    ) -> None:
        self.name = name
        self.about = about
        self.seconds = None if cost is None else cost[:2]
        self.bytes = None if cost is None else cost[2]
        self.refusal = refusal

    def __repr__(self) -> str:
        if self.seconds is None:
            return f"<{self.name} cannot: {self.refusal}>"
        return f"<{self.name}: {self.seconds[0]:.2g} to {self.seconds[1]:.2g} s>"
