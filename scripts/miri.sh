#!/usr/bin/env bash
# Runs each processor-specific kernel and its portable version under Miri, which stops at the
# first use of memory or of an instruction that Rust does not define. About ten minutes.
# usage: miri.sh     needs rustup +nightly component add miri
#
# Miri takes the processor to be what the code is compiled for, so each run is one set of
# instructions. It does not know the compression of AVX-512, which the quadrants of queens use:
# there the test suite compares both on the processor itself, if it has the instructions
# (journals_are_equal_with_and_without_vectors).
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
run portable_kernels:: ""
run portable_kernels:: "+avx2,$bits"
run portable_kernels::sweeps "+avx2,$bits,$wide"
