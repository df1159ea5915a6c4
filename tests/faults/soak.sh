#!/bin/bash
# A training that is never left alone. Usage: tests/faults/soak.sh PROGRAM SHIM.so [SECONDS] [SEED]. Rounds of one training, resumed until it is done, each on
# a small file system of its own that fills and empties, with little memory, clocks that jump, and SIGSTOP, SIGUSR1, SIGTERM and kill -9 at random
# moments. Every round must end in the bytes of an undisturbed run. Mounting a tmpfs and limiting memory need root; what is not possible is said.
set -u
cd "$(dirname "$0")/../.." || exit
program=$(realpath "$1") seconds=${3:-7200} threads=${SOAK_THREADS:-2}
RANDOM=${4:-1}
work=$(mktemp -d "$([ -w /dev/shm ] && echo /dev/shm || echo /tmp)/tf-soak-XXXXXX") || exit
shim=$work/shim.so # LD_PRELOAD takes no path with a blank
cp "$2" "$shim" || exit
# of either kind of control groups
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then group=/sys/fs/cgroup/tf-soak-$$ limit=memory.high; else group=/sys/fs/cgroup/memory/tf-soak-$$ limit=memory.limit_in_bytes; fi
clean() {
    [ -z "${pid:-}" ] || kill -9 "$pid" 2>/dev/null
    umount -l "$work/disk" 2>/dev/null
    rmdir "$group" 2>/dev/null
    rm -rf "$work"
}
trap clean EXIT
export TREEFORMER_CACHE=$work/cache LC_ALL=C
unset TREEFORMER_DATA TREEFORMER_ISA OPENBLAS_CORETYPE
spec=$work/soak.yaml out=$work/disk/out
sed -E 's/steps: 30/steps: 600/; s/eval_every: 10/eval_every: 50/; s/name: transformer/name: tf-a, height: 2/' tests/data/tiny.yaml >"$spec"
train=("$program" lra "$spec" --quiet --no-plot --threads "$threads" --out)
mkdir "$work/disk"
"${train[@]}" "$work/whole" >/dev/null 2>&1 || { echo "soak: the undisturbed run failed"; exit 1; }
mount -t tmpfs -o size=2m tmpfs "$work/disk" 2>/dev/null && disk=1 || { disk=0 && echo "soak: no tmpfs here, so no full disk"; }
mkdir "$group" 2>/dev/null && [ -e "$group/$limit" ] && echo 64M >"$group/$limit" && memory=1 || { memory=0 && echo "soak: no control group here, so no memory pressure"; }

exec 2>/dev/null # where bash would say "Killed"
large() { echo $((RANDOM * 32768 + RANDOM)); }
rounds=0 wrong=0 kills=0 stops=0 signals=0 full=0 starts=0 refused=0 bad_exit=0 early=0
begin=$SECONDS
while [ $((SECONDS - begin)) -lt "$seconds" ]; do
    rm -rf "$out"
    for ((try = 0; try < 10000; try++)); do
        rm -f "$work/disk/filler"
        starts=$((starts + 1))
        env LD_PRELOAD="$shim" SHIM=clock:"$(large)" "${train[@]}" "$out" >/dev/null 2>"$work/err" &
        pid=$!
        [ $memory = 0 ] || echo $pid >"$group/cgroup.procs" 2>/dev/null
        while kill -0 $pid 2>/dev/null; do
            if [ $((SECONDS - begin)) -ge "$seconds" ]; then # to the end in peace
                rm -f "$work/disk/filler"
                break
            fi
            sleep "0.$(printf '%03d' $((RANDOM % 700 + 20)))"
            case $((RANDOM % 9)) in
            0 | 1) kill -STOP $pid 2>/dev/null && stops=$((stops + 1)) && sleep "0.$((RANDOM % 9))" && kill -CONT $pid 2>/dev/null ;;
            2) kill -USR1 $pid 2>/dev/null && signals=$((signals + 1)) ;;
            3) kill -TERM $pid 2>/dev/null && signals=$((signals + 1)) ;;
            4) kill -KILL $pid 2>/dev/null && kills=$((kills + 1)) ;;
            5) [ $disk = 0 ] || { dd if=/dev/zero of="$work/disk/filler" bs=64k 2>/dev/null; full=$((full + 1)); } ;;
            6) rm -f "$work/disk/filler" ;;
            esac
        done
        wait $pid 2>/dev/null
        rc=$?
        pid=
        [ $rc -ne 0 ] || break
        case $rc in
        4) refused=$((refused + 1)) ;;
        130 | 137) ;;
        138 | 143) early=$((early + 1)) ;; # the signal came before the program had begun
        *) bad_exit=$((bad_exit + 1)) && echo "FAIL  exit code $rc: $(head -1 "$work/err")" ;;
        esac
    done
    # a warning may stand for a joined table that a full disk did not take: once more, in peace
    rm -f "$work/disk/filler"
    "${train[@]}" "$out" >/dev/null 2>&1
    rounds=$((rounds + 1))
    if ! cmp -s "$work/whole/metrics.csv" "$out/metrics.csv" || ! cmp -s "$work/whole/"runs/*/best.safetensors "$out/"runs/*/best.safetensors; then
        wrong=$((wrong + 1)) && echo "FAIL  round $rounds: other bytes"
    fi
    [ -z "$(find "$out" -name '*.tmp-*')" ] || { wrong=$((wrong + 1)) && echo "FAIL  round $rounds: temporary files are left"; }
done
echo "soak: $((SECONDS - begin)) s, $rounds trainings in $starts starts; $kills kills, $stops stops, $signals signals, $full full disks, $refused exits with code 4, $early signals before main"
echo "soak: $wrong rounds with other bytes, $bad_exit wrong exit codes"
[ $((wrong + bad_exit)) -eq 0 ]
