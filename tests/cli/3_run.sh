# Real runs: results, determinism, skipping, divergence. Sourced by run.sh.
run="--quiet --no-plot"

# shellcheck disable=SC2086
t "a run" 0 '~Transformer' '' lra "$tiny" $run --threads 1 --out "$work/one"
for f in spec.yaml metrics.csv timing.csv table.csv table.md manifest.csv index.html rows/*.csv; do expect "writes $f" test -s "$work/one/"$f; done
expect "the table on stdout is table.md" cmp -s "$work/out" "$work/one/table.md"
expect "its row" grep -q ',ok,' "$work/one/"rows/*.csv
expect "no temporary files are left" test -z "$(find "$work/one" -name '*.tmp-*')"
for n in 2 3; do
    # shellcheck disable=SC2086
    t "$n threads" 0 '*' '' lra "$tiny" $run --threads $n --out "$work/threads$n"
    expect "$n threads: the same bytes" cmp "$work/one/metrics.csv" "$work/threads$n/metrics.csv"
done
for m in $("$program" list mechanisms | awk 'NR > 1 { print $1 }'); do
    case $m in bigbird) with=', block: 4' ;; nystromformer) with=', landmarks: 8' ;; tf-a) with=', height: 3' ;; longformer) with=', window: 8' ;; sparse) with=', stride: 8, summary: 2' ;; *) with='' ;; esac
    mine=$(spec "only-$m" "s/name: transformer/name: $m$with/") said=
    [ "$m" != kary-tf-a ] || said='~branching .6, 6. has leaves enough' # by default it has more than these expressions have tokens
    # shellcheck disable=SC2086
    t "$m" 0 '*' "$said" lra "$mine" $run --threads 1 --out "$work/$m-1"
    # shellcheck disable=SC2086
    t "$m, 3 threads" 0 '*' "$said" lra "$mine" $run --threads 3 --out "$work/$m-3"
    expect "$m, 3 threads: the same bytes" cmp "$work/$m-1/metrics.csv" "$work/$m-3/metrics.csv"
done
# shellcheck disable=SC2086
{
    for n in 1 3; do t "one query a sequence, $n threads" 0 '~in the only layer' '' lra "$tiny" $run --threads $n --set model.pool=cls --out "$work/cls$n"; done
    expect "one query a sequence, 3 threads: the same bytes" cmp "$work/cls1/metrics.csv" "$work/cls3/metrics.csv"
    cp "$work/cls1/table.md" "$work/cls.md"
    t "its report" 0 '~in the only layer' '' report "$work/cls1" -q
    expect "its report: the same" cmp "$work/cls.md" "$work/cls1/table.md"
    t "all queries" 0 '!in the only layer' '' lra "$tiny" $run --set model.pool=cls --set model.all_queries=true --out "$work/cls-all"
}
# shellcheck disable=SC2086
t "another seed" 0 '*' '' lra "$tiny" $run --seed 2 --out "$work/seed2"
expect "another seed: other bytes" test "$(cut -d, -f2- "$work/one/metrics.csv" | sha256sum)" != "$(cut -d, -f2- "$work/seed2/metrics.csv" | sha256sum)"

two=$work/two.yaml three=$work/three.yaml
sed 's/^  - {name: transformer}/&\n  - {name: linformer}/' "$tiny" >"$two"
sed 's/^  - {name: linformer}/&\n  - {name: tf-a, height: 2}/' "$two" >"$three"
t "--only: a mechanism" 0 '!Linformer' '' lra "$two" --quiet --no-plot --out "$work/only" --only transformer
t "--only: a name" 0 '~Linformer' '' lra "$two" --quiet --no-plot --out "$work/only" --only '*-linformer-s1'
t "--only: nothing is left" 0 '~Linformer' '~2 of 2 runs were finished before' lra "$two" --no-plot --out "$work/only"
t "--only: several specs" 0 "!transformer" "" lra "$two" "$tiny" --quiet --no-plot --out "$work/each" --only linformer --dry-run
t "--dry-run: several specs" 0 '~^listops-tf-a-h2-s1,' '*' lra "$two" "$three" --dry-run
expect "--dry-run: several specs, one line of names" test "$(grep -c '^run,' "$work/out")" -eq 1
t "--only: none" 3 '' "=treeformer: --only lstm: no run of that name or mechanism (there is listops-transformer-s1, for one); --dry-run lists them" \
    lra "$two" --out "$work/never" --only lstm
t "a folder that grows" 0 '~TF-A' '~the spec has 1 more run than before' lra "$three" --no-plot --out "$work/only"
expect "a folder that grows: what was there stays" test "$(find "$work/only/rows" -name '*.csv' | wc -l)" -eq 3
cp -r "$work/only" "$work/copies"
for i in {1..60}; do # of full attention, with what it answered
    sed "s/^listops-transformer-s1/listops-transformer-c$i/" "$work/only/rows/listops-transformer-s1.csv" >"$work/copies/rows/listops-transformer-c$i.csv"
    mkdir "$work/copies/runs/listops-transformer-c$i"
    cp "$work/only/runs/listops-transformer-s1/right.csv" "$work/copies/runs/listops-transformer-c$i/"
done
t "report: no seed counts twice, however often it is there" 3 '' '~have the same seed' report "$work/copies" --no-plot
cp -r "$work/only" "$work/no-columns"
printf 'a,b\n1,2\n' >"$work/no-columns/runs/listops-linformer-s1/manifest.csv"
t "a manifest without its columns" 3 '*' '~no-columns/runs/listops-linformer-s1/manifest.csv: no column key' lra "$three" --no-plot --out "$work/no-columns"
mkdir "$work/no-data"
t "several specs: the first one's error" 3 '' '~imdb/train.tsv is missing|run datasets/imdb/fetch.sh' lra experiments/lra/short/{text,image}.yaml --data "$work/no-data" --out "$work/no-out"
expect "several specs: the second one's own" grep -q 'datasets/cifar10/fetch.sh' "$work/err"
t "a folder does not shrink" 3 '' '~also has a run listops-tf-a-h2-s1' lra "$two" --no-plot --out "$work/only"

stamp=$(stat -c %Y.%i "$work/one/"rows/*.csv)
# shellcheck disable=SC2086
t "again: skipped" 0 '~Transformer' '' lra "$tiny" $run --out "$work/one"
cp -r "$work/one" "$work/left"
touch "$work/left/table.csv.tmp-1" "$work/left/rows/listops-transformer-s9.csv.tmp-1" # as killed writers leave them
touch "$work/left/notes.tmp-draft.md" "$work/left/notes.tmp-2b"
# shellcheck disable=SC2086
t "a run beside leftovers" 0 '*' '' lra "$tiny" $run --seed 9 --out "$work/left"
expect "leftovers of killed writers are gone, and nothing else" test "$(find "$work/left" -name '*.tmp-*' | wc -l)" = 2
expect "again: the row was not touched" test "$stamp" = "$(stat -c %Y.%i "$work/one/"rows/*.csv)"
cp "$work/one/table.csv" "$work/table.csv"
rm "$work/one/table.csv" "$work/one/table.md"
t "report" 0 '~Transformer' '~tables: .*/one/, all on one page: ' report "$work/one" --no-plot
expect "report: the same table" cmp "$work/table.csv" "$work/one/table.csv"
cp -r "$work/one" "$work/strangers"
cp "$work/seed2/rows/"*.csv "$work/strangers/rows/"
t "report: another seed's row from elsewhere" 0 '~Transformer .*\| +2 \|' '!no runs of' report "$work/strangers" --no-plot
# shellcheck disable=SC2086
t "a run of other settings" 0 '*' '' lra "$tiny" $run --set train.lr=2e-3 --seed 4 --out "$work/other-lr"
cp "$work/other-lr/rows/"*.csv "$work/strangers/rows/"
t "report: a row of other settings is named" 0 '*' '~strangers/rows: 1 of 3 .listops-transformer-s4.csv. are not runs of .*spec.yaml' report "$work/strangers" --no-plot
sed 's/^listops-transformer-s2/listops-transformer-s9/' "$work/strangers/rows/listops-transformer-s2.csv" >"$work/strangers/rows/listops-transformer-s9.csv"
t "report: no seed counts twice" 3 '' '~listops-transformer-s2.csv and listops-transformer-s9.csv have the same seed' report "$work/strangers" --no-plot
accuracy=$(printf %.2f "$(cell "$work/one/rows/listops-transformer-s1.csv" test_score_pct)")
t "evaluate: the accuracy of the row" 0 "~^listops-transformer-s1,50,$accuracy," '' evaluate "$work/one" --quiet
expect "evaluate: of which metric" grep -qE '^listops-.*,accuracy$' "$work/out"
t "evaluate: examples of the training" 2 '' '~--set task.train=20: it decides which examples are for training' evaluate "$work/one" --quiet --set task.train=20
for set in length_max=60 length_min=5 max_depth=8 max_args=3; do
    t "evaluate: the training's examples would move into the test, $set" 2 '' "~--set task.$set: it decides .*; with another task.data_seed all examples are new" \
        evaluate "$work/one" --quiet --set task.$set
