#!/usr/bin/env bash
# Checks that take too long for every change; hours of two cores in total.
# usage: long.sh [STAGE…]
#
#   ignored   tests marked as ignored
#   png       pictures as PNG (feature png)
#   sources   the Python package from its source distribution
#   dist      the published build runs the main job
#   kills     300 kills of eleven kinds of runs
#   memory    runs of all methods with --memory
#   miri      SIMD loops and their portable counterparts under Miri   (needs nightly and miri)
#   mutants   small defects that the unit tests must catch            (needs cargo-mutants)
#   fuzz      every parser, a minute each                             (needs cargo-fuzz)
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/stages.sh

program=target/release/cavalcade
stages=("$@")
[ $# -gt 0 ] || stages=(ignored png sources dist kills memory miri mutants fuzz)
cargo build --release --locked
for name in "${stages[@]}"; do
    case $name in
    ignored) stage "$name" cargo test --release --locked -- --ignored ;;
    png) stage "$name" cargo test --release --locked --features png --test suite pictures:: ;;
    sources) stage "$name" env SOURCES=1 bash scripts/python.sh -k counts ;;
    dist) stage "$name" cargo run --profile dist --locked -- table ;;
    kills) stage "$name" scripts/kills.py "$program" --kills 300 ;;
    memory) stage "$name" scripts/memory.py "$program" ;;
    miri | mutants | fuzz) stage "$name" bash "scripts/$name.sh" ;;
    *) echo "long.sh: no stage \"$name\"; the head of the script lists them" >&2; exit 2 ;;
    esac
done
