#!/usr/bin/env bash
# How many small defects in the code that sums and keeps counts are caught by the tests.
# usage: mutants.sh [cargo-mutants flags, e.g. --shard 0/8]     needs cargo install cargo-mutants
set -euo pipefail
cd "$(dirname "$0")/.."

# Only the tests of these rooms, without the long ones: hours become minutes.
exec cargo mutants --timeout 120 \
    --file src/count.rs --file src/engine/tally.rs --file 'src/journal/*.rs' "$@" -- \
    --lib --test suite -- count:: tally:: journal
