"""Pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import FileError

if TYPE_CHECKING:
    import os
    from typing import Any, Union


class Picture:
    """A picture as SVG, shown in notebooks in light or dark mode.

    Attributes:
        svg: the text of the picture.
    """

    __slots__ = ("svg",)

    svg: str

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the SVG to a file, which may exist."""
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
