#!/usr/bin/env python3
"""Counts the boards of the atlas by two independent methods and writes docs/atlas.md.

The program writes rows into results/atlas, one folder for each method; counts up to symmetry go into
results/atlas/classes. Questions that have rows are not counted again, so the script can be stopped and started
again. The page contains the counts on which both methods agree, their times, and the known misprints.

    scripts/atlas.py [PROGRAM] [--seconds 60] [--memory 4G]   count missing rows, write the page
    scripts/atlas.py [PROGRAM] --draw 10                      count 10 random rows again and compare

--draw takes numbers of tours or of classes from results/atlas and results/sequences.
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
# Rows up to symmetry also have the counts without symmetry, so they need a folder of their own.
UP_TO_SYMMETRY = FOLDER / "classes"
SEQUENCES = ROOT / "results" / "sequences"
# Suffix of questions up to symmetry.
CLASSES = " classes"
# `search` visits one tour of each class, independently of Burnside's lemma; used up to VISITED tours.
BY_VISITING, VISITED = "search", 10**7
# The largest relative difference of two growth estimates that is shown.
SETTLED = 0.05
PAGE = ROOT / "docs" / "atlas.md"
ERRONEOUS = ROOT / "src" / "published" / "erroneous.csv"


def rectangles(least, most, cells, form="{}x{}"):
    """Boards in ascending order, the shorter side first."""
    sides = [(m, n) for m in range(least, most + 1) for n in range(m, most + 1) if m * n <= cells]
    return [form.format(m, n) for m, n in sides]


def both_ways(least, most, cells, form):
    """Boards in ascending order, with the sides in both orders."""
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
    """The squares above the diagonal from the top left."""
    return column > row


def outside_diamond(side, row, column):
    """The squares whose Manhattan distance to the centre is over half a side."""
    return abs(2 * row - side + 1) + abs(2 * column - side + 1) > side


# Heading, piece, boards for closed tours, boards for open tours.
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
    """The rows of each question by method; exits if two of them differ."""
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
    """By heading, the questions that both methods answered, with the rows of tours and of classes."""
    every, classes, found = told(FOLDER), told(UP_TO_SYMMETRY, "fundamental"), {}
    for heading, kind, piece, board in questions():
        text = f"tours {kind} {piece} {board}"
        ways = every.get(text, {})
        if all(method in ways for method in METHODS):
            found.setdefault(heading, []).append((kind, piece, board, ways, classes.get(text + CLASSES, {})))
    return found


HEAD = """# The atlas

The tables have numbers of undirected tours for boards and pieces of which little is published. `halves` and `frontier`
have both counted each of them; the methods share no counting code. Times are seconds on two cores with other work. On tori of
three and four rows several moves may join the same squares; they count as one. A cylinder wraps along its rows
([Boards](boards.md)). `3x10` and `5x6` are isomorphic tori for a knight and have equal counts.

Classes are tours up to the symmetries of the board, including turns of a cylinder and shifts of a torus (`--unique`).
`halves` counts them from the tours that each symmetry keeps. Up to ten million tours `search`, which visits one tour of each class,
confirms them. A star marks unconfirmed numbers.

`scripts/atlas.py` counts missing rows and writes this page from `results/atlas`. With `--draw 10` it counts ten random
numbers of this page and of `results/sequences` again. A board appears if both methods finished in time and in 4 GB. A source is
named if the built-in list has the count; a count without a source is not necessarily new.
[Verification](verification.md) describes the confirmed published counts, and the last section lists [misprints](#misprints).
"""


def class_cell(ways):
    """The number of classes, with a star if `search` has not confirmed it."""
    if not ways:
        return ""
    row = next(iter(ways.values()))
    return f"{int(row['count']):,}{'' if BY_VISITING in ways else '*'}"


def growth(found):
    """Table rows: the growth of a count with the side that varies in a series of boards."""
    series = {}
    for kind, piece, board, ways, _ in found:
        wrap, _, sides = board.rpartition(":")
        sides = sides.split("x")
        if len(sides) != 2 or not all(side.isdecimal() for side in sides):
            continue
        m, n = map(int, sides)
        tours = int(ways[METHODS[0]]["count"])
        # Rectangles and tori have the shorter side first; cylinders occur both ways.
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

Growth is the factor by which the number of tours increases for one more column or row: the square root of the ratio of two
boards whose lengths differ by two, for the longest board of a series. The difference to the growth two columns
or rows before shows how close the series is to its limit; it is not a bound. Series with a difference over 5 % are omitted.
`results/sequences` has strips with a known recurrence and their limits.

| tours | longest n | growth | difference |
|---|--:|--:|--:|
"""


MISPRINTS = """## Misprints

Published counts that are wrong. `cavalcade verify` compares with these as well.

| question | convention | printed | source | correct | evidence |
|---|---|--:|---|--:|---|
"""


def misprints():
    """Table rows: the known misprints."""
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
                # The same in both rows, because it belongs to the question.
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
    """The questions with tours: folder, question, count, methods that gave the count."""
    for folder, convention in ((FOLDER, "undirected"), (UP_TO_SYMMETRY, "fundamental"), (SEQUENCES, "undirected")):
        for text, ways in told(folder, convention).items():
            count = next(iter(ways.values()))["count"]
            # A proof may show that there is no tour, without a count.
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
            sys.exit(f"{shlex.join(words)}: {again} by {method}, but {before} in the results")
        print(f"{name}: {shlex.join(words)} by {method}: {before}, unchanged")


def main():
    parsed = parser(__doc__, 60)
    parsed.add_argument("--draw", type=int, help="count this number of random rows again, e.g. --draw 10")
    options = parsed.parse_args()
    if options.draw is not None:
        draw(options)
        return
    count(options)
    page()


if __name__ == "__main__":
    main()
