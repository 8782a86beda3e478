"""The native module. Its shape is not promised: use :mod:`cavalcade`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypedDict, Union

__version__: str
MAX_CELLS: int

_Square = Union[str, int, tuple[int, ...], list[int]]
_Memory = Union[int, str]

class Options(TypedDict):
    method: str
    threads: int | None
    memory: _Memory | None
    journal: str | os.PathLike[str] | None
    checkpoint: str | os.PathLike[str] | None
    scratch: str | os.PathLike[str] | None
    salvage: bool
    vectors: str | None
    by_start: bool
    timeout: float | None

class Placements(TypedDict):
    torus: bool
    amazons: bool
    k: int | None
    place: Sequence[_Square]
    holes: Sequence[_Square]
    turn: str | None

class Fields(TypedDict):
    counts: list[tuple[str, int]]
    published: list[tuple[str, int, str, bool]]
    agrees: bool
    method: str
    nodes: int
    run_nodes: int
    seconds: float
    thread_seconds: float
    threads: int
    version: str
    obstacle: str | None
    symmetric: list[tuple[str, int, int]] | None
    by_start: list[int] | None
    text: str
    json: str

class Wanted(TypedDict):
    family: str | None
    boards: str | None
    closed: bool
    piece: str | None
    torus: bool
    cylinder: bool
    holes: bool

class Verification(TypedDict):
    rows: list[
        tuple[
            str, tuple[str, str, str, str], str, int | None, int, str, bool, str
        ]
    ]
    published: int
    compared: int
    wrong: int
    waiting: int
    beyond: int
    unasked: int
    confirmed: int
    by_one_method: list[str]
    differ: list[str]
    misprints: list[tuple[str, str, int, int, str]]

class Stream:
    def rows(self, most: int) -> list[tuple[int, ...]]: ...
    def block(self, rows: int, bytes: int) -> tuple[bytearray, int]: ...
    def close(self) -> None: ...

class Ranking:
    def count(self) -> int: ...
    def unrank(self, rank: int) -> list[int] | None: ...
    def rank(self, squares: list[int]) -> int: ...
    def random(self, tours: int, seed: int) -> list[list[int]]: ...

class Question:
    @staticmethod
    def parse(text: str) -> Question: ...
    @staticmethod
    def tours(
        place: str,
        piece: str,
        names: list[str] | None,
        holes: Sequence[_Square],
        closed: bool,
        start: _Square | None,
        end: _Square | None,
    ) -> Question: ...
    @staticmethod
    def queens(size: tuple[int, int], asked: Placements) -> Question: ...
    @staticmethod
    def walks(
        place: str,
        piece: str,
        names: list[str] | None,
        holes: Sequence[_Square],
        length: int,
        self_avoiding: bool,
        limits: list[str],
        start: _Square | None,
    ) -> Question: ...
    def upright(self) -> Question: ...
    @property
    def text(self) -> str: ...
    @property
    def label(self) -> tuple[str, str, str, str]: ...
    @property
    def size(self) -> int: ...
    @property
    def width(self) -> int: ...
    @property
    def shape(self) -> list[int] | None: ...
    def cells(self) -> list[list[int]] | None: ...
    def names(self) -> list[str]: ...
    def edges(self) -> list[tuple[int, int]]: ...
    def by_class(self) -> Question: ...
    def count(self, options: Options, told: Callable[..., object] | None) -> Fields: ...
    def by_move(
        self, options: Options
    ) -> tuple[str, list[tuple[int, int]], list[int]]: ...
    def methods(
        self, threads: int | None, given: _Memory | None
    ) -> list[tuple[str, str, tuple[float, float, float] | None, str | None]]: ...
    def sample(
        self, options: Options, share: float
    ) -> tuple[float, float, int, int, int, float, float]: ...
    def estimate(
        self, samples: int, seed: int
    ) -> tuple[float, float, float, float, int, int]: ...
    def ranking(self, given: _Memory | None) -> Ranking: ...
    def one(self, given: _Memory | None, seed: int, flipped: bool) -> list[int] | None: ...
    def stream(
        self, method: str, given: _Memory | None, one_of_each_class: bool
    ) -> Stream: ...
    def check(self, squares: list[int]) -> None: ...
    def picture(self, drawn: list[list[int]], sorted: bool) -> str: ...
    def move_map(
        self, moves: list[tuple[int, int]], counts: list[str], title: str
    ) -> str: ...
    def heat_map(self, counts: list[str], title: str) -> str: ...
    def draw(self, squares: list[int], format: str) -> str: ...

def graph(
    vertices: int, edges: list[tuple[int, int]], names: list[str] | None, directed: bool
) -> str: ...
def read_graph(
    text: str, file: str, format: str | None, directed: bool
) -> tuple[int, list[tuple[int, int]], list[str] | None, bool]: ...
def boards(family: str, square: bool) -> list[str]: ...
def verify(
    wanted: Wanted, budget: float, threads: int | None, given: _Memory | None
) -> Verification: ...
def published(question: str | None) -> list[tuple[str, str, int, str]]: ...
