#!/usr/bin/env python3
"""Everything in results/: what it is, the command that makes it, how it was confirmed. Makes what is missing.

A row of tours.csv or queens.csv is there if its question was answered by its method, a journal if it is complete,
another file if it exists; what is there is left alone. results/README.md is written from the same list.

    scripts/results.py [PROGRAM] [--longest 600]   make what takes no more core seconds than this, write the page
    scripts/results.py --page                      write the page
"""

import argparse
import csv
import pathlib
import shlex
import subprocess
import sys
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"


class Row(NamedTuple):
    """A question in a table of results, by one method."""

    family: str
    question: str
    method: str
    arguments: str
    seconds: int
    confirmed: str

    @property
    def path(self):
        return f"{self.family}.csv"

    @property
    def what(self):
        return f"`{self.question}`"

    @property
    def command(self):
        # Relatives of the queens have one method, which needs no word.
        method = "" if self.method == "variants" else f" --method {self.method}"
        return f"{self.arguments}{method} --output results/"

    def is_there(self):
        with (RESULTS / self.path).open() as file:
            rows = csv.DictReader(file)
            return any((row["question"], row["method"]) == (self.question, self.method) for row in rows)


class File(NamedTuple):
    """A file or a folder of its own."""

    path: str
    what: str
    command: str
    seconds: int
    confirmed: str

    def is_there(self):
        return (RESULTS / self.path).exists()


def tours(board, kind, method, seconds, confirmed, journal=None):
    words = f"tours {board}" + (" --closed" if kind == "closed" else "")
    words += f" --journal results/{journal}" if journal else ""
    return Row("tours", f"tours {kind} knight {board}", method, words, seconds, confirmed)


def queens(n, method, seconds, confirmed, journal=None):
    words = f"queens {n}" + (f" --journal results/{journal}" if journal else "")
    return Row("queens", f"queens queen {n}x{n}", method, words, seconds, confirmed)


PUBLISHED = "published"
SECOND = "published; a second method is in the table"

ENTRIES = [
    tours("6x8", "closed", "frontier", 1, PUBLISHED),
    tours("7x8", "closed", "frontier", 2, PUBLISHED),
    tours("8x8", "closed", "frontier", 60, SECOND),
    tours("8x8", "closed", "union", 13_000, SECOND, journal="angles-8x8"),
    tours("7x7", "open", "frontier", 2, SECOND),
    tours("7x7", "open", "halves", 20, SECOND),
    tours("7x7", "open", "search", 210, SECOND),
    tours("7x7", "open", "union", 400, SECOND),
    tours("7x8", "open", "frontier", 30, "`halves` by `verify`"),
    tours("8x8", "open", "frontier", 4_200, SECOND),
    tours("8x8", "open", "halves", 100, SECOND),
    tours("9x10", "closed", "halves", 1_400, "a recheck by other moduli, and the one source that had published it",
          journal="closed-9x10"),
    queens(19, "quadrants", 15, PUBLISHED),
    queens(20, "quadrants", 100, PUBLISHED),
    queens(21, "quadrants", 210, PUBLISHED),
    queens(22, "colours", 600, PUBLISHED),
    queens(24, "colours", 17_000, "published; a recheck of 1 % board by board", journal="queens-24"),
    Row("queens", "queens queen torus:23x23", "variants", "queens 23 --torus", 500, PUBLISHED),
    File("right-angles-closed-8x8.csv", "closed tours of 8x8 by their right angles",
         "tours 8x8 --closed --method union --histogram right-angles --journal results/angles-8x8 --format csv "
         "--output results/right-angles-closed-8x8.csv", 13_000,
         "the sum is the published total; a recheck of 1 % tour by tour"),
    File("right-angles-open-7x7.csv", "open tours of 7x7 by their right angles",
         "tours 7x7 --method union --histogram right-angles --format csv --output results/right-angles-open-7x7.csv",
         400, "the sum is the published total"),
    File("starts-7x7.csv", "open tours of 7x7 by their first square",
         "tours 7x7 --by-start --format csv --output results/starts-7x7.csv", 30,
         "the sum is the published total; `search` has the same"),
    File("starts-8x8.csv", "open tours of 8x8 by their first square",
         "tours 8x8 --by-start --format csv --output results/starts-8x8.csv", 700, "the sum is the published total"),
    File("moves-closed-8x8.csv", "closed tours of 8x8 by the moves that they use",
         "tours 8x8 --closed --by-move --format csv --output results/moves-closed-8x8.csv", 400,
         "each move by a count of its own; the sum is 64 times the published total"),
    File("sample-8x8-closed.txt", "a sample of the linking search of 8x8, closed",
         "tours 8x8 --closed --method search --visit --sample 1% --output results/sample-8x8-closed.txt", 2_000,
         "the published total is within its error"),
    File("heuristics.csv", "how often Warnsdorff's rule finds a tour",
         "heuristics --format csv --output results/heuristics.csv", 300, "the tours are checked as they are found"),
]  # fmt: skip

HEAD = """# Results

What the program computed, on two cores unless a row says more. `tours.csv` and `queens.csv` have a row for each
question, method and convention, with version, nodes, seconds and threads, and what is published; the rows of small
boards are those of `cavalcade table`. `scripts/results.py` makes what is missing and writes this page;
[atlas](../docs/atlas.md) is written by `scripts/atlas.py`, `sequences` by `scripts/sequences.py`, and `heuristics.svg` is
drawn by `scripts/plot_heuristics.py`.

| file | what it has | command | core seconds, about | confirmed by |
|---|---|---|--:|---|
"""

TAIL = """
`angles-8x8`, `closed-9x10`, `queens-24` are the journals of complete runs: the same commands print their counts at
once, and `cavalcade recheck` counts random units again in another way. `queens-28` is the journal of a run that
has begun and goes on with `cavalcade queens 28 --method colours --shard 1/1600 --journal results/queens-28`.
`closed-9x10-slices` has 36 of the 44 slices of 9x10; the others did not fit in the 6 GiB that were allowed. It goes on
with `cavalcade tours 9x10 --closed --method halves --split 32 --memory 12G --journal results/closed-9x10-slices`.
"""


def page():
    lines = [
        f"| `{entry.path}` | {entry.what} | `cavalcade {entry.command}` | {entry.seconds:,} | {entry.confirmed} |"
        for entry in ENTRIES
        if entry.is_there()
    ]
    (RESULTS / "README.md").write_text(HEAD + "\n".join(lines) + "\n" + TAIL)


def make(options):
    for entry in ENTRIES:
        if entry.is_there():
            continue
        if entry.seconds > options.longest:
            print(f"left out, {entry.seconds:,} core seconds: {entry.command}", file=sys.stderr)
            continue
        print(entry.command, file=sys.stderr)
        program = pathlib.Path(options.program).resolve()
        done = subprocess.run([program, *shlex.split(entry.command)], cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        if done.returncode or not entry.is_there():
            sys.exit(f"{entry.command} ended with {done.returncode} and left no {entry.path} of its own")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="target/release/cavalcade")
    parser.add_argument("--longest", type=int, default=600, help="core seconds, e.g. --longest 20000")
    parser.add_argument("--page", action="store_true", help="write the page alone")
    options = parser.parse_args()
    if not options.page:
        make(options)
    page()


if __name__ == "__main__":
    main()
