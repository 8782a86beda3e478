"""The package itself: its version, what importing it brings, its help, its types, its examples."""

from __future__ import annotations

import ast
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


PACKAGE = HERE.parent / "cavalcade"

#: The modules, each of which imports only those before it; `__init__.py` shows them in this order.
ORDER = [
    "errors",
    "_cavalcade",
    "_options",
    "_progress",
    "_pictures",
    "_places",
    "_asked",
    "_numbers",
    "_rows",
    "_answers",
    "_solutions",
    "_streams",
    "_ranking",
    "_questions",
    "_families",
    "_asking",
    "_verified",
    "__init__",
]


def imports_of(text: str) -> tuple[set[str], set[str]]:
    """The modules of the package that a module imports, for types, too; and those of them, or
    of what a function imports late, that stand in no module's head."""
    tree = ast.parse(text)
    late = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for inner in ast.walk(node)
    }
    used: set[str] = set()
    hidden: set[str] = set()
    for node in ast.walk(tree):
        found: set[str] = set()
        if isinstance(node, ast.ImportFrom) and node.level:
            found = {node.module} if node.module else {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cavalcade"):
            found = {(node.module or "").removeprefix("cavalcade").strip(".") or "__init__"}
        elif isinstance(node, ast.Import):
            names = {alias.name for alias in node.names}
            found = {name.partition(".")[2] for name in names if name.startswith("cavalcade")}
        used |= found
        if node in late:
            hidden |= found
    return used, hidden


def test_modules_import_only_those_before_them() -> None:
    files = [*PACKAGE.glob("*.py"), *PACKAGE.glob("*.pyi")]
    assert {file.stem for file in files} == set(ORDER)
    for file in files:
        used, hidden = imports_of(file.read_text())
        before = ORDER[: ORDER.index(file.stem)]
        assert used <= set(before), f"{file.name} imports {sorted(used - set(before))}"
        assert not hidden, f"{file.name} imports {sorted(hidden)} inside a function"
        lines = len(file.read_text().splitlines())
        assert lines <= 400, f"{file.name} has {lines} lines: split it by meaning"


def test_an_import_that_looks_up_would_be_seen() -> None:
    assert imports_of("from ._a import b\nimport os") == ({"_a"}, set())
    assert imports_of("if TYPE_CHECKING:\n    from . import _a") == ({"_a"}, set())
    assert imports_of("def f():\n    from ._a import b") == ({"_a"}, {"_a"})
    assert imports_of("class C:\n    def f(self):\n        import cavalcade._a") == (
        {"_a"},
        {"_a"},
    )


def test_importing_it_takes_no_longer_than_it_may() -> None:
    # By the clock of the process, which other work on the machine changes least; the least of
    # some, since noise only adds.
    program = (
        "import time; t = time.process_time(); import cavalcade; "
        "print(time.process_time() - t)"
    )
    took = [
        float(subprocess.check_output([sys.executable, "-c", program], cwd=HERE))
        for _ in range(10)
    ]
    assert min(took) < 0.05, took


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


@pytest.mark.parametrize("module", ["cavalcade", "cavalcade._answers", "cavalcade._asking", "cavalcade._places", "cavalcade._verified"])
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
