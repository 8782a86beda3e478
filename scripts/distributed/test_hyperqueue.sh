#!/usr/bin/env bash
# HyperQueue for real: a server and two workers in a network namespace of their own, one worker
# killed with SIGKILL in the middle, the exact total at the end.
#
# usage: test_hyperqueue.sh [PROGRAM]   as root, or where users may make namespaces
# VENV: a Python environment that has hyperqueue, else one is made with pip.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "${1:-$here/../../target/release/cavalcade}")
if [ -z "${INSIDE:-}" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    VENV=${VENV:-$work/venv}
    if ! [ -x "$VENV/bin/python" ]; then
        python3 -m venv "$VENV"
        "$VENV/bin/pip" -q install hyperqueue==0.27.0
    fi
    root=()
    [ "$(id -u)" = 0 ] || root=(-r)
    # A host name that resolves without a network.
    unshare -n -u "${root[@]}" env INSIDE=1 VENV="$VENV" TMPDIR="$work" \
        bash -c 'hostname localhost; ip link set lo up; exec "$0" "$@"' "$0" "$program"
    exit
fi

shards=120
work=$TMPDIR
python=$VENV/bin/python
started=()
# -9: the wheel's worker does not end on SIGTERM.
trap 'kill -9 "${started[@]}" 2>/dev/null || true' EXIT
start() {
    local log=$work/$1
    shift
    "$python" "$@" >"$log" 2>&1 &
    started+=($!)
    for _ in $(seq 200); do grep -qs '^up' "$log" && return; sleep 0.1; done
    cat "$log"
    exit 1
}
start server.log "$here/hq_server.py" "$work/server"
start worker1.log "$here/hq_worker.py" "$work/server" 1
start worker2.log "$here/hq_worker.py" "$work/server" 1
"$python" "$here/hq_submit.py" "$work/server" "$shards" \
    "$program" tours 6x6 --method search --shard "auto/$shards" --journal "$work/parts" --threads 1 -q \
    >"$work/submit.log" 2>&1 &
submitted=$!
sealed() { find "$work/parts" -name '*.journal' 2>/dev/null | wc -l; }
until [ "$(sealed)" -ge 10 ]; do
    kill -0 "$submitted" || { cat "$work/submit.log"; exit 1; }
    sleep 0.02
done
kill -9 "${started[2]}"
at=$(sealed)
[ "$at" -lt "$shards" ] || { echo "all shards were done before the worker was killed"; exit 1; }
wait "$submitted" || { cat "$work/submit.log"; exit 1; }
total=$("$program" merge "$work/parts" --format json -q)
echo "$total" | grep -q '"directed":"6637920"' || { echo "wrong: $total"; exit 1; }
echo "HyperQueue: worker killed after $at of $shards shards, $(sealed) journals, exact total"
