# leaf-hist: tables and figures of the checkpoints of a folder. Sourced by run.sh.
trees="$(spec trees 's/- \{name: transformer\}/- {name: tf-a, height: 2}\n  - {name: tc-a, height: 2}\n  - transformer/; s/log_every: 5/log_every: 5, layer_norms: true, keep: 3/')"
t "leaf-hist: runs" 0 '*' '' lra "$trees" --quiet --no-plot --out "$work/trees"
expect "leaf-hist: train.keep" test "$(find "$work/trees/runs/listops-tc-a-h2-s1" -name 'checkpoint-*' | wc -l)" -eq 3
t "leaf-hist: a spec alone" 2 '' '~tiny.yaml is a spec: give the output folder of its runs, or one of their checkpoints' leaf-hist "$tiny" --out "$work/leaves-of-spec"
t "leaf-hist: nothing is swept" 2 '' '~--set task.max_length=60,70: nothing is swept here' leaf-hist "$work/trees" --set task.max_length=60,70
t "leaf-hist" 0 '' '~^wrote .*/trees/leaves/summary.csv, leaves.csv and recall.csv$' leaf-hist "$work/trees" --no-plot
expect "leaf-hist: header" grep -qx 'run,step,layer,side,leaf,share,sorted_share' "$work/trees/leaves/leaves.csv"
expect "docs/measuring.md, and what it refers to, have every column of leaves" \
    test -z "$(undocumented "measuring.md outputs-reference.md" "$work/trees/leaves/"{summary,leaves,recall}.csv)"
expect "leaf-hist: 50 test examples, 4 leaves" grep -qE '^listops-tf-a-h2-s1,30,1,keys,2,50,[0-9]+,4,' "$work/trees/leaves/summary.csv"
expect "leaf-hist: no figures" test -z "$(find "$work/trees/leaves" -name 'fig_*')"
expect "leaf-hist: shares sum to 1" awk -F, 'NR > 1 { s[$1 $2 $3 $4] += $6; r[$1 $2 $3 $4] += $7 }
    END { for (k in s) { n++; if ((s[k] - 1) ^ 2 > 1e-12 || (r[k] - 1) ^ 2 > 1e-12) exit 1 } exit n < 12 }' "$work/trees/leaves/leaves.csv"
t "leaf-hist: evaluate --recall" 0 '*' '*' evaluate "$work/trees" --recall 50
cp "$work/out" "$work/recall"
best=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["run"] == "listops-tf-a-h2-s1" && $at["best"] == 1 { print $at["step"]; exit }' "$work/trees/leaves/summary.csv")
expect "leaf-hist: recall.csv has what evaluate --recall has of the best checkpoint, layers and heads" \
    diff <(awk -F, -v step="$best" '$2 == step' "$work/trees/leaves/recall.csv" | cut -d, -f1,3-) <(grep '^listops-tf-a-h2-s1,' "$work/recall")
for n in 1 3; do
    t "leaf-hist: $n threads" 0 '' '' leaf-hist "$work/trees" --quiet --no-plot --threads $n --out "$work/leaves$n"
    expect "leaf-hist: $n threads, the same bytes" diff -r "$work/trees/leaves" "$work/leaves$n"
done
t "leaf-hist: --limit, --split" 0 '' '' leaf-hist "$work/trees" --quiet --no-plot --limit 7 --split valid --out "$work/leaves7"
expect "leaf-hist: 7 examples" grep -qE '^listops-tc-a-h2-s1,30,1,queries,2,7,' "$work/leaves7/summary.csv"
t "leaf-hist: a larger test set" 0 '' '' leaf-hist "$work/trees" --quiet --no-plot --set task.test=90 --out "$work/leaves7"
expect "leaf-hist: 90 examples" grep -qE '^listops-tc-a-h2-s1,30,1,queries,2,90,' "$work/leaves7/summary.csv"
t "leaf-hist: a test set of more than 200" 0 '' '' leaf-hist "$work/trees" --quiet --no-plot --set task.test=230 --out "$work/leaves7"
expect "leaf-hist: 200 examples by default" grep -qE '^listops-tc-a-h2-s1,30,1,queries,2,200,' "$work/leaves7/summary.csv"
one=$work/trees/runs/listops-tf-a-h2-s1/checkpoint-00000025.safetensors
t "leaf-hist: one checkpoint" 0 '' '' leaf-hist "$trees" --checkpoint "$one" --quiet --no-plot --out "$work/leaves-one"
expect "leaf-hist: one checkpoint, the same numbers" test \
    "$(grep ',25,' "$work/leaves-one/leaves.csv")" = "$(grep '^listops-tf-a-h2-s1,25,' "$work/trees/leaves/leaves.csv")"
