"""Counts: known ones, those that brute force finds, and what options do."""

from __future__ import annotations

import pickle
from typing import Any

import networkx as nx
import numpy as np
import pytest
from conftest import paths, placements
from hypothesis import given
from hypothesis import strategies as st

import cavalcade
from cavalcade import errors, queens, question, table, tours, walks


@pytest.mark.parametrize(
    ("asked", "convention", "value"),
    [
        (tours("6x6", closed=True), "undirected", 9862),
        (tours("5x5"), "directed", 1728),
        (tours("5x5", start="a1"), "directed", 304),
        (tours("6x6", closed=True, symmetric="quarter-turn"), "undirected", 10),
        (tours("6x6", closed=True, symmetric="half-turn"), "undirected", 78),
        (tours("6x6", closed=True, through=[("a1", "b3")]), "undirected", 9862),
        (tours("5x5", start="a1", end="e5"), "directed", None),
        (tours("3x3", "king"), "undirected", 392),
        (tours("torus:4x4", closed=True), "undirected", 1344),
        (tours(nx.petersen_graph(), closed=True), "undirected", 0),
        (queens(8), "all", 92),
        (queens(8), "fundamental", 12),
        (queens(11, torus=True), "all", 88),
        (queens(12, symmetric="half-turn"), "kept_by_half_turn", None),
        (queens(0), "all", 1),
        (walks("keypad:123/456/789/.0.", 10), "sequences", 14912),
        (walks("keypad:123/456/789/.0.", 10, start="1"), "sequences", 1424),
    ],
)
def test_known_counts(asked: cavalcade.Question, convention: str, value: int | None) -> None:
    answer = asked.count(threads=1)
    assert answer.question == asked
    assert answer.agrees
    if value is None:
        assert answer[convention] == sum(1 for _ in asked.solutions())
    else:
        assert answer[convention] == value
        assert any(row.value == value for row in answer.published) or not answer.published


def test_an_answer_says_what_it_counts_and_costs() -> None:
    answer = tours("6x6", closed=True).count(method="search", threads=2)
    assert (answer.value, answer.convention) == (9862, "undirected")
    assert int(answer) == 9862
    assert f"{answer.value:,}" == "9,862"
    assert answer["directed"] == 2 * 9862
    assert dict(answer.counts) == {"undirected": 9862, "directed": 19724}
    assert ("directed" in answer, list(answer), len(answer)) == (True, list(answer.counts), 2)
    assert (answer.method, answer.threads) == ("search", 2)
    assert answer.nodes == answer.run_nodes > 0
    assert answer.seconds > 0
    assert answer.thread_seconds > 0
    assert answer.version == cavalcade.__version__
    assert answer.obstacle is None
    assert answer.symmetric is None
    assert answer.by_start is None
    assert "OEIS A001230" in {row.source for row in answer.published}
    assert "agrees" in repr(answer.published[0])
    assert str(answer).startswith("6x6 knight, closed tours: undirected 9,862")
    assert '"undirected"' in answer.json
    assert "9,862" in answer._repr_html_()
    with pytest.raises(KeyError, match="undirected"):
        answer["fundamental"]
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer
    assert hash(again) == hash(answer)
    assert again.published == answer.published
    assert again.json == answer.json


def test_an_obstacle_is_told() -> None:
    answer = tours("5x5", closed=True).count()
    assert answer.value == 0
    assert answer.method == "obstacle"
    assert answer.obstacle


def test_counts_of_any_size_are_exact() -> None:
    # Walks of a king on 3x3, by powers of its matrix.
    length = 2500
    answer = walks("3x3", length, "king").count()
    king = tours("3x3", "king").graph().to_networkx()
    counts = dict.fromkeys(king.nodes, 1)
    for _ in range(length - 1):
        counts = {node: sum(counts[other] for other in king[node]) for node in king}
    assert answer.value == sum(counts.values())
    assert answer.value > 10**1500
    assert pickle.loads(pickle.dumps(answer)).value == answer.value


@st.composite
def graphs(draw: st.DrawFn) -> nx.Graph[int]:
    """Graphs of up to seven vertices."""
    vertices = draw(st.integers(1, 7))
    graph: nx.Graph[int] = nx.empty_graph(vertices)
    pairs = [(a, b) for a in range(vertices) for b in range(a)]
    graph.add_edges_from(pair for pair in pairs if draw(st.booleans()))
    return graph


@given(graphs(), st.booleans(), st.sampled_from(["auto", "search", "frontier"]))
def test_tours_of_graphs_are_those_of_brute_force(
    graph: nx.Graph[int], closed: bool, method: str
) -> None:
    found = list(paths(graph, closed))
    asked = tours(graph, closed=closed)
    answer = asked.count(method=method, threads=1)
    assert answer["directed"] == len(found)
    listed = {tour.labels for tour in asked.solutions()}
    assert len(listed) == answer["undirected"]
    for tour in listed:
        assert asked.solution(tour).labels == tour
    if not closed:
        assert listed <= set(found)
        if len(graph) > 1:
            starts = [sum(path[0] == node for path in found) for node in graph]
            assert asked.by_start(threads=1).tolist() == starts


