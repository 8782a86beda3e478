#!/usr/bin/env bash
# Runs a question as a Slurm job array: submits the shards that are not done, waits, merges.
# Run it again after any failure: it submits what is missing.
#
# usage: slurm.sh DIR SHARDS QUESTION…          e.g. slurm.sh parts 1000 queens 20
# CPUS: cores a task (1). CAVALCADE: the program. SBATCH_*: as sbatch reads them (partition,
# time limit, account). SHARDS is at most MaxArraySize, often 1001. DIR is shared.
set -euo pipefail
. "$(dirname "$(realpath "$0")")/begin.sh"
if [ -n "$todo" ]; then
    mkdir -p "$dir/log"
    printf -v command ' %q' "$program" "$@" --shard "auto/$shards" --journal "$dir" \
        --threads "${CPUS:-1}" -q
    # --requeue: a task whose node died or was preempted starts again and goes on. --signal:
    # before the time limit it is told to stop, and keeps what is counted.
    job=$(sbatch --parsable --job-name cavalcade --array "$todo" --requeue --signal=TERM@30 \
        --cpus-per-task "${CPUS:-1}" --output "$dir/log/%A-%a" --wrap "exec$command")
    while squeue -h -j "${job%%;*}" 2>/dev/null | grep -q .; do sleep "${POLL:-10}"; done
fi
# The gate: exit 0 only with the exact total.
exec "$program" merge "$dir"
