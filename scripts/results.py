#!/usr/bin/env python3
"""The list of everything in results/: contents, command, confirmation. Makes missing results.

A row of tours.csv or queens.csv exists if its method has answered its question, a journal if it is complete, another
file if it is present. Existing results are not changed. The script writes results/README.md from the list.

    scripts/results.py [PROGRAM] [--longest 600]   make missing results of up to 600 core seconds, write the page
    scripts/results.py [PROGRAM] --again 600       make existing results again in another folder, and compare
"""

import argparse
import csv
import pathlib
import shlex
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"


def counts(path, question):
    """The count and its agreement with published values, by method and convention, from the rows of a question."""
    with path.open() as file:
        rows = [row for row in csv.DictReader(file) if row["question"] == question]
    return {(row["method"], row["convention"]): (row["count"], row["agrees"]) for row in rows}


class Row(NamedTuple):
    """A row of a table of results: a question and a method."""

    family: str
    question: str
    method: str
    arguments: str
    seconds: int
    note: str = ""

    @property
    def path(self):
        return f"{self.family}.csv"

    @property
    def what(self):
        return f"`{self.question}`"

    @property
    def command(self):
        return f"{self.arguments} --method {self.method} --output results/"

    def found(self, folder):
        every = counts(folder / self.path, self.question)
        return {key: told for key, told in every.items() if key[0] == self.method}

    def is_there(self):
        return bool(self.found(RESULTS))

    def is_as_before(self, folder):
        return self.found(folder) == self.found(RESULTS)

    @property
    def confirmed(self):
        """The confirmations in the table itself, and the note."""
        own = self.found(RESULTS)
        ways = ["published"] if "true" in (agrees for _, agrees in own.values()) else []
        every = counts(RESULTS / self.path, self.question)
        others = {method for method, _ in every if method != self.method}
        same = [m for m in sorted(others) if all(every.get((m, c), told) == told for (_, c), told in own.items())]
        return ", ".join([*ways, *(f"`{method}`" for method in same), *([self.note] if self.note else [])])


class File(NamedTuple):
    """A result that is a file."""

    path: str
    what: str
    command: str
    seconds: int
    confirmed: str

    def is_there(self):
        return (RESULTS / self.path).exists()

    def is_as_before(self, folder):
        return (folder / self.path).read_bytes() == (RESULTS / self.path).read_bytes()


def tours(board, kind, method, seconds, more="", note=""):
    words = f"tours {board}" + (" --closed" if kind == "closed" else "") + more
    return Row("tours", f"tours {kind} knight {board}", method, words, seconds, note)


def classes(board, kind, seconds):
    words = f"tours {board}" + (" --closed" if kind == "closed" else "") + " --unique"
    return Row("tours", f"tours {kind} knight {board} classes", "halves", words, seconds,
               "the classes by Burnside's lemma")


def queens(n, method, seconds, more="", note=""):
    return Row("queens", f"queens queen {n}x{n}", method, f"queens {n}{more}", seconds, note)


def amazons(n, seconds, more=""):
    return Row("queens", f"queens amazon {n}x{n}", "quadrants", f"queens {n} --piece amazon{more}", seconds)


SUM = "the sum is the published total"
ANGLES = "tours 8x8 --closed --histogram right-angles --journal results/angles-8x8 --method union"

