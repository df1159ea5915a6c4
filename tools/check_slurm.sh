#!/bin/bash
# experiments/slurm_*.sh in a real Slurm: its controller and three nodes, each a slurmd with a host name of its own, on this machine and out of its way (own key,
# ports, folders). Usage: tools/check_slurm.sh PROGRAM [SECONDS] (60: that a training takes with one thread; fewer on a busy machine). A training over two nodes comes
# to its time limit: USR1, a checkpoint, requeued, the bytes of an undisturbed run; so does an array over a grid; and a node dies. Needs root and Debian's slurm-wlm and
# munge; says what is missing and ends well without. Takes about six minutes. Prints "slurm: N passed, N failed".
set -u
CDPATH='' cd "$(dirname "$0")/.." || exit
program=$(realpath "${1:-build/treeformer}") seconds=${2:-60}
skip() { echo "slurm: not tested: $1"; [ "${failed:-0}" -eq 0 ]; exit; }
[ "$(id -u)" -eq 0 ] || skip "needs root"
for tool in slurmctld slurmd sbatch munged mpirun unshare; do command -v $tool >/dev/null || skip "no $tool"; done
"$program" version | grep -q '^MPI *not in' && skip "the program is built without MPI"
work=$(mktemp -d) passed=0 failed=0 daemons=()
mkdir -p "$work/repository/build" && ln -s "$program" "$work/repository/build/treeformer" # where the scripts look for it
export SLURM_CONF=$work/slurm.conf TREEFORMER_CACHE=$work/cache LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
unset TREEFORMER_DATA TREEFORMER_ISA OPENBLAS_CORETYPE
cleanup() {
    scancel --full --signal=KILL -n treeformer 2>/dev/null
    sleep 1
    kill "${daemons[@]}" 2>/dev/null
    sleep 2
    kill -9 "${daemons[@]}" 2>/dev/null
    rm -rf "$work"
}
trap cleanup EXIT
check() { # name command...
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then passed=$((passed + 1)) && echo "ok    $name"; else failed=$((failed + 1)) && echo "FAIL  $name" && head -5 "$work/log"; fi
}

# ---- a cluster of three nodes ----

head -c 1024 /dev/urandom >"$work/munge.key" && chmod 400 "$work/munge.key"
chmod 755 "$work"
mkdir "$work/state" "$work"/tmp-n{1,2,3}
cat >"$SLURM_CONF" <<CONF
ClusterName=check
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
SlurmctldPort=17100
AuthType=auth/munge
AuthInfo=socket=$work/munge.sock,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
ReturnToService=2
SlurmdTimeout=10
OverTimeLimit=1
KillWait=10
TmpFS=$work/tmp-%n
NodeName=n1 NodeAddr=127.0.0.1 Port=17101 CPUs=2
NodeName=n2 NodeAddr=127.0.0.1 Port=17102 CPUs=2
NodeName=n3 NodeAddr=127.0.0.1 Port=17103 CPUs=2
PartitionName=all Nodes=ALL Default=YES
CONF
daemon() { # log command...
    local log=$1
    shift
    "$@" >"$work/$log" 2>&1 &
    daemons+=($!)
}
daemon munged munged --force --foreground --socket="$work/munge.sock" --key-file="$work/munge.key" --pid-file="$work/munge.pid" --log-file="$work/munge.log" --seed-file="$work/munge.seed"
for ((i = 0; i < 100; i++)); do [ -S "$work/munge.sock" ] && break || sleep 0.1; done
daemon ctld slurmctld -D
declare -A node
start_node() { # name
    daemon "$1.out" unshare --uts sh -c 'hostname "$1" && exec slurmd -D -N "$1"' - "$1"
    node[$1]=$!
}
for n in n1 n2 n3; do start_node $n; done
for ((i = 0; i < 300; i++)); do [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -eq 3 ] && break || sleep 0.1; done
[ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -eq 3 ] || skip "its nodes do not come up: $(tail -qn 1 "$work"/ctld "$work"/n?.out | head -1)"
echo "slurm: $(sinfo --version), $("$program" version | sed -n 's/^MPI *//p'), 3 nodes"

state_of() { scontrol show job "$1" 2>/dev/null | sed -nE 's/.*JobState=([A-Z]+).*/\1/p' | sort -u | paste -sd' '; }
ended() { # seconds job: whether it comes to its end, whatever that is, and stays there: a job that is queued again goes through other states
    local until=$((SECONDS + $1)) quiet=0
    while [ $SECONDS -lt $until ] && [ $quiet -lt 5 ]; do
        case "$(state_of "$2")" in '' | *PENDING* | *RUNNING* | *COMPLETING* | *REQUEUE*) quiet=0 ;; *) quiet=$((quiet + 1)) ;; esac
        sleep 1
    done
    [ $quiet -eq 5 ]
}
restarts() { # job: how often it was requeued
     scontrol show job "$1" | sed -nE 's/.*Restarts=([0-9]+).*/\1/p' | sort -n | tail -1
}

