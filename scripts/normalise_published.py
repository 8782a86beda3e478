#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Turns the gathered tables of published counts into questions of this program.

    scripts/normalise_published.py           writes the files in src/published
    scripts/normalise_published.py --check   checks that they are up to date

The gathered tables (`scripts/published/raw.csv` and `raw-erroneous.csv`) have piece, board and
convention in the words of their sources. The script gives each row the canonical text of its question
and the name of its convention:

    counts.csv      question,convention,value,source,note
    unasked.csv     reason, and the gathered row: questions that cannot be asked yet
    erroneous.csv   question,convention,wrong,right,source,evidence

To add a published count, add a row to `raw.csv` and run the script. Words that are missing from the
tables below are errors that name the line; no row is skipped.
"""

import argparse
import csv
import io
import re
import sys
from math import isqrt
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = HERE.parent / "src" / "published"

PIECES = {
    "knight": "knight",
    "king": "king",
    "rook": "rook",
    "wazir (grid)": "wazir",
    "queen": "queen",
    "amazon (superqueen Q+N)": "amazon",
    "fers-wazir (alternating)": "king",
    # The rows of a triangle at the right edge, each one square longer; six neighbours.
    "triangular grid": "(0,1)+(1,-1)+(1,0)",
}

# Alternating pieces: the piece of every second move.
ALTERNATING = {"fers-wazir (alternating)": "ferz"}

# The conventions after "n queens, " or "n pieces, ". Fundamental means up to symmetry and, for open
# tours, reversal. A fundamental directed tour of the sources is up to symmetry only.
CONVENTIONS = {
    "directed": "directed",
    "undirected": "undirected",
    "all": "all",
    "fundamental": "fundamental",
    "fundamental (D4 classes)": "fundamental",
    "fundamental (derived)": "fundamental",
    "fundamental (undirected)": "fundamental",
    "fundamental (D4 classes of undirected)": "fundamental",
    "fundamental (D4)": "fundamental",
    "fundamental (D4 and shifts)": "fundamental",
    "fundamental (rotations, reflections, translations)": "fundamental",
    "fundamental (directed)": "fundamental directed",
    "fixed by 180-degree rotation": "kept_by_half_turn",
    "undirected tours with 180-degree symmetry": "kept_by_half_turn",
    "fixed by 90-degree rotation": "kept_by_quarter_turn",
    "fundamental asymmetric": "group_none",
    "D4 classes of size 8 (asymmetric)": "group_none",
    "fundamental with 180-degree symmetry only": "group_half_turn",
    "D4 classes of size 4 (180-degree symmetric)": "group_half_turn",
    "fundamental with 90-degree symmetry": "group_quarter_turn",
    "undirected, Eulerian symmetry (180 degrees preserving direction)": "kept_by_half_turn_eulerian",
    "undirected, Bergholtian symmetry (180 degrees reversing)": "kept_by_half_turn_bergholtian",
    "undirected, axial (reflection) symmetry": "kept_by_reflection",
}

# For walks, length and limits are in the column of the convention.
SELF_AVOIDING = [
    re.compile(r"directed self-avoiding walks with (?P<length>\d+) cells"),
    re.compile(r"directed (?P<length>\d+)-cell paths"),
]
SEQUENCES = [
    re.compile(r"length (?P<length>\d+), no vowel limit"),
    re.compile(r"length (?P<length>\d+) from key (?P<start>\w), repeats allowed"),
    re.compile(r"length (?P<length>\d+), at most (?P<most>\d+) vowels(, start (?P<start>\w))?"),
    re.compile(
        r"key sequences of length (?P<length>\d+), at most (?P<most>\d+) vowels \(A E I O\), "
        r"repeats allowed"
    ),
]
KEYPADS = {
    "18-key pad ABCDE/FGHIJ/KLMNO/.123.": "letters18",
    "keypad 18 keys": "letters18",
    "phone pad 123/456/789/.0.": "phone",
}
VOWELS = "AEIO"

Row = dict[str, str]


class Unasked(Exception):
    """The reason why the program cannot answer the question of a row."""


class Unknown(Exception):
    """A word that is missing from the tables of this script."""


def question(row: Row) -> tuple[str, str]:
    """The question of a row and its convention."""
    if row["kind"] == "walk":
        return walk(row), "sequences"
    piece = known(PIECES | {"graph": ""}, row["piece"], "piece")
    dims, topology, kind = row["dims"], row["topology"], row["kind"]
    # A308131 counts no open tour on one square; some tables count a closed one.
    if dims == "1x1" and ("1x1 counted as 0" in row["note"] or kind == "closed"):
        raise Unasked("one square, where the source has a convention of its own")
    if (dims, topology, kind) == ("2x2", "torus", "closed"):
        raise Unasked("parallel moves around a torus of two, which the source counts apart")
    place = board(row["board"], dims, topology)
    convention, limit = counted(row)
    if row["piece"] in ALTERNATING:
        limit += f" alternating={ALTERNATING[row['piece']]}"
    if kind == "placement":
        if limit.startswith(" from=") or piece not in ("queen", "amazon"):
            raise Unknown(f'placements of "{row["piece"]}"')
        return f"queens {piece} {place}{limit}", convention
    if kind not in ("open", "closed"):
        raise Unknown(f'kind "{kind}"')
    return " ".join(filter(None, ["tours", kind, piece, place])) + limit, convention


def board(form: str, dims: str, topology: str) -> str:
    """A board in the notation of the program."""
    if (form, topology) == ("ragged strip (column by column)", "plane"):
        found = matched(r"(\d+) rows, first (\d+) cells", dims, "strip")
        rows, cells = int(found[1]), int(found[2])
        # A strip with a full last column is a rectangle.
        return f"strip:{rows},{cells}" if cells % rows else upright(rows, cells // rows)
    if form == "triangle":
        rows = int(dims)
        return "/".join("#" * (rows - row) + "." * row for row in range(1, rows + 1))
    if form == "square sums":
        return "graph:" + square_sums(int(dims))
    if form == "box":
        return matched(r"\d+(x\d+)+", dims, "box")[0]
    if form not in ("square", "rectangle", "strip"):
        raise Unknown(f'board "{form}"')
    found = matched(r"(\d+)x(\d+)", dims, "board")
    prefix = known({"plane": "", "torus": "torus:"}, topology, "topology")
    return prefix + upright(int(found[1]), int(found[2]))


def square_sums(most: int) -> str:
    """A graph6 text: the numbers from 1, adjacent if their sum is a square."""
    pairs = ((i, j) for j in range(1, most + 1) for i in range(1, j))
    bits = "".join("1" if isqrt(i + j) ** 2 == i + j else "0" for i, j in pairs)
    size = [most] if most < 63 else [63, most >> 12, most >> 6 & 63, most & 63]
    sixes = [int(bits[at : at + 6].ljust(6, "0"), 2) for at in range(0, len(bits), 6)]
    return "".join(chr(63 + six) for six in size + sixes)


def upright(rows: int, columns: int) -> str:
    """The board with its short side first; transposed boards have the same counts."""
    return f"{min(rows, columns)}x{max(rows, columns)}"


def counted(row: Row) -> tuple[str, str]:
    """The convention, and the words that restrict the question, if any."""
    text = row["convention"].removeprefix("n queens, ").removeprefix("n pieces, ")
    if text.startswith("directed, start at "):
        return "directed", f" from={start(row['dims'], text)}"
    if text == "classes under D4 and torus shifts":
        return "fundamental", " shifts"
    if text.startswith("backtrack nodes"):
        # The nodes of a level are the placements in the rows above it; those of the last level, all placements.
        level = matched(r"backtrack nodes at level (\d+) \(.*\)", text, "level")[1]
        return "all", "" if row["dims"].startswith(f"{level}x") else f" first-rows={level}"
    return known(CONVENTIONS, text, "convention"), ""


def start(dims: str, text: str) -> str:
    """The chessboard name of a square: sources count rows from the top, names from the bottom."""
    found = matched(r"directed, start at row (\d+) col (\d+)", text, "square")
    rows, columns = map(int, dims.split("x"))
    row, column = int(found[1]), int(found[2])
    # Transposing the board would require transposing its squares.
    if rows > columns or not (1 <= row <= rows and 1 <= column <= columns <= 26):
        raise Unknown(f'square "{text}" on {dims}')
    return f"{chr(ord('a') + column - 1)}{rows + 1 - row}"


def walk(row: Row) -> str:
    """Walks, with their length, limits and start."""
    if row["piece"] != "knight" or row["topology"] != "plane":
        raise Unknown(f'walks of "{row["piece"]}" on "{row["topology"]}"')
    square = row["board"] == "square"
    kind, forms = ("self-avoiding", SELF_AVOIDING) if square else ("any", SEQUENCES)
    place = board("square", row["dims"], "plane") if square else keypad(row)
    found = next(filter(None, (form.fullmatch(row["convention"]) for form in forms)), None)
    if found is None:
        raise Unknown(f'walks "{row["convention"]}"')
    parts = found.groupdict()
    words = ["walks", kind, "knight", place, f"length={parts['length']}"]
    if parts.get("most"):
        words.append(f"limit={parts['most']}:{VOWELS}")
    if parts.get("start"):
        words.append(f"from={parts['start']}")
    return " ".join(words)


def keypad(row: Row) -> str:
    if row["board"] != "keypad":
        raise Unknown(f'walks on "{row["board"]}"')
    return known(KEYPADS, row["dims"], "keypad")


def without_index(source: str) -> str:
    """The source without the term: OEIS A165134 for OEIS A165134(6)."""
    return re.sub(r"^(OEIS.*)\([\d,]*\)$", r"\1", source)


def known(words: dict[str, str], word: str, what: str) -> str:
    if word not in words:
        raise Unknown(f'{what} "{word}"')
    return words[word]


def matched(pattern: str, text: str, what: str) -> re.Match[str]:
    found = re.fullmatch(pattern, text)
    if found is None:
        raise Unknown(f'{what} "{text}"')
    return found


def read(path: Path) -> list[tuple[int, Row]]:
    """The rows of a gathered table, each with its line number."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file, strict=True)
        rows = [(reader.line_num, row) for row in reader]
    for line, row in rows:
        if None in row or None in row.values():
            sys.exit(f"{path}, line {line}: the number of fields differs from the header")
    return rows


