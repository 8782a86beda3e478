"""A question as data: its text and its parts, without counting methods."""

from __future__ import annotations

from collections.abc import Hashable
from operator import index
from typing import TYPE_CHECKING

from . import _cavalcade
from ._places import Graph
from .errors import QuestionError

if TYPE_CHECKING:
    from typing import Any, Union

    from typing_extensions import Self, TypeVar

    Square = Union[str, int, tuple[int, ...]]
else:
    from typing import TypeVar as _TypeVar

    def TypeVar(name, *, covariant, **_):
        # Bounds and defaults are for type checkers.
        return _TypeVar(name, covariant=covariant)


class Asked:
    """A question as plain data; :class:`Question` adds the methods that answer it.

    Questions are equal if they ask the same. They are hashed, pickled and compared by their
    text (and by the labels of a graph's vertices that have no names in the text).
    """

    __slots__ = ("_labels", "_names", "_native", "_own_labels")

    _native: _cavalcade.Question
    _labels: tuple[Any, ...] | None
    _own_labels: tuple[Hashable, ...] | None
    _names: tuple[str, ...] | None

    def __init__(
        self, native: _cavalcade.Question, labels: tuple[Hashable, ...] | None = None
    ) -> None:
        self._native = native
        self._own_labels = labels
        self._labels = labels
        self._names = None

    @property
    def text(self) -> str:
        """The canonical text, as ``tours closed knight 6x6``."""
        return self._native.text

    @property
    def family(self) -> str:
        """``tours``, ``queens`` or ``walks``."""
        return self._native.label[0]

    @property
    def place(self) -> str:
        """The board or graph with the restrictions of the question, as in tables."""
        return self._native.label[1]

    @property
    def piece(self) -> str:
        """The piece, or ``graph``."""
        return self._native.label[2]

    @property
    def kind(self) -> str:
        """Within the family: ``open``, ``closed``, ``placement``, ``walk``, …"""
        return self._native.label[3]

    @property
    def size(self) -> int:
        """The number of squares or vertices."""
        return self._native.size

    @property
    def shape(self) -> tuple[int, ...] | None:
        """The lengths of the board's axes, rows first; ``None`` for a graph."""
        shape = self._native.shape
        return None if shape is None else tuple(shape)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the squares, by number."""
        if self._names is None:
            self._names = tuple(self._native.names())
        return self._names

    @property
    def labels(self) -> tuple[Any, ...]:
        """The labels of the vertices, by number; on a board, coordinates."""
        if self._labels is None:
            cells = self._native.cells()
            if cells is not None:
                self._labels = tuple(tuple(cell) for cell in cells)
            else:
                names = self.names
                plain = all(name == str(number) for number, name in enumerate(names))
                self._labels = tuple(range(len(names))) if plain else names
        return self._labels

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The pairs of squares that a move joins, each once, the smaller square first."""
        return self._native.edges()

    def graph(self) -> Graph:
        """The graph of the moves; its labels are those of the question.

        Raises:
            QuestionError: for placements, which have no moves.
        """
        if self.family == "queens":
            raise QuestionError("in a placement nothing moves: it has no graph")
        labels = self.labels
        return Graph(((labels[a], labels[b]) for a, b in self.moves), labels)

    def upright(self) -> Self:
        """The question in the form of tables: for the board or for its transpose."""
        return type(self)(self._native.upright(), self._own_labels)

    def _number(
        self, square: Square, names: dict[str, int], labels: dict[Hashable, int]
    ) -> int:
        number = None
        if isinstance(square, Hashable):
            number = labels.get(square, names.get(square) if isinstance(square, str) else None)
        if number is None and hasattr(square, "__index__"):
            number = index(square)
        if number is None or not 0 <= number < self.size:
            raise QuestionError(f"{square!r} is no square of {self.place}")
        return number

    def _name(self, square: Square) -> str:
        names = {name: number for number, name in enumerate(self.names)}
        labels = {label: number for number, label in enumerate(self.labels)}
        return self.names[self._number(square, names, labels)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Asked):
            return NotImplemented
        return (self.text, self._own_labels) == (other.text, other._own_labels)

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"cavalcade.question({self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (type(self), self.text, self._own_labels))


def _again(
    kind: type[Asked], text: str, labels: tuple[Hashable, ...] | None
) -> Asked:
    """Restores a pickled question."""
    return kind(_cavalcade.Question.parse(text), labels)


#: The question that an answer or a solution is of.
Q = TypeVar("Q", bound="Asked", default="Asked", covariant=True)
