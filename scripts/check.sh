#!/usr/bin/env bash
# What CI runs, and what to run before a commit: format, lints, tests, the main job.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --all -- --check
cargo clippy --all-targets --locked -- -D warnings
scripts/msrv.sh
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked --quiet

# Licences and sources of what is depended on; the advisories would have to be fetched.
if cargo deny --version >/dev/null 2>&1; then
    cargo deny --log-level error check bans licenses sources
elif [ -n "${CI:-}" ]; then
    echo "cargo-deny is missing: cargo install cargo-deny --locked" >&2
    exit 1
fi

# The published counts are those that were gathered.
scripts/normalise_published.py --check

# The README's two commands.
cargo test --release
cargo run --release -- table
