#!/usr/bin/env bash
# The checks that take too long for every change; hours of two cores in all.
# usage: long.sh [STAGE…]
#
#   ignored   the tests marked as ignored, with two methods for every published classic
#   png       pictures as PNG (feature png)
#   sources   the Python package from its source distribution
#   dist      the published build, and the tests' main job with it
#   kills     300 kills of ten kinds of runs
#   memory    60 runs with --memory
#   miri      vector kernels and their portable twins under Miri      (needs nightly and miri)
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
