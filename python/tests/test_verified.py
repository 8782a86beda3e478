"""Published counts: looked up, and counted again."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import cavalcade
from cavalcade import errors, verify


def test_published_counts_are_counted_again() -> None:
    found = verify("tours", "3..5x4", threads=2, budget=600)
    assert found.agrees
    assert found.published == found.compared >= len(known(found)) > 30
    assert (found.wrong, found.waiting, found.beyond, found.unasked) == (0, 0, 0, 0)
    assert found.confirmed > 5
    assert found.differ == []
    assert {row["method"] for row in found} >= {"search", "frontier"}
    assert all(row["count"] == row["published"] and row["agrees"] for row in found)
    row = next(row for row in found if row["question"] == "tours open knight 3x4")
    assert row["board"] == "3x4"
    assert (row["family"], row["piece"], row["kind"]) == ("tours", "knight", "open")
    assert list(row) == list(found.columns)
    published = {text: value for text, word, value, _ in cavalcade.published() if word == "directed"}
    assert published["tours open knight 3x4"] == 16


def known(found: cavalcade.Verified) -> set[Any]:
    """The published counts of the rows, however many methods counted them."""
    words = ("convention", "published", "source")
    plain = (lambda row: row["question"].removesuffix(" classes"))
    return {(plain(row), *(row[word] for word in words)) for row in found}


@pytest.mark.parametrize(
    ("wanted", "part"),
    [
        ({"family": "queens", "boards": "4..6"}, "queens "),
        ({"family": "tours", "boards": "4x3..5", "closed": True}, "closed"),
        ({"family": "tours", "boards": "3x3", "piece": "king"}, "king"),
        ({"family": "queens", "boards": "5..7", "torus": True}, "torus:"),
        ({"boards": "torus:4x4"}, "torus:4x4"),
    ],
)
def test_what_is_wanted_is_chosen(wanted: dict[str, Any], part: str) -> None:
    found = verify(**wanted, threads=1, budget=600)
    assert len(found) > 0
    assert all(part in row["question"] for row in found), [row["question"] for row in found]


def test_the_time_ends_it() -> None:
    found = verify(budget=0, threads=1)
    assert found.waiting > 100
    assert found.unasked > 0
    assert found.compared + found.waiting + found.beyond + found.unasked == found.published
    assert found.agrees


def test_verified_counts_are_rows() -> None:
    found = verify("queens", "4..8", budget=600)
    assert "all agree" in repr(found)
    assert "<table>" in found._repr_html_()
    assert "92" in found._repr_html_()
    again = pickle.loads(pickle.dumps(found))
    assert again.records == found.records
    assert again.compared == found.compared
    pandas = pytest.importorskip("pandas")
    frame = found.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == list(found.columns)
    assert frame["agrees"].all()
    assert frame["count"].map(type).eq(int).all()
    polars = pytest.importorskip("polars")
    assert found.to_polars()["published"].dtype == polars.Int64
    assert found.to_polars().height == len(found)


def test_rows_of_nothing_have_their_columns() -> None:
    pytest.importorskip("pandas")
    assert list(cavalcade.table([]).to_pandas().columns) == list(cavalcade.Table.columns)


@pytest.mark.parametrize(
    ("wanted", "error", "says"),
    [
        ({"family": "rooks"}, errors.QuestionError, "rooks"),
        ({"boards": "5..3"}, errors.BoardError, "nothing from 5 to 3"),
        ({"boards": "torus:99x99"}, errors.QuestionError, "nothing is published"),
        ({"budget": -1}, errors.QuestionError, "budget"),
        ({"budget": float("nan")}, errors.QuestionError, "budget"),
        ({"threads": 0}, errors.QuestionError, "threads"),
        ({"memory": "much"}, errors.QuestionError, "memory"),
    ],
)
def test_what_makes_no_sense_is_refused(
    wanted: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says) as caught:
        verify(**wanted)
    assert "\n" not in str(caught.value)
    assert "--" not in str(caught.value)
