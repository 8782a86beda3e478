"""Rows of counts as frames of pandas and polars, and as tables in notebooks."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Rows:
    """Rows, each a dictionary with the same columns."""

    __slots__ = ("records",)

    #: A dictionary for each row.
    records: list[dict[str, Any]]

    #: The columns, in order.
    columns: tuple[str, ...] = ()
    #: Columns with counts of any size.
    _counts: tuple[str, ...] = ("count",)
    #: Columns that a notebook shows.
    _shown: tuple[str, ...] = ()

    def __init__(self, records: list[dict[str, Any]]) -> None:
        self.records = records

    def to_pandas(self) -> Any:
        """A pandas frame. Counts are Python ints (dtype ``object``), exact at any size."""
        pandas = import_module("pandas")
        frame = pandas.DataFrame(self.records, columns=list(self.columns))
        for name in self._counts:
            counts = [row[name] for row in self.records]
            frame[name] = pandas.Series(counts, dtype=object, index=frame.index)
        return frame

    def to_polars(self) -> Any:
        """A polars frame. Counts are ``Int64`` if all fit, otherwise strings of digits."""
        polars = import_module("polars")
        columns: dict[str, list[Any]] = {
            name: [row[name] for row in self.records] for name in self.columns
        }
        for name in self._counts:
            known = [count for count in columns[name] if count is not None]
            if any(count >= 1 << 63 for count in known):
                digits = [None if count is None else str(count) for count in columns[name]]
                columns[name] = digits
        return polars.DataFrame(columns)

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.records)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_of_records, (type(self), self.records))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} counts>"

    def _verdict(self, row: dict[str, Any]) -> str:
        """The text of the cell about published counts."""
        return str(row["published"])

    def _repr_html_(self) -> str:
        from html import escape

        lines = ["<table><tr>" + "".join(f"<th>{name}</th>" for name in self._shown) + "</tr>"]
        for row in self.records:
            cells = {**row, "published": self._verdict(row)}
            for name in self._counts:
                cells[name] = "" if row[name] is None else f"{row[name]:,}"
            if "seconds" in row:
                cells["seconds"] = f"{row['seconds']:.3g}"
            lines.append(
                "<tr>"
                + "".join(f"<td>{escape(str(cells[name]))}</td>" for name in self._shown)
                + "</tr>"
            )
        return "\n".join([*lines, "</table>"])


def _of_records(kind: type[Rows], records: list[dict[str, Any]]) -> Rows:
    """Restores pickled rows."""
    rows = kind.__new__(kind)
    rows.records = records
    return rows
