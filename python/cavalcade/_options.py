"""How a question is to be answered, as the native module takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import QuestionError

if TYPE_CHECKING:
    import os
    from typing import Union

    from . import _cavalcade

    Memory = Union[int, str]
    Path = Union[str, os.PathLike[str]]


def options(
    method: str = "auto",
    threads: int | None = None,
    memory: Memory | None = None,
    journal: Path | None = None,
    checkpoint: Path | None = None,
    scratch: Path | None = None,
    salvage: bool = False,
    vectors: str | None = None,
    timeout: float | None = None,
    by_start: bool = False,
) -> _cavalcade.Options:
    if threads is not None and threads < 1:
        raise QuestionError(f"{threads} threads; give 1 or more")
    return {
        "method": method,
        "threads": threads,
        "memory": memory,
        "journal": journal,
        "checkpoint": checkpoint,
        "scratch": scratch,
        "salvage": salvage,
        "vectors": vectors,
        "by_start": by_start,
        "timeout": timeout,
    }
