#!/bin/bash
# Kills of ranks by the hundred. Usage: tests/ranks.sh PROGRAM [KILLS]. A run is started on 2, 4 or 8 ranks, drawn with a fixed seed; kill -9 strikes one of them
# at a random moment, and the next start, on another number of ranks or without MPI, goes on from what is left. When KILLS have struck, every run's files must be
# those of an undisturbed run of one rank. Needs Open MPI or MPICH. Prints what fails and "ranks: N kills, N runs, N failed".
set -u
cd "$(dirname "$0")/.." || exit
program=$(realpath "${1:-build/treeformer}") kills=${2:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TREEFORMER_CACHE=$work/cache LC_ALL=C OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
unset TREEFORMER_DATA TREEFORMER_ISA OPENBLAS_CORETYPE
mpirun=(mpirun)
if mpirun --version 2>/dev/null | grep -q 'Open MPI'; then mpirun=(mpirun --oversubscribe --bind-to none); fi
if ! command -v mpirun >/dev/null || "$program" version | grep -q '^MPI *not in'; then echo "ranks: no MPI here"; exit 0; fi
RANDOM=1
mechanisms=('transformer' 'tf-a, height: 2' 'performer, features: 8, redraw: 3' 'routing, clusters: 2' 'tf-a' 'tc-a, height: 2')
spec() { # mechanism number: its spec; the fifth one's trees grow
    local grow=
    if [ "$1" -eq 4 ]; then grow='bootstrap: {from_height: 1, to_height: 3, total_steps: 60}, '; fi
    sed -E "s/name: transformer/name: ${mechanisms[$1]}/; s/^train: [{]/&${grow}shards: 8, clip: 0.2, /; s/steps: 30/steps: 60/; s/checkpoint_every: 5/checkpoint_every: 3/" tests/data/tiny.yaml
}
long=(--quiet --no-plot --threads 1)
struck=0 runs=0 failed=0
while [ $struck -lt "$kills" ]; do
    m=$((runs % ${#mechanisms[@]})) dir=$work/run-$runs
    spec $m >"$work/$m.yaml"
    [ -d "$work/whole-$m" ] || "$program" lra "$work/$m.yaml" "${long[@]}" --out "$work/whole-$m" >/dev/null 2>&1
    for ((start = 0; start < 8; start++)); do # then to the end
        n=$((2 << RANDOM % 3))
        rm -f "$work"/pid.*
        "${mpirun[@]}" -np $n bash -c 'echo $$ >"$1/pid.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}"; shift; exec "$@"' - "$work" \
            "$program" lra "$work/$m.yaml" "${long[@]}" --out "$dir" >/dev/null 2>&1 &
        job=$!
        until [ "$(ls "$work"/pid.* 2>/dev/null | wc -l)" -eq $n ] || ! kill -0 $job 2>/dev/null; do sleep 0.02; done
        sleep "$((RANDOM % 3)).$((RANDOM % 10))"
        victim=$(cat "$work/pid.$((RANDOM % n))" 2>/dev/null)
        if kill -0 $job 2>/dev/null && kill -9 "${victim:-x}" 2>/dev/null; then struck=$((struck + 1)); fi
        from=$SECONDS
        wait $job 2>/dev/null
        if [ $((SECONDS - from)) -gt 10 ]; then echo "FAIL  run $runs, start $start: ended $((SECONDS - from)) s after the kill" && failed=$((failed + 1)); fi
        if [ -n "$(ls "$dir/rows" 2>/dev/null)" ]; then break; fi
    done
    if [ $((runs % 2)) -eq 0 ]; then "$program" lra "$work/$m.yaml" "${long[@]}" --out "$dir" >/dev/null 2>"$work/err"
    else "${mpirun[@]}" -np 4 "$program" lra "$work/$m.yaml" "${long[@]}" --out "$dir" >/dev/null 2>"$work/err"; fi
    code=$? bad=
    [ $code -eq 0 ] || bad="exit code $code: $(head -1 "$work/err")"
    [ -n "$bad" ] || cmp -s "$work/whole-$m/metrics.csv" "$dir/metrics.csv" || bad='other metrics'
    for f in $(cd "$work/whole-$m" && find runs -name '*.safetensors'); do
        [ -n "$bad" ] || cmp -s "$work/whole-$m/$f" "$dir/$f" || bad="another $f"
    done
    if [ -n "$bad" ]; then failed=$((failed + 1)) && echo "FAIL  run $runs (${mechanisms[m]}): $bad"; else rm -rf "$dir"; fi
    runs=$((runs + 1))
done
echo "ranks: $struck kills, $runs runs, $failed failed"
[ $failed -eq 0 ]