@given(st.integers(1, 5), st.integers(0, 5), st.booleans(), st.booleans(), st.data())
def test_placements_are_those_of_brute_force(
    side: int, k: int, torus: bool, amazons: bool, data: st.DataObject
) -> None:
    k = min(k, side)
    cells = [(r, c) for r in range(side) for c in range(side)]
    holes = data.draw(st.sets(st.sampled_from(cells), max_size=4))

    def attacks(a: tuple[int, int], b: tuple[int, int]) -> bool:
        down, right = b[0] - a[0], b[1] - a[1]
        if torus:
            straight = 0 in (down % side, right % side)
            slant = 0 in ((down - right) % side, (down + right) % side)
            leaps = {(x % side, y % side) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2)
                     if abs(x) != abs(y)}
            return straight or slant or (amazons and (down % side, right % side) in leaps)
        leap = sorted((abs(down), abs(right))) == [1, 2]
        return 0 in (down, right) or abs(down) == abs(right) or (amazons and leap)

    expected = placements(side, attacks, k, lambda square: square not in holes)
    asked = queens(side, torus=torus, amazons=amazons, k=k, holes=holes)
    assert asked.count(threads=1)["all"] == expected
    assert sum(1 for _ in asked.solutions()) == expected


@given(graphs(), st.integers(1, 5), st.booleans())
def test_walks_are_those_of_brute_force(
    graph: nx.Graph[int], length: int, self_avoiding: bool
) -> None:
    found = [(node,) for node in graph]
    for _ in range(length - 1):
        found = [
            (*walk, node)
            for walk in found
            for node in graph[walk[-1]]
            if not (self_avoiding and node in walk)
        ]
    asked = walks(graph, length, self_avoiding=self_avoiding)
    assert asked.count(threads=1).value == len(found)
    assert sorted(walk.squares for walk in asked.solutions()) == sorted(found)
    if not self_avoiding:
        starts = [sum(walk[0] == node for walk in found) for node in graph]
        assert asked.by_start().tolist() == starts


def test_masks_forbid_squares_to_queens() -> None:
    mask = np.ones((6, 6), dtype=bool)
    mask[0, 0] = mask[2, 3] = False
    assert queens(mask) == queens(6, holes=["a6", "d4"])
    assert queens(mask[:2, :4]) == queens("2x4", holes=["a2"])
    assert queens("5x8").count().value == 568


def test_classes_of_tours() -> None:
    answer = tours("6x6", closed=True).classes()
    assert answer["fundamental"] == 1245
    assert answer.symmetric is not None
    kinds = {name: (all_of_it, classes) for name, all_of_it, classes in answer.symmetric}
    assert sum(classes for _, classes in kinds.values()) == 1245 - answer["group_none"]
    assert answer.question == tours("6x6", closed=True)
    assert tours("5x5").classes()["fundamental"] == len(tours("5x5").first(200, unique=True))


def test_counts_by_first_square_have_the_shape_of_the_board() -> None:
    starts = tours("5x5").by_start(threads=2)
    assert starts.shape == (5, 5)
    assert starts.dtype == np.uint64
    assert starts[0, 0] == 304
    assert starts.sum() == 1728
    holed = tours({(r, c) for r in range(3) for c in range(5)} - {(1, 2)}).by_start()
    assert holed[1, 2] == 0
    big = walks("3x3", 300, "king").by_start()
    assert big.dtype == object
    assert big.sum() == walks("3x3", 300, "king").count().value
    for asked in (tours("5x5", start="a1"), tours("6x6", closed=True)):
        with pytest.raises(errors.QuestionError):
            asked.by_start()
    with pytest.raises(errors.QuestionError):
        walks("3x3", 3, start="a1").by_start()


def test_counts_by_move_are_those_of_the_tours() -> None:
    asked = tours("6x6", closed=True)
    by_move = asked.by_move(threads=2)
    used: dict[tuple[int, int], int] = {}
    for tour in asked.solutions():
        for a, b in tour.moves:
            move = (min(a, b), max(a, b))
            used[move] = used.get(move, 0) + 1
    assert dict(by_move) == {move: used.get(move, 0) for move in asked.moves}
    assert by_move.convention == "undirected"
    assert (by_move.moves.shape, by_move.counts.dtype) == ((80, 2), np.uint64)
    assert len(by_move) == 80
    assert "80 counts" in repr(by_move)


