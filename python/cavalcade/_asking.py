"""Questions from their text and from their parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from . import _cavalcade
from ._families import Queens, Tours, Walks
from ._options import flag, meant, whole, word
from ._places import is_number, piece_text, place_text, sides_of
from .errors import BoardError, QuestionError

if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any

    import numpy.typing as npt

    from ._asked import Square
    from ._places import Piece, Place
    from ._questions import Question


def _square(square: Square | None, labels: tuple[Hashable, ...] | None) -> Square | None:
    """A square for the native module; a label without a name becomes its number."""
    if square is None:
        return None
    if labels is not None and square in labels:
        return labels.index(square)
    if isinstance(square, str):
        return square
    try:
        if hasattr(square, "__index__"):
            return whole(square, "as a square", 0)
        return tuple(whole(at, "in a square's place", 0) for at in square)
    except TypeError:
        raise QuestionError(f"{square!r} is no square; give a name, a number or a place") from None


def _squares(
    squares: Iterable[Square], what: str, labels: tuple[Hashable, ...] | None = None
) -> list[Square]:
    """Several squares. A single text is refused, because it would be read letter by letter."""
    if isinstance(squares, str) or not isinstance(squares, Iterable):
        raise QuestionError(f"{what} {squares!r}: give a list of squares")
    taken = []
    for square in squares:
        known = _square(square, labels)
        if known is None:
            raise QuestionError(f"{what} with None: give a name, a number or a place")
        taken.append(known)
    return taken


def _read(text: str, labels: tuple[Hashable, ...] | None) -> Question:
    native = _cavalcade.Question.parse(text)
    family = native.label[0]
    kinds: dict[str, type[Question]] = {"tours": Tours, "queens": Queens, "walks": Walks}
    return kinds[family](native, labels)


def question(text: str) -> Question:
    """Reads the canonical text of a question.

    Raises:
        InputError: with the position of the first wrong character.

    >>> question("tours closed knight 6x6").count()["undirected"]
    9862
    """
    if not isinstance(text, str):
        raise QuestionError(f"{text!r}: give a question's text")
    return _read(text, None)


def tours(
    place: Place,
    piece: Piece | int = "knight",
    *,
    closed: bool = False,
    holes: Iterable[Square] = (),
    start: Square | None = None,
    end: Square | None = None,
    through: Iterable[tuple[Square, Square]] = (),
    alternating: str | None = None,
    at: Mapping[int, Square] | Iterable[str] = (),
    magic: bool | str = False,
    symmetric: str | None = None,
) -> Tours:
    """A question about tours: every square is visited once by moves of a piece, or along edges.

    Args:
        place: a board as text (``"8x8"``, ``"torus:5x5"``, ``"3x4x5"``, a drawing such as
            ``"..../.##."``), its sides as ``(6, 6)``, a numpy mask of rows and columns (true where
            there is a square), or a set of ``(row, column)`` cells; or a graph: a :class:`Graph`,
            one of networkx or igraph, a sparse matrix of scipy, a list of edges, or text
            (``"graph:DQc"``).
        piece: ``"knight"``, ``"king"``, …, a leaper as ``(1, 3)``, or a list of these for all
            their moves. Graphs have none. A number is a second side: ``tours(6, 6)``.
        closed: tours that return to their first square.
        holes: squares that are not part of the board: names, numbers, coordinates.
        start: only open tours from this square: a name, a number, coordinates, or a vertex.
        end: only tours that end at this square.
        through: only tours that use these moves, each a pair of squares.
        alternating: only tours whose moves alternate between this part of the piece and the
            others, as ``"ferz"`` of the king.
        at: only tours with these numbers, from 1, on these squares, as ``{1: "a1"}``; or texts
            such as ``"1,4,9:a1,b2,c3"``: the numbers in any order on the squares.
        magic: only tours whose numbered rows, columns and diagonals have one sum; ``"semi"``
            ignores the diagonals.
        symmetric: only tours that a ``"half-turn"``, a ``"quarter-turn"``, a ``"reflection"``,
            a ``"diagonal"`` reflection, or ``"any"`` of these keeps.

    Raises:
        BoardError, PieceError, GraphError, QuestionError: for invalid arguments.

    >>> tours("8x8", closed=True).text
    'tours closed knight 8x8'
    """
    if is_number(place):
        if not is_number(piece):
            raise BoardError(f"place {place!r}: give rows and columns, as tours(6, 6)")
        place, piece = (place, piece), "knight"  # type: ignore[assignment]
    text, names, labels = place_text(place)
    native = _cavalcade.Question.tours(
        text,
        piece_text(piece),  # type: ignore[arg-type]
        names,
        _squares(holes, "holes", labels),
        flag(closed, "closed"),
        _square(start, labels),
        _square(end, labels),
    )
    asked = Tours(native, labels)
    words = _chosen(asked, through, alternating, at, magic, symmetric)
    if not words:
        return asked
    return Tours(_cavalcade.Question.parse(" ".join([asked.text, *words])), labels)


def _chosen(
    asked: Tours,
    through: Iterable[tuple[Square, Square]],
    alternating: str | None,
    at: Mapping[int, Square] | Iterable[str],
    magic: bool | str,
    symmetric: str | None,
) -> list[str]:
    """The words of a question's text that select tours."""
    words = []
    pairs = [tuple(move) for move in through]
    if isinstance(through, str) or not all(len(pair) == 2 for pair in pairs):
        raise QuestionError("a move is a pair of squares; give a list of moves")
    moves = [f"{asked._name(a)}-{asked._name(b)}" for a, b in pairs]
    if moves:
        words.append("through=" + ",".join(moves))
    if alternating is not None:
        words.append(f"alternating={word(alternating, 'alternating')}")
    if isinstance(at, Mapping):
        at = [f"{number}:{asked._name(square)}" for number, square in at.items()]
    if isinstance(at, str):
        at = [at]
    words += [f"at={figure}" for figure in at]
    if magic not in (False, True, "semi"):
        raise QuestionError(f'magic {magic!r}: give True, False or "semi"')
    if magic:
        words.append("semi-magic" if magic == "semi" else "magic")
    if symmetric is not None:
        words.append(f"symmetric={word(symmetric, 'symmetric')}")
    for part in words:
        if " " in part:
            raise QuestionError(f'"{part}": a blank stands in what chooses among tours')
    return words


