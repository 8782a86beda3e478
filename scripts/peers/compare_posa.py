"""Compares cavalcade with Pósa's rotations in 40 lines of Python: one Hamiltonian cycle of each graph.

    python3 scripts/peers/compare_posa.py alb1000.hcp

Makes the graphs of docs/benchmarks.md, reads a TSPLIB file if one is given, and prints vertices, edges
and the seconds of both programs for each graph; `-` means no cycle in 60 seconds. cavalcade is
target/release/cavalcade or $CAVALCADE.
"""

import itertools
import os
import random
import subprocess
import sys
import tempfile
import time

LIMIT = 60


def posa(near, limit):
    """Extends a path while its end has a new neighbour, otherwise rotates its end at random."""
    began = time.time()
    path = [random.randrange(len(near))]
    place = {path[0]: 0}
    while time.time() - began < limit:
        for _ in range(1000):
            end = path[-1]
            fresh = [v for v in near[end] if v not in place]
            if fresh:
                v = min(fresh, key=lambda v: (sum(w not in place for w in near[v]), random.random()))
                place[v] = len(path)
                path.append(v)
                continue
            if path[0] in near[end] and len(path) == len(near):
                return path
            if path[0] in near[end] and len(path) > 2:
                # A short cycle: open it where a vertex has a neighbour outside.
                outside = [i for i, v in enumerate(path) if any(w not in place for w in near[v])]
                if outside:
                    cut = random.choice(outside) + 1
                    path = path[cut:] + path[:cut]
                    place = {v: i for i, v in enumerate(path)}
                    continue
            at = place[random.choice(list(near[end]))]
            path[at + 1 :] = path[:at:-1]
            for i in range(at + 1, len(path)):
                place[path[i]] = i
    return None


def petersen(n, k):
    """The generalised Petersen graph."""
    rim = [(i, (i + 1) % n) for i in range(n)]
    star = [(n + i, n + (i + k) % n) for i in range(n)]
    return 2 * n, rim + [(i, n + i) for i in range(n)] + star


def cubic(n):
    """A random cycle and a random matching."""
    cycle = random.sample(range(n), n)
    edges = {frozenset(pair) for pair in zip(cycle, cycle[1:] + cycle[:1])}
    while True:
        order = random.sample(range(n), n)
        match = {frozenset(order[i : i + 2]) for i in range(0, n, 2)}
        twice = match & edges
        if len(twice) < 4:
            return n, [tuple(edge) for edge in edges | match]


def squares(n):
    """The numbers from 1 to n, adjacent if their sum is a square."""
    sums = [i * i for i in range(2, 2 * n) if i * i < 2 * n]
    return n, [(a - 1, s - a - 1) for s in sums for a in range(1, n + 1) if a < s - a <= n]


def board(sides, deltas):
    """Moves that change two coordinates, or one."""
    moves = set()
    for order in itertools.permutations(deltas + (0,) * (len(sides) - len(deltas))):
        for signs in itertools.product((1, -1), repeat=len(sides)):
            moves.add(tuple(d * s for d, s in zip(order, signs)))
    cells = {cell: i for i, cell in enumerate(itertools.product(*map(range, sides)))}
    there = lambda cell, move: cells.get(tuple(map(sum, zip(cell, move))))
    pairs = ((i, there(cell, move)) for cell, i in cells.items() for move in moves)
    return len(cells), [(i, j) for i, j in pairs if j is not None and i < j]


def tsplib(path):
    """The edges of a TSPLIB file of type HCP."""
    lines = open(path).read().split("\n")
    size = next(int(line.split(":")[1]) for line in lines if line.startswith("DIMENSION"))
    rows = [line.split() for line in lines]
    rows = [tuple(int(v) - 1 for v in row) for row in rows if len(row) == 2 and row[0].isdigit()]
    return size, rows


def ours(size, edges):
    program = os.environ.get("CAVALCADE", "target/release/cavalcade")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(f"{size}\n" + "".join(f"{a} {b}\n" for a, b in edges))
        file.flush()
        began = time.time()
        words = [program, "tours", f"graph:{file.name}", "--closed", "--method", "rotation", "-q"]
        found = subprocess.run(words + ["--format", "lines"], capture_output=True, text=True)
        return (time.time() - began) if found.stdout.strip() else None


def main():
    random.seed(1)
    graphs = {os.path.basename(path): tsplib(path) for path in sys.argv[1:]}
    graphs |= {
        "20x20 wazir": board((20, 20), (1,)),
        "8x8x8 knight": board((8, 8, 8), (1, 2)),
        "300x300 knight": board((300, 300), (1, 2)),
        "GP(250,9)": petersen(250, 9),
        "GP(1000,10)": petersen(1000, 10),
        "cubic 300": cubic(300),
        "cubic 1,000": cubic(1000),
        "cubic 5,000": cubic(5000),
        "cubic 100,000": cubic(100_000),
        "square sums 1..1000": squares(1000),
    }
    shown = lambda seconds: "-" if seconds is None else f"{seconds:.2f}"
    print("| graph | vertices | edges | cavalcade | Pósa in Python |\n|---|---|---|---|---|")
    for name, (size, edges) in graphs.items():
        near = [set() for _ in range(size)]
        for a, b in edges:
            near[a].add(b)
            near[b].add(a)
        mine, began = ours(size, edges), time.time()
        theirs = time.time() - began if posa(near, LIMIT) else None
        count = sum(map(len, near)) // 2
        print(f"| {name} | {size:,} | {count:,} | {shown(mine)} | {shown(theirs)} |", flush=True)


if __name__ == "__main__":
    main()
