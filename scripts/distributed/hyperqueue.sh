#!/usr/bin/env bash
# Runs a question on HyperQueue: submits the missing shards, waits, merges. Run it again after any failure.
#
# usage: hyperqueue.sh DIR SHARDS QUESTION…     e.g. hyperqueue.sh parts 2000 queens 20
# CPUS: cores for each task (1). CAVALCADE: the program. DIR must be on a shared file system.
#
# Start workers with `hq worker start` on any machine, or from a queue:
#   hq alloc add slurm --time-limit 12h -- --partition=main      (or: hq alloc add pbs …)
set -euo pipefail
. "$(dirname "$(realpath "$0")")/begin.sh"
if [ -n "$todo" ]; then
    mkdir -p "$dir/log"
    # HyperQueue repeats tasks of dead workers, up to the crash limit, but not failed tasks; the next
    # run of this script submits them again. --wait does not report failures.
    hq submit --wait --name cavalcade --array "$todo" --cpus "${CPUS:-1}" --crash-limit 100 \
        --stdout none --stderr "$dir/log/%{JOB_ID}-%{TASK_ID}" -- \
        "$program" "$@" --shard "auto/$shards" --journal "$dir" --threads "${CPUS:-1}" -q
fi
# merge exits with 0 only if the total is exact.
exec "$program" merge "$dir"
