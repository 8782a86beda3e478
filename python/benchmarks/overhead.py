"""What Python costs: a count beside the binary's, a million tours into numpy, the import.

    python python/benchmarks/overhead.py target/release/cavalcade

The binary and the wheel should be built with the same profile (release). Each figure is the best
of three runs, since other work on the machine only ever adds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

import cavalcade

ROUNDS = 3


def best(run: Callable[[], object]) -> float:
    """The least wall-clock seconds of some runs."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        run()
        times.append(time.perf_counter() - begun)
    return min(times)


def main() -> None:
    binary = sys.argv[1] if len(sys.argv) > 1 else "target/release/cavalcade"
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")

    command = [binary, "queens", "16", "--method", "search", "--threads", "1", "--quiet"]
    theirs = best(lambda: subprocess.run(command, check=True, capture_output=True))
    ours = best(lambda: cavalcade.queens(16).count(method="search", threads=1))
    print(f"queens 16: binary {theirs:.2f} s, Python {ours:.2f} s ({ours / theirs - 1:+.1%})")

    def million(rows: int, method: str) -> Callable[[], object]:
        def take() -> None:
            taken = 0
            with cavalcade.tours("6x6").batches(rows, method=method) as batches:
                for batch in batches:
                    taken += len(batch)
                    if taken >= 1_000_000:
                        return

        return take

    for method in ("search", "union"):
        seconds = best(million(10_000, method))
        print(f"a million open tours of 6x6 into numpy by {method}: {seconds:.2f} s")

    listing = [binary, "tours", "6x6", "--first", "1000000", "--format", "binary", "--quiet"]
    out = best(lambda: subprocess.run(listing, check=True, stdout=subprocess.DEVNULL))
    print(f"the same listed by the binary: {out:.2f} s")

    bare = best(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True))
    with_it = best(lambda: subprocess.run([sys.executable, "-c", "import cavalcade"], check=True))
    print(f"import: {1000 * (with_it - bare):.0f} ms beyond an empty interpreter")


if __name__ == "__main__":
    main()
