"""Boards, graphs and pieces as Python values, and their texts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set
from importlib import import_module
from operator import index
from typing import TYPE_CHECKING

from . import _cavalcade
from .errors import BoardError, GraphError, PieceError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Protocol, Union

    import os

    import numpy.typing as npt

    class GraphLike(Protocol):
        """A graph of networkx, or an object with the same attributes."""

        @property
        def nodes(self) -> Any: ...
        @property
        def edges(self) -> Any: ...

    Place = Union[
        str,
        int,
        tuple[int, ...],
        "Graph",
        GraphLike,
        npt.NDArray[Any],
        Set[Any],
        Sequence[Sequence[Any]],
    ]
    Piece = Union[str, tuple[int, ...], Sequence[Union[str, tuple[int, ...]]]]


class Graph:
    """A graph without loops, with your own labels for the vertices.

    Args:
        edges: pairs of vertices of any hashable type.
        vertices: all vertices in the order of their numbers. The default is the vertices of
            the edges, in ascending order if they are the numbers from 0, otherwise in the
            order of their first edge.
        directed: true if edges lead only from their first vertex to their second.

    Raises:
        GraphError: for an edge that is not a pair, joins a vertex to itself, or has an end
            that is missing from ``vertices``.

    >>> from cavalcade import Graph, tours
    >>> tours(Graph([("a", "b"), ("b", "c"), ("c", "a")]), closed=True).count().value
    1
    """

    __slots__ = ("_edges", "_names", "_text", "directed", "labels")

    _edges: list[tuple[int, int]]
    _names: list[str] | None
    _text: str

    #: The labels of the vertices, by number.
    labels: tuple[Hashable, ...]

    #: True if edges lead only from their first vertex to their second.
    directed: bool

    def __init__(
        self,
        edges: Iterable[Sequence[Hashable]],
        vertices: Iterable[Hashable] | None = None,
        directed: bool = False,
    ) -> None:
        pairs: list[tuple[Hashable, ...]] = []
        for edge in edges:
            pair = tuple(edge) if isinstance(edge, Iterable) else ()
            if len(pair) != 2:
                raise GraphError(f"edge {edge!r}: an edge is a pair of vertices")
            if not all(isinstance(end, Hashable) for end in pair):
                raise GraphError(f"edge {edge!r}: vertices are hashable")
            pairs.append(pair)
        numbers: dict[Hashable, int] = {}
        if vertices is None:
            met = dict.fromkeys(end for pair in pairs for end in pair)
            plain = all(type(end) is int and 0 <= end < len(met) for end in met)
            vertices = range(len(met)) if plain else met
        for label in vertices:
            if label in numbers:
                raise GraphError(f"vertex {label!r} comes a second time; give each once")
            numbers[label] = len(numbers)
        try:
            joined = [(numbers[pair[0]], numbers[pair[1]]) for pair in pairs]
        except KeyError as missing:
            message = f"vertex {missing.args[0]!r} has an edge and is none of the vertices"
            raise GraphError(message) from None
        self._keep(tuple(numbers), joined, directed)

    def _keep(
        self, labels: tuple[Hashable, ...], edges: list[tuple[int, int]], directed: bool
    ) -> None:
        self.labels = labels
        self.directed = directed
        self._edges = sorted({edge if directed else (min(edge), max(edge)) for edge in edges})
        self._names = None
        self._text = _cavalcade.graph(len(labels), self._edges, None, directed)
        if labels != tuple(range(len(labels))):
            names = [str(label) for label in labels]
            try:
                _cavalcade.graph(len(labels), self._edges, names, directed)
                self._names = names
            except GraphError:
                # A text cannot contain names with blanks or commas. It has numbers instead, and
                # this object has the labels.
                pass

    @classmethod
    def from_graph6(cls, text: str) -> Graph:
        """Reads graph6, with or without ``graph:`` or ``>>graph6<<`` before it."""
        for head in ("graph:", ">>graph6<<"):
            text = text[len(head) :] if text.startswith(head) else text
        question = _cavalcade.Question.tours(
            "graph:" + text.strip(), "graph", None, (), False, None, None
        )
        graph = cls.__new__(cls)
        graph._keep(tuple(range(question.size)), question.edges(), False)
        return graph

    @classmethod
    def read(
        cls, path: str | os.PathLike[str], format: str | None = None, directed: bool = False
    ) -> Graph:
        """Reads a file in any format of ``graph:FILE``; see docs/boards.md.

        Args:
            path: the file.
            format: the name of its format, if the text is ambiguous.
            directed: true if edges are arcs, if the format does not say.

        Raises:
            GraphError: for a file in no format, with the first wrong line.
        """
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except UnicodeDecodeError:
            raise GraphError(f"{path} is no text in UTF-8") from None
        size, edges, names, directed = _cavalcade.read_graph(text, str(path), format, directed)
        labels: tuple[Hashable, ...] = tuple(range(size) if names is None else names)
        if names is not None and all(n.isdecimal() and str(int(n)) == n for n in names):
            labels = tuple(int(name) for name in names)
        graph = cls.__new__(cls)
        graph._keep(labels, edges, directed)
        return graph

    @classmethod
    def from_networkx(cls, graph: GraphLike) -> Graph:
        """Converts a simple graph of networkx, directed or not; its nodes become labels.

        Raises:
            GraphError: for a graph with parallel edges.
        """
        if getattr(graph, "is_multigraph", bool)():
            raise GraphError("the graph is a multigraph; give a simple one")
        nodes = list(graph.nodes)
        if set(nodes) == set(range(len(nodes))):
            nodes.sort()
        return cls(list(graph.edges), nodes, getattr(graph, "is_directed", bool)())

    @classmethod
    def from_igraph(cls, graph: Any) -> Graph:
        """Converts a graph of igraph; the names of its vertices, if any, become labels."""
        numbers = range(graph.vcount())
        has_names = "name" in graph.vs.attributes()
        labels = list(graph.vs["name"]) if has_names else list(numbers)
        edges = [(labels[a], labels[b]) for a, b in graph.get_edgelist()]
        return cls(edges, labels, graph.is_directed())

    @classmethod
    def from_scipy(cls, matrix: Any) -> Graph:
        """Converts a sparse square matrix of scipy: directed unless it is symmetric.

        An entry other than 0 is an edge from its row to its column.
        """
        rows, columns = matrix.shape
        if rows != columns:
            raise GraphError(f"a matrix of {rows} rows and {columns} columns is no graph")
        entries = matrix.tocoo()
        entries.sum_duplicates()
        places = zip(entries.row.tolist(), entries.col.tolist(), entries.data.tolist())
        arcs = {(row, column) for row, column, value in places if value != 0}
        return cls(arcs, range(rows), any((b, a) not in arcs for a, b in arcs))

    @classmethod
    def from_relation(
        cls, vertices: Iterable[Any], related: Callable[[Any, Any], object]
    ) -> Graph:
        """Joins two vertices if they are related in either order.

        >>> halves = Graph.from_relation(range(1, 7), lambda a, b: a == 2 * b)
        >>> halves.edges
        [(1, 2), (2, 4), (3, 6)]
        """
        known = list(vertices)
        pairs = [(a, b) for i, a in enumerate(known) for b in known[i + 1 :]]
        return cls([(a, b) for a, b in pairs if related(a, b) or related(b, a)], known)

    def to_networkx(self) -> Any:
        """A graph of networkx whose nodes are the labels."""
        networkx = import_module("networkx")
        graph = networkx.DiGraph() if self.directed else networkx.Graph()
        graph.add_nodes_from(self.labels)
        graph.add_edges_from((self.labels[a], self.labels[b]) for a, b in self._edges)
        return graph

    @property
    def text(self) -> str:
        """The canonical text: graph6, or the edges if they are shorter."""
        return self._text

    @property
    def edges(self) -> list[tuple[Hashable, Hashable]]:
        """Each edge once, by labels."""
        return [(self.labels[a], self.labels[b]) for a, b in self._edges]

    def __len__(self) -> int:
        return len(self.labels)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        known = (self.labels, self._edges, self.directed)
        return known == (other.labels, other._edges, other.directed)

    def __hash__(self) -> int:
        return hash((self.labels, self._text))

    def __repr__(self) -> str:
        kind, edges = ("Directed graph", "arcs") if self.directed else ("Graph", "edges")
        return f"<{kind} of {len(self)} vertices and {len(self._edges)} {edges}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Graph, (self.edges, self.labels, self.directed))


def _drawing(rows: Iterable[Iterable[object]]) -> str:
    lines = ["".join("." if free else "#" for free in row) for row in rows]
    if not lines or not lines[0]:
        raise BoardError("a mask without cells; give rows of true for cells and false for holes")
    if all(set(line) == {"."} for line in lines):
        return f"{len(lines)}x{len(lines[0])}"
    # The axes come before the drawing, because a drawing of one row does not show them.
    return f"{len(lines)}x{len(lines[0])}:" + "/".join(lines)


def _of_cells(cells: Set[Any]) -> str:
    try:
        pairs = [(index(row), index(column)) for row, column in cells]
    except (TypeError, ValueError):
        pairs = []
    if not pairs or min(min(pair) for pair in pairs) < 0:
        raise BoardError("a set of cells has (row, column) pairs, both from 0")
    rows = 1 + max(row for row, _ in pairs)
    columns = 1 + max(column for _, column in pairs)
    if rows * columns > _cavalcade.MAX_CELLS:
        raise BoardError(f"cells of {rows} rows and {columns} columns: a board has fewer")
    known = set(pairs)
    return _drawing([(row, column) in known for column in range(columns)] for row in range(rows))


def is_number(value: object) -> bool:
    """True for a whole number; arrays of numpy look like one."""
    return hasattr(value, "__index__") and not getattr(value, "ndim", 0)


def sides_of(place: object) -> str | None:
    """The text of a board that is given by the lengths of its sides, ``(6, 6)``."""
    if not isinstance(place, (tuple, list)) or not place:
        return None
    sides = [index(side) for side in place if is_number(side)]
    return "x".join(map(str, sides)) if len(sides) == len(place) else None


def place_text(place: Place) -> tuple[str, list[str] | None, tuple[Hashable, ...] | None]:
    """The text of a place, names of its vertices, and labels if names are not sufficient."""
    if isinstance(place, str):
        return place, None, None
    sides = sides_of(place)
    if sides is not None:
        return sides, None, None
    if hasattr(place, "nodes") and hasattr(place, "edges"):
        place = Graph.from_networkx(place)
    elif hasattr(place, "get_edgelist"):
        place = Graph.from_igraph(place)
    elif hasattr(place, "tocoo"):
        place = Graph.from_scipy(place)
    elif isinstance(place, Set):
        return _of_cells(place), None, None
    elif not isinstance(place, Graph) and hasattr(place, "ndim"):
        mask: Any = place
        if mask.ndim != 2:
            raise BoardError(f"a mask of {mask.ndim} axes; give one of rows and columns")
        return _drawing(mask.tolist()), None, None
    elif not isinstance(place, Graph):
        if isinstance(place, bytes) or not isinstance(place, Iterable):
            allowed = 'its sides as "6x6" or (6, 6), a mask, a set of cells, or a graph'
            raise BoardError(f"place {place!r}: give {allowed}")
        edges: Any = place
        place = Graph(edges)
    plain = place.labels == tuple(range(len(place)))
    return place.text, place._names, None if plain else place.labels


def piece_text(piece: Piece) -> str:
    """The text of a piece: a name, the components of a leaper, or several of them."""
    if isinstance(piece, str):
        return piece
    if not isinstance(piece, Iterable):
        raise PieceError(f"piece {piece!r}: give a piece's name, a leaper's numbers, or several of them")
    parts = list(piece)
    if parts and all(hasattr(part, "__index__") for part in parts):
        return f"leaper({','.join(str(index(part)) for part in parts)})"  # type: ignore[arg-type]
    if not parts:
        raise PieceError("a piece without moves; give a name or a leaper's numbers")
    return "+".join(piece_text(part) for part in parts)  # type: ignore[arg-type]
