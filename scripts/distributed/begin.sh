# The common start of the engine scripts, sourced with their arguments DIR SHARDS QUESTION…
# Sets dir, shards, program and todo (the shards that are not complete); "$@" is the question.
# Exits with 4 and shows both questions if the journals in DIR belong to another question, before
# anything is written or submitted. CAVALCADE: the program.
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
if [ $# -lt 3 ]; then
    echo "usage: $(basename "$0") DIR SHARDS QUESTION…" >&2
    exit 2
fi
dir=$(realpath -m "$1") shards=$2
shift 2
program=$(command -v "${CAVALCADE:-cavalcade}") || {
    echo "cavalcade is not in PATH: install it, or set CAVALCADE to the program" >&2
    exit 2
}
export CAVALCADE=$program
todo=$("$here/todo.sh" "$dir" "$shards" "$@")
