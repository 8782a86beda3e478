#!/usr/bin/env bash
# Runs the missing shards of a question with GNU parallel, here or over ssh, then merges. Run it again after
# any failure.
#
# usage: parallel.sh DIR SHARDS QUESTION…       e.g. parallel.sh parts 200 queens 18
# HOSTS: as for parallel's --sshlogin (:). On other machines DIR and the program must have the same path.
# JOBS: parallel jobs on each machine (one for each core).
set -euo pipefail
. "$(dirname "$(realpath "$0")")/begin.sh"
mkdir -p "$dir"
printf -v command ' %q' "$program" "$@"
tr ',' '\n' <<<"$todo" | sed '/^$/d; s/^\([0-9]*\)-\([0-9]*\)$/seq \1 \2/; t; s/^/echo /' | bash |
    parallel --sshlogin "${HOSTS:-:}" --jobs "${JOBS:-100%}" --retries 3 \
        "$command --shard {}/$shards --journal $(printf %q "$dir") --threads 1 -q >/dev/null"
# merge exits with 0 only if the total is exact.
exec "$program" merge "$dir"
