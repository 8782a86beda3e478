"""Answers, and tables of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from . import _cavalcade

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    import numpy as np
    import numpy.typing as npt

    from ._questions import Question


class Published:
    """A published count, held against ours.

    Attributes:
        convention: what it counts as one.
        value: the published count.
        source: who published it, as ``OEIS A001230``.
        agrees: true if ours is the same.
    """

    __slots__ = ("agrees", "convention", "source", "value")

    convention: str
    value: int
    source: str
    agrees: bool

    def __init__(self, convention: str, value: int, source: str, agrees: bool) -> None:
        self.convention = convention
        self.value = value
        self.source = source
        self.agrees = agrees

    def _key(self) -> tuple[str, int, str, bool]:
        return (self.convention, self.value, self.source, self.agrees)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Published) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[Any, ...]:
        return (Published, self._key())

    def __repr__(self) -> str:
        word = "agrees" if self.agrees else "DISAGREES"
        return f"<{self.source}: {self.convention} {self.value}, {word}>"


class Answer:
    """One answered question: exact counts, each with its convention, and what they cost.

    ``int(answer)`` and ``answer.value`` are the count in the usual convention,
    ``answer.convention``; ``answer["directed"]`` is that of another.

    Attributes:
        question: what was asked.
        counts: the counts by convention, the usual one first.
        published: what is published about the question, held against these counts.
        agrees: true if nothing that is published differs; true, too, if nothing is published.
        method: the method that counted, or ``obstacle`` where it is clear that there is none.
        nodes: the nodes that it visited, in all runs of a journal.
        run_nodes: the nodes of this run.
        seconds: wall-clock time of this run.
        thread_seconds: the time of all threads of all runs.
        threads: worker threads of this run.
        version: the version of cavalcade.
        obstacle: why there is nothing to count, or ``None``.
        symmetric: for each kind of symmetric tours its name, tours and classes; ``None`` unless
            classes were counted.
        text: the answer as the command line says it.
        json: the answer as the JSON of the command line.
    """

    __slots__ = (
        "_by_start",
        "agrees",
        "counts",
        "json",
        "method",
        "nodes",
        "obstacle",
        "published",
        "question",
        "run_nodes",
        "seconds",
        "symmetric",
        "text",
        "thread_seconds",
        "threads",
        "version",
    )

    question: Question
    counts: dict[str, int]
    published: list[Published]
    agrees: bool
    method: str
    nodes: int
    run_nodes: int
    seconds: float
    thread_seconds: float
    threads: int
    version: str
    obstacle: str | None
    symmetric: list[tuple[str, int, int]] | None
    json: str
    text: str
    _by_start: list[int] | None

    def __init__(self, question: Question, fields: _cavalcade.Fields) -> None:
        self.question = question
        self.counts = dict(fields["counts"])
        self.published = [Published(*row) for row in fields["published"]]
        self.agrees = fields["agrees"]
        self.method = fields["method"]
        self.nodes = fields["nodes"]
        self.run_nodes = fields["run_nodes"]
        self.seconds = fields["seconds"]
        self.thread_seconds = fields["thread_seconds"]
        self.threads = fields["threads"]
        self.version = fields["version"]
        self.obstacle = fields["obstacle"]
        self.symmetric = fields["symmetric"]
        self.json = fields["json"]
        self.text = fields["text"]
        self._by_start = fields["by_start"]

    def _fields(self) -> _cavalcade.Fields:
        return {
            "counts": list(self.counts.items()),
            "published": [row._key() for row in self.published],
            "agrees": self.agrees,
            "method": self.method,
            "nodes": self.nodes,
            "run_nodes": self.run_nodes,
            "seconds": self.seconds,
            "thread_seconds": self.thread_seconds,
            "threads": self.threads,
            "version": self.version,
            "obstacle": self.obstacle,
            "symmetric": self.symmetric,
            "by_start": self._by_start,
            "json": self.json,
            "text": self.text,
        }

    @property
    def convention(self) -> str:
        """What the usual count counts as one: ``undirected``, ``all``, ``sequences``, …"""
        return next(iter(self.counts))

    @property
    def value(self) -> int:
        """The count in the usual convention."""
        return next(iter(self.counts.values()))

    @property
    def by_start(self) -> npt.NDArray[Any] | None:
        """The counts by first square, where they were asked for: see :meth:`Tours.by_start`."""
        if self._by_start is None:
            return None
        return spread(self.question, self._by_start)

    def __int__(self) -> int:
        return self.value

    def __index__(self) -> int:
        return self.value

    def __getitem__(self, convention: str) -> int:
        """The count by a convention.

        Raises:
            KeyError: if the question has none by it.
        """
        try:
            return self.counts[convention]
        except KeyError:
            known = ", ".join(self.counts)
            raise KeyError(f"{convention!r}: this answer has {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __bool__(self) -> bool:
        return True

    def __contains__(self, convention: object) -> bool:
        return convention in self.counts

    def __eq__(self, other: object) -> bool:
        """The same question with the same counts, whatever they cost."""
        if not isinstance(other, Answer):
            return NotImplemented
        return self.question == other.question and self.counts == other.counts

    def __hash__(self) -> int:
        return hash((self.question, self.value))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Answer, (self.question, self._fields()))

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        return f"<Answer {self}>"

    def _repr_html_(self) -> str:
        return Table([self])._repr_html_()


class Table:
    """Answers as rows, one for each count.

    The columns are those of :attr:`records`; ``published`` joins the sources that agree or
    differ, and is empty where nothing is published.
    """

    __slots__ = ("records",)

    #: A dictionary for each row.
    records: list[dict[str, Any]]

    def __init__(self, answers: Iterable[Answer]) -> None:
        self.records = []
        for answer in answers:
            question = answer.question
            for convention, count in answer.counts.items():
                known = [row for row in answer.published if row.convention == convention]
                self.records.append(
                    {
                        "question": question.text,
                        "family": question.family,
                        "board": question.place,
                        "piece": question.piece,
                        "kind": question.kind,
                        "convention": convention,
                        "count": count,
                        "published": "; ".join(row.source for row in known),
                        "agrees": all(row.agrees for row in known) if known else None,
                        "method": answer.method,
                        "nodes": answer.nodes,
                        "seconds": answer.seconds,
                    }
                )

    def to_pandas(self) -> Any:
        """A pandas frame. Counts are Python ints (dtype ``object``), exact at any size."""
        pandas = import_module("pandas")
        frame = pandas.DataFrame(self.records)
        if len(frame):
            frame["count"] = pandas.Series(
                [row["count"] for row in self.records], dtype=object, index=frame.index
            )
        return frame

    def to_polars(self) -> Any:
        """A polars frame. Counts are ``Int64`` where all fit, else their digits as strings."""
        polars = import_module("polars")
        fits = all(row["count"] < 1 << 63 for row in self.records)
        rows = [
            {**row, "count": row["count"] if fits else str(row["count"])} for row in self.records
        ]
        return polars.DataFrame(rows)

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.records)

    def __repr__(self) -> str:
        return f"<Table of {len(self)} counts>"

    def _repr_html_(self) -> str:
        from html import escape

        head = ("board", "piece", "kind", "convention", "count", "published", "method", "seconds")
        lines = ["<table><tr>" + "".join(f"<th>{name}</th>" for name in head) + "</tr>"]
        for row in self.records:
            verdict = {None: "no published value known", True: "agrees with ", False: "DISAGREES with "}
            cells = {
                **row,
                "count": f"{row['count']:,}",
                "published": verdict[row["agrees"]] + str(row["published"]),
                "seconds": f"{row['seconds']:.3g}",
            }
            lines.append(
                "<tr>" + "".join(f"<td>{escape(str(cells[name]))}</td>" for name in head) + "</tr>"
            )
        return "\n".join([*lines, "</table>"])


def table(answers: Iterable[Answer]) -> Table:
    """The answers as rows, one for each count, for pandas, polars or a notebook."""
    return Table(answers)


def array(counts: list[int]) -> npt.NDArray[Any]:
    """Counts as ``uint64`` where all fit, else as Python ints (dtype ``object``)."""
    import numpy as np

    fits = all(count < 1 << 64 for count in counts)
    return np.array(counts, dtype=np.uint64 if fits else object)


def spread(question: Question, counts: list[int]) -> npt.NDArray[Any]:
    """Counts by square in the shape of the board, 0 at holes; of a graph in a row."""
    flat = array(counts)
    shape = question.shape
    if shape is None:
        return flat
    import numpy as np

    board: npt.NDArray[Any] = np.zeros(shape, dtype=flat.dtype)
    for count, at in zip(flat, question.labels):
        board[at] = count
    return board


def published(question: str | None = None) -> list[tuple[str, str, int, str]]:
    """The published counts that answers are held against.

    Args:
        question: the canonical text of one, or of its transpose; else all.

    Returns:
        Rows of question, convention, value and source.
    """
    return _cavalcade.published(question)


class Estimate:
    """A number that is estimated, with its error.

    Attributes:
        mean: the estimate.
        error: its standard error.
        interval: the ends of the interval that holds the true number in 95 of 100 cases.
        convention: what is counted as one.
        samples: the random paths that it is from.
        arrived: those of them that became tours.
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
    """A share of a method's units at random, and what the whole would be by it.

    Attributes:
        expected: the solutions that the whole is expected to have, in the method's measure.
        error: the standard error of that; 0 where every unit was run.
        sampled: the units that were run.
        units: all units.
        visited: the solutions that were come to.
        seconds: the time of all threads for the units that were run.
        seconds_of_all: what that would be for all units.
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
    """How many tours use each move.

    Attributes:
        moves: an array of shape (moves, 2): the two squares of each, the smaller first.
        counts: an array of as many counts, ``uint64`` or Python ints.
        convention: what is counted as one.
    """

    __slots__ = ("convention", "counts", "moves")

    convention: str
    moves: npt.NDArray[np.int64]
    counts: npt.NDArray[Any]

    def __init__(self, convention: str, moves: list[tuple[int, int]], counts: list[int]) -> None:
        import numpy as np

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
