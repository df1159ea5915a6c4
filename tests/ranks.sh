#!/bin/bash
# Kills of ranks by the hundred. Usage: tests/ranks.sh PROGRAM [KILLS [SEED]]. A run is started on 1, 2, 4 or 8 ranks of 1 or 2 threads, drawn with a fixed seed; kill -9 strikes
# one of them at a random moment, and the next start, on another number of ranks, goes on from what is left. Every run's files must be those of an undisturbed
# run of one rank. Needs Open MPI or MPICH. Prints what fails and "ranks: N kills (...), N runs, N failed; ...".
set -u
cd "$(dirname "$0")/.." || exit
program=$(realpath "${1:-build/treeformer}") kills=${2:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TREEFORMER_CACHE=$work/cache LC_ALL=C
unset TREEFORMER_DATA TREEFORMER_ISA OPENBLAS_CORETYPE
. tests/launcher.sh
if [ ${#mpirun[@]} -eq 0 ]; then echo "ranks: no MPI here"; exit 0; fi
RANDOM=${3:-1}
corpus=$work/data/corpus
mkdir -p "$corpus" "$work/data/bert-vocab"
printf '%s\n' '[PAD]' '[UNK]' '[CLS]' '[SEP]' '[MASK]' a b c d e f g h i j >"$work/data/bert-vocab/vocab.txt"
for i in {1..60}; do echo "a b c d e f g h i j a c e g i b d f h j a b a b"; echo; done >"$corpus/a.txt"
grow='bootstrap: {from_height: 1, to_height: 3, total_steps: 120}, '
# The mechanism, and what else is set; the gradient is always clipped. The last is BERT, whose trees grow.
kinds=('transformer|accumulate: 2, ' 'tf-a, height: 2|' 'tf-a, height: 2, teach: mass|accumulate: 2, ' 'tc-a, height: 2|' 'performer, features: 8, redraw: 3|'
    'routing, clusters: 2|' "tf-a|$grow" 'transformer|optimizer: muon, ema: 0.9, ' "tf-a|accumulate: 2, $grow")
bert=$((${#kinds[@]} - 1))
spec() { # number of the kind: its spec
    sed -E "s/name: transformer/name: ${kinds[$1]%|*}/; s/^train: [{]/&${kinds[$1]#*|}shards: 8, clip: 0.2, /; s/steps: 30/steps: 120/; s/checkpoint_every: 5/checkpoint_every: 3/" tests/data/tiny.yaml |
        if [ "$1" -eq $bert ]; then sed -E 's/^task:.*/task: {name: corpus, unit: block, max_length: 32, valid: 16, test: 16}/; s/^model:.*/model: {layers: 2, dim: 16, heads: 2, mlp_dim: 32, norm: post, pool: first, pooler: true, segments: 2, positions: 32, embed_norm: true, classifier_dim: 0}/'; else cat; fi
}
long=(--quiet --no-plot --data "$work/data")
struck=0 runs=0 failed=0 stuck=0 n=0
alive() { # whether one of the ranks is
    local pid
    for pid in $(cat "$work"/pid.* 2>/dev/null); do
        if grep -q '^State:[^Z]*$' "/proc/$pid/status" 2>/dev/null; then return 0; fi
    done
    return 1
}
declare -A of=([1]=0 [2]=0 [4]=0 [8]=0)
while [ $struck -lt "$kills" ]; do
    m=$((runs % ${#kinds[@]})) dir=$work/run-$runs command=lra
    [ $m -ne $bert ] || command=pretrain
    spec $m >"$work/$m.yaml"
    if [ ! -d "$work/whole-$m" ] && ! "$program" $command "$work/$m.yaml" "${long[@]}" --threads 1 --out "$work/whole-$m" >/dev/null 2>"$work/err"; then
        echo "FAIL  ${kinds[m]}: $(tail -1 "$work/err")"
        exit 1
    fi
    for ((start = 0; start < 8; start++)); do # then to the end
        last=$n
        while [ $n -eq $last ]; do n=$((1 << RANDOM % 4)); done
        threads=$((1 + RANDOM % 2))
        rm -f "$work"/pid.*
        "${mpirun[@]}" -np $n bash -c 'echo $$ >"$1/pid.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"; shift; exec "$@"' - "$work" \
            "$program" $command "$work/$m.yaml" "${long[@]}" --threads $threads --out "$dir" >/dev/null 2>&1 &
        job=$!
        until [ "$(ls "$work"/pid.* 2>/dev/null | wc -l)" -eq $n ] || ! kill -0 $job 2>/dev/null; do sleep 0.02; done
        wait_ms=$((RANDOM % (300 * n + 300)))
        sleep "$((wait_ms / 1000)).$(printf %03d $((wait_ms % 1000)))"
        victim=$(cat "$work/pid.$((RANDOM % n))" 2>/dev/null)
        if kill -0 $job 2>/dev/null && kill -9 "${victim:-x}" 2>/dev/null; then struck=$((struck + 1)) of[$n]=$((of[$n] + 1)); fi
        # Ten seconds for the ranks, and ten for the launcher: that of Open MPI 4.1 with PMIx 4.2 may wait for ever for a lock of its own.
        for ((since = 0; since < 200; since++)); do alive || break; sleep 0.05; done
        if alive; then echo "FAIL  run $runs, start $start: ranks are there 10 s after the kill" && failed=$((failed + 1)); fi
        for ((since = 0; since < 200; since++)); do kill -0 $job 2>/dev/null || break; sleep 0.05; done
        if kill -9 $job 2>/dev/null; then stuck=$((stuck + 1)); fi
        wait $job 2>/dev/null
        if [ -n "$(ls "$dir/rows" 2>/dev/null)" ]; then break; fi
    done
    case $n in
    1) "${mpirun[@]}" -np 4 "$program" $command "$work/$m.yaml" "${long[@]}" --threads 1 --out "$dir" >/dev/null 2>"$work/err" ;;
    *) "$program" $command "$work/$m.yaml" "${long[@]}" --threads 2 --out "$dir" >/dev/null 2>"$work/err" ;;
    esac
    code=$? bad=
    [ $code -eq 0 ] || bad="exit code $code: $(head -1 "$work/err")"
    [ -n "$bad" ] || cmp -s "$work/whole-$m/metrics.csv" "$dir/metrics.csv" || bad='other metrics'
    for f in $(cd "$work/whole-$m" && find runs -name '*.safetensors'); do
        [ -n "$bad" ] || cmp -s "$work/whole-$m/$f" "$dir/$f" || bad="another $f"
    done
    if [ -n "$bad" ]; then failed=$((failed + 1)) && echo "FAIL  run $runs (${kinds[m]}): $bad"; else rm -rf "$dir"; fi
    runs=$((runs + 1))
done
echo "ranks: $struck kills (of 1 rank: ${of[1]}, 2: ${of[2]}, 4: ${of[4]}, 8: ${of[8]}), $runs runs, $failed failed; launchers that hung after their last rank: $stuck"
[ $failed -eq 0 ]
