# Networks of their own for the nodes of tools/with-cluster; read by it, not run.
#
# Everything is in a network namespace that ends with its processes: a bridge, and a pair of
# devices to the namespace of each node, which a sleeping process holds open. Addresses of
# devices are written down everywhere, so that nobody has to ask for them: what is sent to a
# node that is cut off is lost without a word, as by a cable that was pulled.
# shellcheck shell=sh

subnet=10.86.0

# Where node N listens, and the network that its server is to be in.
address() {
    if [ $network = yes ]; then echo "$subnet.$1"; else echo 127.0.0.1; fi
}

network_of() {
    [ $network = no ] || echo "/proc/$(cat "$dir/network$1")/ns/net"
}

# Can they be had here? Prints why not.
networks_refused() {
    for program in ip bridge unshare nsenter; do
        command -v $program >/dev/null || { echo "there is no $program (package iproute2, util-linux)"; return 0; }
    done
    if unshare --net ip link add probe type bridge >/dev/null 2>&1; then return 1; fi
    echo "network namespaces need root and a kernel with bridges"
}

device() {
    printf '02:00:00:00:86:%02x' "$1"
}

# The side of COMMAND is number 254.
networks_create() {
    ip link set lo up
    ip link add laatta address "$(device 254)" type bridge
    ip addr add $subnet.254/24 dev laatta
    ip link set laatta up
    for n in 1 2 3; do
        unshare --net sleep infinity </dev/null >/dev/null 2>&1 3>&- &
        echo $! >"$dir/network$n"
        tries=0
        while [ "$(readlink "/proc/$!/ns/net")" = "$(readlink /proc/self/ns/net)" ]; do
            tries=$((tries + 1))
            [ $tries -lt 600 ] || return 1
            sleep 0.05
        done
        ip link add "node$n" type veth peer name net0 address "$(device $n)" netns $!
        ip link set "node$n" master laatta up
        ip neigh add $subnet.$n lladdr "$(device $n)" nud permanent dev laatta
        in_network $n ip link set lo up
        in_network $n ip addr add $subnet.$n/24 dev net0
        in_network $n ip link set net0 up
        for other in 1 2 3 254; do
            [ $other = $n ] || in_network $n ip neigh add $subnet.$other lladdr "$(device $other)" nud permanent dev net0
        done
    done
}

# in_network N COMMAND...: runs it where node N is.
in_network() {
    holder=$(cat "$dir/network$1")
    shift
    nsenter --net="/proc/$holder/ns/net" "$@"
}

networks_remove() {
    for n in 1 2 3; do
        holder=$(cat "$dir/network$n" 2>/dev/null) || continue
        kill "$holder" 2>/dev/null || true
    done
}

# A port of the bridge that is switched off drops whatever comes, on both sides.
network_cut() {
    bridge link set dev "node$1" state disabled
    touch "$dir/$1/cut"
}

network_heal() {
    bridge link set dev "node$1" state forwarding
    rm -f "$dir/$1/cut"
}
