#!/bin/bash
# What several ranks cost on one machine. Usage: tests/bench/ranks.sh PROGRAM PROGRAM-WITHOUT-MPI [REPEATS]. Two ranks of one thread beside one rank of two threads, and the
# build without MPI beside that with it: runs in turn, A B A B, the median of a step's time over all of a side's runs, and the ratio. Then the memory of a rank
# of 1, 2 and 4 that have a shard each: only the moments' part depends on their number. Models: small ListOps (n = 2,048) and BERT-Base (8 sequences of 512).
set -u
cd "$(dirname "$0")/../.." || exit
program=$(realpath "${1:-build/treeformer}") plain=$(realpath "${2:-build-nompi/treeformer}") repeats=${3:-2} parts=${4:-listops build bert memory}
. tests/launcher.sh
[ ${#mpirun[@]} -gt 0 ] || { echo "bench: no MPI here"; exit 0; }
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) # a checkpoint of BERT-Base has 1.3 GB
trap 'rm -rf "$work"' EXIT
export TREEFORMER_CACHE=$work/cache LC_ALL=C
unset TREEFORMER_ISA OPENBLAS_CORETYPE
if ldd "$plain" | grep -qi mpi; then echo "bench: $plain is linked with MPI" && exit 1; fi

common=(--quiet --no-plot --set train.eval_limit=1 --set train.test_limit=1 --set train.keep=1)
listops=(lra experiments/lra/small/listops.yaml "${common[@]}" --set attention.name=transformer --seed 1 --set task.train=256 --set task.valid=8 --set task.test=8 --set train.shards=8
    --set train.steps=20 --set train.checkpoint_every=4 --set train.eval_every=20)
awk 'BEGIN { print "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]"; for (i = 5; i < 30522; i++) print "w" i }' >"$work/vocab.txt"
mkdir -p "$work/corpus" "$work/bert-vocab" && mv "$work/vocab.txt" "$work/bert-vocab/"
awk 'BEGIN { srand(1); for (i = 0; i < 1200; i++) { for (k = 0; k < 40; k++) printf "w%d ", 5 + int(rand() * 30517); print "\n" } }' >"$work/corpus/a.txt"
bert=(pretrain experiments/bert/base/pretrain.yaml "${common[@]}" --data "$work" --set task.unit=block --set task.valid=4 --set task.test=4 --set train.accumulate=1 --set train.checkpoint_every=1)

# Times of a step, one per row of timing.csv but the first.
run() { # file-for-times command...
    local out=$1
    shift
    rm -rf "$work/out"
    "$@" --out "$work/out" >/dev/null 2>"$work/err" || { echo "bench: $*: $(tail -1 "$work/err")" && exit 1; }
    awk -F, 'NR > 2 && $1 > step { printf "%.6f\n", ($2 - time) / ($1 - step) } { time = $2; step = $1 }' "$work"/out/runs/*/timing.csv >>"$out"
    tail -n 1 "$work"/out/runs/*/timing.csv | cut -d, -f9 >"$out.comm"
}
median() { sort -g "$1" | awk '{ x[NR] = $1 } END { print NR % 2 ? x[(NR + 1) / 2] : (x[NR / 2] + x[NR / 2 + 1]) / 2 }'; }
compare() { # words, what A and B are
    awk -v a="$(median "$work/a")" -v b="$(median "$work/b")" -v n="$(wc -l <"$work/a")" -v c="$(cat "$work/b.comm")" -v what="$1" -v comm="${2:-}" \
        'BEGIN { printf "%s: %.4f s and %.4f s a step (medians of %d), speed of the second %.3f of the first%s\n", what, a, b, n, a / b, comm ? sprintf("; communication %s %%", c) : "" }'
    rm -f "$work/a" "$work/b"
}
two() { # words, arguments of a training: a rank of two threads, two ranks of one
    local what=$1
    shift
    for ((k = 0; k < repeats; k++)); do
        run "$work/a" "$program" "$@" --threads 2
        run "$work/b" "${mpirun[@]}" -np 2 "$program" "$@" --threads 1
    done
    compare "$what, 1 rank x 2 threads and 2 ranks x 1 thread" yes
}
for part in $parts; do
    case $part in
    listops) two 'small ListOps' "${listops[@]}" ;;
    bert) two 'BERT-Base' "${bert[@]}" --set train.batch=8 --set train.shards=2 --set train.steps=3 --set train.eval_every=3 ;;
    build)
        for ((k = 0; k < repeats; k++)); do
            run "$work/a" "$program" "${listops[@]}" --threads 2
            run "$work/b" "$plain" "${listops[@]}" --threads 2
        done
        compare 'small ListOps, with MPI and without it' ;;
    memory)
        for n in 1 2 4; do
            rm -rf "$work/out"
            "${mpirun[@]}" -np $n bash -c '"$@" >/dev/null 2>&1 & p=$!; while [ -r /proc/$p/status ] && kill -0 $p; do m=$(sed -n "s/^VmHWM: *//p" /proc/$p/status); [ -z "$m" ] || last=$m; sleep 0.2; done 2>/dev/null
                echo "$last"' - "$program" "${bert[@]}" --set task.max_length=64 --set train.batch=$n --set train.shards=$n --set train.steps=1 --set train.eval_every=1 --threads 1 --out "$work/out" >"$work/peaks"
            awk -v n=$n -v own="$(tail -n 1 "$work"/out/runs/*/timing.csv | cut -d, -f6)" '{ x = $1 / 1024; if (!low || x < low) low = x; if (x > high) high = x }
                END { printf "BERT-Base, %d ranks of one shard: %.0f MiB accounted on rank 0; the system counts %.0f to %.0f MiB a rank\n", n, own / 1048576, low, high }' "$work/peaks"
        done ;;
    esac
done
