"""Pictures: what is drawn, and what is not."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import cavalcade
from cavalcade import errors, queens, sheet, tours, walks


def title(svg: str) -> str:
    """The title of a picture that is well-formed."""
    root = ET.fromstring(svg)
    found = root.find("{http://www.w3.org/2000/svg}title")
    assert found is not None
    return found.text or ""


@pytest.mark.parametrize(
    "asked",
    [
        tours("6x6", closed=True),
        tours("torus:4x5"),
        tours([("a", "b"), ("b", "c"), ("c", "a")], closed=True),
        queens(8),
        walks("4x4", 5),
    ],
    ids=str,
)
def test_solutions_are_drawn(asked: cavalcade.Question) -> None:
    solution = asked.first(1)[0]
    svg = solution._repr_svg_()
    assert svg is not None
    assert svg == solution.picture().svg
    # A graph's own text does for its name; a board's is what it is called.
    assert asked.place.split(" ")[0] in title(svg)
    assert not hasattr(solution, "_repr_html_"), "it would be shown in the picture's place"


def test_sheets() -> None:
    placements = list(queens(6).solutions())
    drawn = sheet(placements)
    assert "4 placements" in title(drawn.svg)
    assert drawn._repr_svg_() == drawn.svg
    assert sheet(placements, by_symmetry=True) != drawn
    assert pickle.loads(pickle.dumps(drawn)) == drawn
    assert hash(drawn) == hash(sheet(placements))
    assert "SVG" in repr(drawn)
    with pytest.raises(errors.QuestionError, match="without"):
        sheet([])
    with pytest.raises(errors.QuestionError, match="several"):
        sheet([*placements, queens(5).first(1)[0]])
    with pytest.raises(errors.SolutionError):
        sheet([cavalcade.Solution(queens(6), [99])])
    assert cavalcade.Solution(queens(6), [99])._repr_svg_() is None


def test_heat_maps() -> None:
    asked = tours("5x5")
    starts = asked.by_start()
    drawn = asked.heat_map(starts, "tours by their first square")
    assert title(drawn.svg) == "tours by their first square"
    assert asked.heat_map(starts.ravel().tolist(), "tours by their first square") == drawn
    assert "304" in drawn.svg
    assert title(asked.heat_map(starts).svg) == asked.text
    for wrong in ([1, 2], np.zeros((5, 5)) - 1):
        with pytest.raises(errors.QuestionError):
            asked.heat_map(wrong)
    with pytest.raises(errors.QuestionError):
        queens(2).heat_map([0] * 4)


def test_maps_of_moves() -> None:
    asked = tours("3x10", closed=True)
    drawn = asked.heat_map(asked.by_move(), "tours by move")
    assert title(drawn.svg) == "tours by move"
    assert "b3–a1: 16" in drawn.svg
    with pytest.raises(errors.QuestionError, match="another board"):
        tours("3x3").heat_map(asked.by_move())


def test_pictures_are_saved(tmp_path: Path) -> None:
    drawn = tours("5x5").first(1)[0].picture()
    drawn.save(tmp_path / "tour.svg")
    assert (tmp_path / "tour.svg").read_text(encoding="utf-8") == drawn.svg
    with pytest.raises(errors.FileError, match="check the folder"):
        drawn.save(tmp_path / "none" / "tour.svg")