# A training of so many seconds on one core that signals find it at work.
spec() { # steps seeds
    sed -E "s/layers: 1, dim: 16/layers: 2, dim: 128/; s/steps: 30, batch: 8/shards: 4, steps: $1, batch: 64/; s/eval_every: 10/eval_every: 100/; s/checkpoint_every: 5/checkpoint_every: 20/; s/log_every: 5/log_every: 20/; s/seeds:.*/seeds: [$2]/" tests/data/tiny.yaml
}
spec 100 1 >"$work/short.yaml"
from=$(date +%s%N)
"$program" lra "$work/short.yaml" --quiet --no-plot --threads 1 --out "$work/short" >/dev/null 2>&1
ms=$((($(date +%s%N) - from) / 1000000 + 1)) steps=20
while [ $((steps * ms / 100)) -lt $((seconds * 1000)) ]; do steps=$((steps + 20)); done
spec $steps 1,2 >"$work/grid.yaml"
spec $steps 1 >"$work/one.yaml"
"$program" lra "$work/grid.yaml" --quiet --no-plot --threads 2 --out "$work/whole" >/dev/null 2>"$work/err" || { echo "FAIL  no training: $(tail -1 "$work/err")"; exit 1; }
same() { # folder seeds...
    local f dir=$1 s
    shift
    for s in "$@"; do
        for f in "$work/whole/runs/listops-transformer-s$s"/{metrics.csv,right.csv,*.safetensors}; do cmp "$f" "$dir/runs/listops-transformer-s$s/${f##*/}" || return; done
    done
}
begins() { # folder: waits for a checkpoint
    for ((i = 0; i < 600; i++)); do ls "$1"/runs/*/checkpoint-*.safetensors >/dev/null 2>&1 && return || sleep 0.1; done
}
submit=(sbatch --parsable --chdir="$work/repository" --cpus-per-task=1 --mem=0)

# srun starts ranks itself where Slurm speaks PMIx.
if srun --mpi=list 2>&1 | grep -q pmix && "$program" version | grep -q '^MPI *Open MPI'; then
    srun --mpi=pmix -N 2 -n 2 "$program" lra "$work/short.yaml" --quiet --no-plot --threads 1 --out "$work/srun" >/dev/null 2>"$work/err"
    check "srun: exit code" test $? -eq 0
    check "srun: two ranks" grep -q ',2,[0-9.]*$' "$work"/srun/runs/*/timing.csv
    check "srun: the bytes of one rank" cmp "$work/short/metrics.csv" "$work/srun/metrics.csv"
fi

# Two nodes until the time limit (Slurm looks every 30 s), as often as it takes.
id=$("${submit[@]}" --nodes=2 --time=1 --signal=B:USR1@50 --output="$work/ranks.out" experiments/slurm_ranks.sh lra "$work/one.yaml" "$work/ranks")
check "slurm_ranks: comes to its end" ended 600 "$id"
# Of a job that failed: what Slurm and the job itself say.
completed() { # job output
    [ "$(state_of "$1")" = COMPLETED ] && return
    scontrol show job "$1" | grep -oE '(JobState|Reason|Restarts|ExitCode)=[^ ]*' | paste -sd' '
    grep -E '^(treeformer|slurmstepd|mpirun)' "$2" | tail -n 8
    return 1
}
check "slurm_ranks: completed" completed "$id" "$work/ranks.out"
check "slurm_ranks: USR1 before the limit, requeued $(restarts "$id") times" test "$(grep -c 'treeformer: interrupted' "$work/ranks.out")" -ge 1 -a "$(restarts "$id")" -ge 1
check "slurm_ranks: the bytes of one rank" same "$work/ranks" 1

# Preempted (TERM), then a node dies: everything on it is killed, and the job goes on elsewhere.
id=$("${submit[@]}" --nodes=2 --time=30 --output="$work/node.out" experiments/slurm_ranks.sh lra "$work/one.yaml" "$work/node")
begins "$work/node"
scancel --batch --signal=TERM "$id"
interrupted() { for ((i = 0; i < 200; i++)); do grep -q "treeformer: interrupted" "$1" && return || sleep 0.1; done; return 1; }
check "slurm_ranks: TERM, a checkpoint, requeued" interrupted "$work/node.out"
for ((i = 0; i < 240; i++)); do [ "$(state_of "$id")" = RUNNING ] && [ "$(restarts "$id")" -eq 1 ] && break || sleep 0.5; done
sleep 5
dead=$(scontrol show hostnames "$(squeue -h -j "$id" -o %N)" | tail -1) # the batch script is on the first
space=$(readlink "/proc/${node[${dead:-n2}]}/ns/uts")
for p in /proc/[0-9]*; do
    if [ -n "$space" ] && [ "$(readlink "$p/ns/uts" 2>/dev/null)" = "$space" ]; then kill -9 "${p#/proc/}"; fi
done
check "a node that died: the job comes to its end" ended 600 "$id"
check "a node that died: completed" completed "$id" "$work/node.out"
check "a node that died: requeued $(restarts "$id") times" test "$(restarts "$id")" -ge 2
check "a node that died: Slurm saw it" grep -q "Nodes $dead not responding" "$work/ctld.log"
check "a node that died: the bytes of one rank" same "$work/node" 1
start_node "${dead:-n2}"

# An array of two tasks over a grid of two runs.
id=$("${submit[@]}" --array=0-1 --time=1 --signal=USR1@50 --output="$work/array-%a.out" experiments/slurm_array.sh "$work/grid.yaml" "$work/array")
check "slurm_array: comes to its end" ended 600 "$id"
check "slurm_array: completed" completed "$id" "$work/array-0.out"
check "slurm_array: USR1 before the limit, requeued" test "$(cat "$work"/array-*.out | grep -c 'treeformer: interrupted')" -ge 1 -a "$(restarts "$id")" -ge 1
check "slurm_array: both runs, the bytes of one process" same "$work/array" 1 2
echo "slurm: $passed passed, $failed failed"
[ $failed -eq 0 ]
