# /// script
# dependencies = ["graphillion==2.1"]
# ///
"""Compares closed knight's tours by Graphillion's ZDD with cavalcade.

    pip install graphillion==2.1
    python3 scripts/peers/compare_graphillion.py 6x6 6x7 6x8

Prints count, user CPU seconds and peak memory of each board for both programs, each in its own
process. cavalcade is target/release/cavalcade or $CAVALCADE, on one thread.
"""

import json
import os
import resource
import subprocess
import sys


def edges(rows, columns):
    """The knight's moves, row by row."""
    for row in range(rows):
        for column in range(columns):
            for down, right in ((1, -2), (1, 2), (2, -1), (2, 1)):
                there = row + down, column + right
                if there[0] < rows and 0 <= there[1] < columns:
                    yield row * columns + column + 1, there[0] * columns + there[1] + 1


def theirs(board):
    from graphillion import GraphSet

    columns, rows = sorted(map(int, board.split("x")))
    # Graphillion's default edge order. On 6x7 "greedy" is as good; "as-is" by rows is four times larger.
    GraphSet.set_universe(list(edges(rows, columns)))
    return len(GraphSet.cycles(is_hamilton=True))


def measured(command):
    """Standard output, user CPU seconds and peak MB of a command."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(write, 1)
        os.execvp(command[0], command)
    os.close(write)
    with os.fdopen(read) as output:
        text = output.read()
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        return None, usage.ru_utime, usage.ru_maxrss / 1024
    return text, usage.ru_utime, usage.ru_maxrss / 1024


def main(boards):
    ours = os.environ.get("CAVALCADE", "target/release/cavalcade")
    print("board   program      undirected closed tours   user s   peak MB")
    for board in boards:
        counts = set()
        for name, command in (
            ("graphillion", [sys.executable, __file__, "--count", board]),
            ("cavalcade", [ours, "tours", board, "--closed", "--method", "frontier"]
             + ["--threads", "1", "--format", "json", "-q"]),
        ):
            text, seconds, megabytes = measured(command)
            if text is None:
                print(f"{board:7} {name:11} {'failed':>24} {seconds:8.2f} {megabytes:9.0f}")
                continue
            count = json.loads(text)
            count = int(count["counts"]["undirected"] if isinstance(count, dict) else count)
            counts.add(count)
            print(f"{board:7} {name:11} {count:24,} {seconds:8.2f} {megabytes:9.0f}")
        if len(counts) > 1:
            sys.exit(f"{board}: the programs disagree")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--count"]:
        # Graphillion may use all memory.
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        print(theirs(sys.argv[2]))
    else:
        main(sys.argv[1:] or ["6x6", "6x7", "6x8"])
