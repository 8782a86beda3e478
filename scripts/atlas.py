#!/usr/bin/env python3
"""Counts boards that hardly anybody has counted, each by two independent methods, and writes the page.

The program writes the rows, into a folder of results/atlas for each method, those up to symmetry into folders of
results/atlas/classes; a question that has a row there is not counted again, so that the script goes on where it
was ended. docs/atlas.md is made of these rows alone, with what the program knows to be misprinted elsewhere:
counts of which both methods tell the same, with their times.

    scripts/atlas.py [PROGRAM] [--seconds 60] [--memory 4G]   count what is missing, write the page
    scripts/atlas.py [PROGRAM] --draw 10                      count so many again, at random, by a method that told them

What is drawn is any number of tours, or of their classes, in results/atlas and results/sequences.
"""

import csv
import math
import pathlib
import random
import shlex
import sys
import tempfile

from by_two_methods import METHODS, answered, arguments, ask, parser, rows

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "results" / "atlas"
# Rows of a question up to symmetry have its counts without symmetry, too: they stay apart.
UP_TO_SYMMETRY = FOLDER / "classes"
SEQUENCES = ROOT / "results" / "sequences"
# What a question about tours up to symmetry has behind its name.
CLASSES = " classes"
# Visits a tour of each class, which is independent of how the others count classes: of so many tours at most.
BY_VISITING, VISITED = "search", 10**7
# What two estimates of a growth differ by at most, if they are to be shown.
SETTLED = 0.05
PAGE = ROOT / "docs" / "atlas.md"
ERRONEOUS = ROOT / "src" / "published" / "erroneous.csv"


def rectangles(least, most, cells, form="{}x{}"):
    """Boards from the smallest on, the shorter side first."""
    sides = [(m, n) for m in range(least, most + 1) for n in range(m, most + 1) if m * n <= cells]
    return [form.format(m, n) for m, n in sides]


def both_ways(least, most, cells, form):
    """The same, and each with its sides exchanged."""
    sides = [(m, n) for m in range(least, most + 1) for n in range(least, most + 1) if m * n <= cells]
    return [form.format(m, n) for m, n in sides]


def boxes(cells):
    """Boards of three axes, their sides ascending."""
    sides = range(2, cells)
    return [
        f"{a}x{b}x{c}" for a in sides for b in sides[a - 2 :] for c in sides[b - 2 :] if a * b * c <= cells
    ]


def holed(least, most, is_hole):
    """Square boards without some of their cells, as drawings."""
    def drawing(side):
        rows = range(side)
        return "/".join("".join("#" if is_hole(side, r, c) else "." for c in rows) for r in rows)

    return [drawing(side) for side in range(least, most + 1)]


def middle(side, row, column):
    """The cell in the middle, or the four around it."""
    return all(abs(2 * at - side + 1) <= 1 for at in (row, column))


def corner(side, row, column):
    return all(at in (0, side - 1) for at in (row, column))


def outside_cross(side, row, column):
    """A corner of a third of each side."""
    third = side // 3
    return all(at < third or at >= side - third for at in (row, column))


def outside_triangle(side, row, column):
    """What lies above the diagonal from the top left."""
    return column > row


def outside_diamond(side, row, column):
    """What is farther from the middle than half a side, step by step."""
    return abs(2 * row - side + 1) + abs(2 * column - side + 1) > side


# A heading, the piece, the boards whose closed tours are counted, those whose open ones are.
FAMILIES = [
    ("Knights on tori", "knight", rectangles(3, 12, 36, "torus:{}x{}"), rectangles(3, 7, 21, "torus:{}x{}")),
    ("Knights on cylinders", "knight", both_ways(2, 12, 36, "cylinder:{}x{}"), both_ways(2, 12, 24, "cylinder:{}x{}")),
    ("Knights in boxes", "knight", boxes(36), boxes(24)),
    ("Knights on boards without their middle", "knight", holed(5, 8, middle), holed(5, 6, middle)),
    ("Knights on boards without their corners", "knight", holed(4, 8, corner), holed(4, 7, corner)),
    ("Knights on diamonds", "knight", holed(5, 10, outside_diamond), holed(5, 8, outside_diamond)),
    ("Knights on crosses", "knight", holed(6, 10, outside_cross), holed(6, 8, outside_cross)),
    ("Knights on triangles of squares", "knight", holed(5, 10, outside_triangle), holed(5, 8, outside_triangle)),
    ("Kings", "king", rectangles(2, 8, 56), rectangles(2, 7, 36)),
    ("Wazirs", "wazir", rectangles(2, 10, 100), rectangles(2, 8, 64)),
    ("Camels on tori", "camel", rectangles(4, 9, 36, "torus:{}x{}"), []),
    ("Zebras on tori", "zebra", rectangles(4, 9, 36, "torus:{}x{}"), []),
    ("Camels on cylinders", "camel", both_ways(3, 10, 36, "cylinder:{}x{}"), []),
    ("Zebras on cylinders", "zebra", both_ways(3, 10, 36, "cylinder:{}x{}"), []),
    ("Giraffes on tori", "giraffe", rectangles(4, 9, 36, "torus:{}x{}"), []),
    ("Giraffes on cylinders", "giraffe", both_ways(4, 9, 36, "cylinder:{}x{}"), []),
    ("Zebras", "zebra", rectangles(4, 10, 80), rectangles(4, 8, 36)),
    ("Giraffes", "giraffe", rectangles(5, 10, 80), rectangles(5, 8, 40)),
    ("Camels and wazirs in one", "camel+wazir", rectangles(3, 6, 30), rectangles(3, 5, 20)),
    ("Knights and wazirs in one", "knight+wazir", rectangles(3, 6, 30), rectangles(3, 5, 20)),
    ("Knights and ferzes in one", "ferz+knight", rectangles(3, 6, 30), rectangles(3, 5, 20)),
    ("Knights and camels in one", "camel+knight", rectangles(3, 6, 30), rectangles(3, 5, 20)),
    ("Zebras and wazirs in one", "wazir+zebra", rectangles(3, 6, 30), rectangles(3, 5, 20)),
    ("Wazirs in boxes", "wazir", boxes(36), boxes(24)),
    ("Kings in boxes", "king", boxes(18), boxes(12)),
    ("Queens that move", "queen", rectangles(2, 6, 25), rectangles(2, 5, 16)),
]


