"""Pictures, as the crate draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import FileError, QuestionError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable
    from typing import Any, Union

    from ._solutions import Solution


class Picture:
    """A picture as SVG: shown in notebooks, light or dark as they are.

    Attributes:
        svg: the text of the picture.
    """

    __slots__ = ("svg",)

    svg: str

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the SVG to a file, which may be there."""
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.svg)
        except OSError as error:
            message = f"cannot write the picture {path}: {error.strerror}; check the folder"
            raise FileError(message) from error

    def _repr_svg_(self) -> str:
        return self.svg

    def __eq__(self, other: object) -> bool:
        return self.svg == other.svg if isinstance(other, Picture) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.svg)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Picture, (self.svg,))

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg):,} characters of SVG>"


def sheet(solutions: Iterable[Solution], *, by_symmetry: bool = False) -> Picture:
    """Draws solutions of one question beside each other.

    Args:
        solutions: tours, placements or walks.
        by_symmetry: the most symmetric first, each with the name of its symmetry.

    Raises:
        QuestionError: if there is none, or they are of several questions.
        SolutionError: if they are too many, or too large.
    """
    drawn = list(solutions)
    if not drawn:
        raise QuestionError("a sheet without solutions; give one or more")
    question = drawn[0].question
    if any(solution.question != question for solution in drawn):
        raise QuestionError("solutions of several questions; draw a sheet for each")
    rows = [list(solution.squares) for solution in drawn]
    return Picture(question._native.picture(rows, by_symmetry))
