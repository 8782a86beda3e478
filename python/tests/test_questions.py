"""Questions: their parts, their text, what they are equal to, and what is refused."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cavalcade
from cavalcade import Graph, boards, errors, queens, question, tours, walks


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (tours("8x8", closed=True), "tours closed knight 8x8"),
        (tours("8x8"), "tours open knight 8x8"),
        (tours("5x5", start="a1"), "tours open knight 5x5 from=a1"),
        (tours("5x5", start=20, end=(0, 0)), "tours open knight 5x5 from=a1 to=a5"),
        (tours("4x4", "king"), "tours open king 4x4"),
        (tours("5x6", (1, 5)), "tours open leaper(1,5) 5x6"),
        (tours("5x6", (3, 1)), "tours open camel 5x6"),
        (tours("5x6", ["wazir", (1, 3)]), "tours open camel+wazir 5x6"),
        (tours("torus:4x5"), "tours open knight torus:4x5"),
        (tours("3x4", holes=["b2", (0, 0), 3]), "tours open knight #..#/.#../...."),
        (tours("torus:3x3", holes=["a1"]), "tours open knight torus:.../.../#.."),
        (walks("3x3", 4, holes=[(1, 1)]), "walks any knight .../.#./... length=4"),
        (tours("2x3x4"), "tours open knight 2x3x4"),
        (tours("graph:DQc"), "tours open graph:DQc"),
        (
            tours("5x5", through=[("a1", "b3"), ((0, 0), 7)], at={1: "c3"}),
            "tours open knight 5x5 through=a5-c4,b3-a1 at=1:c3",
        ),
        (tours("8x8", magic="semi"), "tours open knight 8x8 semi-magic"),
        (tours("8x8", magic=True), "tours open knight 8x8 magic"),
        (
            tours("6x6", closed=True, at=["1,4:a1,b2"], symmetric="half-turn"),
            "tours closed knight 6x6 at=1,4:a1,b2 symmetric=half-turn",
        ),
        (queens(8), "queens queen 8x8"),
        (queens("torus:7x7"), "queens queen torus:7x7"),
        (queens("5x8", place=["h1"]), "queens queen 5x8 place=h1"),
        (queens(7, torus=True), "queens queen torus:7x7"),
        (queens(8, amazons=True), "queens amazon 8x8"),
        (queens(8, k=5), "queens queen 8x8 k=5"),
        (queens(8, place=["a1"], holes=[(0, 3), "h8"]), "queens queen 8x8 place=a1 holes=d8,h8"),
        (queens(12, symmetric="half-turn"), "queens queen 12x12 turn=half"),
        (walks("8x8", 5), "walks any knight 8x8 length=5"),
        (
            walks("letters18", 10, limits=["2:AEIO"], start="A"),
            "walks any knight letters18 length=10 limit=2:AEIO from=A",
        ),
        (
            walks("4x4", 6, "king", self_avoiding=True, limits=[(1, ["a1", "d4"])]),
            "walks self-avoiding king 4x4 length=6 limit=1:a1,d4",
        ),
    ],
)
def test_parts_make_the_canonical_text_which_reads_back(
    asked: cavalcade.Question, text: str
) -> None:
    assert asked.text == str(asked) == text
    again = question(text)
    assert again == asked
    assert hash(again) == hash(asked)
    assert type(again) is type(asked)
    assert repr(asked) == f"cavalcade.question({text!r})"
    for other in (pickle.loads(pickle.dumps(asked)), copy.deepcopy(asked)):
        assert other == asked
        assert type(other) is type(asked)


def test_questions_differ_where_they_ask_something_else() -> None:
    asked = [tours("6x6"), tours("6x6", closed=True), queens(6), walks("6x6", 3)]
    assert len(set(asked)) == 4
    assert asked[0] != asked[1]
    assert asked[0] != "tours open knight 6x6"


def test_a_question_tells_its_parts() -> None:
    asked = tours("3x4", closed=True)
    assert (asked.family, asked.place, asked.piece, asked.kind) == (
        "tours",
        "3x4",
        "knight",
        "closed",
    )
    assert (asked.size, asked.shape) == (12, (3, 4))
    assert asked.names[0] == "a3"
    assert asked.labels[5] == (1, 1)
    assert (0, 6) in asked.moves
    assert queens(3).names == ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
    graph = tours([("x", "y"), ("y", "z")])
    assert (graph.shape, graph.labels, graph.names) == (None, ("x", "y", "z"), ("x", "y", "z"))


@given(
    st.integers(1, 5).flatmap(
        lambda columns: st.lists(
            st.lists(st.booleans(), min_size=columns, max_size=columns), min_size=1, max_size=5
        )
    )
)
def test_masks_and_sets_of_cells_are_boards(rows: list[list[bool]]) -> None:
    mask = np.array(rows)
    cells = {(int(r), int(c)) for r, c in np.argwhere(mask)}
    if not cells:
        with pytest.raises(errors.BoardError):
            tours(cells)
        return
    asked = tours(mask)
    assert set(asked.labels) == cells
    assert asked.shape == mask.shape
    # A set has no rows and columns beyond its last cell.
    assert set(tours(cells).labels) == cells
    assert question(asked.text) == asked


def test_graphs_of_every_kind_are_the_same_graph() -> None:
    edges = [(0, 1), (1, 2), (2, 3), (3, 0)]
    square = nx.cycle_graph(4)
    by_text = nx.to_graph6_bytes(square).decode().strip()
    asked = [
        tours(edges),
        tours(Graph(edges)),
        tours(square),
        tours(Graph.from_networkx(square)),
        tours(Graph.from_graph6(by_text)),
        tours(Graph.from_graph6("graph:Cl")),
        tours("graph:Cl"),
    ]
    assert {other.text for other in asked} == {"tours open graph:Cl"}
    assert len(set(asked)) == 1
    assert nx.is_isomorphic(asked[0].graph().to_networkx(), square)
    assert nx.utils.graphs_equal(Graph(edges).to_networkx(), square)


def test_vertices_keep_what_they_are_called() -> None:
    grid = nx.grid_2d_graph(3, 4)
    asked = tours(grid, start=(0, 0))
    assert asked.text.endswith("from=0")
    assert asked.first(1)[0].labels[0] == (0, 0)
    again = pickle.loads(pickle.dumps(asked))
    assert again == asked
    assert again.labels == asked.labels
    assert asked != question(asked.text)
    named = tours([("C", "D"), ("D", "E")], start="C")
    assert named.text == "tours open graph:Bg names=C,D,E from=C"
    assert named.first(1)[0].labels == ("C", "D", "E")
    assert question(named.text).labels == ("C", "D", "E")
    one_based = tours([(1, 2), (2, 3)], start=1)
    assert one_based.first(1)[0].labels == (1, 2, 3)
    assert Graph([], [5, "x"]).labels == (5, "x")
    assert pickle.loads(pickle.dumps(named.graph())) == named.graph()
    assert repr(Graph([(0, 1)])) == "<Graph of 2 vertices and 1 edges>"


def test_graphs_of_relations() -> None:
    cells = [(r, c) for r in range(3) for c in range(4)]

    def leaps(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [1, 2]

    knight = tours(Graph.from_relation(cells, leaps))
    assert knight.count()["directed"] == tours("3x4").count()["directed"] == 16
    assert set(knight.labels) == set(cells)
    # Whichever way it is related, and each pair once.
    divisors = Graph.from_relation(range(1, 9), lambda a, b: b % a == 0)
    assert divisors.edges == Graph.from_relation(range(1, 9), lambda a, b: a % b == 0).edges
    assert len(divisors.edges) == sum(8 // a - 1 for a in range(1, 9))
    with pytest.raises(errors.GraphError, match="second time"):
        Graph.from_relation([1, 1], lambda a, b: True)


def test_families_of_boards() -> None:
    assert boards("3..4x5..6") == ["3x5", "3x6", "4x5", "4x6"]
    assert boards("3..4") == ["3x3", "3x4", "4x3", "4x4"]
    assert boards("3..5", square=True) == ["3x3", "4x4", "5x5"]
    assert boards("torus:3..4x5") == ["torus:3x5", "torus:4x5"]
    assert boards("2x3..4x2~") == ["2x3x2~", "2x4x2~"]
    for wrong in ("5..3", "a..b", "sphere:3x3", "3x", "999"):
        with pytest.raises(errors.BoardError, match="range"):
            boards(wrong)


def test_a_question_and_that_of_the_transpose() -> None:
    assert tours("6x5", closed=True).upright() == tours("5x6", closed=True).upright()
    assert type(queens(5).upright()) is cavalcade.Queens
    graph = tours([("a", "b"), ("b", "c")])
    assert graph.upright() == graph


def test_knights_moves_are_networkx_edges() -> None:
    board = tours("5x6").graph().to_networkx()
    assert board.number_of_nodes() == 30
    assert all(
        sorted((abs(a - c), abs(b - d))) == [1, 2] for (a, b), (c, d) in board.edges
    )


@pytest.mark.parametrize(
    ("ask", "error", "says"),
    [
        (lambda: tours("8y8"), errors.BoardError, "character 2"),
        (lambda: tours("0x5"), errors.BoardError, "leaves no square"),
        (lambda: tours("99999999x9999999"), errors.BoardError, "more than"),
        (lambda: tours(np.ones((2, 2, 2))), errors.BoardError, "2 axes|3 axes"),
        (lambda: tours({(0, -1)}), errors.BoardError, "from 0"),
        (lambda: tours(np.zeros((0, 0))), errors.BoardError, "without cells"),
        (lambda: tours("8x8", "kniht"), errors.PieceError, "kniht"),
        (lambda: tours("8x8", ()), errors.PieceError, "without moves"),
        (lambda: tours("8x8", start="i9"), errors.QuestionError, "i9"),
        (lambda: tours("8x8", start=64), errors.QuestionError, "64"),
        (lambda: tours("8x8", start=(8, 0)), errors.QuestionError, "not on the board"),
        (lambda: tours("8x8", end="a1"), errors.QuestionError, "without a start"),
        (lambda: tours("8x8", start="a1", end="a1"), errors.QuestionError, "ends"),
        (lambda: tours("8x8", closed=True, start="a1"), errors.QuestionError, "no ends"),
        (lambda: tours("8x8", through=[("a1", "a2")]), errors.QuestionError, "a1-a2|move"),
        (lambda: tours("8x8", through=[("a1", "z2")]), errors.QuestionError, "z2"),
        (lambda: tours("8x8", at=["1"]), errors.QuestionError, "equality"),
        (lambda: tours("8x8", at=["1:a1 magic"]), errors.QuestionError, "blank"),
        (lambda: tours("8x8", magic="very"), errors.QuestionError, "very"),
        (lambda: tours("8x8", symmetric="third"), errors.QuestionError, "third"),
        (lambda: tours("8x8", magic=True).by_move(), errors.QuestionError, "chosen"),
        (lambda: tours("8x8", magic=True).ranking(), errors.QuestionError, "chosen"),
        (lambda: tours("8x8", magic=True).by_start(), errors.QuestionError, "chosen"),
        (lambda: tours("8x8", holes=["z9"]), errors.QuestionError, "z9"),
        (lambda: tours("8x8", holes=[(8, 0)]), errors.QuestionError, "not on the board"),
        (lambda: tours("8x8", holes=["a1"], start="a1"), errors.QuestionError, "a1"),
        (lambda: tours([(0, 1)], holes=[0]), errors.QuestionError, "only a board"),
        (lambda: tours([(0, 0)]), errors.GraphError, "joins two different"),
        (lambda: tours([(0, 1, 2)]), errors.GraphError, "pair"),
        (lambda: tours(nx.DiGraph([(0, 1)])).by_move(), errors.QuestionError, "chosen"),
        (lambda: tours(nx.DiGraph([(0, 1)])).ranking(), errors.QuestionError, "chosen"),
        (lambda: tours(nx.DiGraph([(0, 1)])).by_start(), errors.QuestionError, "chosen"),
        (lambda: tours(nx.DiGraph([(0, 1)]), magic=True), errors.QuestionError, "directed"),
        (lambda: walks(nx.DiGraph([(0, 1)]), 2).count(), errors.QuestionError, "directed"),
        (lambda: tours(nx.MultiGraph([(0, 1)])), errors.GraphError, "multigraph"),
        (lambda: Graph([("a", "b")], ["a"]), errors.GraphError, "'b'"),
        (lambda: Graph([], ["a", "a"]), errors.GraphError, "second time"),
        (lambda: Graph.from_graph6("D"), errors.GraphError, "graph"),
        (lambda: queens("8x9x2"), errors.BoardError, "rows and columns"),
        (lambda: queens("torus:8x9"), errors.QuestionError, "square boards"),
        (lambda: queens("cylinder:8x8"), errors.BoardError, "plane or a torus"),
        (lambda: queens(-1), errors.BoardError, "-1 rows"),
        (lambda: queens(65), errors.MethodError, "at most 64"),
        (lambda: queens(np.ones((2, 3)), torus=True), errors.QuestionError, "square boards"),
        (lambda: queens(8, symmetric="third-turn"), errors.QuestionError, "third-turn"),
        (lambda: queens(8, place=["a1", "b2"]), errors.QuestionError, "attack"),
        (lambda: queens(8, place=[(9, 9)]), errors.QuestionError, "not on the board"),
        (lambda: walks("8x8", 0), errors.QuestionError, "length"),
        (lambda: walks("8x8", 10**12), errors.QuestionError, "at most 1000000"),
        (lambda: walks("8x8", 3, limits=["x"]), errors.QuestionError, "limit"),
        (lambda: question("tours"), errors.QuestionError, "missing"),
        (lambda: question("chess 8x8"), errors.QuestionError, 'no family "chess"'),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    ask: Any, error: type[errors.CavalcadeError], says: str
) -> None:
    with pytest.raises(error, match=says) as caught:
        ask()
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, errors.CavalcadeError)
    assert "--" not in str(caught.value), "no flag is named"


def test_an_error_says_where() -> None:
    with pytest.raises(errors.BoardError) as caught:
        tours("8x8y")
    assert caught.value.at == 4
    assert isinstance(caught.value, ValueError)


def test_solutions_are_checked() -> None:
    asked = tours("3x4")
    tour = asked.first(1)[0]
    assert asked.solution(tour) == tour
    assert asked.solution(tour.names) == tour
    assert asked.solution(tour.labels) == tour
    with pytest.raises(errors.SolutionError, match="again"):
        asked.solution([*tour.squares[:-1], tour.squares[0]])
    with pytest.raises(errors.QuestionError, match="no square"):
        asked.solution(["z9"])
    placed = queens(4)
    assert placed.solution(placed.first(1)[0].names) == placed.first(1)[0]
    with pytest.raises(errors.SolutionError, match="attack|placement"):
        placed.solution([0, 5, 10, 15])
    with pytest.raises(errors.SolutionError):
        walks("4x4", 3).solution([0, 1, 2])


def test_sides_are_numbers_or_text() -> None:
    assert tours((6, 6)) == tours(6, 6) == tours([6, 6]) == tours("6x6")
    assert tours((3, 4, 5)) == tours("3x4x5")
    assert walks((3, 3), 4) == walks("3x3", 4)
    assert queens("8") == queens(8) == queens((8, 8))
    assert queens((5, 8)) == queens("5x8")
    assert queens("torus:7") == queens("torus:7x7")


def test_moves_may_take_turns() -> None:
    turns = tours("4x4", "king", closed=True, alternating="ferz")
    assert "alternating=ferz" in turns.text
    assert turns.count().value == len(turns.first(10_000))
