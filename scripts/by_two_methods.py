"""Shared by scripts that count tours by two methods and keep a folder of rows for each method."""

import argparse
import csv
import subprocess
import sys

METHODS = ["halves", "frontier"]


def rows(folder, method, convention="undirected"):
    """The rows of a convention by question."""
    path = folder / method / "tours.csv"
    if not path.exists():
        return {}
    with path.open() as file:
        return {row["question"]: row for row in csv.DictReader(file) if row["convention"] == convention}


def ask(options, words, method, folder, seconds=None):
    """True if the program answered. Exit codes 3 and 130: it was stopped; 2: the method does not take the question."""
    line = [options.program, *words, "--method", method, "--memory", options.memory, "--output", f"{folder}/", "-q"]
    limit = str(seconds or options.seconds)
    done = subprocess.run(["timeout", "-s", "INT", limit, *line], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2, 3, 124, 130):
        sys.exit(f"{' '.join(line)} ended with {done.returncode}: {done.stderr}")
    return done.returncode == 0


def answered(options, folder, text, words, methods=METHODS, convention="undirected"):
    """The rows of a question by all methods, counted if missing; None if a method did not finish in time."""
    found = []
    for method in methods:
        place = folder / method
        place.mkdir(parents=True, exist_ok=True)
        if text not in rows(folder, method, convention) and not ask(options, words, method, place):
            print(f"{text}: {method} did not finish in {options.seconds} s and {options.memory}", file=sys.stderr)
            return None
        if text not in rows(folder, method, convention):
            sys.exit(f"{text}: the program wrote no row of this name to {place}")
        found.append(rows(folder, method, convention)[text])
    counts = {row["count"] for row in found}
    if len(counts) > 1:
        sys.exit(f"{text}: the methods differ: {' and '.join(sorted(counts))}")
    return found


# The components of leapers, for combined pieces.
LEAPERS = {"wazir": "0,1", "ferz": "1,1", "knight": "1,2", "camel": "1,3", "zebra": "2,3", "giraffe": "1,4"}


def arguments(kind, piece, board):
    """The command line of a question; a combined piece has the sorted names of its leapers, joined by +."""
    closed = ["--closed"] if kind == "closed" else []
    if "+" in piece:
        return ["tours", board, *closed, *(word for part in piece.split("+") for word in ("--leaper", LEAPERS[part]))]
    return ["tours", board, *closed, *(["--piece", piece] if piece != "knight" else [])]


def parser(doc, seconds):
    """The options of all these scripts."""
    parsed = argparse.ArgumentParser(description=doc.split("\n", maxsplit=1)[0])
    parsed.add_argument("program", nargs="?", default="target/release/cavalcade")
    parsed.add_argument("--seconds", type=int, default=seconds, help="for each count, e.g. --seconds 600")
    parsed.add_argument("--memory", default="4G", help="for each count, e.g. --memory 16G")
    return parsed