done
t "evaluate: other lengths, all drawn anew" 0 '~^listops-transformer-s1,50,' '' evaluate "$work/one" --quiet --set task.length_min=5 --set task.data_seed=2
t "evaluate: what changes training alone" 2 '' '~--set task.shuffle=true: it changes training examples alone' evaluate "$work/one" --quiet --set task.shuffle=true
cp -r "$work/one" "$work/of-another"
"$program" lra "$tiny" --quiet --no-plot --set attention.name=transformer --set model.heads=1 --out "$work/one-head" >"$work/ignored" 2>&1
cp "$work/one-head/runs/listops-transformer-s1/best.safetensors" "$work/of-another/runs/listops-transformer-s1/"
t "evaluate: the weights of another spec" 3 '' '~best.safetensors.*heads' evaluate "$work/of-another" --quiet
for i in {10..29}; do printf 'good\ta good film %d\nbad\ta bad film %d\n' "$i" "$i"; done >"$work/texts.tsv"
printf 'good\tthe longest of all these texts\nbad\tbad\n' >"$work/long.tsv"
printf 'good\tfilm\nbad\tfilm\n' >"$work/short.tsv"
printf 'good\tone that is still longer than the longest of all these texts\nbad\tfilm\n' >"$work/longer.tsv"
t "evaluate: learned positions" 0 '*' '*' lra "$tiny" --quiet --no-plot --set attention=transformer,linformer --set model.position=learned --set train.steps=4 \
    --set "task={name: labelled, train_file: $work/texts.tsv, valid_share: 0.2, test_file: $work/long.tsv}" --out "$work/texts"
