#!/usr/bin/env python3
"""Drafts of integer sequences: tours of boards that grow along one side, each term counted by two methods.

The program writes rows into results/sequences, one folder for each method. Terms that have rows are not counted
again, so the script can be stopped and started again. For each sequence it writes NAME.txt, a draft in the internal
format of the OEIS, and b-NAME.txt, a b-file. A draft has a recurrence if one that was found from some of the terms
holds for all others, at least ten.

    scripts/sequences.py [PROGRAM] [--seconds 20] [--memory 4G]
"""

import pathlib
import subprocess
from fractions import Fraction

from by_two_methods import answered, arguments, parser

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "results" / "sequences"
# Recurrences are found modulo this prime and checked with integers.
PRIME = 2**127 - 1
# The smallest number of terms that confirm a recurrence.
FURTHER = 10
# The most characters of terms in a draft.
DATA = 260
# The most tours that an example lists.
LISTED = 4

WORLD = "Eric Weisstein's World of Mathematics"
CYLINDER = "The rows are closed to circles: the last square of a row is followed by its first."
TORUS = "Rows and columns are closed to circles."
ONCE = "Squares that several moves join are joined once: tours are Hamiltonian cycles of the simple graph."

# File, name, board for n, piece, first n, number of terms, comments, OEIS entries for the same tours in the plane.
SEQUENCES = [
    (
        "knight-closed-cylinder-nx3",
        "Number of undirected closed knight's tours on a cylinder of length n and circumference 3.",
        "cylinder:{n}x3", "knight", 1, 240, [CYLINDER, ONCE], ["A001230", "A070030"],
    ),
    (
        "knight-closed-cylinder-nx4",
        "Number of undirected closed knight's tours on a cylinder of length n and circumference 4.",
        "cylinder:{n}x4", "knight", 1, 240, [CYLINDER, ONCE], ["A001230", "A175855"],
    ),
    (
        "king-closed-cylinder-nx3",
        "Number of undirected closed king's tours on a cylinder of length n and circumference 3.",
        "cylinder:{n}x3", "king", 1, 60, [CYLINDER, ONCE], ["A140521", "A339190"],
    ),
    (
        "king-closed-cylinder-nx4",
        "Number of undirected closed king's tours on a cylinder of length n and circumference 4.",
        "cylinder:{n}x4", "king", 1, 60, [CYLINDER], ["A140521", "A339190"],
    ),
    (
        "king-closed-cylinder-nx5",
        "Number of undirected closed king's tours on a cylinder of length n and circumference 5.",
        "cylinder:{n}x5", "king", 1, 90, [CYLINDER], ["A140521", "A339190"],
    ),
    (
        "knight-closed-torus-3xn",
        "Number of undirected closed knight's tours on a 3 X n torus.",
        "torus:{n}x3", "knight", 1, 60, [TORUS, ONCE], ["A001230", "A070030"],
    ),
]  # fmt: skip


def terms(options, form, piece, first, most):
    """The terms that both methods count in time; exits if they differ."""
    found = []
    for n in range(first, first + most):
        board = form.format(n=n)
        both = answered(
            options, FOLDER, f"tours closed {piece} {board}", arguments("closed", piece, board)
        )
        if both is None:
            break
        found.append(int(both[0]["count"]))
    return found


def shortest(values):
    """The shortest recurrence of values modulo the prime (Berlekamp, Massey): c with a(n) = sum c(i) a(n-1-i)."""
    now, before, shift, last = [], [], 0, 1
    for n, value in enumerate(values):
        off = (value - sum(c * values[n - 1 - i] for i, c in enumerate(now))) % PRIME
        if off == 0:
            continue
        if not now:
            now, before, shift, last = [0] * (n + 1), [], n, off
            continue
        factor = off * pow(last, -1, PRIME) % PRIME
        other = [0] * (n - shift - 1) + [factor] + [-factor * c % PRIME for c in before]
        longer = [0] * max(len(now), len(other))
        for which in (now, other):
            for i, c in enumerate(which):
                longer[i] = (longer[i] + c) % PRIME
        if n - len(now) >= shift - len(before):
            before, shift, last = now, n, off
        now = longer
    return now


