# Cost of layers: options, any size, files, and the occupancy that checkpoints measure. Sourced by run.sh.
column() { # NAME of a column, its number in the header of FILE
    head -1 "$2" | tr , '\n' | grep -nx "$1" | cut -d: -f1
}

t "flops: --set" 0 '~^11,listops,tc-a,height=4,4,4,2048,512,64,4\.520[0-9]*,4\.57,.*,changed with --set: not the published setting$' '' \
    flops --no-run --set attention.height=4
t "flops: --set as in show" 0 '~^11,image,linformer,rank=64 shared=true,' '' flops --no-run --set rank=64
t "flops: --set, another mechanism" 0 '~^11,listops,linformer,rank=16 shared=true,.*,fitted$' '' flops --no-run --set features=64
t "flops: --set at any size" 0 '~^linformer,Linformer,512,64,32,.*,rank=16,$' '' flops --no-run --n 512 --dim 64 --heads 2 --set rank=16
t "flops: --set, unknown" 2 '' "=treeformer: --set hieght=4: no mechanism has the option 'hieght' (did you mean 'height'?)" flops --set hieght=4
t "flops: --set, out of range" 2 '' '~--set height=99: tf-a: height: 99 is out of range' flops --set height=99
t "flops: --set, no value" 2 '' '~attention.OPTION=VALUE expected' flops --set height
t "flops: narrow queries" 0 '~^transformer,Transformer,1024,128,8,100,100,0\.313720832,0\.37781504,' '' flops --no-run --n 1024 --dim 128 --qkv-dim 64 --heads 8
t "flops: heads that do not divide" 2 '' '=treeformer: flops: --qkv-dim 60 is not a multiple of --heads 8: write 64' flops --no-run --qkv-dim 60
t "show: narrow queries" 0 '~^One layer, 1024 tokens, 128 channels .64 of queries., 8 heads:$' '' show transformer --n 1024 --dim 128 --qkv-dim 64
t "show: heads that do not divide" 2 '' '~show: --qkv-dim 60 is not a multiple of --heads 8: write 64' show transformer --qkv-dim 60
t "flops: a setting that cannot be" 0 '~^11,text,reformer,buckets=3,.*,"?buckets must be even, not 3"?$' '' flops --no-run --set buckets=3
for m in $("$program" list mechanisms | awk 'NR > 1 { print $1 }'); do
    t "flops: $m" 0 "~^12,summarization,$m,.*,12,12,3072,768,64,[0-9.]+," '' flops --no-run
done
t "flops: no published number" 0 '~^2,bert,luna,,12,12,512,768,64,[0-9.]+,,,.*,no published number$' '' flops --no-run
# Keys, values, the heads' outputs in the place of the queries, and the layer's output: 4 x 256 x 32 x 4 bytes, and tiles, whose size depends on the kernels
# and not on the length.
activations() { "$program" flops --n "$1" --dim 32 --heads 2 | awk -F, '$1 == "transformer" { print $12 }'; }
t "flops: activations" 0 '~^transformer,Transformer,256,32,16,100,100,[0-9.]+,[0-9.]+,[0-9.]+,16896,[0-9]{6},,$' '' flops --n 256 --dim 32 --heads 2
short=$(activations 256) long=$(activations 512)
expect "flops: activations: four matrices ($short, $long)" test $((long - short)) -eq 131072
expect "flops: activations: tiles" test $((short - 131072)) -gt 0 -a $((short - 131072)) -lt 131072
t "flops: no activations" 0 '~^transformer,Transformer,256,32,16,100,100,[0-9.]+,[0-9.]+,[0-9.]+,16896,,,$' '' flops --n 256 --dim 32 --heads 2 --no-run
t "flops: one thread" 0 '*' '' flops --n 200 --dim 32 --heads 2 --threads 1
cp "$work/out" "$work/flops1.csv"
t "flops: 3 threads, the same bytes" 0 "=$(cat "$work/flops1.csv")" '' flops --n 200 --dim 32 --heads 2 --threads 3
t "flops: no such size" 2 '' '~--n: .0. is not a whole number' flops --n 0
t "flops: --limit alone" 2 '' '~--limit needs --from' flops --limit 3
t "flops: an argument" 2 '' "~unexpected argument 'tf-a'" flops tf-a
t "flops: folder below a file" 4 '' '~^treeformer: ' flops --no-run --out "$tiny/out"
if have "figures of flops" command -v gnuplot; then
    t "flops: files" 0 '' '~wrote .*/fig_flops_n$' flops --no-run --out "$work/flops-fig" --n 512 --set height=3
    for f in flops.csv fig_flops_n.csv fig_flops_n.svg fig_flops_n.png; do expect "flops: $f" test -s "$work/flops-fig/$f"; done
