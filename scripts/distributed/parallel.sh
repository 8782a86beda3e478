#!/usr/bin/env bash
# Runs a question with GNU parallel, here or over ssh: the shards that are not done, then merges.
# Run it again after any failure: it runs what is missing.
#
# usage: parallel.sh DIR SHARDS QUESTION…       e.g. parallel.sh parts 200 queens 18
# HOSTS: as parallel's --sshlogin takes them (:); with others than this machine, DIR and the
# program are at the same path there. JOBS: at once on each (one for each core).
set -euo pipefail
. "$(dirname "$(realpath "$0")")/begin.sh"
mkdir -p "$dir"
printf -v command ' %q' "$program" "$@"
tr ',' '\n' <<<"$todo" | sed '/^$/d; s/^\([0-9]*\)-\([0-9]*\)$/seq \1 \2/; t; s/^/echo /' | bash |
    parallel --sshlogin "${HOSTS:-:}" --jobs "${JOBS:-100%}" --retries 3 \
        "$command --shard {}/$shards --journal $(printf %q "$dir") --threads 1 -q >/dev/null"
# The gate: exit 0 only with the exact total.
exec "$program" merge "$dir"
