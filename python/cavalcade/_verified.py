"""Published counts, and counting them again."""

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
    """Published counts compared with new ones, a row for each.

    In a row ``count`` is the result of ``method``, and ``published`` that of ``source``.

    Attributes:
        published: the number of published counts that were requested.
        compared: the number of counts that were compared.
        wrong: the number of counts that differ from the published or the corrected one.
        waiting: the number of counts that did not fit in the time.
        beyond: the number of counts of boards that are too large for every method.
        unasked: the number of counts that no question can ask; only if all were requested.
        confirmed: the number of questions that two independent methods answered alike.
        by_one_method: the texts of questions that only one method answered.
        differ: the texts of questions on which two methods differ.
        misprints: for each known misprint that was counted: the question's text, the
            convention, our count, the printed value and its source.
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
        """The number of published counts that were requested."""
        return self._fields["published"]

    @property
    def compared(self) -> int:
        """The number of counts that were compared."""
        return self._fields["compared"]

    @property
    def wrong(self) -> int:
        """The number of counts that do not agree."""
        return self._fields["wrong"]

    @property
    def waiting(self) -> int:
        """The number of counts that did not fit in the time."""
        return self._fields["waiting"]

    @property
    def beyond(self) -> int:
        """The number of counts of boards that are too large for every method."""
        return self._fields["beyond"]

    @property
    def unasked(self) -> int:
        """The number of counts that no question can ask; only if all were requested."""
        return self._fields["unasked"]

    @property
    def confirmed(self) -> int:
        """The number of questions that two independent methods answered alike."""
        return self._fields["confirmed"]

    @property
    def by_one_method(self) -> list[str]:
        """The questions that only one method answered."""
        return self._fields["by_one_method"]

    @property
    def differ(self) -> list[str]:
        """The questions on which two methods differ."""
        return self._fields["differ"]

    @property
    def misprints(self) -> list[tuple[str, str, int, int, str]]:
        """Question, convention, our count, the printed value and its source."""
        return self._fields["misprints"]

    @property
    def agrees(self) -> bool:
        """True if no count differs from a published one and no two methods differ."""
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
    """Counts published questions again by every method that can, cheapest first, and compares.

    Args:
        family: only ``tours``, ``queens`` or ``walks``.
        boards: only boards of these sizes, as ``"5..6x5..8"``, ``"torus:3..5x4"``; for queens
            ``"4..12"``.
        closed: only closed tours.
        piece: only this piece, as ``"king"``.
        torus: only boards on which all axes wrap.
        cylinder: only boards on which only the last axis wraps.
        holes: only boards with holes.
        budget: the time in seconds; at most half of it is spent on predicting what fits.
        threads: worker threads; the default is one for each core.
        memory: bytes, or a text such as ``"4GB"``; the default is 3/4 of the free memory.

    Raises:
        QuestionError: if there are no published counts for these boards, or an argument is invalid.

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
    """The published counts that answers are compared with.

    Args:
        question: the canonical text of a question or of its transpose; the default is all.

    Returns:
        Rows of question, convention, value and source.
    """
    return _cavalcade.published(question)
