#!/usr/bin/env python3
"""Kills runs at random times and resumes each by the command that it printed, until it prints its total.

There are eleven kinds of runs: methods with journals, checkpoints, scratch folders, shards and tables. The signal
is SIGKILL, SIGTERM, SIGINT or SIGHUP. A third of the attempts run in a memory control group of changing
size; if no group can be created, CAVALCADE_MEMORY changes instead.

    scripts/kills.py [PROGRAM] [--kills N] [--seed N] [--small]
"""

import argparse
import collections
import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import time

# The commands of a run and a text of its output. Only the last of several commands prints the total. LARGE takes
# seconds in a release build, SMALL in a test build.
SHARDS = [f"--shard {shard}/4 --journal parts" for shard in range(4)]
LARGE = [
    (["queens 17 --method search --journal j"], "95,815,104"),
    (["queens 18 --method quadrants --journal j"], "666,090,624"),
    (["queens 19 --method colours --journal j"], "4,968,057,848"),
    (["tours 6x6 --method search --journal j"], "6,637,920"),
    (["tours 7x8 --method halves --journal j"], "41,332,850,120,656"),
    (["tours 7x8 --closed --method halves --scratch s"], "34,524,432,316"),
    (["tours 8x8 --closed --checkpoint c"], "13,267,364,410,532"),
    (["tours 8x8 --closed --method halves --split 4 --moduli 31 --checkpoint c --journal j"], "13,267,364,410,532"),
    (["tours 6x8 --closed --method union --journal j"], "55,488,142"),
    ([f"queens 17 --method search {shard}" for shard in SHARDS] + ["merge parts"], "95,815,104"),
    (["table queens 10..16 --method search --journal d"], "14772512"),
]
SMALL = [
    (["queens 12 --method search --journal j"], "14,200"),
    (["queens 14 --method quadrants --journal j"], "365,596"),
    (["queens 12 --method colours --journal j"], "14,200"),
    (["tours 5x6 --method search --journal j"], "directed 37,568"),
    (["tours 6x6 --method halves --journal j"], "6,637,920"),
    (["tours 6x7 --closed --method halves --scratch s"], "1,067,638"),
    (["tours 6x6 --closed --checkpoint c"], "9,862"),
    (["tours 6x7 --closed --method halves --split 4 --moduli 15 --scratch s --journal j"], "1,067,638"),
    (["tours 6x6 --closed --method union --journal j"], "9,862"),
    ([f"queens 12 --method search {shard}" for shard in SHARDS] + ["merge parts"], "14,200"),
    (["table queens 8..12 --method search --journal d"], "14200"),
]
SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
# MiB; with less than the smallest, a run may be refused.
SIZES = [200, 250, 300, 500, 1000]


class Group:
    """A memory control group of version 1 or 2, if this user may create one."""

    def __init__(self):
        self.folder = None
        for top, limit in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
            folder = os.path.join(top, f"cavalcade-kills-{os.getpid()}")
            try:
                os.mkdir(folder)
            except OSError:
                continue
            if os.path.exists(os.path.join(folder, limit)):
                self.folder, self.limit = folder, limit
                return
            os.rmdir(folder)

    def size(self, mebibytes):
        """Sets the limit, after dropping caches of earlier processes."""
        for text in (-1 if "limit" in self.limit else "max", mebibytes << 20):
            with open(os.path.join(self.folder, self.limit), "w", encoding="ascii") as file:
                file.write(str(text))

    def enter(self):
        with open(os.path.join(self.folder, "cgroup.procs"), "w", encoding="ascii") as file:
            file.write(str(os.getpid()))

    def remove(self):
        if self.folder:
            os.rmdir(self.folder)


def attempt(command, folder, number, after, mebibytes, group):
    """Runs a command and signals it after some seconds. Returns: was it still running, exit code, stdout, stderr."""
    environment, enter = dict(os.environ), None
    if mebibytes and group.folder:
        group.size(mebibytes)
        enter = group.enter
    elif mebibytes:
        environment["CAVALCADE_MEMORY"] = f"{mebibytes}M"
    run = subprocess.Popen(
        ["sh", "-c", f"exec {command}"],
        cwd=folder,
        env=environment,
        preexec_fn=enter,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        out, errors = run.communicate(timeout=after)
        return False, run.returncode, out, errors
    except subprocess.TimeoutExpired:
        run.send_signal(number)
    began = time.monotonic()
    out, errors = run.communicate()
    took = time.monotonic() - began
    if took > 1.5:
        print(f"  {number.name} took {took:.1f} s: {command}")
    return True, run.returncode, out, errors


def finish(kind, program, dice, group, left):
    """Runs the commands of a kind in a new folder with random kills. Returns the error, if any, and the kills."""
    lines, total = kind
    kills = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for line in lines:
            command = f"{shlex.quote(program)} {line} --threads 2"
            seconds, done = 0.2, False
            while not done:
                number = dice.choice(SIGNALS)
                mebibytes = dice.choice(SIZES) if dice.randrange(3) == 0 else None
                # Increasing times, so that every run ends.
                after = dice.uniform(0, seconds) if kills.total() < left else None
                seconds *= 1.2
                killed, code, out, errors = attempt(command, folder, number, after, mebibytes, group)
                where = f" in {mebibytes} MiB" if mebibytes else ""
                kills[number.name] += killed
                last = errors.strip().splitlines()[-1:] or [""]
                if code == 0:
                    done = True
                elif killed and code == -number:
                    pass  # SIGKILL, or before the signal handler was installed.
                elif killed and code == 128 + number and last[0].startswith(shlex.quote(program)):
                    command = last[0]
                else:
                    return f"exit code {code} by {number.name if killed else 'itself'}{where}: {command}\n{errors}", kills
        if total not in out:
            return f"{total} is missing from the output: {command}\n{out}", kills
    return None, kills


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", nargs="?", default="target/release/cavalcade")
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=61)
    parser.add_argument("--small", action="store_true", help="small boards, for a build without optimisation")
    args = parser.parse_args()
    program, dice, group = os.path.abspath(args.program), random.Random(args.seed), Group()
    print("some runs in control groups" if group.folder else "some runs with CAVALCADE_MEMORY: cannot create a control group")
    kinds = SMALL if args.small else LARGE
    all_kills, wrong, runs = collections.Counter(), 0, 0
    try:
        while all_kills.total() < args.kills or runs < len(kinds):
            kind = kinds[runs % len(kinds)]
            left = max(1, (args.kills - all_kills.total()) // max(1, len(kinds) - runs % len(kinds)))
            problem, kills = finish(kind, program, dice, group, left)
            all_kills += kills
            runs += 1
            print(f"{'WRONG' if problem else 'correct'}: {kind[0][-1]}: {kills.total()} kills", flush=True)
            if problem:
                wrong += 1
                print(problem)
    finally:
        group.remove()
    print(f"{runs} runs, {all_kills.total()} kills ({dict(all_kills)}), {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
