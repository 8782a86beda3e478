"""What makes no sense: each time one exception of the family, on one line, and no panic."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

import cavalcade
from cavalcade import boards, errors, queens, question, sheet, table, tours, verify, walks

ASKED: cavalcade.Tours = tours("6x6", closed=True)

#: Not what a board, a piece, a number, a text or a path is.
ODD: list[Any] = [None, 3.5, object(), [], {}, "\0", "8x8\n", "\N{SNOWMAN}", -1, 10**30, float("nan"), b"8x8"]

TAKES: dict[str, Callable[[Any], object]] = {
    "board": lambda odd: tours(odd),
    "queens": lambda odd: queens(odd),
    "walks": lambda odd: walks(odd, 3),
    "length": lambda odd: walks("3x3", odd),
    "piece": lambda odd: tours("8x8", odd),
    "edges": lambda odd: tours([odd]),
    "holes": lambda odd: tours("3x3", holes=[odd]),
    "all holes": lambda odd: walks("3x3", 3, holes=odd),
    "start": lambda odd: tours("8x8", start=odd),
    "place": lambda odd: queens(8, place=[odd]),
    "k": lambda odd: queens(8, k=odd),
    "method": lambda odd: ASKED.count(method=odd),
    "threads": lambda odd: ASKED.count(threads=odd),
    "memory": lambda odd: ASKED.count(memory=odd),
    "journal": lambda odd: ASKED.count(method="search", journal=odd),
    "timeout": lambda odd: ASKED.count(timeout=odd),
    "vectors": lambda odd: ASKED.count(vectors=odd),
    "first": lambda odd: ASKED.first(odd),
    "rows": lambda odd: ASKED.batches(odd).close(),
    "samples": lambda odd: ASKED.estimate(odd),
    "seed": lambda odd: ASKED.random(1, odd),
    "random": lambda odd: ASKED.random(odd),
    "share": lambda odd: ASKED.sample(odd),
    "squares": lambda odd: ASKED.solution([odd]),
    "text": lambda odd: question(odd),
    "boards": lambda odd: boards(odd),
    "budget": lambda odd: verify("queens", "4", budget=odd),
    "family": lambda odd: verify(odd, "4"),
    "sheet": lambda odd: sheet([odd]),
    "table": lambda odd: table([odd]),
    "heat": lambda odd: ASKED.heat_map([odd] * 36),
    "progress": lambda odd: ASKED.count(progress=odd),
}

#: What means something after all: an option that is left out, and the like.
FINE = {
    "start": (None,),
    "k": (None,),
    "threads": (None,),
    "memory": (None,),
    "journal": (None, "8x8\n", "\N{SNOWMAN}"),
    "timeout": (None, 3.5),
    "vectors": (None,),
    "family": (None,),
    "first": (10**30,),
    "all holes": ([], {}),
    "heat": (3.5, 10**30),
    "budget": (3.5, 10**30),
}


@pytest.mark.parametrize("what", TAKES)
@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_values_are_refused_by_the_family(
    what: str, odd: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        TAKES[what](odd)
    except errors.CavalcadeError as error:
        assert "\n" not in str(error)
        assert "--" not in str(error)
        assert str(error)
    else:
        assert any(odd is fine or odd == fine for fine in FINE.get(what, ())), "it was taken"


@pytest.mark.parametrize(
    ("ask", "error", "says"),
    [
        (lambda: tours(np.ones(5)), errors.BoardError, "1 axes"),
        (lambda: queens(np.ones((3, 4)), k=4), errors.QuestionError, "4 queens on 3 rows"),
        (lambda: tours({(0, 0), (10**9, 0)}), errors.BoardError, "rows"),
        (lambda: tours({(0.5, 1)}), errors.BoardError, "pairs"),
        (lambda: tours(nx.empty_graph(0)), errors.GraphError, "0 vertices"),
        (lambda: tours([([1], [2])]), errors.GraphError, "hashable"),
        (lambda: tours("4x4", holes="a1"), errors.QuestionError, "list of squares"),
        (lambda: tours("4x4", holes=[(-1, 0)]), errors.QuestionError, "-1"),
        (lambda: walks("8x8", 3, limits="1:a1"), errors.QuestionError, "list"),
        (lambda: tours("8x8", through="a1b3"), errors.QuestionError, "pair of squares"),
        (lambda: tours(None), errors.BoardError, 'place None: give its sides as "6x6" or'),
        (lambda: tours(6), errors.BoardError, "place 6: give rows and columns"),
        (lambda: tours("6x6", 6), errors.PieceError, "piece 6: give a piece's name"),
        (lambda: tours("6x6", closed="yes"), errors.QuestionError, "closed 'yes': give True"),
        (lambda: queens("8x"), errors.BoardError, "rows and columns, as 8x8 or 8"),
        (lambda: queens(8, symmetric="halfturn"), errors.QuestionError, "did you mean half-turn"),
        (lambda: ASKED.count()["undircted"], KeyError, "did you mean undirected"),
        (lambda: ASKED.count(threads=10**6), errors.ResourceError, "threads"),
        (lambda: ASKED.count(scratch="s", checkpoint="c"), errors.QuestionError, "scratch alone"),
        (lambda: ASKED.ranking()["a"], errors.QuestionError, "whole"),  # type: ignore[index]
        (lambda: ASKED.rank([-1] * 36), errors.SolutionError, "number of a square"),
    ],
)
def test_wrong_values_are_refused_in_one_line(
    ask: Callable[[], object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says) as caught:
        ask()
    assert "\n" not in str(caught.value)


def test_a_graph_of_one_vertex_answers_all() -> None:
    alone = tours(nx.empty_graph(1))
    assert alone.count().value == 1
    assert tours(nx.empty_graph(1), closed=True).count().value == 0
    assert alone.by_start().tolist() == [1]
    assert len(alone.by_move()) == 0
    assert alone.ranking().count == 1
    assert alone.estimate().mean == 1
    assert alone.classes()["fundamental"] == 1
    assert [tour.squares for tour in alone.solutions()] == [(0,)]
    assert alone.first()[0].picture().svg
    assert alone.heat_map([1]).svg
    with pytest.raises(errors.MethodError, match="union"):
        next(alone.solutions(method="union"))


def test_a_missing_numpy_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match="numpy is missing") as caught:
        tours("5x5").by_start()
    assert caught.value.name == "numpy"