t "evaluate: learned positions, shorter texts" 0 '~^labelled-linformer-s1,2,' '' evaluate "$work/texts" --quiet --set "task.test_file=$work/short.tsv"
t "evaluate: learned positions, longer texts" 3 '' '~positions for sequences of 30 tokens, but some here have 60: cut them \(task.max_length\), or train with model.positions 60' \
    evaluate "$work/texts" --quiet --set "task.test_file=$work/longer.tsv"
t "evaluate: a larger test set" 0 '~^listops-transformer-s1,200,' '' evaluate "$work/one" --quiet --set task.test=200
t "evaluate: nothing is swept" 2 '' '~--set task.test=20,30: nothing is swept here' evaluate "$work/one" --set task.test=20,30
t "evaluate: the setting that sweeps" 2 '' '~--set task.test=20,30: nothing is swept here' evaluate "$work/one" --set task.data_seed=1 --set task.test=20,30
"$program" lra "$tiny" --quiet --no-plot --set task.max_args=4,5 --out "$work/args" >/dev/null 2>&1
for set in 3,6 5 3,4,5; do
    t "evaluate: what the folder sweeps, $set" 2 '' "~--set task.max_args=$set: the runs of .* differ in this option" \
        evaluate "$work/args" --set task.test=20 --set task.max_args=$set