ENTRIES = [
    tours("6x8", "closed", "frontier", 1),
    tours("7x8", "closed", "frontier", 2),
    tours("7x8", "closed", "halves", 4),
    tours("8x8", "closed", "frontier", 60),
    tours("8x8", "closed", "halves", 8),
    tours("8x8", "closed", "union", 13_000, more=ANGLES.removeprefix("tours 8x8 --closed").removesuffix(" --method union"),
          note="a recheck of 1 % of the units tour by tour"),
    tours("7x7", "open", "frontier", 2),
    tours("7x7", "open", "halves", 20),
    tours("7x7", "open", "search", 210),
    tours("7x7", "open", "union", 400),
    tours("7x8", "open", "frontier", 30),
    tours("7x8", "open", "halves", 8),
    tours("8x8", "open", "frontier", 4_200),
    tours("8x8", "open", "halves", 40),
    *(tours(f"7x{n}", "closed", "halves", n // 4) for n in range(10, 21, 2)),
    *(tours(f"7x{n}", "closed", "frontier", 15) for n in range(10, 21, 2)),
    *(tours(f"8x{n}", "closed", "halves", 4 * n - 25) for n in range(9, 15)),
    *(tours(f"8x{n}", "closed", "frontier", 100 * n - 700) for n in (9, 10, 12)),
    tours("9x10", "closed", "halves", 1_400, more=" --split 1 --memory 21G --journal results/closed-9x10",
          note="a recheck by other moduli"),
    *(classes(f"3x{n}", "closed", 1) for n in (24, 26, 28, 30)),
    *(classes(f"4x{n}", "open", 1) for n in (15, 17, 18, 19)),
    *(classes(f"5x{n}", "closed", 1) for n in (12, 14, 16, 18)),
    *(classes(f"{n}x6", "closed", seconds) for n, seconds in ((11, 1), (13, 2), (15, 4))),
    *(classes(f"7x{n}", "closed", seconds) for n, seconds in ((10, 2), (12, 10), (14, 60))),
    *(classes(f"8x{n}", "closed", seconds) for n, seconds in ((8, 5), (9, 13), (10, 15))),
    *(classes(f"7x{n}", "open", seconds) for n, seconds in ((7, 2), (8, 4))),
    classes("8x8", "open", 60),
    queens(19, "quadrants", 15),
    queens(20, "quadrants", 100),
    queens(21, "quadrants", 210),
    queens(22, "colours", 600),
    queens(23, "colours", 4_000, more=" --journal results/queens-23"),
    queens(24, "colours", 17_000, more=" --journal results/queens-24"),
    amazons(19, 2),
    amazons(20, 5),
    amazons(22, 250),
    amazons(23, 2_300),
    amazons(24, 14_300, more=" --journal results/amazons-24"),
    Row("queens", "queens queen torus:23x23", "variants", "queens 23 --torus", 500),
    Row("queens", "queens queen torus:23x23", "torus", "queens 23 --torus", 4),
    Row("queens", "queens queen torus:25x25", "torus", "queens 25 --torus", 60),
    File("right-angles-closed-8x8.csv", "closed tours of 8x8 by their right angles",
         f"{ANGLES} --format csv --output results/right-angles-closed-8x8.csv", 13_000,
         f"{SUM}; a recheck of 1 % of the units tour by tour"),
    File("right-angles-open-7x7.csv", "open tours of 7x7 by their right angles",
         "tours 7x7 --method union --histogram right-angles --format csv --output results/right-angles-open-7x7.csv",
         400, SUM),
    File("steep-closed-8x8.csv", "closed tours of 8x8 by their steep moves",
         "tours 8x8 --closed --histogram steep --method halves --format csv --output results/steep-closed-8x8.csv", 100,
         f"{SUM}; as many with k as with 64 - k"),
    File("rising-closed-8x8.csv", "closed tours of 8x8 by their moves that rise to the right",
         "tours 8x8 --closed --histogram rising --method halves --format csv --output results/rising-closed-8x8.csv", 200,
         f"{SUM}; as many with k as with 64 - k"),
    File("steep-rising-closed-8x8.csv", "closed tours of 8x8 by their moves of slope 2",
         "tours 8x8 --closed --histogram steep-rising --method halves --format csv --output "
         "results/steep-rising-closed-8x8.csv", 200, SUM),
    File("steep-open-8x8.csv", "open tours of 8x8 by their steep moves",
         "tours 8x8 --histogram steep --method halves --memory 20G --format csv --output results/steep-open-8x8.csv", 1800,
         f"{SUM}; as many with k as with 63 - k"),
    File("rising-open-8x8.csv", "open tours of 8x8 by their moves that rise to the right",
         "tours 8x8 --histogram rising --method halves --memory 20G --format csv --output results/rising-open-8x8.csv", 4600,
         f"{SUM}; as many with k as with 63 - k"),
    File("starts-7x7.csv", "open tours of 7x7 by their first square",
         "tours 7x7 --by-start --format csv --output results/starts-7x7.csv", 30, SUM),
    File("starts-8x8.csv", "open tours of 8x8 by their first square",
         "tours 8x8 --by-start --format csv --output results/starts-8x8.csv", 700, SUM),
    File("moves-closed-8x8.csv", "closed tours of 8x8 by the moves that they use",
         "tours 8x8 --closed --by-move --format csv --output results/moves-closed-8x8.csv", 400,
         "the sum is 64 times the published total"),
    File("moves-open-8x8.csv", "open tours of 8x8 by the moves that they use",
         "tours 8x8 --by-move --memory 30G --journal results/moves-open-8x8 --format csv --output "
         "results/moves-open-8x8.csv", 7000,
         "the sum is 63 times the published total; counted on 16 cores"),
]  # fmt: skip

HEAD = """# Results

Results of the program, on two cores unless a row says otherwise. `tours.csv` and `queens.csv` have a row for each
question, method and convention, with version, nodes, seconds, threads and published value. The rows of small boards
come from `cavalcade table`. `scripts/results.py` makes missing results and writes this page, `scripts/atlas.py` writes the
[atlas](../docs/atlas.md), `scripts/sequences.py` the folder `sequences`, and `scripts/plot_heuristics.py` draws
`heuristics.svg`.

| file | contents | command | core seconds, about | agrees with |
|---|---|---|--:|---|
"""

TAIL = """
## Journals

`amazons-24`, `angles-8x8`, `closed-9x10`, `closed-9x10-6g`, `closed-9x10-moduli`, `closed-9x10-slices`, `queens-23` and
`queens-24` are journals of complete runs. The commands above, or `cavalcade merge`, print their counts immediately.
`cavalcade recheck` counts random units again. `moves-open-8x8` has a journal for each of 22 counts.

Three journals are incomplete:

- `queens-25` has shard 0 of 80: 135 units, 27,372,668,888,622 placements. Other shards:
  `cavalcade queens 25 --method colours --shard K/80 --journal results/queens-25`
- `queens-28` has shard 1 of 1600: 101 units. Other shards:
  `cavalcade queens 28 --method colours --shard K/1600 --journal results/queens-28`
- `10x10.part` and `10x10-shards` have some of 176 units by slice and prime, which count the closed tours of 10x10.
  `cavalcade merge results/10x10.part results/10x10-shards --missing` prints the others. Unit K:
  `cavalcade tours 10x10 --closed --method halves --split 16 --moduli 8x15 --memory 19G --scratch DIR --disk 70G --shard K/176 --journal results/10x10-shards`

## Other files

`sample-8x8-closed.txt` is a sample of 1 % of the linking search of 8x8 by version 0.1.0, which had other units. `heuristics.csv`
is the output of `cavalcade heuristics --starts 20` for its sides.
"""


def page():
    lines = [
        f"| `{entry.path}` | {entry.what} | `cavalcade {entry.command}` | {entry.seconds:,} | {entry.confirmed} |"
        for entry in ENTRIES
        if entry.is_there()
    ]
    (RESULTS / "README.md").write_text(HEAD + "\n".join(lines) + "\n" + TAIL)


def run(options, entry, to):
    """Runs the command with this output folder; returns the exit status."""
    words = shlex.split(entry.command)
    output = words.index("--output") + 1
    words[output] = words[output].replace("results/", f"{to}/", 1)
    program = pathlib.Path(options.program).resolve()
    return subprocess.run([program, *words, "-q"], cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode


def make(options):
    for entry in ENTRIES:
        if entry.is_there():
            continue
        if entry.seconds > options.longest:
            print(f"skipped, {entry.seconds:,} core seconds: {entry.command}", file=sys.stderr)
            continue
        print(entry.command, file=sys.stderr)
        status = run(options, entry, RESULTS)
        if status or not entry.is_there():
            sys.exit(f"{entry.command} ended with {status} and did not make {entry.path}")


def make_again(options):
    for entry in ENTRIES:
        # With a complete journal the program counts nothing.
        if entry.seconds <= options.again and entry.is_there() and "--journal" not in entry.command:
            with tempfile.TemporaryDirectory() as folder:
                status = run(options, entry, folder)
                if status or not entry.is_as_before(pathlib.Path(folder)):
                    sys.exit(f"{entry.command} ended with {status}, and {entry.path} differs")
            print(f"unchanged: {entry.command}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="target/release/cavalcade")
    parser.add_argument("--longest", type=int, default=600, help="core seconds, e.g. --longest 20000")
    parser.add_argument("--again", type=int, metavar="SECONDS", help="make existing results again, e.g. --again 600")
    options = parser.parse_args()
    if options.again is not None:
        make_again(options)
        return
    make(options)
    page()


if __name__ == "__main__":
    main()
