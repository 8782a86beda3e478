#!/usr/bin/env bash
# Builds the Python package as a wheel, installs it in a new virtual environment, and tests it there.
#
#   scripts/python.sh            all tests
#   scripts/python.sh -k counts  arguments go to pytest
#
# PYTHON names the interpreter, PYTHON_PROFILE the cargo profile (release; dist is published).
# SOURCES=1 also builds the package from its source distribution in a clean folder.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
profile=${PYTHON_PROFILE:-release}
target=$(cargo metadata --locked --no-deps --format-version 1 |
    "$python" -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
export CARGO_TARGET_DIR=$target
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$python" -m venv "$scratch/venv"
export PATH="$scratch/venv/bin:$PATH" PIP_DISABLE_PIP_VERSION_CHECK=1
pip install --quiet 'maturin>=1.9.4,<2'

# build FOLDER OUT: builds the wheel of the package in FOLDER.
build() {
    (cd "$1" && maturin build --quiet --profile "$profile" --locked --out "$2")
}

build python "$scratch/wheels"
wheel=$(echo "$scratch"/wheels/*.whl)
pip install --quiet "$wheel[test]"
# Not available for every interpreter; tests that need them are skipped.
pip install --quiet --only-binary :all: graphillion polars || true
# Installs Node.js if necessary.
pip install --quiet pyright || true

(cd python && pytest "$@")
[ -n "${SOURCES:-}" ] || exit 0

maturin sdist --manifest-path python/Cargo.toml --out "$scratch/sources" >/dev/null
mkdir "$scratch/clean"
tar --extract --file "$scratch"/sources/*.tar.gz --directory "$scratch/clean"
build "$(echo "$scratch"/clean/cavalcade-*)" "$scratch/rebuilt"
pip install --quiet --force-reinstall --no-deps "$scratch"/rebuilt/*.whl
(cd "$scratch" && python -c '
import cavalcade
answer = cavalcade.tours("6x6", closed=True).count()
assert answer.value == 9862 and answer.agrees, answer
print("built from its sources:", answer)
')
