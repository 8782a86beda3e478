"""Streams of solutions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic

from ._asked import Q
from ._options import numpy
from ._solutions import Solution

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

    import numpy.typing as npt

    from . import _cavalcade


class _Search(Generic[Q]):
    """A search on its own thread, which ends with this object."""

    __slots__ = ("_closed", "_stream", "question")

    question: Q
    _stream: _cavalcade.Stream
    _closed: bool

    def __init__(self, question: Q, stream: _cavalcade.Stream) -> None:
        self.question = question
        self._stream = stream
        self._closed = False

    def close(self) -> None:
        """Ends the search and the stream."""
        self._closed = True
        self._stream.close()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a running search cannot be pickled; pickle its question")


#: Solutions taken from the search in one call.
_AT_A_TIME = 1024


class Solutions(_Search[Q], Iterator[Solution[Q]]):
    """The solutions of a question, each as soon as it is found.

    The search runs on its own thread, at most some thousands of solutions ahead, in constant
    memory. It ends when the iterator is closed or dropped. After a fork the search belongs to
    the parent; ask the question again in the child.
    """

    __slots__ = ("_ahead",)

    _ahead: list[tuple[int, ...]]

    def __init__(self, question: Q, stream: _cavalcade.Stream) -> None:
        super().__init__(question, stream)
        self._ahead = []

    def __iter__(self) -> Solutions[Q]:
        return self

    def __enter__(self) -> Solutions[Q]:
        return self

    def __next__(self) -> Solution[Q]:
        if not self._ahead:
            if self._closed:
                raise StopIteration
            self._ahead = self._stream.rows(_AT_A_TIME)
            self._ahead.reverse()
            if not self._ahead:
                self.close()
                raise StopIteration
        return Solution(self.question, self._ahead.pop())

    def close(self) -> None:
        """Ends the search and the stream."""
        super().close()
        self._ahead = []


class Batches(_Search[Q], Iterator["npt.NDArray[Any]"]):
    """The solutions of a question as numpy arrays with one row for each solution.

    Rows are as in :class:`Solution`. The type is ``uint8`` up to 256 squares, ``uint16`` up to
    65,536, otherwise ``uint32``. Only the last array may have fewer rows than requested.
    """

    __slots__ = ("_bytes", "_rows", "_width")

    _rows: int
    _bytes: int
    _width: int

    def __init__(self, question: Q, stream: _cavalcade.Stream, rows: int) -> None:
        super().__init__(question, stream)
        size = question.size
        self._bytes = 1 if size <= 1 << 8 else 2 if size <= 1 << 16 else 4
        self._rows = rows
        self._width = question._native.width

    def __iter__(self) -> Batches[Q]:
        return self

    def __enter__(self) -> Batches[Q]:
        return self

    def __next__(self) -> npt.NDArray[Any]:
        np = numpy()
        if self._closed:
            raise StopIteration
        block, rows = self._stream.block(self._rows, self._bytes)
        if rows == 0:
            self.close()
            raise StopIteration
        squares: npt.NDArray[Any] = np.frombuffer(block, dtype=f"<u{self._bytes}")
        return squares.reshape(rows, self._width)
