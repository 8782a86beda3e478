#!/usr/bin/env bash
# Tests Slurm: a controller and two nodes on this machine without systemd. slurm.sh runs the shards; they
# are cancelled during the run and submitted again, and the total must be exact.
#
# usage: test_slurm.sh [PROGRAM]   as root; needs Debian's slurm-wlm and munge
set -euo pipefail
here=$(dirname "$(realpath "$0")")
program=$(realpath "${1:-$here/../../target/release/cavalcade}")
if [ -z "${INSIDE:-}" ]; then
    # Names resolve only if there is an address besides 127.0.0.1.
    exec unshare -n env INSIDE=1 bash -c \
        'ip link set lo up; ip addr add 127.0.0.2/8 dev lo; exec bash ${TRACE:+-x} "$0" "$@"' "$0" "$program"
fi

base=$(mktemp -d)
host=$(hostname -s)
chmod 755 "$base"
mkdir -p "$base"/{state,run,log,munge,spool-n1,spool-n2}
export SLURM_CONF=$base/slurm.conf
cleanup() {
    for file in "$base"/run/*.pid; do
        [ -e "$file" ] && kill "$(cat "$file")" 2>/dev/null || true
    done
    sleep 0.5
    [ -n "${KEEP:-}" ] || rm -rf "$base"
}
trap cleanup EXIT
cat >"$SLURM_CONF" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$base/run/munge.socket
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
SlurmdTimeout=10
StateSaveLocation=$base/state
SlurmctldPidFile=$base/run/slurmctld.pid
SlurmdPidFile=$base/run/slurmd-%n.pid
SlurmdSpoolDir=$base/spool-%n
SlurmctldLogFile=$base/log/slurmctld.log
SlurmdLogFile=$base/log/slurmd-%n.log
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=17011 CPUs=$(nproc) RealMemory=1000
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=17012 CPUs=$(nproc) RealMemory=1000
PartitionName=main Nodes=n1,n2 Default=YES State=UP
CONF
dd if=/dev/urandom bs=1024 count=1 of="$base/munge/key" status=none
chmod 400 "$base/munge/key"
munged --force --key-file="$base/munge/key" --socket="$base/run/munge.socket" \
    --pid-file="$base/run/munged.pid" --log-file="$base/log/munged.log" \
    --seed-file="$base/munge/seed" 2>/dev/null
slurmctld -f "$SLURM_CONF"
for node in n1 n2; do slurmd -f "$SLURM_CONF" -N $node; done
for _ in $(seq 80); do
    [ "$(sinfo -h -t idle -o %D 2>/dev/null)" = 2 ] && break
    sleep 0.25
done
sinfo -N -h

export CAVALCADE=$program POLL=0.5 SBATCH_MEM_PER_NODE=50
shards=40
# Cancel some shards of the first submission, as if a node had died.
"$here/slurm.sh" "$base/parts" $shards tours 6x6 --method search >"$base/first" 2>&1 &
first=$!
until [ "$(find "$base/parts" -name '*.journal' 2>/dev/null | wc -l)" -ge 5 ]; do sleep 0.05; done
scancel --name cavalcade --signal KILL
scancel --name cavalcade
code=0
wait $first || code=$?
[ "$code" = 3 ] || { echo "merge exited with $code after a cancelled run"; cat "$base/first"; exit 1; }
missing=$("$here/todo.sh" "$base/parts" $shards)
total=$("$here/slurm.sh" "$base/parts" $shards tours 6x6 --method search 2>"$base/second")
grep -q 'directed 6,637,920' <<<"$total" || { echo "wrong: $total"; cat "$base/second"; exit 1; }
echo "Slurm: shards $missing submitted once more, exact total"