echo 'infer: {lengths: [16], dim: 16, heads: 4}' >"$work/heads.yaml"
echo 'attention: {name: tf-a, height: 2}' >>"$work/heads.yaml"
t "infer-time: a model of other heads" 3 '' '~^treeformer: --set infer\.from: .*00000025.safetensors: its model has 2 heads, but infer.heads is 4' \
    infer-time "$work/heads.yaml" --quiet --no-plot --set "infer.from=$one" --out "$work/heads"
t "leaf-hist: one checkpoint of a folder" 0 '' '~^wrote .*/trees/leaves/' leaf-hist "$work/trees" --checkpoint "$one" --no-plot
t "leaf-hist: another model" 3 '' '~tensor .* the model needs' \
    leaf-hist "$trees" --checkpoint "$one" --set attention.name=tf-a --set model.dim=32 --out "$work/leaves-one"
t "leaf-hist: none of the runs" 3 '' "~none of the spec's 3 runs wrote it .*: choose one with --set or --seed" \
    leaf-hist "$trees" --checkpoint "$one" --set train.lr=1 --out "$work/leaves-one"
t "leaf-hist: several folders" 2 '' '~several folders need --out' leaf-hist "$work/trees" "$work/trees"
t "leaf-hist: the same folder twice" 3 '' '~both have a run listops-' leaf-hist "$work/trees" "$work/trees" --out "$work/leaves-two"
t "leaf-hist: a checkpoint of another model" 0 '' "~$one: its model's norm is pre, but model.norm is post" \
    leaf-hist "$trees" --checkpoint "$one" --set attention.name=tf-a --set model.norm=post --quiet --no-plot --out "$work/leaves-other"
t "leaf-hist: no checkpoint" 3 '' '~no-such' leaf-hist "$trees" --checkpoint no-such --out "$work/leaves-one"
mkdir "$work/photos"
: >"$work/photos/leaf.jpg"
t "leaf-hist: a stranger's folder" 3 '' "~photos holds 'leaf.jpg' and no results, .*: choose another --out" \
    leaf-hist "$work/trees" --quiet --no-plot --out "$work/photos"
expect "leaf-hist: a stranger's folder stays as it was" test "$(ls -A "$work/photos")" = leaf.jpg
t "leaf-hist: where to?" 2 '' '~--checkpoint with a spec needs --out' leaf-hist "$trees" --checkpoint "$one"
t "leaf-hist: only the task may change" 2 '' '~only options of the task' leaf-hist "$work/trees" --set model.dim=32
t "leaf-hist: no such split" 2 '' '~--split train: valid or test' leaf-hist "$work/trees" --split train
t "leaf-hist: no folder" 3 '' '~no-such' leaf-hist "$work/no-such"
t "leaf-hist: no argument" 2 '' '~^treeformer: leaf-hist' leaf-hist
# It was killed between its two tables: the folder is not a stranger's.
t "leaf-hist: elsewhere" 0 '' '' leaf-hist "$work/trees" --quiet --no-plot --out "$work/leaves-whole"
for table in summary leaves; do
    mkdir "$work/leaves-cut" && cp "$work/leaves-whole/$table.csv" "$work/leaves-cut"
    t "leaf-hist: goes on where it left $table.csv" 0 '' '' leaf-hist "$work/trees" --quiet --no-plot --out "$work/leaves-cut"
    expect "leaf-hist: the same bytes there as beside $table.csv" diff -r "$work/leaves-whole" "$work/leaves-cut"
    rm -r "$work/leaves-cut"
