"""Options of a count, in the form of the native module."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from operator import index
from typing import TYPE_CHECKING

from .errors import QuestionError

if TYPE_CHECKING:
    from typing import Any, Union

    from . import _cavalcade

    Memory = Union[int, str]
    Path = Union[str, os.PathLike[str]]

#: The largest number that the native module accepts.
GREATEST = (1 << 63) - 1


def whole(value: Any, what: str, least: int, most: int = GREATEST) -> int:
    """A whole number within bounds, for the native module.

    Raises:
        QuestionError: if it is none, or beyond them.
    """
    try:
        number = index(value)
    except TypeError:
        raise QuestionError(f"{value!r} {what}; give a whole number") from None
    if number < least:
        raise QuestionError(f"{number} {what}; give {least} or more")
    if number > most:
        raise QuestionError(f"{number} {what}; give {most} or less")
    return number


def seconds(value: Any, what: str, least: float = 0) -> float:
    """A time in seconds.

    Raises:
        QuestionError: if it is none.
    """
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise QuestionError(f"a {what} of {value!r}; give seconds") from None
    if not least <= number < 1 << 62:
        raise QuestionError(f"a {what} of {number} seconds; give {least} or more")
    return number


def means(
    threads: int | None, memory: Memory | None
) -> tuple[int | None, Memory | None]:
    """Threads and memory, checked."""
    if threads is not None:
        threads = whole(threads, "threads", 1)
    if memory is not None and not isinstance(memory, str):
        memory = whole(memory, "bytes of memory", 1 << 20)
    return threads, memory


def _path(value: Path | None, what: str) -> Path | None:
    if value is not None and not isinstance(value, (str, os.PathLike)):
        raise QuestionError(f"{what} {value!r}: give a path")
    if isinstance(value, str) and (not value or "\0" in value):
        raise QuestionError(f"{what} {value!r}: no path is that; give another")
    return value


def word(value: str, what: str) -> str:
    """A text, as the native module takes it."""
    if not isinstance(value, str):
        raise QuestionError(f"{what} {value!r}: give a text")
    return value


def flag(value: Any, what: str) -> bool:
    """True or false, of numpy too."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return bool(value)
    raise QuestionError(f"{what} {value!r}: give True or False")


def meant(word: object, words: Iterable[str]) -> str:
    """The suggestion "did you mean" with the known word nearest to a wrong one, or nothing."""
    near = get_close_matches(str(word), list(words), 1)
    return f"; did you mean {near[0]}?" if near else ""


def numpy() -> Any:
    """The module, which is needed for arrays only.

    Raises:
        ImportError: if it is not installed.
    """
    try:
        return import_module("numpy")
    except ModuleNotFoundError:
        message = "numpy is missing, and arrays are made by it; pip install numpy"
        raise ImportError(message, name="numpy") from None


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
    """The options of a count, checked for the native module."""
    threads, memory = means(threads, memory)
    if checkpoint is not None and scratch is not None:
        raise QuestionError("a checkpoint and scratch; give scratch alone: it keeps layers, too")
    return {
        "method": word(method, "method"),
        "threads": threads,
        "memory": memory,
        "journal": _path(journal, "journal"),
        "checkpoint": _path(checkpoint, "checkpoint"),
        "scratch": _path(scratch, "scratch"),
        "salvage": bool(salvage),
        "vectors": None if vectors is None else word(vectors, "vectors"),
        "by_start": by_start,
        "timeout": None if timeout is None else seconds(timeout, "timeout"),
    }