fi
t "show: bytes" 0 '~^bytes of activations +[0-9]+ +[0-9.]+ KiB, measured$' '' show linear --n 128 --dim 16 --heads 2
t "show: bytes of parameters" 0 '~^bytes of parameters +4202496 +4\.0 MiB$' '' show transformer
t "show: too large" 0 '~^bytes of activations +- +too large to be measured$' '' show transformer --dim 16384

# Trained runs: the occupancy is that of their rows.
sed 's/^  - .*/  - {name: tf-a, height: 2}\n  - {name: reformer, chunk: 4}\n  - {name: routing, clusters: 4}\n&/' "$tiny" |
    sed 's/name: transformer/name: tc-a, height: 2}\n  - {name: linformer, rank: 8/' >"$work/work.yaml"
t "flops --from: runs" 0 '*' '' lra "$work/work.yaml" --quiet --no-plot --out "$work/work"
t "flops --from" 0 '~^listops-tf-a-h2-s1,tf-a,,50,[0-9.]+,0\.[0-9]+,0\.25,[0-9.]+,' '' flops --from "$work/work" --quiet
cp "$work/out" "$work/measured.csv"
expect "flops --from: a line a run" test "$(wc -l <"$work/measured.csv")" -eq 6
for id in tf-a-h2 reformer routing tc-a-h2 linformer; do
    row=$work/work/rows/listops-$id-s1.csv
    for c in occupancy mean_len flops_n flops_paper_pct flops_layer_pct; do
        want=$(tail -1 "$row" | cut -d, -f"$(column $c "$row")")
        got=$(grep "^listops-$id-s1," "$work/measured.csv" | cut -d, -f"$(column $c "$work/measured.csv")")
        expect "flops --from: $c of $id" awk -v a="$want" -v b="$got" 'BEGIN { exit !(a != "" && b != "" && (a - b) ^ 2 <= (1e-5 * (a + b)) ^ 2) }'
    done
done
for id in tf-a-h2 reformer; do
    expect "flops --from: skew of $id" awk -F, -v id="listops-$id-s1" '$1 == id { ok = $8 > 0 && ($8 - $6 / $7) ^ 2 < 1e-8 * $8 ^ 2 } END { exit !ok }' "$work/measured.csv"
done
for id in linformer routing; do # without groups, and with groups of equal size
    expect "flops --from: no skew of $id" grep -qE "^listops-$id-s1,$id,,50,[0-9.]+,[0-9.]+,,," "$work/measured.csv"
done
t "flops --from: --limit" 0 '~^listops-routing-s1,routing,,7,' '' flops --from "$work/work" --quiet --limit 7
t "flops --from: a larger test set" 0 '~^listops-routing-s1,routing,,90,' '' flops --from "$work/work" --quiet --set task.test=90
t "flops --from: only the task may change" 2 '' '~only options of the task' flops --from "$work/work" --set height=3
t "flops --from: no size" 2 '' '~--from cannot be used with' flops --from "$work/work" --n 100
t "flops --from: file" 0 '' '~wrote .*/measured/flops.csv$' flops --from "$work/work" --out "$work/measured"
expect "flops --from: file, the same bytes" cmp "$work/measured.csv" "$work/measured/flops.csv"
t "flops --from: no folder" 3 '' '~no-such' flops --from "$work/no-such"
rm "$work/work/runs/"*/best.safetensors
t "flops --from: no checkpoint" 3 '' '~no finished run that still has its best.safetensors$' flops --from "$work/work"
