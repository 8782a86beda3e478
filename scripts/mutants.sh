#!/usr/bin/env bash
# Checks that the unit tests catch small defects in the code that sums and records counts.
# usage: mutants.sh [cargo-mutants flags, e.g. --shard 0/8]     needs cargo install cargo-mutants
#
# About half an hour on one core. mutants.out/missed.txt lists the defects that were not caught; then
# the exit code is 2. The integration tests of journals are left out: they take minutes for each defect.
set -euo pipefail
cd "$(dirname "$0")/.."

export CARGO_INCREMENTAL=1
exec cargo mutants --profile mutants --timeout 60 --no-shuffle \
    --file src/count.rs --file src/engine/tally.rs --file 'src/journal/*.rs' \
    --cargo-arg=--lib "$@" -- -- count:: tally:: journal::
