#!/usr/bin/env bash
# What CI runs, and what to run before a commit: format, lints, tests, the main job.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --all -- --check
cargo clippy --all-targets --locked -- -D warnings
scripts/msrv.sh
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked --quiet

# The published counts are those that were gathered.
scripts/normalise_published.py --check

# The README's two commands.
cargo test --release
cargo run --release -- table
