"""What scripts share that have questions of tours answered by two methods, a folder of rows for each."""

import argparse
import csv
import subprocess
import sys

METHODS = ["halves", "frontier"]


def rows(folder, method, convention="undirected"):
    """The program's rows by question, those of a convention."""
    path = folder / method / "tours.csv"
    if not path.exists():
        return {}
    with path.open() as file:
        return {row["question"]: row for row in csv.DictReader(file) if row["convention"] == convention}


def ask(options, words, method, folder, seconds=None):
    """True if the program answered; 3 and 130 tell that it was ended, 2 that the method does not take it."""
    line = [options.program, *words, "--method", method, "--memory", options.memory, "--output", f"{folder}/", "-q"]
    limit = str(seconds or options.seconds)
    done = subprocess.run(["timeout", "-s", "INT", limit, *line], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2, 3, 124, 130):
        sys.exit(f"{' '.join(line)} ended with {done.returncode}: {done.stderr}")
    return done.returncode == 0


def answered(options, folder, text, words, methods=METHODS, convention="undirected"):
    """The rows of a question by all methods, counted if they are not there; none if one was not done in time."""
    found = []
    for method in methods:
        place = folder / method
        place.mkdir(parents=True, exist_ok=True)
        if text not in rows(folder, method, convention) and not ask(options, words, method, place):
            print(f"{text}: not by {method} in {options.seconds} s and {options.memory}", file=sys.stderr)
            return None
        if text not in rows(folder, method, convention):
            sys.exit(f"{text}: the program has no row of this name in {place}")
        found.append(rows(folder, method, convention)[text])
    counts = {row["count"] for row in found}
    if len(counts) > 1:
        sys.exit(f"{text}: {' and '.join(sorted(counts))}")
    return found


# The steps of leapers, for pieces of several.
LEAPERS = {"wazir": "0,1", "ferz": "1,1", "knight": "1,2", "camel": "1,3", "zebra": "2,3", "giraffe": "1,4"}


def arguments(kind, piece, board):
    """The command line of a question; a piece of several leapers has their names, sorted, joined by +."""
    closed = ["--closed"] if kind == "closed" else []
    if "+" in piece:
        return ["tours", board, *closed, *(word for part in piece.split("+") for word in ("--leaper", LEAPERS[part]))]
    return ["tours", board, *closed, *(["--piece", piece] if piece != "knight" else [])]


def parser(doc, seconds):
    """The command line that all have."""
    parsed = argparse.ArgumentParser(description=doc.split("\n", maxsplit=1)[0])
    parsed.add_argument("program", nargs="?", default="target/release/cavalcade")
    parsed.add_argument("--seconds", type=int, default=seconds, help="for each count, e.g. --seconds 600")
    parsed.add_argument("--memory", default="4G", help="for each count, e.g. --memory 16G")
    return parsed