def written(header: list[str], rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([header, *rows])
    return out.getvalue()


def counts(path: Path) -> dict[str, str]:
    """The published counts: those whose question the program can answer, and the others."""
    asked, unasked = [], []
    gathered = read(path)
    for line, row in gathered:
        try:
            text, convention = question(row)
        except Unasked as why:
            unasked.append([str(why), *row.values()])
            continue
        except Unknown as problem:
            sys.exit(f"{path}, line {line}: {problem} is missing from the tables of scripts/normalise_published.py")
        asked.append([text, convention, row["value"], without_index(row["source"]), row["note"]])
    columns = list(gathered[0][1]) if gathered else []
    return {
        "counts.csv": written(["question", "convention", "value", "source", "note"], asked),
        "unasked.csv": written(["why", *columns], unasked),
    }


def erroneous(path: Path) -> dict[str, str]:
    """The misprints. The program must be able to answer every row."""
    rows = []
    for line, row in read(path):
        form = "keypad" if row["dims"].startswith("keypad") else "square"
        try:
            text, convention = question({**row, "board": form, "note": ""})
        except (Unasked, Unknown) as problem:
            sys.exit(f"{path}, line {line}: {problem}")
        wrong, right = row["wrong_value"], row["right_value"]
        rows.append([text, convention, wrong, right, row["where_it_comes_from"], row["evidence"]])
    header = ["question", "convention", "wrong", "right", "source", "evidence"]
    return {"erroneous.csv": written(header, rows)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only compare; exit with 1 if the files differ")
    parser.add_argument("raw", nargs="?", type=Path, default=HERE / "published" / "raw.csv")
    parser.add_argument(
        "erroneous", nargs="?", type=Path, default=HERE / "published" / "raw-erroneous.csv"
    )
    arguments = parser.parse_args()
    files = counts(arguments.raw) | erroneous(arguments.erroneous)
    differ = []
    for name, text in files.items():
        path = FILES / name
        if not arguments.check:
            path.write_text(text, encoding="utf-8", newline="")
        elif not path.exists() or path.read_bytes() != text.encode():
            differ.append(name)
    if differ:
        sys.exit(f"src/published: {', '.join(differ)}: differs from the output of scripts/normalise_published.py")


if __name__ == "__main__":
    main()
