# What tools/with-server and tools/with-cluster share; read by them, not run.
# shellcheck shell=sh

# shellcheck disable=SC2034  # used by who reads this
password='p@ss/w%rd: 1' # every sort of sign that a URL has to write as %XX
# shellcheck disable=SC2034
in_url='p%40ss%2Fw%25rd%3a%201'

# Becomes COMMAND, as the server's $user, in the network $inside if there is one; call it in
# a shell of its own.
as_server() {
    [ "$(id -u)" != 0 ] || set -- setpriv --reuid="$user" --regid="$user" --init-groups -- "$@"
    [ -z "${inside-}" ] || set -- nsenter --net="$inside" -- "$@"
    exec "$@"
}

# The last of Debian's PostgreSQL versions, else the one of the path.
find_postgres() {
    for bin in "$(dirname "$(command -v postgres || echo /none/x)")" /usr/lib/postgresql/*/bin; do
        if [ -x "$bin/postgres" ] && [ -x "$bin/psql" ]; then found=$bin; fi
    done
    echo "${found:?no PostgreSQL server is installed}"
}

# A port below those that the system gives to others; it may be taken.
random_port() {
    echo $((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
}

# Kills the server of directory $1, whose process is in $1/pid. A server is a process
# with children; stopped first, it makes no new ones. Dead ones may stay in the table of
# processes until their parent has looked: PostgreSQL would take that for a server that
# lives.
kill_server() {
    pid=$(cat "$1/pid" 2>/dev/null) || return 0
    rm -f "$1/pid"
    kill -STOP "$pid" 2>/dev/null || return 0
    all="$pid $(cat "/proc/$pid/task/$pid/children" 2>/dev/null || true)"
    # shellcheck disable=SC2086  # a list of words is meant
    kill -KILL $all 2>/dev/null || true
    for one in $all; do
        while grep -qs '^State:.[^ZX]' "/proc/$one/status"; do sleep 0.02; done
    done
    rm -f "$1/data/postmaster.pid"
}

# Sends signal $1 to the server of directory $2 and all its processes.
signal_server() {
    pid=$(cat "$2/pid")
    [ "$1" = CONT ] || kill -"$1" "$pid"
    # shellcheck disable=SC2046
    kill -"$1" $(cat "/proc/$pid/task/$pid/children") "$pid" 2>/dev/null || true
}

# Runs "$@" in the background, for a shell hears signals only while it waits, and ends
# with its status; end_child, from a trap, ends it.
child=
run_child() {
    exec 3<&0
    "$@" <&3 3<&- &
    child=$!
    status=0
    wait $child || status=$?
    child=
    exit $status
}
end_child() {
    if [ -n "$child" ] && kill "$child" 2>/dev/null; then wait "$child" || true; fi
}
