#!/usr/bin/env bash
# Opens reports in a browser. Checks that there is no error, that keys and clicks move the player, that
# accessibility has no serious violation, and that nothing is wider than a phone. Needs node, npm, Chromium.
#
#   scripts/test_report.sh target/release/cavalcade [FOLDER FOR SCREENSHOTS]
set -euo pipefail
program=$(realpath "$1")
shots=${2:+$(realpath -m "$2")}
here=$(dirname "$(realpath "$0")")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# Pinned versions; no modules in the checkout.
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$place/node" \
    playwright-core@1.65.1 axe-core@4.14.1 >/dev/null

cd "$place"
"$program" tours 3x4 -q --journal whole >/dev/null
"$program" tours 6x6 -q --method search --split 300 --shard 0/3 --journal parts >/dev/null 2>&1
"$program" tours 6x6 -q --closed --first 3 --format lines >tours.txt
"$program" table --max 5 -q --output counts/ >/dev/null
"$program" tours 5x5 --by-start -q --output counts/ >/dev/null
"$program" report counts whole parts --output report.html --title "Counts of small boards"
"$program" report counts --listing tours.txt --output tours.html
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
NODE_PATH="$place/node/node_modules" node "$here/test_report.cjs" "$chromium" "$place" "$shots"