done
if have "figures of leaves" command -v gnuplot; then
    t "leaf-hist: figures" 0 '' '' leaf-hist "$work/trees" --quiet
    for f in leaves leaves_steps recall leaves_listops-tf-a-h2-s1 leaves_listops-tc-a-h2-s1; do
        for x in csv gp svg png; do expect "leaf-hist: fig_$f.$x" test -s "$work/trees/leaves/fig_$f.$x"; done
    done
    expect "leaf-hist: fig_recall has what summary.csv has of the best checkpoint" diff \
        <(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            $at["best"] == 1 && $at["side"] == "keys" && $at["recall_pct"] { print $1, $2, $3, sprintf("%.4g %.4g", $at["recall_pct"], $at["kept_pct"]); if (($at["lift"] - $at["recall_pct"] / $at["kept_pct"]) ^ 2 > 1e-12) print "lift" }' \
            "$work/trees/leaves/summary.csv") <(awk -F, 'NR > 1 && !$5 { print $2, $3, $4, sprintf("%.4g %.4g", $6, $10) }' "$work/trees/leaves/fig_recall.csv")
    t "leaf-hist: another task" 0 '*' '*' lra "$root/experiments/recall/copy.yaml" --quiet --no-plot --out "$work/copy" \
        --set 'attention=[{name: tf-a, height: 2}]' --set train.steps=2 --set train.eval_every=2 --set task.valid=8 --set task.test=8 --set train.batch=8
    t "leaf-hist: two tasks" 0 '' '' leaf-hist "$work/trees" "$work/copy" --quiet --out "$work/leaves-tasks"
    for head in 'listops, [0-9]+ tokens: TF-A, h=2' 'copy, 65 tokens: TF-A, h=2'; do
        expect "leaf-hist: fig_recall says $head" grep -qE "'$head'" "$work/leaves-tasks/fig_recall.gp"
    done
    t "report: gradient norms of layers" 0 '*' '' report "$work/trees" --quiet
    expect "report: fig_layer_norms" test -s "$work/trees/fig_layer_norms.svg"
fi

# A bootstrapped run and one without it, side by side.
for i in plain boot; do
    stages=()
    if [ $i = boot ]; then stages=(--set 'train.bootstrap={from_height: 1, to_height: 2, total_steps: 30}'); fi
    t "report: $i" 0 '*' '' lra "$trees" --set 'attention=[{name: tf-a, height: 2}]' "${stages[@]}" --quiet --no-plot --out "$work/leaf-$i"
done
t "report: bootstrapped or not" 0 '~TF-A, h=2 +\| bootstrapped +\|' '' report "$work/leaf-plain" "$work/leaf-boot" --quiet --no-plot --out "$work/leaf-both"
find "$work/trees/runs" -name '*.safetensors' -delete
t "leaf-hist: runs without trees" 0 '*' '' lra "$tiny" --quiet --no-plot --out "$work/bare-of-trees"
t "leaf-hist: a folder without trees, beside another" 0 '' '~warning: .*bare-of-trees: no checkpoint of a run with trees: left out' \
    leaf-hist "$work/leaf-plain" "$work/bare-of-trees" --quiet --no-plot --out "$work/leaves-two"
t "leaf-hist: no checkpoint is left" 3 '' '~no checkpoint of a run with trees' leaf-hist "$work/trees"

# The committed checkpoints give a histogram on a fresh clone.
t "leaf-hist: committed checkpoints" 0 '*' '*' leaf-hist "$root/results/leaves-quick" --out "$work/committed" --no-plot --limit 50
t "evaluate: committed checkpoints" 0 '~^listops-tf-a-h4-s1,500,([0-9.]+,){3}1\.93[0-9]*,' '*' evaluate "$root/results/leaves-quick" --quiet
expect "evaluate: committed checkpoints, TC-A" grep -qE '^listops-tc-a-h4-s1,500,([0-9.]+,){3}2\.0(39|40)' "$work/out"
expect "leaf-hist: committed checkpoints, every step" test "$(cut -d, -f1,2 "$work/committed/summary.csv" | sort -u | wc -l)" -eq 7

# Of the seeds asked for, and against the mechanism asked for.
t "seeds: runs" 0 '*' '' lra "$tiny" --quiet --no-plot --set train.steps=6 --set 'attention=[transformer,{name: tf-a, height: 2},{name: linformer, rank: 4}]' \
    --seed 1,2 --out "$work/two"
t "leaf-hist: --seed" 0 '' '' leaf-hist "$work/two" --quiet --no-plot --seed 2 --out "$work/of-seed"
expect "leaf-hist: --seed, of that seed alone" test "$(cut -d, -f1 "$work/of-seed/summary.csv" | sort -u | paste -sd' ')" = 'listops-tf-a-h2-s2 run'
t "predict: --seed" 0 "~^$work/two/runs/listops-tf-a-h2-s2/predictions.csv$" '' predict "$work/two" --quiet --seed 2
expect "predict: --seed, of that seed alone" test "$(grep -c -- '-s2/predictions.csv$' "$work/out")" -eq 3 -a "$(wc -l <"$work/out")" -eq 3
t "report: --against" 0 '~\| Linformer +\| ' '' report "$work/two" --out "$work/against" --against linformer --no-plot --quiet
expect "report: --against, the runs compared with" test "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { print $at["attention"] "=" $at["paired_with"] }' "$work/against/table.csv" | head -3 | paste -sd' ')" = 'transformer=Linformer tf-a=Linformer linformer='
t "report: --against what is not there" 2 '' "~no mechanism 'softmax': see 'treeformer list'" report "$work/two" --out "$work/against-none" --against softmax --no-plot
t "flops: --block" 0 '~,block_attention_pct,block_paper_pct,block_core_pct,block_gflops,model_gflops,step_gflops,note$' '' flops --block --no-run
expect "flops: --block, the core's share as the help says" test "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    $at["table"] == 11 && $at["attention"] == "transformer" && /,(listops|text),/ { printf "%.1f ", $at["block_core_pct"] }' "$work/out")" = '50.4 73.0 '
