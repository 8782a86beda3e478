"""Progress of a run."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from .errors import QuestionError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Union

    Follow = Union[bool, Callable[["Progress"], object]]


class Progress:
    """The progress of a run at one time.

    Attributes:
        share: the fraction of the work that is done, from 0 to 1.
        solutions: solutions so far, with their weights.
        nodes: nodes visited by this run so far.
        units: units finished so far.
        seconds: since the run began.
    """

    __slots__ = ("nodes", "seconds", "share", "solutions", "units")

    share: float
    solutions: int
    nodes: int
    units: int
    seconds: float

    def __init__(
        self, share: float, solutions: int, nodes: int, units: int, seconds: float
    ) -> None:
        self.share = share
        self.solutions = solutions
        self.nodes = nodes
        self.units = units
        self.seconds = seconds

    def __repr__(self) -> str:
        return f"<Progress {self.share:.1%}, {self.solutions:,} solutions, {self.seconds:.1f} s>"


class _Bar:
    """A bar of tqdm, or a line on standard error if tqdm is not installed."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._bar: Any = None
        try:
            tqdm = import_module("tqdm.auto").tqdm
        except ImportError:
            return
        form = "{l_bar}{bar}| [{elapsed}<{remaining}{postfix}]"
        self._bar = tqdm(total=1.0, desc=title, bar_format=form)

    def show(self, now: Progress) -> None:
        if self._bar is None:
            sys.stderr.write(f"\r{self._title}: {now.share:.1%}, {now.solutions:,} solutions")
            sys.stderr.flush()
            return
        self._bar.n = now.share
        self._bar.set_postfix_str(f"{now.solutions:,} solutions")

    def close(self, whole: bool) -> None:
        if self._bar is None:
            sys.stderr.write("\n")
            return
        if whole:
            self._bar.n = 1.0
            self._bar.refresh()
        self._bar.close()


class Follower:
    """The callback of the native module for each value of ``progress``."""

    def __init__(self, follow: Follow, title: str) -> None:
        if not isinstance(follow, bool) and not callable(follow):
            raise QuestionError(f"progress {follow!r}: give True, False or a function")
        self._bar = _Bar(title) if follow is True else None
        self._call = None if isinstance(follow, bool) else follow

    def told(self) -> Callable[..., object] | None:
        """The callback, if any."""
        return None if self._bar is None and self._call is None else self._tell

    def _tell(
        self, share: float, solutions: int, nodes: int, units: int, seconds: float
    ) -> None:
        now = Progress(share, solutions, nodes, units, seconds)
        if self._bar is not None:
            self._bar.show(now)
        if self._call is not None:
            self._call(now)

    def close(self, whole: bool) -> None:
        """Closes the bar."""
        if self._bar is not None:
            self._bar.close(whole)
