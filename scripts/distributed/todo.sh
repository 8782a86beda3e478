#!/usr/bin/env bash
# Prints the incomplete shards in array syntax (3,17,40-44), or nothing if all are complete.
# usage: todo.sh DIR SHARDS [QUESTION…]
# Exits with 4 if a question is given and the journals in DIR belong to another one. A folder without
# journals, or whose journals have no line yet (full disk), needs all shards.
set -euo pipefail
dir=$1 shards=$2
shift 2
program=${CAVALCADE:-cavalcade}
code=0
if [ $# -gt 0 ]; then
    "$program" "$@" --shard "missing/$shards" --journal "$dir" -q || code=$?
else
    begun=
    for journal in "$dir"/*.journal*; do
        # read succeeds only if the line is complete.
        if [ -f "$journal" ] && IFS= read -r _ <"$journal"; then
            begun=1
            break
        fi
    done
    if [ -z "$begun" ]; then
        echo "0-$((shards - 1))"
        exit
    fi
    "$program" merge "$dir" --missing --of "$shards" -q || code=$?
fi
# 3: units are missing, which is the expected result. Other codes are errors and are passed on.
[ "$code" = 3 ] || exit "$code"
