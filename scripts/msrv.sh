#!/usr/bin/env bash
# Checks the rust-version of Cargo.toml: no locked dependency needs a newer Rust, and everything
# builds with that version if it is installed (rustup toolchain install 1.89).
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
cargo metadata --locked --format-version 1 --filter-platform "$host" | python3 -c '
import json, sys
packages = json.load(sys.stdin)["packages"]
number = lambda text: ([int(part) for part in text.split(".")] + [0])[:3]
ours = next(p["rust_version"] for p in packages if p["name"] == "cavalcade")
newer = [p for p in packages if p["rust_version"] and number(p["rust_version"]) > number(ours)]
for p in newer:
    print(p["name"], p["version"], "needs Rust", p["rust_version"], "but Cargo.toml promises", ours)
sys.exit(bool(newer))
'

oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
if grep -q "^$oldest-" <<<"$(rustup toolchain list 2>/dev/null)"; then
    cargo "+$oldest" check --all-targets --locked --quiet --target-dir target/msrv
else
    echo "Rust $oldest is not installed: only clippy's incompatible_msrv was checked"
fi
