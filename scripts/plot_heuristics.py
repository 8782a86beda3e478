#!/usr/bin/env python3
# /// script
# dependencies = ["matplotlib"]
# ///
"""Draws the table of `cavalcade heuristics` as an SVG: success by board size and tie rule.

    cavalcade heuristics > heuristics.csv
    uv run scripts/plot_heuristics.py heuristics.csv heuristics.svg
"""

import csv
import sys

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot


def main(source: str, target: str) -> None:
    shares: dict[str, list[tuple[int, float]]] = {}
    with open(source, newline="") as file:
        for row in csv.DictReader(file):
            point = (int(row["side"]), float(row["share"]))
            shares.setdefault(row["rule"], []).append(point)
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for rule, points in shares.items():
        sides, share = zip(*sorted(points))
        axes.plot(sides, share, marker="o", markersize=3, linewidth=1, label=rule)
    axes.set(xlabel="side of the board", ylabel="tours found per start", ylim=(-0.02, 1.02))
    if max(side for points in shares.values() for side, _ in points) > 200:
        axes.set_xscale("log")
    axes.legend(title="tie rule", frameon=False)
    figure.tight_layout()
    figure.savefig(target)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: plot_heuristics.py heuristics.csv heuristics.svg")
    main(sys.argv[1], sys.argv[2])
