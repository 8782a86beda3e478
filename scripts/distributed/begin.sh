# What the scripts of the engines begin with: sourced with their arguments DIR SHARDS QUESTION…
# Leaves dir, shards, program, the question in "$@", and in todo the shards that still have to run.
# Ends with 4, and with both questions shown, if the journals in DIR are of another question:
# before anything is made, written or submitted.
# CAVALCADE: the program.
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
if [ $# -lt 3 ]; then
    echo "usage: $(basename "$0") DIR SHARDS QUESTION…" >&2
    exit 2
fi
dir=$(realpath -m "$1") shards=$2
shift 2
program=$(command -v "${CAVALCADE:-cavalcade}") || {
    echo "cavalcade is not on the path: install it, or say where it is in CAVALCADE" >&2
    exit 2
}
export CAVALCADE=$program
todo=$("$here/todo.sh" "$dir" "$shards" "$@")