def questions():
    for heading, piece, closed, open_ in FAMILIES:
        for kind, boards in (("closed", closed), ("open", open_)):
            for board in boards:
                yield heading, kind, piece, board


def count(options):
    for _, kind, piece, board in questions():
        text, words = f"tours {kind} {piece} {board}", arguments(kind, piece, board)
        both = answered(options, FOLDER, text, words)
        if both and both[0]["count"] != "0":
            few = int(both[0]["count"]) <= VISITED
            ways = [METHODS[0], *([BY_VISITING] if few else [])]
            answered(options, UP_TO_SYMMETRY, text + CLASSES, [*words, "--unique"], ways, "fundamental")


def told(folder, convention="undirected"):
    """By question, the rows of it by method; ends if any two differ."""
    found = {}
    for method in [*METHODS, BY_VISITING]:
        for text, row in rows(folder, method, convention).items():
            found.setdefault(text, {})[method] = row
    for text, ways in found.items():
        if len({row["count"] for row in ways.values()}) > 1:
            counts = [f"{row['count']} by {method}" for method, row in ways.items()]
            sys.exit(f"{text}: {' and '.join(counts)}")
    return found


def agreed():
    """By heading, the questions that both methods answered, with their rows and those of their classes."""
    every, classes, found = told(FOLDER), told(UP_TO_SYMMETRY, "fundamental"), {}
    for heading, kind, piece, board in questions():
        text = f"tours {kind} {piece} {board}"
        ways = every.get(text, {})
        if all(method in ways for method in METHODS):
            found.setdefault(heading, []).append((kind, piece, board, ways, classes.get(text + CLASSES, {})))
    return found


HEAD = """# The atlas

Undirected tours of boards and pieces of which little is published, each counted by `halves` and by `frontier`, which have
no code for counting in common. The times are theirs on two cores with other work, in seconds. Squares that several
moves join are joined once: on tori of three and four rows there are such. A cylinder closes along its rows, as
[Boards](boards.md) says. `3x10` and `5x6` are the same torus for a knight, up to names, and have equal counts.

Classes are tours up to the symmetries of the board, turns of a cylinder and shifts of a torus included (`--unique`):
counted by `halves`, from the tours that each symmetry keeps, and where there are at most ten million tours also by
`search`, which visits one of each class. A star marks those that only one of the two has told.

`scripts/atlas.py` counts what is missing here and writes this page from the rows in `results/atlas`; with `--draw 10` it
counts ten of these numbers and of the terms in `results/sequences` again, drawn at random, each by a method that told it. A
board appears if both methods were done in time and in 4 GB; classes, if one was. Where a count is published, the source is named
as far as this program knows it; that none is named does not mean that a count is new. What is published and was confirmed
is told in [How counts are verified](verification.md); [what was misprinted](#misprints) stands at the end.
"""


def class_cell(ways):
    """How many classes, with a star if nobody came to each."""
    if not ways:
        return ""
    row = next(iter(ways.values()))
    return f"{int(row['count']):,}{'' if BY_VISITING in ways else '*'}"


