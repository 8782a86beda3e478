#!/usr/bin/env bash
# Tests HyperQueue: a server and two workers in a new network namespace. One worker is killed during the
# run, and the total must be exact; for a search and for slices.
#
# usage: test_hyperqueue.sh [PROGRAM]   as root, or where users may make namespaces
# VENV: a Python environment with hyperqueue; otherwise pip makes one.
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
    # The host name must resolve without a network.
    unshare -n -u "${root[@]}" env INSIDE=1 VENV="$VENV" TMPDIR="$work" \
        bash -c 'hostname localhost; ip link set lo up; exec "$0" "$@"' "$0" "$program"
    exit
fi

work=$TMPDIR
python=$VENV/bin/python
started=()
# -9 because the wheel's worker ignores SIGTERM.
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
start worker.log "$here/hq_worker.py" "$work/server" 1

# batch NAME SHARDS COUNT QUESTION…: on two workers; one is killed during the run.
batch() {
    local name=$1 shards=$2 count=$3 parts=$work/$1 log=$work/$1.submit
    shift 3
    start "$name.worker" "$here/hq_worker.py" "$work/server" 1
    "$python" "$here/hq_submit.py" "$work/server" "$shards" \
        "$program" "$@" --shard "auto/$shards" --journal "$parts" --threads 1 -q >"$log" 2>&1 &
    local submitted=$! at total
    sealed() { find "$parts" -name '*.journal' 2>/dev/null | wc -l; }
    until [ "$(sealed)" -ge 10 ]; do
        kill -0 "$submitted" || { cat "$log"; exit 1; }
        sleep 0.02
    done
    kill -9 "${started[-1]}"
    at=$(sealed)
    [ "$at" -lt "$shards" ] || { echo "all shards were done before the worker was killed"; exit 1; }
    wait "$submitted" || { cat "$log"; exit 1; }
    total=$("$program" merge "$parts" --format json -q)
    grep -q "$count" <<<"$total" || { echo "wrong: $total"; exit 1; }
    echo "HyperQueue, $name: worker killed after $at of $shards shards, $(sealed) journals, exact total"
}

batch search 120 '"directed":"6637920"' tours 6x6 --method search
batch slices 60 '"undirected":"34524432316"' tours 7x8 --closed --method halves --split 60
