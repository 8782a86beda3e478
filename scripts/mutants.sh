#!/usr/bin/env bash
# How many small defects in the code that sums and keeps counts are caught by the unit tests.
# usage: mutants.sh [cargo-mutants flags, e.g. --shard 0/8]     needs cargo install cargo-mutants
#
# About half an hour on one core. mutants.out/missed.txt tells what was left; exit code 2 if
# anything was. (The integration tests of journals are not asked: they take minutes for each.)
set -euo pipefail
cd "$(dirname "$0")/.."

export CARGO_INCREMENTAL=1
exec cargo mutants --profile mutants --timeout 60 --no-shuffle \
    --file src/count.rs --file src/engine/tally.rs --file 'src/journal/*.rs' \
    --cargo-arg=--lib "$@" -- -- count:: tally:: journal::
