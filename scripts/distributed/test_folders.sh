#!/usr/bin/env bash
# Tests the scripts with folders that are empty, incomplete, complete, of another question, or left by
# a full disk. Shell scripts simulate the engines and run the tasks one after another.
#
# usage: test_folders.sh [PROGRAM]
set -euo pipefail
here=$(dirname "$(realpath "$0")")
CAVALCADE=$(realpath "${1:-$here/../../target/release/cavalcade}")
export CAVALCADE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
export PATH=$work/bin:$PATH SUBMITTED=$work/submitted POLL=0

# Each records its call and runs the tasks of --array, or those on stdin.
cat >"$work/bin/tasks" <<'TASKS'
tr ',' '\n' <<<"$1" | sed '/^$/d; s/^\([0-9]*\)-\([0-9]*\)$/seq \1 \2/; t; s/^/echo /' | bash
TASKS
cat >"$work/bin/sbatch" <<'SBATCH'
echo sbatch >>"$SUBMITTED"
while [ $# -gt 0 ]; do
    case $1 in
    --array) array=$2; shift ;;
    --wrap) command=$2; shift ;;
    esac
    shift
done
for task in $(bash tasks "$array"); do
    SLURM_ARRAY_TASK_ID=$task bash -c "$command" >/dev/null
done
echo 1
SBATCH
echo true >"$work/bin/squeue"
cat >"$work/bin/hq" <<'HQ'
echo hq >>"$SUBMITTED"
while [ "$1" != -- ]; do
    [ "$1" != --array ] || array=$2
    shift
done
shift
for task in $(bash tasks "$array"); do
    HQ_TASK_ID=$task "$@" >/dev/null
done
HQ
cat >"$work/bin/parallel" <<'PARALLEL'
command=${*: -1}
while read -r task; do
    echo parallel >>"$SUBMITTED"
    bash -c "${command//\{\}/$task}"
done
PARALLEL
sed -i '1i #!/usr/bin/env bash' "$work"/bin/*
chmod +x "$work"/bin/*

fail() {
    echo "$engine: $1"
    [ ! -e "$work/err" ] || cat "$work/err"
    exit 1
}
# Runs the engine's script; sets code to its exit code and out to its output.
script() {
    rm -f "$SUBMITTED"
    code=0
    out=$("$here/$engine.sh" "$@" 2>"$work/err") || code=$?
}
files() { find "$1" -name '*.journal*' -exec md5sum {} + | sort; }

for engine in parallel slurm hyperqueue; do
    dir=$work/$engine
    script "$dir" 3 tours 5x5 --method search
    [ "$code" = 0 ] && grep -q 'directed 1,728' <<<"$out" || fail "an empty folder: $code $out"

    # Complete: another question, method or plan is refused, and nothing is changed.
    before=$(files "$dir")
    for question in "tours 5x6 --method search" "tours 5x5 --closed" \
        "tours 5x5 --method search --split 50" "queens 8"; do
        # shellcheck disable=SC2086
        script "$dir" 3 $question
        [ "$code" = 4 ] || fail "$question on the folder of another ends with $code: $out"
        [ -z "$out" ] || fail "$question on the folder of another prints $out"
        grep -q 'tours open knight 5x5' "$work/err" || fail "the question of the folder is not shown"
        [ ! -e "$SUBMITTED" ] || fail "$question was submitted to the folder of another"
        [ "$(files "$dir")" = "$before" ] || fail "$question changed the folder of another"
    done
    script "$dir" 3 tours 5x5 --method search
    [ "$code" = 0 ] && [ ! -e "$SUBMITTED" ] || fail "a finished folder was submitted again"

    # Incomplete: likewise.
    rm "$(find "$dir" -name 'shard-1-of-3*' -print -quit)"
    script "$dir" 3 tours 5x6 --method search
    [ "$code" = 4 ] && [ ! -e "$SUBMITTED" ] || fail "another question changed the folder: $code"
    # The program itself refuses any shard of another question.
    if "$CAVALCADE" tours 5x6 --method search --shard 1/3 --journal "$dir" -q 2>"$work/err"; then
        fail "a shard of another question was added"
    fi
    script "$dir" 3 tours 5x5 --method search
    [ "$code" = 0 ] && grep -q 'directed 1,728' <<<"$out" || fail "the folder was not resumed: $code $out"

    # The disk was full when the first journals were created.
    full=$work/full-$engine
    mkdir "$full"
    : >"$full/shard-0-of-3.host-1-1.journal.part"
    printf cavalc >"$full/shard-1-of-3.host-2-1.journal.part"
    [ "$("$here/todo.sh" "$full" 3)" = 0-2 ] || fail "journals without a line count as begun"
    script "$full" 3 tours 5x5 --method search
    [ "$code" = 0 ] && grep -q 'directed 1,728' <<<"$out" || fail "after a full disk: $code $out"

    # A question without tours has no units.
    script "$work/none-$engine" 3 tours 5x5 --closed
    [ "$code" = 0 ] && grep -q 'undirected 0' <<<"$out" || fail "a question without units: $code $out"
done

# A damaged journal gives its exit code, with a question and without.
engine=todo.sh
mapfile -t journals < <(grep -l '^unit' "$work"/slurm/*.journal)
journal=${journals[0]}
sed -i '/^unit/s/search/s?arch/' "$journal"
for question in "" "tours 5x5 --method search"; do
    code=0
    # shellcheck disable=SC2086
    "$here/todo.sh" "$work/slurm" 3 $question >/dev/null 2>"$work/err" || code=$?
    [ "$code" = 4 ] || fail "a damaged journal ends with $code"
done
echo "folders: empty, begun, finished, of another question, after a full disk, without units"
