#!/usr/bin/env bash
# The checks before a commit and most of CI: format, lints, docs, tests, the main job.
# Each stage prints its seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/stages.sh

stage format cargo fmt --all -- --check
# The feature png only adds code, so one pass checks both builds.
stage lints cargo clippy --workspace --all-targets --features png --locked --quiet -- -D warnings
stage "oldest compiler" scripts/msrv.sh
stage docs env RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --features png --locked --quiet

# Licences and sources of the dependencies. Advisories are not checked because they need the network.
if cargo deny --version >/dev/null 2>&1; then
    stage licences cargo deny --log-level error check bans licenses sources
elif [ -n "${CI:-}" ]; then
    echo "cargo-deny is missing: cargo install cargo-deny --locked" >&2
    exit 1
fi

stage "published counts" scripts/normalise_published.py --check

# The two commands of the README.
stage "build for tests" cargo test --release --no-run
stage tests cargo test --release
stage "main job" cargo run --release -- table
