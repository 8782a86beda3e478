#!/usr/bin/env bash
# Fuzzes every parser for a minute, on stable Rust; stops at a crash.
# usage: fuzz.sh [SECONDS [TARGET…]]     needs cargo install cargo-fuzz, and a C++ compiler
# MINIMISE=1: rewrites the committed corpus from the new finds.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
targets=("${@:2}")
[ $# -ge 2 ] || targets=(board piece shard journal resealed map graph listing table)
cargo fuzz build --sanitizer none
for target in "${targets[@]}"; do
    # New finds go to a temporary folder, so the committed corpus stays small.
    found=$(mktemp -d)
    log=$(mktemp)
    cargo fuzz run --sanitizer none "$target" "$found" "fuzz/corpus/$target" -- \
        -max_total_time="$seconds" -print_final_stats=1 -rss_limit_mb=1024 -timeout=10 \
        >"$log" 2>&1 || { tail -n 40 "$log"; exit 1; }
    executions=$(sed -n 's/^stat::number_of_executed_units: //p' "$log")
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    echo "$target: $executions executions, $edges edges, no crash"
    if [ -n "${MINIMISE:-}" ]; then
        # The smallest corpus that covers all edges of the code.
        small=$(mktemp -d)
        cargo fuzz run --sanitizer none "$target" "$small" "$found" "fuzz/corpus/$target" -- \
            -set_cover_merge=1 -use_counters=0 -max_len=512 >/dev/null 2>&1
        rm -rf "fuzz/corpus/$target"
        mv "$small" "fuzz/corpus/$target"
    fi
    rm -rf "$found" "$log"
done
