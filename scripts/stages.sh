# Sourced by the check scripts. stage NAME COMMAND… runs a command and prints its seconds.
stage() {
    local name=$1 began=$SECONDS
    shift
    echo "== $name"
    "$@"
    echo "== $name: $((SECONDS - began)) s"
}
