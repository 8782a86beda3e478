#!/usr/bin/env python3
"""Measures the predicted range of the time left, after 5 % of the work.

Runs ten boards, requests the progress by SIGUSR1 when a twentieth is done, and compares the range with the
time that the rest took. A board passes if the range contains this time and its bounds are within a factor of
two of their middle.

    scripts/time_left.py [PROGRAM] [--threads N]
"""

import argparse
import json
import os
import signal
import subprocess
import threading
import time

# Some seconds to a minute on one core; methods with units of very different sizes.
BOARDS = [
    "queens 17 --method search",
    "queens 18 --method search",
    "queens 19 --piece amazon --method search",
    "queens 12 --k 8",
    "queens 12 --k 9",
    "queens 14 --torus --k 12",
    "tours 6x7 --method search",
    "tours 6x9 --closed --method search",
    "tours torus:4x7 --closed --method search",
    "walks 8x8 --length 13 --self-avoiding --method search",
]


def measured(program, line, threads):
    """The status at a twentieth, and the seconds from then to the end; None if the run was too short."""
    words = [program, *line.split(), "--threads", str(threads), "--progress", "jsonl"]
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    seen = []

    def own():
        """The events of the last count; walks start a count for each length."""
        begun = [i for i, one in enumerate(seen) if one["event"] == "begun"]
        return seen[begun[-1] :] if begun else []

    def at():
        """The events after a twentieth was done."""
        running = [one for one in own() if one["event"] == "running"]
        return [one for one in running if one["share"] and one["share"] >= 0.05]

    def ask():
        while run.poll() is None:
            time.sleep(0.25)
            if not at():
                try:
                    os.kill(run.pid, signal.SIGUSR1)
                except ProcessLookupError:
                    return

    threading.Thread(target=ask, daemon=True).start()
    for text in run.stderr:
        if text.startswith("{"):
            seen.append(json.loads(text))
    run.wait()
    if not at() or own()[-1]["event"] != "done":
        return None
    return at()[0], own()[-1]["elapsed_seconds"] - at()[0]["elapsed_seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", nargs="?", default="target/release/cavalcade")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    held = 0
    for line in BOARDS:
        found = measured(arguments.program, line, arguments.threads)
        if found is None:
            print(f"{line}: ended before a twentieth was observed")
            continue
        status, truth = found
        low, high = status["seconds_left"]
        holds = low <= truth <= high and high <= 4.01 * low
        held += holds
        share = 100 * status["share"]
        print(f"{line}: at {share:.1f} % {low:.1f} to {high:.1f} s, took {truth:.1f} s, {holds}", flush=True)
    print(f"{held} of {len(BOARDS)} ranges contain the time")


if __name__ == "__main__":
    main()