done
t "evaluate: only the task may change" 2 '' '~only options of the task' evaluate "$work/one" --set train.lr=1
t "evaluate: another task" 2 '' '~--set task.name=text: the runs were trained for their task' evaluate "$work/one" --set task.name=text
t "evaluate: no leaves, no recall" 0 "=run,layer,head,queries,recall_pct,recall_q10_pct,oracle_pct,window_pct,kept_pct,lift,efficiency" "~transformer compares no pairs in leaves" evaluate "$work/one" --recall 5
t "two mechanisms, two seeds" 0 '~Linformer' '' lra "$tiny" --quiet --no-plot --set attention.name=transformer,linformer --set attention.rank=4 --seed 1,2 --out "$work/two"
mean() { awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) if ($i == "test_score_pct") c = i } FNR == 2 { s += $c } END { printf "%.2f", s / 2 }' "$work/two/rows/"*"$1"*.csv; }
ours=$(mean linformer) theirs=$(mean transformer)
t "evaluate: compared, with the means of the rows" 0 "~^linformer,(rank=4)?,transformer,2,50,$ours,$theirs,[-+][0-9.]+,[-+][0-9.]+,[-+][0-9.]+,[-+][0-9.]+,[-+][0-9.]+,[0-9]+,[0-9]+$" '' \
    evaluate "$work/two" --quiet --against transformer
cp "$work/out" "$work/compared"
expect "evaluate: the difference, and whose answers make it" awk -F, 'NR == 2 { d = $6 - $7 - $8; c = ($13 - $14) / 50 / 2 * 100 - $8; exit !(d < .011 && d > -.011 && c < .006 && c > -.006 && $9 <= $8 && $8 <= $10) }' "$work/out"
t "evaluate: compared at 1 thread: the same" 0 '*' '' evaluate "$work/two" --quiet --against transformer --threads 1
expect "evaluate: the same bytes" cmp "$work/compared" "$work/out"
t "evaluate: full attention by another name" 0 '*' '' evaluate "$work/two" --quiet --against full
expect "evaluate: the same bytes, of full attention" cmp "$work/compared" "$work/out"
t "evaluate: one seed has no interval over seeds" 0 '~^linformer,(rank=4)?,transformer,1,50,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*,,,[0-9]+,[0-9]+$' '' evaluate "$work/two" --quiet --against transformer --seed 2
cp -r "$work/two" "$work/damaged"
rm "$work/two/rows/listops-transformer-s2.csv"
t "evaluate: a run without a partner" 0 '~^linformer,(rank=4)?,transformer,1,' '~s2: no run of transformer to compare it with: left out' evaluate "$work/two" --quiet --against transformer
broken=$work/damaged/runs/listops-linformer-s1/best.safetensors
printf 'X' | dd of="$broken" bs=1 seek=$(($(stat -c %s "$broken") - 9)) conv=notrunc status=none
t "evaluate: a damaged checkpoint costs its own run alone" 3 '~^listops-linformer-s2,50,' "~listops-linformer-s1: .*best.safetensors" evaluate "$work/damaged" --quiet
expect "evaluate: the lines of the others" test "$(wc -l <"$work/out")" = 4
mkdir "$work/flops"
echo "of all runs" >"$work/flops/flops.csv"
t "flops: a table of some runs does not replace one of all" 3 '~^listops-linformer-s2,' '!wrote' flops --from "$work/damaged" --out "$work/flops"
expect "flops: the old table is there" grep -q "of all runs" "$work/flops/flops.csv"
t "flops: of the other runs" 3 '~^listops-linformer-s2,' "~listops-linformer-s1: .*best.safetensors" flops --from "$work/damaged" --quiet
t "evaluate: the other seed compared" 3 '~^linformer,(rank=4)?,transformer,1,' '*' evaluate "$work/damaged" --quiet --against transformer --set task.test=50
t "a sweep" 0 '*' '*' lra "$tiny" --quiet --no-plot --set attention=transformer,tf-a --set attention.height=2,3 --set train.lr=1e-3,3e-3 --out "$work/sweep"
t "evaluate: full attention of the same learning rate" 0 '~^tf-a,height=2 lr=0.003,transformer,1,' '!left out' evaluate "$work/sweep" --quiet --against transformer
expect "evaluate: every height and learning rate" test "$(wc -l <"$work/out")" = 5
t "evaluate: several runs, none of this setting" 3 '*' '~4 runs of tf-a have its seed, and none alone fits its setting' evaluate "$work/sweep" --quiet --against tf-a --set task.test=20
t "full attention of two lengths" 0 '*' '*' lra "$tiny" --quiet --no-plot --out "$work/lengths" \
    --set 'attention=[transformer, {name: transformer, train: {steps: 20}}, {name: tf-a, height: 2, train: {steps: 20, lr: 3e-3}}]'
