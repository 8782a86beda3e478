"""What Python costs: a count beside the binary's, a million tours into numpy, the import.

    python python/benchmarks/overhead.py target/release/cavalcade

The binary and the wheel have to be built with the same profile (release). The count takes about
ten seconds. Binary and Python take turns, in one order and then in the other, each in a process of
its own, and the least of several runs is compared: other work on the machine only ever adds. CPU
seconds are told beside those of the wall, since it adds less to them. Prints tables of Markdown.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Sequence

#: The count: one thread, busy for about ten seconds.
QUESTION = "queens queen 20x20"
COMMAND = ["queens", "20"]

COUNT = f"""
import cavalcade
cavalcade.question({QUESTION!r}).count(threads=1)
"""

MILLION = """
import sys, cavalcade
taken = 0
with cavalcade.tours("6x6").batches(10_000, method=sys.argv[1]) as batches:
    for batch in batches:
        taken += len(batch)
        if taken >= 1_000_000:
            break
"""


def measure(command: Sequence[str]) -> tuple[float, float]:
    """Wall-clock and CPU seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begun = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return wall, cpu


def in_turns(commands: dict[str, Sequence[str]], rounds: int) -> dict[str, tuple[float, float]]:
    """The least of each one's seconds, of the wall and of the CPU, over rounds in turns."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for done in range(rounds):
        names = list(commands)
        for name in names if done % 2 == 0 else reversed(names):
            times[name].append(measure(commands[name]))
    return {
        name: (min(wall for wall, _ in runs), min(cpu for _, cpu in runs))
        for name, runs in times.items()
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("binary", nargs="?", default="target/release/cavalcade")
    arguments.add_argument("--rounds", type=int, default=5)
    given = arguments.parse_args()
    binary, python, rounds = given.binary, sys.executable, given.rounds
    load = os.getloadavg()[0]
    print(f"Load {load:.1f} on {os.cpu_count()} cores, {platform.machine()}; ", end="")
    print(f"least of {rounds} runs.\n")

    print("| | wall, s | CPU, s | beside the binary, wall | CPU |")
    print("|---|---|---|---|---|", flush=True)

    def compare(title: str, theirs: Sequence[str], ours: dict[str, Sequence[str]]) -> None:
        least = in_turns({"binary": theirs, **ours}, rounds)
        base = least["binary"]
        for name, (wall, cpu) in least.items():
            beside = ""
            if name != "binary":
                beside = f"{wall / base[0] - 1:+.2%} | {cpu / base[1] - 1:+.2%}"
            print(f"| {title}, {name} | {wall:.3f} | {cpu:.3f} | {beside or ' |'} |", flush=True)

    counted = [binary, *COMMAND, "--threads", "1", "--quiet"]
    compare(f"count of `{QUESTION}`", counted, {"Python": [python, "-c", COUNT]})
    # What is searched for is the same; that it arrives in numpy is what Python adds.
    listed = [binary, "tours", "6x6", "--first", "1000000", "--format", "binary", "--quiet"]
    by = {
        f"numpy by {method}": [python, "-c", MILLION, method] for method in ("search", "union")
    }
    compare("a million open tours of 6x6", listed, by)
    imports = {"import cavalcade": [python, "-c", "import cavalcade"]}
    least = in_turns({"empty": [python, "-c", "pass"], **imports}, 4 * rounds)
    wall, cpu = (1000 * (least["import cavalcade"][i] - least["empty"][i]) for i in (0, 1))
    print(f"| `import cavalcade`, beyond an empty interpreter | {wall / 1000:.3f} | {cpu / 1000:.3f} | | |")


if __name__ == "__main__":
    main()
