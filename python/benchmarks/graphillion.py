"""Side by side with Graphillion: Hamiltonian cycles counted, listed and drawn at random.

    pip install graphillion
    python python/benchmarks/graphillion.py

Each task runs in a process of its own, with one thread; prints CPU seconds, which other work on
the machine changes least, and the peak memory of the process, that of the interpreter and of the
imports included. Both count the same
cycles of the same graph, and list as many of them: 10,000, or all where there are fewer.
Graphillion builds a ZDD of all cycles before any task; so does our `ranking`, an automaton.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import resource
import time
from collections.abc import Callable
from typing import Any

LISTED = 10_000
DRAWN = 1_000


def graph(name: str) -> Any:
    """A graph of networkx by what it is called."""
    import networkx as nx

    kind, size = name.split()
    rows, columns = (int(side) for side in size.split("x"))
    if kind == "grid":
        return nx.grid_2d_graph(rows, columns)
    board = nx.Graph()
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    leaps = ((1, 2), (1, -2), (2, 1), (2, -1)) if kind == "knight" else (
        (0, 1), (1, 0), (1, 1), (1, -1)
    )
    board.add_nodes_from(cells)
    for r, c in cells:
        for down, right in leaps:
            if (r + down, c + right) in board:
                board.add_edge((r, c), (r + down, c + right))
    return board


def cycles(name: str) -> Any:
    from graphillion import GraphSet

    GraphSet.set_universe(list(graph(name).edges))
    return GraphSet.cycles(is_hamilton=True)


def asked(name: str) -> Any:
    import cavalcade

    return cavalcade.tours(graph(name), closed=True)


TASKS: dict[str, tuple[Callable[[str], int], Callable[[str], int]]] = {
    "count": (
        lambda name: len(cycles(name)),
        lambda name: int(asked(name).count(threads=1)["undirected"]),
    ),
    "list": (
        lambda name: sum(1 for _ in itertools.islice(iter(cycles(name)), LISTED)),
        lambda name: len(asked(name).first(LISTED)),
    ),
    "random": (
        lambda name: sum(1 for _ in itertools.islice(cycles(name).rand_iter(), DRAWN)),
        lambda name: len(asked(name).random(DRAWN)),
    ),
}


def measure(task: str, ours: bool, name: str, results: Any) -> None:
    begun = time.process_time()
    value = TASKS[task][ours](name)
    seconds = time.process_time() - begun
    results.put((value, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def main() -> None:
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("| graph | task | | Graphillion | | cavalcade | |")
    print("|---|---|---|---|---|---|---|")
    context = multiprocessing.get_context("spawn")
    for name in ("grid 8x8", "king 5x5", "knight 6x6", "knight 6x7", "knight 6x8"):
        for task in TASKS:
            cells = []
            values = set()
            for ours in (False, True):
                results = context.Queue()
                process = context.Process(target=measure, args=(task, ours, name, results))
                process.start()
                value, seconds, megabytes = results.get(timeout=1800)
                process.join()
                values.add(value)
                cells.append(f"{seconds:.2f} s | {megabytes:.0f} MB")
            if len(values) > 1:
                raise SystemExit(f"{name}, {task}: they differ: {values}")
            print(f"| {name} | {task} | {values.pop():,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
