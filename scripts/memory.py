#!/usr/bin/env python3
"""Compares the peak memory of runs with `--memory`, for all methods.

A run passes if its peak is at most 1.1 times the limit, or if it is refused within two seconds by a line that
names the memory. A test build may use more than a release build by the difference of their code sizes.

    scripts/memory.py [PROGRAM] [--threads N] [--only TEXT]
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

# Command, and limits in MiB.
RUNS = [
    ("queens 14 --method search", [16, 200]),
    ("queens 24 --method search --split 100000 --shard 0/100000000", [50, 200, 500]),
    ("queens 12 --k 8", [16]),
    ("queens 13 --torus", [16]),
    ("queens 16 --method quadrants", [16, 2000]),
    ("queens 18 --method quadrants", [16, 20, 30, 100]),
    ("queens 20 --method quadrants --shard 7/39", [20, 50, 100, 2000]),
    ("queens 21 --method quadrants --shard 7/400", [60, 200]),
    ("queens 16 --piece amazon --method quadrants", [16, 50]),
    ("queens 20 --method colours --shard 4/100", [20, 60]),
    ("queens 22 --method colours --shard 4/1000", [30, 100, 300]),
    ("queens 24 --method colours --shard 300/100000000", [100, 150, 400]),
    ("tours 6x6 --method search", [16, 100]),
    ("tours 6x6 --method search --split 1000000", [50, 2000]),
    ("tours 6x6 --closed --method union", [16]),
    ("tours 6x6 --method union", [30, 50, 300]),
    ("tours 6x8 --closed --method union", [50, 80, 150]),
    ("tours 6x8 --closed --histogram crossings --method union", [80, 150]),
    ("tours 8x8 --closed --method union --sample 0.01", [200, 500]),
    ("tours 6x6 --index 5", [16, 30]),
    ("tours 6x8 --closed --index 5 --method union", [30, 100]),
    ("tours 8x8 --closed --random 7", [16, 60, 500]),
    ("tours 6x6 --unique", [20, 60]),
    ("tours 6x6 --closed --unique", [16]),
    ("tours 6x6 --by-end", [20, 60]),
    ("tours 6x6 --closed --magic", [16]),
    ("tours 7x8 --method halves", [120, 300]),
    ("tours 8x8 --closed --method halves", [180, 250, 500]),
    ("tours 8x8 --closed --method halves --split 6 --moduli 15", [180, 300]),
    ("tours 7x7 --method frontier", [100, 400]),
    ("tours 1000x1000 --method warnsdorff --format lines", [100, 400]),
    ("tours 500x500 --method divide --format lines", [50, 150]),
    ("queens 300000 --first 1 --format lines", [50, 150]),
    ("walks 8x8 --length 10000", [16]),
    ("walks 100x100 --length 1000 --method transfer", [16, 60]),
    ("walks --keypad letters18 --length 200 --at-most 99:AE --at-most 99:IO --method transfer", [50, 200]),
    ("walks 6x6 --length 10 --self-avoiding --method search", [16]),
    ("table queens 4..12", [16]),
    ("verify queens 4..12", [16]),
]


def measured(program, line, folder):
    """The exit code, the peak in MiB, the last line on stderr, and the seconds."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as errors:
        run = subprocess.Popen([program, *line.split()], cwd=folder, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        words = errors.read().decode(errors="replace").strip().splitlines()
    return run.returncode, usage.ru_maxrss / 1024, (words or [""])[-1], time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="target/release/cavalcade")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="", help="only runs whose command contains this text")
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    beyond = runs = 0
    with tempfile.TemporaryDirectory() as folder:
        # A release build takes less than 12 MiB.
        more = max(0, measured(program, "queens 8 -q", folder)[1] - 12)
        for line, allowed in RUNS:
            for mebibytes in allowed if args.only in line else []:
                words = f"{line} --memory {mebibytes}M --threads {args.threads} -q"
                code, peak, said, seconds = measured(program, words, folder)
                is_refused = code == 2 and "memory" in said
                fits = peak <= 1.1 * mebibytes + more
                passes = fits and code == 0 or is_refused and seconds < 2
                runs += 1
                beyond += not passes
                verdict = "refused" if is_refused else f"exit code {code}"
                sign = "  " if passes else "! "
                print(f"{sign}{mebibytes:5} MiB allowed, {peak:5.0f} used, {verdict}, {seconds:.1f} s: {line}", flush=True)
                if code and (not passes or args.only):
                    print(f"        {said}")
    print(f"{runs} runs, {beyond} above 1.1 times the limit, or failed")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
