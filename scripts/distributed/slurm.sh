#!/usr/bin/env bash
# Runs a question as a Slurm job array: submits the missing shards, waits, merges. Run it again after any failure.
#
# usage: slurm.sh DIR SHARDS QUESTION…          e.g. slurm.sh parts 1000 queens 20
# CPUS: cores for each task (1). CAVALCADE: the program. SBATCH_*: as sbatch reads them (partition,
# time limit, account). SHARDS is at most MaxArraySize, often 1001. DIR is shared.
set -euo pipefail
. "$(dirname "$(realpath "$0")")/begin.sh"
if [ -n "$todo" ]; then
    mkdir -p "$dir/log"
    printf -v command ' %q' "$program" "$@" --shard "auto/$shards" --journal "$dir" \
        --threads "${CPUS:-1}" -q
    # --requeue restarts tasks of dead or preempted nodes; they resume. --signal stops a task before
    # its time limit, so that it saves its units.
    job=$(sbatch --parsable --job-name cavalcade --array "$todo" --requeue --signal=TERM@30 \
        --cpus-per-task "${CPUS:-1}" --output "$dir/log/%A-%a" --wrap "exec$command")
    while [ -n "$(squeue -h -j "${job%%;*}" 2>/dev/null)" ]; do sleep "${POLL:-10}"; done
fi
# merge exits with 0 only if the total is exact.
exec "$program" merge "$dir"
