"""Published counts: looked up, and counted again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _cavalcade
from ._options import means, seconds
from ._rows import Rows
from .errors import QuestionError

if TYPE_CHECKING:
    from typing import Any

    from ._options import Memory


class Verified(Rows):
    """Published counts beside those that were counted here, a row for each.

    In a row ``count`` was counted here by ``method``, and ``published`` by ``source``.

    Attributes:
        published: how many counts are published about what was wanted.
        compared: those that were compared.
        wrong: comparisons that do not agree, and counts that are not what is known to be right
            where something is misprinted.
        waiting: counts that did not fit the time.
        beyond: counts about boards that are too large for every method.
        unasked: counts that cannot be asked here; told only where everything is wanted.
        confirmed: how many questions two independent methods answered alike.
        by_one_method: the texts of the questions that one method only answered.
        differ: the texts of the questions about which two methods differ.
        misprints: for each known misprint that was counted: the question's text, the
            convention, our count, what was printed, and where.
    """

    __slots__ = ("_fields",)

    columns: tuple[str, ...] = (
        "question",
        "family",
        "board",
        "piece",
        "kind",
        "convention",
        "count",
        "published",
        "source",
        "agrees",
        "method",
    )
    _counts: tuple[str, ...] = ("count", "published")
    _shown: tuple[str, ...] = (
        "board",
        "piece",
        "kind",
        "convention",
        "count",
        "published",
        "source",
        "method",
    )

    _fields: _cavalcade.Verification

    def __init__(self, fields: _cavalcade.Verification) -> None:
        rows = [(text, *label, *rest) for text, label, *rest in fields["rows"]]
        super().__init__([dict(zip(self.columns, row)) for row in rows])
        self._fields = fields

    @property
    def published(self) -> int:
        """The published counts about what was wanted."""
        return self._fields["published"]

    @property
    def compared(self) -> int:
        """Those that were compared."""
        return self._fields["compared"]

    @property
    def wrong(self) -> int:
        """How many do not agree."""
        return self._fields["wrong"]

    @property
    def waiting(self) -> int:
        """Those that did not fit the time."""
        return self._fields["waiting"]

    @property
    def beyond(self) -> int:
        """Those about boards that are too large for every method."""
        return self._fields["beyond"]

    @property
    def unasked(self) -> int:
        """Those that cannot be asked here, where everything is wanted."""
        return self._fields["unasked"]

    @property
    def confirmed(self) -> int:
        """How many questions two independent methods answered alike."""
        return self._fields["confirmed"]

    @property
    def by_one_method(self) -> list[str]:
        """The questions that one method only answered."""
        return self._fields["by_one_method"]

    @property
    def differ(self) -> list[str]:
        """The questions about which two methods differ."""
        return self._fields["differ"]

    @property
    def misprints(self) -> list[tuple[str, str, int, int, str]]:
        """Question, convention, our count, what was printed, and where."""
        return self._fields["misprints"]

    @property
    def agrees(self) -> bool:
        """True if nothing that was compared differs, from what is published or between methods."""
        return self.wrong == 0 and not self.differ

    def __reduce__(self) -> tuple[Any, ...]:
        return (Verified, (self._fields,))

    def __repr__(self) -> str:
        said = "all agree" if self.agrees else "NOT ALL AGREE"
        return f"<Verified: {self.compared} of {self.published} published counts, {said}>"


def verify(
    family: str | None = None,
    boards: str | None = None,
    *,
    closed: bool = False,
    piece: str | None = None,
    torus: bool = False,
    cylinder: bool = False,
    holes: bool = False,
    budget: float = 60,
    threads: int | None = None,
    memory: Memory | None = None,
) -> Verified:
    """Counts again what is published, the cheapest first, by every method that can, and compares.

    Args:
        family: only ``tours``, ``queens`` or ``walks``.
        boards: only boards of these sizes, as ``"5..6x5..8"``, ``"torus:3..5x4"``; for queens
            ``"4..12"``.
        closed: only closed tours.
        piece: only this piece, as ``"king"``.
        torus: only boards all of whose axes wrap.
        cylinder: only boards whose last axis alone wraps.
        holes: only boards with squares left out.
        budget: the seconds to spend, half of them at most on finding out what fits.
        threads: worker threads; else one for each core.
        memory: bytes, or a text such as ``"4GB"``; else three quarters of what is free.

    Raises:
        QuestionError: if nothing is published about such boards, or a word is wrong.

    >>> found = verify("tours", "3x4", budget=600)
    >>> found.agrees, found.compared == found.published > 5
    (True, True)
    """
    budget = seconds(budget, "budget")
    threads, memory = means(threads, memory)
    for word in (family, boards, piece):
        if word is not None and not isinstance(word, str):
            raise QuestionError(f"{word!r}: give a text")
    wanted: _cavalcade.Wanted = {
        "family": family,
        "boards": boards,
        "closed": closed,
        "piece": piece,
        "torus": torus,
        "cylinder": cylinder,
        "holes": holes,
    }
    return Verified(_cavalcade.verify(wanted, budget, threads, memory))


def published(question: str | None = None) -> list[tuple[str, str, int, str]]:
    """The published counts that answers are held against.

    Args:
        question: the canonical text of one, or of its transpose; else all.

    Returns:
        Rows of question, convention, value and source.
    """
    return _cavalcade.published(question)
