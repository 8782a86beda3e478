"""Solutions: in what order, in what form, and what happens to a search that nobody ends."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import pickle
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cavalcade
from cavalcade import errors, queens, tours, walks

ASKED = [
    tours("6x6", closed=True),
    tours("5x5", start="a1"),
    tours([(a, b) for a in range(6) for b in range(a)]),
    queens(7),
    queens(7, k=3),
    walks("4x4", 5, "king"),
]


def searches() -> int:
    """Threads of this process that search for solutions."""
    import psutil

    names = []
    for thread in psutil.Process().threads():
        try:
            with open(f"/proc/self/task/{thread.id}/comm") as comm:
                names.append(comm.read().strip())
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended: before its file was opened, or after
    return sum(name.startswith("cavalcade-solut") for name in names)


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.01)


@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_every_solution_comes_once_in_the_same_order_each_time(asked: cavalcade.Question) -> None:
    listed = list(asked.solutions())
    assert len(set(listed)) == len(listed)
    convention = {"tours": "undirected", "queens": "all", "walks": "sequences"}[asked.family]
    assert len(listed) == asked.count()["directed" if " from=" in asked.text else convention]
    assert listed == list(asked.solutions())
    assert all(asked.solution(solution) == solution for solution in listed[::97])
    assert asked.first(3) == listed[:3]
    assert asked.first(0) == []


@pytest.mark.parametrize("asked", ASKED, ids=str)
@pytest.mark.parametrize("rows", [1, 7, 100_000])
def test_batches_are_the_solutions(asked: cavalcade.Question, rows: int) -> None:
    some = 500 if rows == 1 else None
    listed = [solution.squares for solution in itertools.islice(asked.solutions(), some)]
    with asked.batches(rows) as batches:
        arrays = list(itertools.islice(batches, some))
    assert all(array.shape[0] == rows for array in arrays[:-1])
    assert all(array.dtype == np.uint8 for array in arrays)
    assert all(array.flags.writeable for array in arrays)
    assert [tuple(row) for row in np.concatenate(arrays).tolist()] == listed


def test_a_search_that_is_far_ahead_goes_on_for_a_large_batch() -> None:
    with tours("6x6").batches(40_000) as batches:
        # It has found all that there is room for.
        time.sleep(0.5)
        found: list[int] = []
        reader = threading.Thread(target=lambda: found.append(len(next(batches))), daemon=True)
        reader.start()
        reader.join(60)
        assert found == [40_000]


def test_batches_of_more_than_256_squares_have_wider_numbers() -> None:
    batch = next(walks("17x17", 2).batches(10))
    assert batch.dtype == np.uint16
    assert batch.tolist() == [list(walk) for walk in walks("17x17", 2).first(10)]
    with pytest.raises(errors.QuestionError):
        tours("5x5").batches(0)


def test_a_question_without_solutions_has_no_batch() -> None:
    assert list(tours("4x4", closed=True).batches()) == []
    assert list(tours("4x4").solutions()) == []
    assert queens(0).first(2) == [cavalcade.Solution(queens(0), ())]


@pytest.mark.parametrize("method", ["frontier", "union", "search strategy=extend"])
def test_other_methods_list_the_same_tours(method: str) -> None:
    asked = tours("6x6", closed=True)
    assert set(asked.solutions(method=method)) == set(asked.solutions())


def test_one_of_each_class() -> None:
    asked = tours("6x6", closed=True)
    assert sum(1 for _ in asked.solutions(unique=True)) == 1245
    assert len(queens(8).first(100, unique=True)) == 12
    assert sum(len(batch) for batch in queens(8).batches(5, unique=True)) == 12
    with pytest.raises(errors.MethodError):
        list(walks("4x4", 3).solutions(unique=True))


def test_what_a_method_cannot_list_is_said() -> None:
    with pytest.raises(errors.QuestionError, match="take search"):
        list(queens(6).solutions(method="colours"))
    with pytest.raises(errors.QuestionError, match="take search"):
        next(tours("6x6").batches(method="union", unique=True))
    with pytest.raises(errors.QuestionError, match="not a strategy"):
        next(tours("6x6").solutions(method="search strategy=magic"))
    with pytest.raises(errors.QuestionError):
        tours("5x5").first(-1)


def test_a_tour_says_where_it_goes() -> None:
    tour = tours("3x4").first(1)[0]
    assert len(tour) == 12
    assert tour[0] == tour.squares[0]
    assert tour[:2] == tour.squares[:2]
    assert list(tour) == list(tour.squares)
    assert tour.names[0] == tours("3x4").names[tour[0]]
    assert len(tour.moves) == 11
    board = tour.board()
    assert board.shape == (3, 4)
    assert sorted(board.ravel()) == list(range(1, 13))
    assert board[tour.labels[4]] == 5
    assert str(tour).split() == [str(step) for step in board.ravel()]
    assert tour.text("lines").split() == list(tour.names)
    assert repr(tour).startswith("<Solution of tours open knight 3x4: ")
    assert pickle.loads(pickle.dumps(tour)) == tour
    assert len(tours("6x6", closed=True).first(1)[0].moves) == 36
    with pytest.raises(errors.QuestionError):
        tour.text("pdf")


def test_a_placement_says_where_queens_stand() -> None:
    placement = queens(8).first(1)[0]
    board = placement.board()
    assert board.sum() == 8
    assert (board.sum(axis=0) == 1).all()
    with pytest.raises(errors.QuestionError):
        placement.moves
    with pytest.raises(errors.QuestionError):
        queens(8).graph()
    graph = tours([(0, 1), (1, 2)]).first(1)[0]
    with pytest.raises(errors.QuestionError):
        graph.board()


def test_a_search_ends_with_its_iterator() -> None:
    years = tours("8x8")
    solutions = years.solutions()
    assert len(list(itertools.islice(solutions, 3000))) == 3000
    assert searches() == 1
    del solutions
    gc.collect()
    wait_until(lambda: searches() == 0)
    with years.solutions() as solutions:
        next(solutions)
    assert list(solutions) == []
    batches = years.batches(1000)
    next(batches)
    batches.close()
    assert list(batches) == []
    wait_until(lambda: searches() == 0)
    for _ in range(50):
        years.first(2)
    wait_until(lambda: searches() == 0)
    with pytest.raises(TypeError):
        pickle.dumps(batches)


def test_memory_does_not_grow_with_what_was_handed_over() -> None:
    import psutil

    asked = tours("6x6")
    memory = psutil.Process().memory_info

    def take(rows: int) -> None:
        taken = 0
        with asked.batches(10_000) as batches:
            for batch in batches:
                taken += len(batch)
                if taken >= rows:
                    return

    take(100_000)
    before = memory().rss
    take(1_000_000)
    for _ in itertools.islice(asked.solutions(), 200_000):
        pass
    assert memory().rss - before < 24 << 20


def test_several_searches_run_beside_each_other() -> None:
    asked = tours("6x6", closed=True)
    expected = [tour.squares for tour in asked.solutions()]
    side_by_side = list(zip(asked.solutions(), asked.solutions()))
    assert [a.squares for a, _ in side_by_side] == expected
    assert [b.squares for _, b in side_by_side] == expected
    found: dict[int, int] = {}

    def take(at: int, shared: cavalcade.Solutions) -> None:
        found[at] = sum(1 for _ in shared)

    threads = [threading.Thread(target=take, args=(i, asked.solutions())) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found.values()) == {9862}


@given(st.integers(0, 9861))
def test_numbers_and_tours_are_inverse(rank: int) -> None:
    tour = RANKED.index(rank)
    assert RANKED.rank(tour) == rank
    assert RANKED.rank(tour.squares[::-1]) == rank
    assert RANKED.ranking()[rank - 9862] == tour


RANKED = tours("6x6", closed=True)


def test_rankings() -> None:
    ranking = RANKED.ranking()
    assert ranking is RANKED.ranking()
    assert ranking.count == len(ranking) == 9862
    assert {ranking[i] for i in range(9862)} == set(RANKED.solutions())
    assert "9862" in repr(ranking)
    for wrong in (9862, -9863, 10**30):
        with pytest.raises(IndexError):
            ranking[wrong]
    rows = next(RANKED.batches(3))
    assert [RANKED.rank(row) for row in rows] == [RANKED.rank(t) for t in RANKED.first(3)]
    with pytest.raises(errors.SolutionError):
        RANKED.rank([0, 1])
    drawn = RANKED.random(500, seed=3)
    assert drawn == RANKED.random(500, seed=3) != RANKED.random(500, seed=4)
    assert len(set(drawn)) > 450
    assert RANKED.random(0) == []
    assert tours("5x5", closed=True).ranking().count == 0
    with pytest.raises(errors.QuestionError):
        tours("5x5", closed=True).random()
    with pytest.raises(errors.QuestionError):
        tours("5x5", start="a1").ranking()
    with pytest.raises(errors.QuestionError):
        RANKED.random(-1)
    with pytest.raises(errors.ResourceError):
        tours("8x8", closed=True).ranking(memory="1M")


def in_child(asked: cavalcade.Tours) -> tuple[int, int]:
    return asked.count(threads=1).value, sum(1 for _ in asked.solutions())


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_other_processes_answer_too(way: str) -> None:
    asked = tours("6x6", closed=True)
    assert asked.count(threads=2).value == 9862
    running = asked.solutions()
    next(running)
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map(in_child, [asked] * 3) == [(9862, 9862)] * 3
    assert sum(1 for _ in running) == 9861


def of_the_parent(results: "multiprocessing.SimpleQueue[str]") -> None:
    assert INHERITED is not None
    try:
        while True:
            next(INHERITED)
    except errors.Stopped as stopped:
        results.put(str(stopped))


INHERITED: cavalcade.Solutions | None = None


def test_a_forked_search_says_that_it_stayed_behind() -> None:
    global INHERITED
    INHERITED = tours("8x8").solutions()
    next(INHERITED)
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    process = context.Process(target=of_the_parent, args=(results,))
    process.start()
    assert "another process" in results.get()
    process.join(30)
    assert process.exitcode == 0
    next(INHERITED)
    INHERITED = None


def test_one_tour_is_found_on_places_of_any_size() -> None:
    large = tours("20x20", closed=True)
    (first,) = large.first(1)
    large.solution(first.squares)
    drawn = large.random(2, seed=5)
    assert drawn == large.random(2, seed=5) and drawn[0] != drawn[1]
    for tour in drawn:
        large.solution(tour.squares)
    assert tours("2x300").first(1) == []
    with pytest.raises(errors.MethodError):
        large.first(2)
