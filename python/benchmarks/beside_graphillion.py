"""Compares cavalcade with Graphillion: counting, listing and sampling Hamiltonian cycles.

    pip install graphillion
    python python/benchmarks/beside_graphillion.py             all graphs
    python python/benchmarks/beside_graphillion.py "king 6x6"  some

Each task runs in its own process, with one thread. The table has CPU seconds, which other work
on the machine changes least, and the peak memory of the process including interpreter and imports.
Both programs count the same cycles of the same graph and list the same number: 10,000, or all if
there are fewer. Graphillion builds a ZDD of all cycles before any task; our `random` builds an
automaton. A process that exceeds ten minutes or the memory limit is stopped and marked. Prints a
Markdown table.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import platform
import resource
import signal
import time
from collections.abc import Callable
from typing import Any

LISTED = 10_000
DRAWN = 1_000

#: Grid graphs, and boards with a king's or a knight's moves, the smaller first.
GRAPHS = [
    "grid 6x6",
    "grid 8x8",
    "grid 10x10",
    "king 5x5",
    "king 6x6",
    "king 7x7",
    "knight 6x6",
    "knight 6x7",
    "knight 6x8",
    "rook 3x4",
    "rook 4x4",
]

LEAPS = {
    "grid": ((0, 1), (1, 0)),
    "king": ((0, 1), (1, 0), (1, 1), (1, -1)),
    "knight": ((1, 2), (1, -2), (2, 1), (2, -1)),
}


def graph(name: str) -> Any:
    """A graph of networkx by what it is called."""
    import networkx as nx

    kind, size = name.split()
    rows, columns = (int(side) for side in size.split("x"))
    leaps = LEAPS.get(kind) or [(0, by) for by in range(1, columns)] + [
        (by, 0) for by in range(1, rows)
    ]
    board = nx.Graph()
    cells = [(r, c) for r in range(rows) for c in range(columns)]
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
        # len() is for what fits a machine word.
        lambda name: int(cycles(name).len()),
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


def measure(task: str, ours: bool, name: str, limit: int, results: Any) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (limit << 20, limit << 20))
    begun = time.process_time()
    try:
        value = TASKS[task][ours](name)
    except MemoryError:
        results.put(None)
        return
    seconds = time.process_time() - begun
    results.put((value, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def run(task: str, ours: bool, name: str, given: argparse.Namespace) -> tuple[int | None, str]:
    """The result of a task and its two cells."""
    context = multiprocessing.get_context("spawn")
    results = context.SimpleQueue()
    process = context.Process(target=measure, args=(task, ours, name, given.memory, results))
    process.start()
    process.join(given.seconds)
    if process.is_alive():
        process.kill()
        process.join()
        return None, f"beyond {given.seconds} s | "
    if results.empty():
        # What fails for want of memory in C++ is ended by a signal; Python's errors are ours.
        if process.exitcode is None or process.exitcode >= 0:
            raise SystemExit(f"{name}, {task}: it failed")
        word = signal.Signals(-process.exitcode).name
        return None, f"ended by {word} | within {given.memory:,} MB"
    found = results.get()
    if found is None:
        return None, f" | beyond {given.memory:,} MB"
    value, seconds, megabytes = found
    return value, f"{seconds:.2f} s | {megabytes:.0f} MB"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("graphs", nargs="*", default=GRAPHS)
    arguments.add_argument("--seconds", type=int, default=600, help="the most for a task")
    arguments.add_argument("--memory", type=int, default=8192, help="the most for a task, in MB")
    given = arguments.parse_args()
    load = os.getloadavg()[0]
    print(f"Load {load:.1f} on {os.cpu_count()} cores, {platform.machine()}; CPU seconds.\n")
    print("| graph | task | | Graphillion | | cavalcade | |")
    print("|---|---|---|---|---|---|---|")
    for name in given.graphs:
        for task in TASKS:
            theirs, their_cells = run(task, False, name, given)
            ours, our_cells = run(task, True, name, given)
            if None not in (theirs, ours) and theirs != ours:
                raise SystemExit(f"{name}, {task}: they differ: {theirs}, {ours}")
            known = ours if ours is not None else theirs
            value = "" if known is None else f"{known:,}"
            print(f"| {name} | {task} | {value} | {their_cells} | {our_cells} |", flush=True)


if __name__ == "__main__":
    main()