def queens(
    board: int | str | tuple[int, int] | npt.NDArray[Any],
    *,
    torus: bool = False,
    amazons: bool = False,
    k: int | None = None,
    place: Iterable[Square] = (),
    holes: Iterable[Square] = (),
    symmetric: str | None = None,
) -> Queens:
    """A question about placements of non-attacking queens.

    Args:
        board: the number of rows and columns, or both, as numbers or as text (``"8"``, ``"5x8"``,
            ``(5, 8)``, ``"torus:7x7"``), or a numpy mask, false at holes.
        torus: rows, columns and diagonals wrap.
        amazons: queens that also attack as knights.
        k: the number of queens; the default is the smaller side.
        place: squares of given queens: names or ``(row, column)``.
        holes: squares without queens; queens attack across them.
        symmetric: only placements that a ``"half-turn"`` or ``"quarter-turn"`` keeps.

    >>> queens(8).count()["fundamental"]
    12
    """
    holes = _squares(holes, "holes")
    torus = flag(torus, "torus")
    board = sides_of(board) or board
    if isinstance(board, str):
        prefix, colon, sides = board.rpartition(":")
        if colon and prefix != "torus":
            raise BoardError(f'board {board!r}: queens stand on a plane or a torus, as torus:7x7')
        torus = torus or bool(colon)
        sizes = sides.split("x")
        sizes = sizes * 2 if len(sizes) == 1 else sizes
        if len(sizes) != 2 or not all(size.isdecimal() for size in sizes):
            raise BoardError(f'board {board!r}: queens stand on rows and columns, as 8x8 or 8')
        rows, columns = map(int, sizes)
    elif getattr(board, "ndim", 0) == 2:
        mask: Any = board
        rows, columns = mask.shape
        grid = mask.tolist()
        holes += [(r, c) for r in range(rows) for c in range(columns) if not grid[r][c]]
    else:
        try:
            rows = columns = whole(board, "rows of a board", 0)
        except QuestionError as error:
            raise BoardError(f'board: {error}, sides as "5x8" or (5, 8), or a mask') from None
    turns = {None: None, "half-turn": "half", "quarter-turn": "quarter"}
    if not (symmetric is None or isinstance(symmetric, str)) or symmetric not in turns:
        near = meant(symmetric, ("half-turn", "quarter-turn"))
        raise QuestionError(f'symmetric {symmetric!r}: write half-turn or quarter-turn{near}')
    asked: _cavalcade.Placements = {
        "torus": torus,
        "amazons": flag(amazons, "amazons"),
        "k": None if k is None else whole(k, "queens", 0),
        "place": _squares(place, "place"),
        "holes": holes,
        "turn": turns[symmetric],
    }
    return Queens(_cavalcade.Question.queens((rows, columns), asked))


def walks(
    place: Place,
    length: int,
    piece: Piece = "knight",
    *,
    self_avoiding: bool = False,
    holes: Iterable[Square] = (),
    limits: Iterable[str | tuple[int, Iterable[str]]] = (),
    start: Square | None = None,
) -> Walks:
    """A question about walks: sequences of moves that may visit a square again.

    Args:
        place: as for :func:`tours`, or a keypad: its name (``"letters18"``) or a drawing
            (``"keypad:123/456/789/.0."``).
        length: the number of squares of a walk, from 1.
        piece: as for :func:`tours`.
        self_avoiding: no square is visited twice.
        holes: squares that are not part of the board.
        limits: how often squares may be visited: ``"2:AEIO"``, ``"1:a1,h8"``, or ``(2, names)``.
        start: only walks from this square.

    >>> walks("keypad:123/456/789/.0.", 10, start="1").count().value
    1424
    """
    length = whole(length, "squares as a length", 1)
    if isinstance(limits, str):
        raise QuestionError(f"limits {limits!r}: give a list of them")
    text, names, labels = place_text(place)
    native = _cavalcade.Question.walks(
        text,
        piece_text(piece),
        names,
        _squares(holes, "holes", labels),
        length,
        flag(self_avoiding, "self_avoiding"),
        [_limit(limit) for limit in limits],
        _square(start, labels),
    )
    return Walks(native, labels)


def _limit(limit: str | tuple[int, Iterable[str]]) -> str:
    if isinstance(limit, str):
        return limit
    try:
        most, names = limit
        return f"{most}:{','.join(names)}"
    except (TypeError, ValueError):
        raise QuestionError(f"limit {limit!r}: give a text as 2:AEIO, or (2, names)") from None


def boards(family: str, *, square: bool = False) -> list[str]:
    """The boards of a family: each side a number or a range, both ends included.

    Args:
        family: as ``"3..6x4..8"``, ``"torus:3..4x5"``, ``"2x3..4x5"``; a single range is for
            rows and columns.
        square: only boards of equal sides.

    Returns:
        The texts of the boards; the last side varies fastest.

    >>> boards("3..4x5")
    ['3x5', '4x5']
    >>> [tours(board, closed=True).count().value for board in boards("5..6", square=True)]
    [0, 9862]
    """
    if not isinstance(family, str):
        raise BoardError(f"{family!r}: give a range such as 3..6x4..8")
    return _cavalcade.boards(family, square)
