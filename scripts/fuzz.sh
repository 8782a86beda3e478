#!/usr/bin/env bash
# Fuzzes every parser for a minute each, on stable Rust; a crash ends the script.
# usage: fuzz.sh [SECONDS]      needs cargo install cargo-fuzz
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-60}
for target in board piece shard journal map graph; do
    # New finds go to a folder that is thrown away: the committed corpus stays small.
    found=$(mktemp -d)
    cargo fuzz run --sanitizer none "$target" "$found" "fuzz/corpus/$target" -- \
        -max_total_time="$seconds" -print_final_stats=1 -rss_limit_mb=1024
    rm -rf "$found"
done