t "evaluate: the one of as many steps" 0 '~^tf-a,,transformer,1,' '' evaluate "$work/lengths" --quiet --against transformer
expect "evaluate: the one that the report takes" test "$(awk -F, '$1 == "tf-a" { print $8 + 0 }' "$work/out")" = \
    "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["attention"] == "tf-a" { print $at["paired_points"] + 0 }' "$work/lengths/table.csv")"
t "evaluate: nothing to compare with" 3 '' '~no finished run of tf-a to compare with' evaluate "$work/one" --quiet --against tf-a
t "evaluate: nothing to compare" 3 '' '~no finished run of another mechanism than transformer' evaluate "$work/one" --quiet --against transformer
t "evaluate: against what is not there" 2 '' "~no mechanism 'softmax': see 'treeformer list'; full attention is 'full'" evaluate "$work/one" --quiet --against softmax
t "predict: the classes of a task" 0 "=$work/one/runs/listops-transformer-s1/predictions.csv" '' predict "$work/one" --quiet --threads 1
right() { awk -F, 'NR == 1 && $0 != "example,label,predicted,probability" { exit } NR > 1 { n++; r += $2 == $3 } END { printf "%d %.2f", n, 100 * r / n }' "$1"; }
expect "predict: as often right as the row says" test "$(right "$work/one/runs/listops-transformer-s1/predictions.csv")" = "50 $accuracy"
expect "the row's largest class is the labels'" test "$(awk -F, 'NR > 1 && ++n[$2] > most { most = n[$2] } END { printf "%g", 100 * most / (NR - 1) }' "$work/one/runs/listops-transformer-s1/predictions.csv")" = \
    "$(cell "$work/one/rows/listops-transformer-s1.csv" majority_pct)"
expect "predict: the probability is that of the predicted class, the largest of ten" awk -F, \
    'NR > 1 { wrong += $2 != $3; bad += $4 < 0.1 || $4 > 1 } END { exit bad || !wrong }' "$work/one/runs/listops-transformer-s1/predictions.csv"
t "predict: elsewhere, a larger test set" 0 "=$work/pre/listops-transformer-s1/predictions.csv" '' predict "$work/one" --quiet --set task.test=60 --out "$work/pre"
expect "predict: it begins with the same examples" cmp <(head -51 "$work/pre/listops-transformer-s1/predictions.csv") "$work/one/runs/listops-transformer-s1/predictions.csv"
t "predict: only the task may change" 2 '' '~predict: --set train.lr=1: only options of the task' predict "$work/one" --set train.lr=1
t "predict: unwritable" 4 '' '~^treeformer: cannot create directory' predict "$work/one" --quiet --out "$tiny/x"
t "evaluate: no output folder" 3 "" "~is not an output folder: it has no spec.yaml" evaluate "$work"
t "evaluate: no folder" 3 '' '~no-such' evaluate "$work/no-such"
# shellcheck disable=SC2086
t "the folder of another spec" 3 '' '~^treeformer: .*/one holds .* \(model\.dim is 16 there and 32 here\): choose another --out$' lra "$(spec other 's/dim: 16/dim: 32/')" $run --out "$work/one"

