"""The package itself: its version, what importing it brings, its help, its types, its examples."""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cavalcade

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"


def test_it_has_the_version_of_the_crate() -> None:
    from importlib.metadata import version

    cargo = (HERE.parent.parent / "Cargo.toml").read_text()
    known = re.search(r'^version = "(.*)"', cargo, re.MULTILINE)
    assert known
    assert cavalcade.__version__ == version("cavalcade") == known[1]


def test_importing_it_imports_nothing_heavy() -> None:
    program = "import sys, cavalcade; print(*sorted(sys.modules))"
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=HERE
    ).stdout.split()
    heavy = {"numpy", "networkx", "tqdm", "pandas", "polars", "asyncio", "dataclasses", "inspect"}
    assert heavy.isdisjoint(out)


def test_it_is_the_wheel_that_is_tested() -> None:
    assert HERE.parent not in Path(cavalcade.__file__).parents


def public() -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name in cavalcade.__all__:
        thing = getattr(cavalcade, name)
        if inspect.isclass(thing):
            for part, inner in vars(thing).items():
                if not part.startswith("_") and (callable(inner) or isinstance(inner, property)):
                    found.append((f"{name}.{part}", inner))
        if callable(thing):
            found.append((name, thing))
    return found


@pytest.mark.parametrize(("name", "thing"), public(), ids=[name for name, _ in public()])
def test_everything_public_is_documented(name: str, thing: object) -> None:
    text = inspect.getdoc(thing)
    assert text, f"{name} has no docstring"
    assert len(text) > 10


def test_all_that_is_promised_is_there() -> None:
    assert sorted(cavalcade.__all__) == sorted(set(cavalcade.__all__))
    errors = importlib.import_module("cavalcade.errors")
    for name in errors.__all__:
        assert issubclass(getattr(errors, name), errors.CavalcadeError)
        assert getattr(cavalcade, name) is getattr(errors, name)


@pytest.mark.parametrize("module", ["cavalcade", "cavalcade._questions", "cavalcade._places"])
def test_examples_in_docstrings_are_true(module: str) -> None:
    tested = doctest.testmod(importlib.import_module(module))
    assert tested.attempted > 0
    assert tested.failed == 0


@pytest.mark.parametrize(
    "example", sorted(EXAMPLES.glob("*.py")), ids=lambda example: example.name
)
def test_examples_run(example: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(example)], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    golden = example.with_suffix(".out").read_text()
    assert done.stdout == golden


def test_the_tutorial_runs() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(EXAMPLES / "tutorial.ipynb", as_version=4)
    away = {"metadata": {"path": str(HERE)}}
    nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources=away
    ).execute()
    shown = [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if output["output_type"] == "execute_result"
    ]
    for kind in ("text/html", "image/svg+xml"):
        assert any(kind in output["data"] for output in shown), kind



def test_types_are_whole_for_mypy(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "-p"]
    done = subprocess.run([*command, "cavalcade"], capture_output=True, text=True, cwd=HERE)
    assert done.returncode == 0, done.stdout + done.stderr
    examples = [str(example) for example in sorted(EXAMPLES.glob("*.py"))]
    strict = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path)]
    strict += ["--ignore-missing-imports", *examples]
    done = subprocess.run(strict, capture_output=True, text=True, cwd=HERE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_are_whole_for_pyright() -> None:
    pyright = shutil.which("pyright", path=str(Path(sys.executable).parent))
    if pyright is None:
        pytest.skip("pyright is not installed")
    examples = [str(example) for example in sorted(EXAMPLES.glob("*.py"))]
    done = subprocess.run(
        [pyright, "--pythonpath", sys.executable, *examples],
        capture_output=True,
        text=True,
        cwd=HERE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # It looks for the package by the first Python of the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [pyright, "--verifytypes", "cavalcade", "--ignoreexternal"],
        capture_output=True,
        text=True,
        cwd=HERE,
        env={**os.environ, "PATH": path},
    )
    assert done.returncode == 0, done.stdout[-3000:]
