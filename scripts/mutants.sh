#!/usr/bin/env bash
# How many small defects in the code that sums and keeps counts are caught by the tests.
# usage: mutants.sh [cargo-mutants flags, e.g. --shard 0/8]     needs cargo install cargo-mutants
#
# The unit tests of these rooms see most defects and are built in seconds; what they miss goes
# to the integration tests of journals. The second summary is the one that counts: it tells
# of the defects that were left, and mutants.out/caught.txt and missed.txt of all.
set -euo pipefail
cd "$(dirname "$0")/.."

export CARGO_INCREMENTAL=1
mutants() {
    # 2: some were missed; the exit code of the script is that of the second pass.
    cargo mutants --profile mutants --timeout 60 --no-shuffle --baseline "$1" \
        --file src/count.rs --file src/engine/tally.rs --file 'src/journal/*.rs' "${@:2}"
}
mutants run --cargo-arg=--lib "$@" -- -- count:: tally:: journal:: || [ $? = 2 ]
# (journals_that_are_no_files, of the faults, would hang in a pipe that a mutant opens.)
mutants skip --iterate --cargo-arg=--test --cargo-arg=suite "$@" -- -- \
    journal::bytes journal::merge journal::refused journal::shards
