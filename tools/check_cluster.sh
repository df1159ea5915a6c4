#!/bin/bash
# Ranks on several hosts, for real: network namespaces joined by veth pairs and a bridge, ranks that talk over TCP, links shaped by tc's token bucket. Usage:
# tools/check_cluster.sh PROGRAM [HOSTS] (2 to 4). Compares bytes with one rank; kills a rank; cuts a link for a while; holds the predicted
# time of the exchange against a link of 1 Gbit/s. Needs root, Open MPI, ip and tc; says what is missing and ends well without. Prints "cluster: N passed, N failed".
set -u
CDPATH='' cd "$(dirname "$0")/.." || exit
program=$(realpath "${1:-build/treeformer}") hosts=${2:-4}
skip() { echo "cluster: not tested: $1"; [ "${failed:-0}" -eq 0 ]; exit; }
[ "$(id -u)" -eq 0 ] || skip "needs root"
for tool in ip tc mpirun unshare; do command -v $tool >/dev/null || skip "no $tool"; done
mpirun=$(command -v mpirun.openmpi || command -v mpirun)
"$program" version | grep -q '^MPI *Open MPI' || skip "the program is not built with Open MPI"
work=$(mktemp -d) tag=tf$$ passed=0 failed=0
export TREEFORMER_CACHE=$work/cache LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
cleanup() {
    for ((h = 1; h <= hosts; h++)); do ip netns del "$tag-$h" 2>/dev/null; done
    ip netns del "$tag-sw" 2>/dev/null
    rm -rf "$work"
}
trap cleanup EXIT
check() { # name command...
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then passed=$((passed + 1)) && echo "ok    $name"; else failed=$((failed + 1)) && echo "FAIL  $name" && head -5 "$work/log"; fi
}

# A switch in a namespace of its own, and a cable from each host to it.
ip netns add "$tag-sw" 2>/dev/null || skip "no network namespaces"
ip netns exec "$tag-sw" ip link add br0 type bridge && ip netns exec "$tag-sw" ip link set br0 up || skip "no bridge"
list=
for ((h = 1; h <= hosts; h++)); do
    ip netns add "$tag-$h"
    ip link add "e$h" netns "$tag-$h" type veth peer name "p$h" netns "$tag-sw" || skip "no veth pairs"
    ip netns exec "$tag-sw" ip link set "p$h" master br0 up
    ip netns exec "$tag-$h" ip addr add "10.77.0.$h/24" dev "e$h"
    ip netns exec "$tag-$h" ip link set "e$h" up
    ip netns exec "$tag-$h" ip link set lo up
    list=$list${list:+,}10.77.0.$h:1
