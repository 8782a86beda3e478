#!/usr/bin/env bash
# Runs a question on HyperQueue: submits the shards that are not done, waits, merges.
# Run it again after any failure: it submits what is missing.
#
# usage: hyperqueue.sh DIR SHARDS QUESTION…     e.g. hyperqueue.sh parts 2000 queens 20
# CPUS: cores a task (1). CAVALCADE: the program. DIR is on a file system that all share.
#
# Workers come from `hq worker start` on any machine, or from the queue below:
#   hq alloc add slurm --time-limit 12h -- --partition=main      (or: hq alloc add pbs …)
set -euo pipefail
. "$(dirname "$(realpath "$0")")/begin.sh"
if [ -n "$todo" ]; then
    mkdir -p "$dir/log"
    # A task whose worker died runs again, up to the crash limit; one that failed does not:
    # the next call of this script submits it once more. --wait says nothing of failures.
    hq submit --wait --name cavalcade --array "$todo" --cpus "${CPUS:-1}" --crash-limit 100 \
        --stdout none --stderr "$dir/log/%{JOB_ID}-%{TASK_ID}" -- \
        "$program" "$@" --shard "auto/$shards" --journal "$dir" --threads "${CPUS:-1}" -q
fi
# The gate: exit 0 only with the exact total.
exec "$program" merge "$dir"
