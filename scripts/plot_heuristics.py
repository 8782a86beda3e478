#!/usr/bin/env python3
# /// script
# dependencies = []
# ///
"""Draws the table of `cavalcade heuristics` as an SVG: success by board size and tie rule.

    cavalcade heuristics > heuristics.csv
    scripts/plot_heuristics.py heuristics.csv heuristics.svg

Needs only Python 3. The scale of sides is logarithmic.
"""

import csv
import math
import sys

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 60, 600, 20, 350
COLOURS = ["#1b6ca8", "#c8553d", "#588157", "#7b2d8b", "#b8860b", "#222222", "#7f8c8d"]


def read(path: str) -> dict[str, list[tuple[int, float]]]:
    """The fraction of starts that led to a tour, by rule and side."""
    shares: dict[str, list[tuple[int, float]]] = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            shares.setdefault(row["rule"], []).append((int(row["side"]), float(row["share"])))
    return {rule: sorted(points) for rule, points in shares.items()}


def ticks(low: int, high: int) -> list[int]:
    steps = [base * 10**power for power in range(5) for base in (1, 2, 5)]
    return sorted({low, high, *(step for step in steps if low < step < high)})


def draw(shares: dict[str, list[tuple[int, float]]]) -> str:
    sides = [side for points in shares.values() for side, _ in points]
    low, high = min(sides), max(sides)
    span = math.log(high / low) or 1.0

    def x(side: float) -> float:
        return LEFT + (RIGHT - LEFT) * math.log(side / low) / span

    def y(share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<path d="M{LEFT} {y(share):.1f}H{RIGHT}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end">{share}</text>')
    for side in ticks(low, high):
        parts.append(f'<text x="{x(side):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{side}</text>')
    middle = (LEFT + RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{BOTTOM + 38}" text-anchor="middle">side of the board</text>')
    parts.append(
        f'<text transform="translate(16 {(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">'
        "tours found per start</text>"
    )
    for i, (rule, points) in enumerate(shares.items()):
        colour = COLOURS[i % len(COLOURS)]
        line = " ".join(f"{x(side):.1f},{y(share):.1f}" for side, share in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        place = TOP + 10 + 20 * i
        parts.append(f'<path d="M{RIGHT + 16} {place}h20" stroke="{colour}" stroke-width="3"/>')
        parts.append(f'<text x="{RIGHT + 42}" y="{place + 4}">{rule}</text>')
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: plot_heuristics.py heuristics.csv heuristics.svg")
    with open(sys.argv[2], "w") as file:
        file.write(draw(read(sys.argv[1])))
