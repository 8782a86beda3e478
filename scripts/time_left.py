#!/usr/bin/env python3
"""Measures the range of the time left: after 5 % of the work, does it hold the truth?

Runs ten boards, asks each by SIGUSR1 when a twentieth of it is done, and compares the range with the
time that the rest took. A board holds if the range holds the truth and its bounds are within a factor of
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

# Of some seconds to some minutes on one core, by methods with units of very different sizes.
BOARDS = [
    "queens 17 --method search",
    "queens 18 --method search",
    "queens 12 --torus --k 11",
    "queens 14 --k 10",
    "queens 15 --piece amazon --method search",
    "tours 6x6 --method search --no-symmetry",
    "tours 5x8 --method search",
    "tours 6x7 --closed --method search",
    "tours 3x4x3 --closed --method search",
    "walks 8x8 --length 13 --self-avoiding --method search",
]


def measured(program, line, threads):
    """The status at a twentieth, and the seconds from then to the end; None if it was too short."""
    words = [program, *line.split(), "--threads", str(threads), "--progress", "jsonl"]
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    seen = []

    def ask():
        while run.poll() is None:
            time.sleep(0.25)
            if not any(one["event"] == "running" and one["share"] >= 0.05 for one in seen):
                try:
                    os.kill(run.pid, signal.SIGUSR1)
                except ProcessLookupError:
                    return

    threading.Thread(target=ask, daemon=True).start()
    for text in run.stderr:
        if text.startswith("{"):
            seen.append(json.loads(text))
    run.wait()
    # The longest question of several counts: walks by length begin anew.
    last = [i for i, one in enumerate(seen) if one["event"] == "begun"][-1]
    own = seen[last:]
    at = [one for one in own if one["event"] == "running" and one["share"] and one["share"] >= 0.05]
    if not at or own[-1]["event"] != "done":
        return None
    return at[0], own[-1]["elapsed_seconds"] - at[0]["elapsed_seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", nargs="?", default="target/release/cavalcade")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    held = 0
    for line in BOARDS:
        found = measured(arguments.program, line, arguments.threads)
        if found is None:
            print(f"{line}: over before a twentieth was seen")
            continue
        status, truth = found
        low, high = status["seconds_left"]
        holds = low <= truth <= high and high <= 4.01 * low
        held += holds
        share = 100 * status["share"]
        print(f"{line}: at {share:.1f} % {low:.1f} to {high:.1f} s, took {truth:.1f} s, {holds}", flush=True)
    print(f"{held} of {len(BOARDS)} hold")


if __name__ == "__main__":
    main()