def recurrence(values):
    """The index from which a recurrence holds, and its integer coefficients; None if there are too few terms."""
    for skipped in range(12):
        known = values[skipped:]
        found = shortest([value % PRIME for value in known])
        signed = [c - PRIME if c > PRIME // 2 else c for c in found]
        # Twice the order of terms determine a recurrence; the others confirm it.
        if not signed or len(known) < 2 * len(signed) + FURTHER:
            continue
        places = range(len(signed), len(known))
        if all(known[n] == sum(c * known[n - 1 - i] for i, c in enumerate(signed)) for n in places):
            return skipped, signed
    return None


def growth(values, coefficients):
    """The limit of the ratio of successive terms, to the digits that have converged."""
    ratios = []
    known = list(values[-len(coefficients) :])
    for step in range(4000):
        known.append(sum(c * known[-1 - i] for i, c in enumerate(coefficients)))
        if step in (1998, 3998):
            ratios.append(Fraction(known[-1], known[-2]))
        del known[0]
    one, other = (str(ratio.numerator * 10**15 // ratio.denominator) for ratio in ratios)
    same = 0
    while same < len(one) and one[same] == other[same]:
        same += 1
    whole = len(one) - 15
    return f"{one[:whole]}.{one[whole:same]}" if same > whole + 2 else None


def spelled(coefficients):
    """3*a(n-1) - a(n-4)."""
    parts = []
    for i, c in enumerate(coefficients):
        if c:
            factor = "" if abs(c) == 1 else f"{abs(c)}*"
            parts.append(f"{'-' if c < 0 else '+'} {factor}a(n-{i + 1})")
    return " ".join(parts).removeprefix("+ ").replace("- ", "-", 1 if parts[0][0] == "-" else 0)


def polynomial(coefficients):
    parts = []
    for power, c in enumerate(coefficients):
        if c:
            x = {0: "", 1: "x"}.get(power, f"x^{power}")
            factor = str(abs(c)) if abs(c) != 1 or not x else ""
            parts.append(f"{'-' if c < 0 else '+'} {factor}{'*' if factor and x else ''}{x}")
    return " ".join(parts).removeprefix("+ ") or "0"


def generating(values, first, coefficients):
    """Numerator and denominator of the generating function, with a(0) to a(first - 1) equal to 0."""
    below = [1, *[-c for c in coefficients]]
    terms_from_0 = [0] * first + values
    product = [
        sum(below[i] * terms_from_0[n - i] for i in range(min(n, len(below) - 1) + 1))
        for n in range(len(terms_from_0))
    ]
    while product and product[-1] == 0:
        product.pop()
    return polynomial(product), polynomial(below)


def folded(tag, parts):
    """The data, in up to three lines of at most 80 characters, by whole terms."""
    lines, line, shown = [], "", 0
    for part in parts:
        if shown and sum(map(len, lines)) + len(line) + len(part) + 1 > DATA:
            break
        if line and len(line) + len(part) + 1 > 80:
            lines.append(line)
            line = ""
        line += part + ","
        shown += 1
    lines.append(line)
    lines[-1] = lines[-1].rstrip(",")
    return [f"%{letter} {tag} {line}" for letter, line in zip("STU", lines, strict=False)]


def example(options, entry, values):
    """The first board with few tours and these tours, or the first board with any."""
    _, _, form, piece, first, _, _, _ = entry
    few = [n for n, value in enumerate(values, first) if 1 <= value <= LISTED]
    n = (few or [n for n, value in enumerate(values, first) if value])[0]
    value, board = values[n - first], form.format(n=n)
    tours = "tour" if value == 1 else "tours"
    if not few:
        return f"a({n}) = {value}: {tours} of the board {board}."
    words = [*arguments("closed", piece, board), "--all", "--format", "lines", "-q"]
    listed = subprocess.run([options.program, *words], capture_output=True, text=True, check=True).stdout.splitlines()
    listed = [line.replace(" ", "-") for line in listed]
    if len(listed) != value:
        raise SystemExit(f"{board}: {value} tours, and {len(listed)} are listed")
    return f"a({n}) = {value}: with the squares named as on a chessboard, {tours} {' and '.join(listed)}."


def draft(options, entry, values):
    name, title, form, piece, first, _, comments, related = entry
    tag = "A000000"
    found = recurrence(values)
    data = folded(tag, list(map(str, values)))
    lines = [f"%I {tag}", *data, f"%N {tag} {title}"]
    lines += [f"%C {tag} {comment}" for comment in comments]
    lines.append(f"%C {tag} A tour and its reversal are one; rotations and reflections of the board are not.")
    lines.append(f"%C {tag} Each term was counted by two programs that share no code for counting: a sweep of the whole "
                 "board, and sweeps of two halves that meet.")  # fmt: skip
    if found is None:
        lines.append(f"%C {tag} No recurrence was found by {len(values)} terms.")
    last = first + len(values) - 1
    lines.append(f'%H {tag} <a href="/{tag}/b000000.txt">Table of n, a(n) for n = {first}..{last}</a>')
    for topic in (f"{piece.capitalize()}Graph", "HamiltonianCycle"):
        spaced = topic.replace("Graph", " Graph").replace("nC", "n C")
        lines.append(f'%H {tag} {WORLD}, <a href="https://mathworld.wolfram.com/{topic}.html">{spaced}</a>')
    if found is not None:
        skipped, coefficients = found
        further = len(values) - skipped - 2 * len(coefficients)
        lines.append(f"%F {tag} Empirical: a(n) = {spelled(coefficients)} for n >= {first + skipped + len(coefficients)}; "
                     f"found by {2 * len(coefficients)} terms and true of the {further} terms behind them. That there is "
                     "a recurrence follows from the finite number of classes of a sweep.")  # fmt: skip
        over, under = generating(values, first, coefficients)
        lines.append(f"%F {tag} Empirical g.f.: ({over})/({under}).")
        if constant := growth(values, coefficients):
            lines.append(f"%F {tag} Empirical: a(n+1)/a(n) tends to {constant}...")
    lines.append(f"%e {tag} {example(options, entry, values)}")
    lines.append(f"%o {tag} (cavalcade) cavalcade tours {form.format(n='N')} --closed --piece {piece}, N a number")
    lines.append(f"%Y {tag} Cf. {', '.join(related)}.")
    # The OEIS asks for more terms if they do not fill three lines.
    lines.append(f"%K {tag} nonn{',easy' if found else ''}{',more' if len(data) < 3 else ''}")
    above_one = next((n for n, value in enumerate(values, 1) if value > 1), 1)
    lines.append(f"%O {tag} {first},{above_one}")
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n")
    numbered = [f"{n} {value}" for n, value in enumerate(values, first) if len(str(value)) <= 1000]
    (FOLDER / f"b-{name}.txt").write_text("\n".join(numbered) + "\n")
    order = len(found[1]) if found else "no"
    print(f"{name}: {len(values)} terms, recurrence of order {order}")


def main():
    options = parser(__doc__, 20).parse_args()
    for entry in SEQUENCES:
        _, _, form, piece, first, most, _, _ = entry
        draft(options, entry, terms(options, form, piece, first, most))


if __name__ == "__main__":
    main()
