"""The overhead of Python: a count compared with the binary, a million tours into numpy, the import.

    python python/benchmarks/overhead.py target/release/cavalcade

The binary and the wheel must have the same profile (release). The count takes about ten seconds.
Binary and Python alternate, each in its own process, and the least of several runs is compared,
because other work can only add time. CPU seconds are shown as well as wall seconds, because other
work adds less to them. Prints Markdown tables.
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
    # Both search the same tours; Python adds the transfer into numpy.
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
