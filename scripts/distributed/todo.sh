#!/usr/bin/env bash
# The shards that still have to run, in array syntax (3,17,40-44); nothing when all is done.
# usage: todo.sh DIR SHARDS [QUESTION…]
# With a question, the journals in DIR are compared with it: 4 if they are of another one. A folder
# without a journal, or with none that has a line yet (a disk was full), needs all shards.
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
        # Reads true only if the line is whole.
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
# 3: units are missing, and that is what was asked. All else is an error, and keeps its code.
[ "$code" = 3 ] || exit "$code"
