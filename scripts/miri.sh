#!/usr/bin/env bash
# Runs each SIMD loop and its portable counterpart under Miri, which stops at undefined
# behaviour. About ten minutes.
# usage: miri.sh     needs rustup +nightly component add miri
#
# Miri simulates the processor that the code is compiled for, so each run has one instruction set.
# It does not support AVX-512 compression, which the quadrants of queens use. The test suite compares
# these loops on the processor itself, if it has the instructions
# (journals_are_alike_record_by_record_with_and_without_vectors).
set -euo pipefail
cd "$(dirname "$0")/.."

# The tests need temporary folders and the time.
export MIRIFLAGS="-Zmiri-disable-isolation"
bits=+bmi1,+bmi2,+lzcnt,+popcnt
wide=+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512bitalg

run() { # TESTS FEATURES
    echo "$1, instructions: ${2:-those of every processor of the architecture}"
    RUSTFLAGS="${2:+-C target-feature=$2}" \
        cargo +nightly miri test --locked --target-dir target/miri --test suite -- "$1"
}
run twins:: ""
run twins:: "+avx2,$bits"
run twins::sweeps "+avx2,$bits,$wide"