def test_estimates_come_near_and_depend_on_the_seed_alone() -> None:
    asked = tours("6x6", closed=True)
    estimate = asked.estimate(20_000, seed=1)
    assert estimate.interval[0] <= estimate.mean <= estimate.interval[1]
    assert abs(estimate.mean - 9862) < 6 * estimate.error
    assert (estimate.convention, estimate.samples) == ("undirected", 20_000)
    assert 0 < estimate.arrived <= 20_000
    assert float(estimate) == asked.estimate(20_000, seed=1).mean
    assert estimate.mean != asked.estimate(20_000, seed=2).mean
    assert tours("5x5", closed=True).estimate(100).mean == 0
    assert "directed" in repr(tours("5x5").estimate(100))
    with pytest.raises(errors.QuestionError):
        asked.estimate(0)


def test_a_sample_of_every_unit_is_the_count() -> None:
    asked = tours("6x6", closed=True)
    sample = asked.sample(1.0, method="search split=50")
    assert (sample.expected, sample.error) == (9862, 0)
    assert sample.sampled == sample.units >= 50
    assert sample.seconds <= sample.seconds_of_all * 1.001
    part = asked.sample(0.5, method="search split=50")
    assert part.sampled < part.units
    assert part.visited > 0
    assert "units" in repr(part)
    with pytest.raises(errors.QuestionError):
        asked.sample(0)


def test_methods_tell_what_they_cost_or_why_not() -> None:
    methods = {method.name: method for method in tours("6x6", closed=True).methods()}
    assert {"search", "frontier", "halves"} <= set(methods)
    search = methods["search"]
    assert search.seconds is not None
    assert search.seconds[0] <= search.seconds[1]
    assert search.bytes is not None
    assert search.refusal is None
    assert search.about
    few = {method.name: method for method in queens(8, k=5).methods(threads=1, memory="1GB")}
    assert few["search"].refusal
    assert few["search"].seconds is None
    assert "cannot" in repr(few["search"])
    assert "s>" in repr(few["variants"])


@pytest.mark.parametrize("method", ["search", "frontier", "halves", "search split=20"])
@pytest.mark.parametrize("threads", [1, 3])
def test_no_method_and_no_number_of_threads_changes_a_count(method: str, threads: int) -> None:
    answer = tours("6x6", closed=True).count(method=method, threads=threads, vectors="none")
    assert answer.value == 9862
    assert answer.method == method.split()[0]


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"method": "magic"}, errors.CavalcadeError, "magic"),
        ({"method": "search split=x"}, errors.QuestionError, "split"),
        ({"threads": 0}, errors.QuestionError, "threads"),
        ({"memory": "much"}, errors.QuestionError, "memory"),
        ({"memory": 5}, errors.QuestionError, "memory"),
        ({"vectors": "wide"}, errors.QuestionError, "vectors"),
        ({"timeout": -1.0}, errors.QuestionError, "timeout"),
        ({"salvage": True}, errors.QuestionError, "journal"),
        ({"journal": "/nonexistent/folder/j"}, errors.CavalcadeError, "nonexistent"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    options: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says) as caught:
        tours("6x6").count(**options)
    assert "\n" not in str(caught.value)
    assert "--" not in str(caught.value)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(errors.ResourceError, match="8x8") as caught:
        tours("8x8").count(method="halves", memory="1M")
    assert "\n" not in str(caught.value)
    assert "--" not in str(caught.value)


def test_memory_is_bytes_or_text() -> None:
    asked = tours("6x6", closed=True)
    for memory in (1 << 30, "1GB", "1G", "1024 mb", "1.5g", "1048576K"):
        assert asked.count(method="frontier", memory=memory).value == 9862


def test_tables_of_answers() -> None:
    answers = [queens(n).count() for n in range(4, 8)] + [walks("3x3", 300, "king").count()]
    rows = table(answers)
    assert len(rows) == sum(len(answer.counts) for answer in answers)
    assert [row["count"] for row in rows if row["convention"] == "fundamental"] == [1, 2, 1, 6]
    assert "<table>" in rows._repr_html_()
    assert "counts" in repr(rows)
    pandas = pytest.importorskip("pandas")
    frame = rows.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["count"].iloc[-1] == answers[-1].value
    assert len(table([]).to_pandas()) == 0
    polars = pytest.importorskip("polars")
    assert rows.to_polars()["count"].dtype == polars.String
    assert table(answers[:4]).to_polars()["count"].to_list()[0] == 2


def test_what_is_published() -> None:
    rows = cavalcade.published("queens queen 8x8")
    assert ("queens queen 8x8", "all", 92) in {row[:3] for row in rows}
    assert len(cavalcade.published()) > 500
    transposed = cavalcade.published("tours closed knight 10x3")
    assert transposed == cavalcade.published("tours closed knight 3x10")
    assert cavalcade.published("tours closed graph:Cl") == []
    assert question("queens queen 8x8").count().published


def test_tours_are_sorted_by_a_statistic() -> None:
    crossings = tours("5x6", closed=True).histogram("crossings")
    assert sum(crossings.values()) == 8
    with pytest.raises(errors.CavalcadeError, match="crosings"):
        tours("5x6").histogram("crosings")