done
cat >"$work/agent" <<AGENT
#!/bin/sh
host=\$1
shift
exec ip netns exec $tag-\${host##*.} unshare --uts sh -c "hostname host\${host##*.}; \$*"
AGENT
chmod +x "$work/agent"
shape() { # rate of every cable, in both directions; "": unshaped
    local h burst
    for ((h = 1; h <= hosts; h++)); do
        ip netns exec "$tag-$h" tc qdisc del dev "e$h" root 2>/dev/null
        [ -z "$1" ] || ip netns exec "$tag-$h" tc qdisc add dev "e$h" root tbf rate "$1" burst 256kb latency 50ms || return
    done
}
cluster() { # ranks program arguments...
    local n=$1
    shift
    timeout 300 ip netns exec "$tag-1" unshare --uts sh -c 'hostname host1; exec "$@"' - $mpirun --bind-to none --mca plm_rsh_agent "$work/agent" --mca btl tcp,self \
        --mca btl_tcp_if_include 10.77.0.0/24 --mca oob_tcp_if_include 10.77.0.0/24 --mca plm_rsh_no_tree_spawn 1 \
        --host "$(cut -d, -f1-"$n" <<<"$list")" -np "$n" "$@"
}
same() { # folder folder
    local f
    cmp "$1/metrics.csv" "$2/metrics.csv" || return
    for f in $(cd "$1" && find runs -name '*.safetensors'); do cmp "$1/$f" "$2/$f" || return; done
}

run=(lra tests/data/tiny.yaml --set train.shards=8 --set train.steps=100 --set train.clip=0.2 --quiet --no-plot --threads 1)
"$program" "${run[@]}" --out "$work/one" >/dev/null 2>&1
for n in 2 4; do
    [ $n -le "$hosts" ] || continue
    cluster $n "$program" "${run[@]}" --out "$work/hosts-$n" >"$work/err" 2>&1
    check "$n hosts: exit code" test $? -eq 0
    check "$n hosts: the bytes of one rank" same "$work/one" "$work/hosts-$n"
done

# A rank of the second host is killed; the others end; one rank goes on.
start() { # folder steps: in the background, until there is a checkpoint
    rm -rf "$1"
    cluster 2 "$program" "${run[@]}" --set train.steps="$2" --out "$1" >"$work/err" 2>&1 &
    job=$!
    until ls "$1"/runs/*/checkpoint-*.safetensors >/dev/null 2>&1 || ! kill -0 $job 2>/dev/null; do sleep 0.05; done
}
"$program" "${run[@]}" --set train.steps=600 --out "$work/long" >/dev/null 2>&1
start "$work/killed" 600
for pid in $(ip netns pids "$tag-2"); do
    if [ "$(readlink "/proc/$pid/exe")" = "$program" ]; then kill -9 "$pid"; fi
done
from=$SECONDS
wait $job
check "a killed rank: the job fails" test $? -ne 0
check "a killed rank: within 10 s" test $((SECONDS - from)) -le 10
"$program" "${run[@]}" --set train.steps=600 --out "$work/killed" >/dev/null 2>&1
check "a killed rank: one rank goes on, to the same bytes" same "$work/long" "$work/killed"

# A cable is pulled for three seconds: TCP waits, and so do the ranks.
start "$work/cut" 600
ip netns exec "$tag-sw" ip link set p2 down
sleep 3
ip netns exec "$tag-sw" ip link set p2 up
wait $job
check "a link cut for 3 s: goes on" test $? -eq 0
check "a link cut for 3 s: the same bytes" same "$work/long" "$work/cut"

# The exchange of a step. Beside what the wire takes, as docs/scaling.md predicts, the machine itself takes time to pass the bytes (unshaped), at once with it
# or one after the other: between the longer of the two and their sum, within 20 %.
bench=$(dirname "$program")/32/bench_ranks
[ -x "$bench" ] || skip "no $bench: the prediction of times"
exchange() { # hosts gbit: measured and predicted seconds
    cluster "$1" "$bench" 8 "$2" 100 2>/dev/null | sed -nE 's/.* numbers: ([0-9.]+) s; .* predicted ([0-9.]+) s.*/\1 \2/p'
}
within() { awk -v x="$1" -v a="$2" -v b="$3" 'BEGIN { most = a > b ? a : b; exit !(x > 0.8 * most && x < 1.2 * (a + b)) }'; } # measured own wire
for n in 2 4; do
    [ $n -le "$hosts" ] || continue
    shape ''
    read -r own _ <<<"$(exchange $n 1)"
    for rate in 1 10; do
        shape "${rate}gbit" || skip "no tbf"
        read -r measured wire <<<"$(exchange $n $rate)"
        check "$n hosts, $rate Gbit/s: $measured s measured; alone the machine takes $own s, the wire $wire s" within "${measured:-0}" "${own:-0}" "${wire:-0}"
    done
done

# What part of a training's time is communication (docs/scaling.md): a number to read, which a busy machine makes larger.
share=(lra experiments/lra/small/listops.yaml --set attention.name=transformer --seed 1 --set task.train=256 --set task.valid=8 --set task.test=8 --set train.shards=8 --set train.steps=12
    --set train.eval_every=12 --quiet --no-plot --threads 1)
for rate in '' 10gbit 1gbit 100mbit; do
    shape "$rate"
    cluster 2 "$program" "${share[@]}" --out "$work/share-$rate" >/dev/null 2>&1
    echo "      small ListOps, 2 hosts, ${rate:-unshaped}: communication $(tail -qn 1 "$work/share-$rate"/runs/*/timing.csv | cut -d, -f9) % of the time"
done
echo "cluster: $passed passed, $failed failed"
[ $failed -eq 0 ]