def growth(found):
    """Lines of a table: how a count grows with the side that a series of boards has not in common."""
    series = {}
    for kind, piece, board, ways, _ in found:
        wrap, _, sides = board.rpartition(":")
        sides = sides.split("x")
        if len(sides) != 2 or not all(side.isdecimal() for side in sides):
            continue
        m, n = map(int, sides)
        tours = int(ways[METHODS[0]]["count"])
        # Rectangles and tori stand here with the shorter side first, cylinders both ways.
        for form, size in ((f"{m}xn", n), (f"nx{n}", m))[: 2 if wrap == "cylinder" else 1]:
            name = f"{kind} {piece} {wrap}{':' if wrap else ''}{form}"
            series.setdefault(name, {})[size] = tours
    for name, counts in series.items():
        last = max((n for n in counts if all(counts.get(n - back) for back in (0, 2, 4))), default=None)
        if last is not None:
            after, before = (math.sqrt(counts[last - back] / counts[last - back - 2]) for back in (0, 2))
            if abs(after - before) <= SETTLED * after:
                yield f"| {name} | {last} | {after:.3f} | {abs(after - before):.3f} |"


GROWTH = """## Growth

How many times as many tours a board has that is one longer: the square root of what two more columns or rows come to, by the
longest of each series with three of the same parity, and how much the two before it tell another number. The difference
says how near the series is to its limit; it is no bound. Series where it is more than a twentieth are left out. Strips
with a recurrence that is known have it, and their limit, in `results/sequences`.

| tours | longest n | growth | differs by |
|---|--:|--:|--:|
"""


MISPRINTS = """## Misprints

Counts that were printed or put on the web and are wrong. `cavalcade verify` compares with these, too, where it comes to the
count.

| question | what is counted | printed | where | right | by |
|---|---|--:|---|--:|---|
"""


def misprints():
    """Lines of a table: what the program knows to be wrong."""
    with ERRONEOUS.open() as file:
        for row in csv.DictReader(file):
            wrong, right = (f"{int(row[column]):,}" for column in ("wrong", "right"))
            cells = [row["question"], row["convention"], wrong, row["source"], right, row["evidence"]]
            yield f"| {' | '.join(cells)} |"


def page():
    parts, found_of = [HEAD], agreed()
    for heading, found in found_of.items():
        columns = ["command", "tours", "classes", "published", *METHODS]
        parts.append(f"## {heading}\n\n| {' | '.join(columns)} |\n|---|--:|--:|---|--:|--:|")
        lines = []
        for kind, piece, board, ways, classes in found:
            one = ways[METHODS[0]]
            if one["count"] != "0":
                # By one as by the other: it is about the question.
                published = one["source"] or ""
                times = " | ".join(f"{float(ways[method]['seconds']):.1f}" for method in METHODS)
                command = shlex.join(["cavalcade", *arguments(kind, piece, board)])
                lines.append(
                    f"| `{command}` | {int(one['count']):,} | {class_cell(classes)} | {published} | {times} |"
                )
        none = [f"{kind} `{board}`" for kind, _, board, ways, _ in found if ways[METHODS[0]]["count"] == "0"]
        parts[-1] += "\n" + "\n".join(lines) + "\n"
        if none:
            parts.append("No tours: " + ", ".join(none) + ".\n")
    lines = [line for found in found_of.values() for line in growth(found)]
    parts.append(GROWTH + "\n".join(lines) + "\n")
    parts.append(MISPRINTS + "\n".join(misprints()) + "\n")
    PAGE.write_text("\n".join(parts))


def known():
    """Of each folder, the questions that have some tours: folder, question, count, methods that told it."""
    for folder, convention in ((FOLDER, "undirected"), (UP_TO_SYMMETRY, "fundamental"), (SEQUENCES, "undirected")):
        for text, ways in told(folder, convention).items():
            count = next(iter(ways.values()))["count"]
            # What has no tours is often clear without a count.
            if count != "0" and (len(ways) > 1 or folder == UP_TO_SYMMETRY):
                yield folder.relative_to(ROOT), text, count, sorted(ways)


def draw(options):
    every = sorted(known())
    folders = [folder for folder, *_ in every]
    from_each = ", ".join(f"{folders.count(name)} in {name}" for name in sorted(set(folders)))
    print(f"{options.draw} of {len(every)} numbers of tours: {from_each}")
    for name, text, before, ways in random.sample(every, min(options.draw, len(every))):
        _, kind, piece, board, *classes = text.split(" ")
        words = [*arguments(kind, piece, board), *(["--unique"] if classes else [])]
        method = random.choice(ways)
        with tempfile.TemporaryDirectory() as folder:
            if not ask(options, words, method, folder, 600):
                sys.exit(f"{shlex.join(words)}: no answer by {method} in ten minutes")
            with (pathlib.Path(folder) / "tours.csv").open() as file:
                counts = {row["convention"]: row["count"] for row in csv.DictReader(file)}
        again = counts["fundamental" if classes else "undirected"]
        if again != before:
            sys.exit(f"{shlex.join(words)}: {again} by {method}, and {before} before")
        print(f"{name}: {shlex.join(words)} by {method}: {before}, as before")


def main():
    parsed = parser(__doc__, 60)
    parsed.add_argument("--draw", type=int, help="count so many again, e.g. --draw 10")
    options = parsed.parse_args()
    if options.draw is not None:
        draw(options)
        return
    count(options)
    page()


if __name__ == "__main__":
    main()
