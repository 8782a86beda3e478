"""What several tests use: counting by hand, without cavalcade."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import networkx as nx
import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci")


def paths(graph: nx.Graph[Any], closed: bool) -> Iterator[tuple[Any, ...]]:
    """Every Hamiltonian path in both directions, or cycle from the first node in both."""
    nodes = list(graph.nodes)

    def longer(path: list[Any]) -> Iterator[tuple[Any, ...]]:
        if len(path) == len(nodes):
            if not closed or (len(path) > 2 and graph.has_edge(path[-1], path[0])):
                yield tuple(path)
            return
        for node in graph.neighbors(path[-1]):
            if node not in path:
                yield from longer([*path, node])

    for first in nodes[:1] if closed else nodes:
        yield from longer([first])


def placements(side: int, attacks: Any, k: int, free: Any) -> int:
    """Sets of k pieces on free squares, none of which attacks another."""
    squares = [(r, c) for r in range(side) for c in range(side) if free((r, c))]

    def more(chosen: list[Any], after: int) -> int:
        if len(chosen) == k:
            return 1
        found = 0
        for at in range(after, len(squares)):
            if not any(attacks(queen, squares[at]) for queen in chosen):
                found += more([*chosen, squares[at]], at + 1)
        return found

    return more([], 0)


@pytest.fixture
def python() -> str:
    """The interpreter that has the wheel."""
    return sys.executable