# A loop over settings as one types it: a folder each, and the same command again finds its own.
loop() { for h in 2 3 4; do (cd "$work" && "$program" lra "$tiny" --quiet --no-plot --set attention.name=tf-a --set attention.height=$h --set train.steps=2) || return; done; }
loop >/dev/null 2>"$work/why"
expect "a loop over settings" test $? -eq 0 -a -s "$work/results/runs/tiny-name=tf-a-height=4-steps=2/rows/listops-tf-a-h4-s1.csv"
expect "a loop over settings: a folder each" test "$(cd "$work/results/runs" && echo *)" = "tiny tiny-name=tf-a-height=3-steps=2 tiny-name=tf-a-height=4-steps=2"
mkdir "$work/edited" && sed 's/steps: 30/steps: 3/; s/name: transformer/name: tf-a, height: 2/' "$tiny" >"$work/edited/tiny.yaml"
pushd "$work" >/dev/null || exit
t "an edited spec, in the folder of before" 3 '' '~\(train\.steps is 2 there and 3 here\): choose another --out, or make the change with --set and without --out, which gets its own folder$' \
    lra edited/tiny.yaml --quiet --no-plot
popd >/dev/null || exit
rows() { stat -c %n.%Y.%i "$work/results/runs/"*/rows/*.csv; }
row=$(rows)
loop >/dev/null 2>"$work/why"
expect "a loop over settings: again, skipped" test "$row" = "$(rows)"
mkdir -p "$work/site/experiments/group" && cp "$tiny" "$work/site/experiments/group/own.yaml"
(cd "$work/site" && "$program" lra experiments/group/own.yaml --quiet --no-plot) >/dev/null 2>"$work/err"
expect "the default folder is named after the spec and its folders" test -s "$work/site/results/runs/group-own/table.md"
t "--resume and --restart" 2 '' '~cannot be used together' lra "$tiny" --resume --restart
t "its own resolved spec is a spec" 0 '*' '' lra "$work/one/spec.yaml" --quiet --dry-run

# Self-pretraining: both parts' work stands in the table; killed in the first part and continued, the bytes are the same.
pre=("$tiny" --quiet --no-plot --set 'train.stages=[{steps: 300, mask: 0.2, lr: 0.003}, {steps: 100}]' --set train.checkpoint_every=20)
cat >"$work/peak.yaml" <<'EOF'
task: {name: listops, length_min: 100, length_max: 300, max_length: 299, train: 400, valid: 10, test: 10}
model: {layers: 2, dim: 64, heads: 2, mlp_dim: 128, position: rotary}
attention: transformer
train: {steps: 2, warmup: 0, batch: 64, shards: 2, eval_every: 2}
EOF
guess=$("$program" lra "$work/peak.yaml" --dry-run -q | tail -1 | cut -d, -f6)
t "memory" 0 '*' '*' lra "$work/peak.yaml" --no-plot --out "$work/peak"
expect "memory: what is used at the peak, as the dry run has it" awk -F, -v guess="$guess" '{ m = $7 } END { exit !(m > 0.8 * guess && m < 1.2 * guess) }' "$work/peak/timing.csv"
t "hidden tokens, scaled embeddings" 0 '*' '' lra "$tiny" --quiet --no-plot --set 'train.stages=[{steps: 9, mask: 0.2}, {steps: 9}]' \
    --set model.scale_embedding=true --out "$work/scaled"
t "self-pretraining" 0 '~FLOPs, pre-training' '' lra "${pre[@]}" --out "$work/pre-1"
expect "self-pretraining: a row has its work" grep -q ',train_flops,pretrain_flops,version$' "$work/pre-1/"rows/*.csv
"$program" lra "${pre[@]}" --out "$work/pre-2" >/dev/null 2>&1 &
wait_for "$work/pre-2" 20 $!
expect "self-pretraining: the kill struck" strike KILL $!
wait 2>/dev/null
t "self-pretraining: goes on after kill -9" 0 '~FLOPs, pre-training' '' lra "${pre[@]}" --out "$work/pre-2"
expect "self-pretraining: the same bytes" cmp "$work/pre-1/metrics.csv" "$work/pre-2/metrics.csv"
expect "self-pretraining: the same model" cmp "$work/pre-1/"runs/*/best.safetensors "$work/pre-2/"runs/*/best.safetensors
t "self-pretraining: evaluate" 0 '*' '' evaluate "$work/pre-1" --quiet

# A learning rate that blows up (weights grow a thousandfold a step): its row says so, and the sweep goes on.
# shellcheck disable=SC2086
t "diverged" 1 '*' '~warning: .*lr1.*diverged at step [0-9]+$' lra "$tiny" $run --set train.lr=100,0.001 --set train.weight_decay=10 \
    --set train.schedule=constant --set train.warmup=0 --out "$work/nan"
expect "diverged: a row says so" grep -q ',diverged,' "$work/nan/"rows/*lr1*.csv
expect "diverged: the other run is there" grep -q ',ok,' "$work/nan/"rows/*lr0.001*.csv
# shellcheck disable=SC2086
t "diverged: still so when run again, and said" 1 '*' '~warning: .*lr1.* diverged when it was trained; to train it again, remove .*rows/.*lr1.*csv and .*/runs/.*lr1[^/]*$' lra "$tiny" $run --set train.lr=100,0.001 --set train.weight_decay=10 \
    --set train.schedule=constant --set train.warmup=0 --out "$work/nan"

# shellcheck disable=SC2086
t "diverged, while recall is measured" 1 '*' '~diverged at step [0-9]+$' lra "$tiny" $run --set 'attention=[{name: tf-a, height: 2}]' --set train.lr=100 \
    --set train.weight_decay=10 --set train.schedule=constant --set train.warmup=0 --set train.eval_every=1 --set train.recall=2 --out "$work/nan-recall"

if have "figures of a run" command -v gnuplot; then
    t "figures" 0 '*' '' lra "$tiny" --quiet --out "$work/one"
    expect "figures: svg" test -n "$(find "$work/one" -name 'fig_*.svg' -size +0)"
    t "figures: a newline in the path" 0 '*' '' lra "$tiny" --quiet --out "$work/new"$'\n'"line"
    expect "figures: a newline in the path: svg" test -n "$(find "$work/new"$'\n'"line" -name 'fig_*.svg' -size +0)"
fi
# Settings that begin at the same moment have a folder each, and none is lost.
mkdir "$work/loop"
for lr in 0.001 0.002 0.003; do
    # shellcheck disable=SC2086
    (cd "$work/loop" && exec "$program" lra "$tiny" $run --set train.lr=$lr >/dev/null 2>"err-$lr") &
done
wait
for lr in 0.001 0.002 0.003; do
    expect "settings at once: $lr has its folder" test "$(grep -ls "^  lr: $lr\$" "$work"/loop/results/runs/*/spec.yaml | xargs -rI{} dirname {} | xargs -rI{} find {}/rows -name '*.csv' | wc -l)" -eq 1
done

# Progress is for people: nothing of it, and no escape codes, where stderr is a file.
t "progress off the terminal" 0 '*' "!$(printf '[\r\033]')" lra "$tiny" --no-plot --out "$work/plain"

# A run ends when its validation is good enough, and the table says so.
t "stop_at" 0 '~^- Runs end when a validation has reached 19 % \(`train.stop_at`\); steps: 20\.$' \
    '~: the validation of step 20 has reached 19 %: training ends \(train.stop_at\)$' lra "$tiny" --set train.stop_at=19 --no-plot --out "$work/good"
t "stop_at, joined" 0 '~^- Runs end when a validation has reached 19 % \(`train.stop_at`, where it is set\); steps: 20 to 30\.$' '*' \
    report "$work/good" "$work/plain=whole" --no-plot --out "$work/both"
t "stop_at, not reached" 0 '~steps: 30\.$' '!has reached' lra "$tiny" --set train.stop_at=20.1 --no-plot --out "$work/whole"
t "stop_at beyond" 3 '' '~stop_at' lra "$tiny" --set train.stop_at=101 --out "$work/never"
