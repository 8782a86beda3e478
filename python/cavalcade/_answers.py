"""Answers, and tables of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from ._asked import Q
from ._numbers import spread
from ._options import meant
from ._rows import Rows
from .errors import QuestionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    import numpy.typing as npt

    from . import _cavalcade
    from ._asked import Asked


class Published:
    """A published count, compared with ours.

    Attributes:
        convention: what the value counts as one.
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


class Answer(Generic[Q]):
    """One answered question: exact counts, each with its convention, and what they cost.

    ``int(answer)`` and ``answer.value`` are the count in the usual convention,
    ``answer.convention``; ``answer["directed"]`` is the count in another convention.

    Attributes:
        question: the question.
        counts: the counts by convention, the usual one first.
        published: the published counts of the question, compared with these.
        agrees: true if no published count differs, also if none is published.
        method: the method, or ``obstacle`` if a proof shows that there is no solution.
        nodes: the nodes of all runs of a journal.
        run_nodes: the nodes of this run.
        seconds: wall-clock time of this run.
        thread_seconds: the time of all threads of all runs.
        threads: worker threads of this run.
        version: the version of cavalcade.
        obstacle: the reason why there is no solution, or ``None``.
        symmetric: for each symmetry group its name, and the tours and classes with exactly
            this group; ``None`` unless classes were counted.
        text: the answer as the command line prints it.
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

    question: Q
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

    def __init__(self, question: Q, fields: _cavalcade.Fields) -> None:
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
        """The usual convention: ``undirected``, ``all``, ``sequences`` and others."""
        return next(iter(self.counts))

    @property
    def value(self) -> int:
        """The count in the usual convention."""
        return next(iter(self.counts.values()))

    @property
    def by_start(self) -> npt.NDArray[Any] | None:
        """The counts by first square, if requested: see :meth:`Tours.by_start`."""
        if self._by_start is None:
            return None
        return spread(self.question, self._by_start)

    def __int__(self) -> int:
        return self.value

    def __index__(self) -> int:
        return self.value

    def __getitem__(self, convention: str) -> int:
        """The count in a convention.

        Raises:
            KeyError: if the answer has no such count.
        """
        try:
            return self.counts[convention]
        except KeyError:
            known = ", ".join(self.counts) + meant(convention, self.counts)
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
        """True if the question and the counts are equal; the cost does not matter."""
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
        return f"<Answer {self.text.splitlines()[0]}>"

    def _repr_html_(self) -> str:
        return Table([self])._repr_html_()


class Table(Rows):
    """Answers as rows, one for each count.

    The columns are those of :attr:`records`. ``published`` lists the sources that agree or
    differ, and is empty if there are none.
    """

    __slots__ = ()

    columns: tuple[str, ...] = (
        "question",
        "family",
        "board",
        "piece",
        "kind",
        "convention",
        "count",
        "published",
        "agrees",
        "method",
        "nodes",
        "seconds",
    )
    _shown: tuple[str, ...] = (
        "board",
        "piece",
        "kind",
        "convention",
        "count",
        "published",
        "method",
        "seconds",
    )

    def __init__(self, answers: Iterable[Answer[Asked]]) -> None:
        taken = list(answers)
        if not all(isinstance(answer, Answer) for answer in taken):
            raise QuestionError("a table is of answers; give what questions count")
        super().__init__([row for answer in taken for row in _rows_of(answer)])

    def _verdict(self, row: dict[str, Any]) -> str:
        if row["agrees"] is None:
            return "none in the built-in list"
        return f"{'agrees' if row['agrees'] else 'DISAGREES'} with {row['published']}"


def _rows_of(answer: Answer[Asked]) -> Iterator[dict[str, Any]]:
    question = answer.question
    for convention, count in answer.counts.items():
        known = [row for row in answer.published if row.convention == convention]
        yield {
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


def table(answers: Iterable[Answer[Asked]]) -> Table:
    """The answers as rows, one for each count, for pandas, polars or a notebook.

    >>> from cavalcade import boards, table, tours
    >>> rows = table(tours(board).count() for board in boards("3x4..6"))
    >>> [row["count"] for row in rows if row["convention"] == "directed"]
    [16, 0, 0]
    """
    return Table(answers)
