"""Runs: stopping, resuming, progress, and other threads."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import cavalcade
from cavalcade import errors, queens, tours


@contextmanager
def start(program: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A program in a process of its own, which does not outlive the test."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Away from the sources, which have no native module.
        cwd=Path(__file__).parent,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


YEARS = [
    "cavalcade.tours('8x8').count(method='search')",
    "cavalcade.tours('8x8').count(method='frontier', memory='4G')",
    "cavalcade.tours('8x8').count(method='halves', memory='20G')",
    "cavalcade.queens(22).count(method='search')",
    "cavalcade.queens(24).count(method='colours')",
    "cavalcade.tours('10x10').estimate(20_000_000)",
    "cavalcade.tours('7x8', closed=True).ranking(memory='20G')",
    "cavalcade.tours('7x8', closed=True).random(3)",
    "cavalcade.tours('6x6', closed=True).random(10**8)",
    "cavalcade.verify(budget=3600)",
    "cavalcade.tours('8x8', closed=True).by_move()",
    "[None for _ in cavalcade.tours('8x8').solutions()]",
    "[None for _ in cavalcade.tours('16x16', closed=True).solutions()]",
    "[None for _ in cavalcade.tours('8x8').batches(10**9)]",
]


@pytest.mark.parametrize("years", YEARS)
def test_ctrl_c_ends_a_run_soon(years: str) -> None:
    program = f"""
        import cavalcade, time
        print("begun", flush=True)
        try:
            {years}
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        else:
            print("not interrupted", flush=True)
    """
    with start(program) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        # A second, and what a loaded machine adds to it.
        out, err = process.communicate(timeout=20)
    assert (out, err, process.returncode) == ("interrupted\n", "", 0)


#: What has a stop of its own, with how many seconds it would go on.
STOPPED = [
    "cavalcade.tours('10x10').estimate(20_000_000)",
    "cavalcade.tours('7x8', closed=True).ranking(memory='20G')",
    "cavalcade.tours('8x8').count(method='search')",
    "cavalcade.verify(budget=3600)",
]


@pytest.mark.parametrize("years", STOPPED)
def test_nothing_goes_on_behind_an_interrupted_call(years: str) -> None:
    program = f"""
        import cavalcade, os, time
        def threads():
            names = []
            for task in os.listdir("/proc/self/task"):
                with open(f"/proc/self/task/{{task}}/comm") as comm:
                    names.append(comm.read().strip())
            return [name for name in names if name.startswith("cavalcade")]
        print("begun", flush=True)
        try:
            {years}
        except KeyboardInterrupt:
            deadline = time.monotonic() + 5
            while threads() and time.monotonic() < deadline:
                time.sleep(0.02)
            began = time.process_time()
            time.sleep(0.3)
            print("threads", len(threads()), time.process_time() - began < 0.1, flush=True)
    """
    if not Path("/proc/self/task").exists():
        pytest.skip("needs /proc")
    with start(program) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (out, err, process.returncode) == ("threads 0 True\n", "", 0)


def test_a_journal_keeps_what_an_interrupted_run_counted(tmp_path: Path) -> None:
    journal = tmp_path / "queens.journal"
    # What it is called until it is whole.
    part = tmp_path / "queens.journal.part"
    program = """
        import sys, cavalcade
        print("begun", flush=True)
        cavalcade.queens(20).count(method="search split=5000", journal=sys.argv[1])
    """
    with start(program, str(journal)) as process:
        deadline = time.monotonic() + 60
        while not part.exists() or part.read_text().count("\nunit\t") < 3:
            assert time.monotonic() < deadline
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in err
    assert process.returncode != 0
    kept = part.read_text().count("\nunit\t")
    with pytest.raises(errors.Stopped) as stopped:
        queens(20).count(method="search split=5000", journal=journal, timeout=0)
    assert kept <= stopped.value.finished < stopped.value.units


def test_a_count_goes_on_until_it_is_whole(tmp_path: Path) -> None:
    asked, method = queens(14), "search split=3000"
    finished, runs = -1, 0
    while True:
        runs += 1
        try:
            answer = asked.count(
                method=method, threads=1, journal=tmp_path / "j", timeout=0.02 * runs
            )
            break
        except errors.Stopped as stopped:
            assert stopped.finished >= finished
            finished = stopped.finished
    assert answer["all"] == 365_596
    assert answer.nodes == asked.count(method=method).nodes
    assert runs == 1 or answer.run_nodes < answer.nodes


def test_journals_of_other_questions_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    first = queens(10).count(method="search split=20", journal=journal)
    assert queens(10).count(method="search split=20", journal=journal).run_nodes == 0
    with pytest.raises(errors.JournalError, match="journal"):
        queens(11).count(method="search split=20", journal=journal)
    lines = journal.read_text().splitlines(keepends=True)
    lines[3] = lines[3].replace("0", "1", 1)
    journal.write_text("".join(lines))
    with pytest.raises(errors.JournalError, match="line 4"):
        queens(10).count(method="search split=20", journal=journal)
    salvaged = queens(10).count(method="search split=20", journal=journal, salvage=True)
    assert salvaged == first
    with pytest.raises(errors.CavalcadeError):
        queens(10).count(journal=tmp_path)


def test_checkpoints_are_kept_by_methods_that_have_layers_only(tmp_path: Path) -> None:
    asked = tours("6x6", closed=True)
    assert asked.count(method="halves", checkpoint=tmp_path / "layers").value == 9862
    assert asked.count(method="halves", scratch=tmp_path / "scratch").value == 9862
    assert asked.count(checkpoint=tmp_path / "auto").method == "halves"
    for method in ("search", "frontier", "union"):
        for place in ("checkpoint", "scratch"):
            folder = tmp_path / f"{method}-{place}"
            with pytest.raises(errors.MethodError, match=f"{method}.*layers"):
                asked.count(method=method, **{place: folder})  # type: ignore[arg-type]
            assert not folder.exists()
    with pytest.raises(errors.MethodError, match="layers"):
        queens(12).count(checkpoint=tmp_path)


def test_a_timeout_stops() -> None:
    with pytest.raises(errors.Stopped) as caught:
        queens(22).count(method="search", timeout=0.3)
    assert caught.value.finished < caught.value.units
    assert tours("6x6", closed=True).count(timeout=3600).value == 9862
    with pytest.raises(errors.Stopped):
        queens(22).sample(0.9, method="search", timeout=0.3)
    # Units of milliseconds, all of them hours.
    sample = queens(20).sample(1.0, method="search split=50000", timeout=3)
    assert 2 <= sample.sampled < sample.units
    assert sample.error > 0


def test_progress_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[cavalcade.Progress] = []
    answer = queens(14).count(method="search split=200", progress=seen.append)
    assert answer["all"] == 365_596
    shares = [now.share for now in seen]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert seen[-1].solutions == 365_596
    assert seen[-1].units > 100
    assert seen[-1].nodes > 0
    assert seen[-1].seconds > 0
    assert "solutions" in repr(seen[-1])
    assert capsys.readouterr() == ("", "")


def test_a_bar_of_tqdm_or_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    queens(8).count(progress=True)
    assert "queens queen 8x8: 100%" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    queens(8).count(progress=True)
    assert "92 solutions" in capsys.readouterr().err


def test_what_a_follower_raises_ends_the_run() -> None:
    def refuse(_: cavalcade.Progress) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        queens(22).count(method="search", progress=refuse)


def test_other_threads_run_while_it_counts() -> None:
    ticks = []
    over = threading.Event()

    def tick() -> None:
        while not over.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    begun = time.monotonic()
    with pytest.raises(errors.Stopped):
        queens(22).count(method="search", threads=1, timeout=1)
    ended = time.monotonic()
    over.set()
    ticker.join()
    assert sum(begun < at < ended for at in ticks) > 50


def test_counts_beside_each_other() -> None:
    values = []
    threads = [
        threading.Thread(target=lambda: values.append(queens(11).count(threads=2)["all"]))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values == [2680] * 4


def test_a_handler_of_ones_own_is_called() -> None:
    called = []

    def handle(number: int, _: object) -> None:
        called.append(number)
        raise TimeoutError("by alarm")

    before = signal.signal(signal.SIGALRM, handle)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(TimeoutError, match="by alarm"):
            queens(22).count(method="search")
    finally:
        signal.signal(signal.SIGALRM, before)
    assert called == [signal.SIGALRM]


def test_nothing_is_written_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    tours("6x6", closed=True).count()
    queens(8).first(2)
    assert capfd.readouterr() == ("", "")
