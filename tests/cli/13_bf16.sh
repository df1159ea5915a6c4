# precision: bf16, in builds with oneDNN and without. Sourced by run.sh.
cp "$root/tests/data/infer.yaml" "$work/infer.yaml"
t "version: bf16" 0 '~^bf16 +(oneDNN [0-9.]+|built without oneDNN) \(AVX512_BF16: (yes|no), AMX: (yes|no)\)$' '*' version
half="$(spec half 's/^model: \{/model: {precision: bf16, /')"
t "no such precision" 3 '' "~precision\.yaml:5:[0-9]+: .*'fp16'" lra "$(spec precision 's/^model: \{/model: {precision: fp16, /')"
if "$program" version 2>/dev/null | grep -q '^bf16 *oneDNN'; then
    if "$program" lra "$half" --quiet --no-plot --out "$work/bf16" >"$work/out" 2>"$work/err"; then
        ok
        expect "bf16: manifest" grep -q '^bf16,"\{0,1\}oneDNN' "$work/bf16/manifest.csv"
        expect "bf16: the run's manifest and the folder's name the precision" test "$(cat "$work"/bf16/{,runs/*/}manifest.csv | grep -c '^precision,bf16$')" -eq 2
        t "infer-time in bf16" 0 '~bf16 with fp32 sums' '*' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times-bf16" --set infer.precision=bf16
        expect "infer-time in bf16: its manifest" grep -q '^precision,bf16$' "$work/times-bf16/manifest.csv"
    else # this CPU cannot
        expect "bf16: what the CPU lacks" grep -q 'needs a CPU with AVX-512' "$work/err"
    fi
else
    without='~precision bf16: built without oneDNN: install libdnnl-dev and build again'
    t "bf16 without oneDNN: training" 3 '' "$without" lra "$half" --quiet --no-plot --out "$work/bf16"
    t "bf16 without oneDNN: dry run" 3 '' "$without" lra "$half" --dry-run
    t "bf16 without oneDNN: infer-time" 3 '' "$without" infer-time "$work/infer.yaml" --set infer.precision=bf16
fi
