# Budgets of time, estimates, and the tiny BERT specs on data made here. Sourced by run.sh.
t "max_time: no unit" 3 '' "~max\.yaml:8:19: max_time: '2' is not a duration like 90s, 2m or 1.5h" \
    lra "$(spec max 's/^train: [{]/&max_time: 2, /')" --out "$work/never"
t "max_time: another unit" 3 '' "~^treeformer: --set train.max_time: .*'2d' is not a duration" lra "$tiny" --set train.max_time=2d --out "$work/never"
t "max_time: negative" 3 '' "~^treeformer: --set train.max_time: .*'-2m' is not a duration" lra "$tiny" --set train.max_time=-2m --out "$work/never"
t "max_time: in the largest unit" 0 '~^ +max_time: 2m$' '' show "$tiny" --set train.max_time=120s
t "warmup_ratio: out of range" 3 '' '~^treeformer: --set train.warmup_ratio: ' lra "$tiny" --set train.warmup_ratio=2 --out "$work/never"
t "warmup_ratio: never left" 0 '*' '~warning: the warm-up of 30 steps is not shorter than the run of 30' show "$tiny" --set train.warmup_ratio=1
expect "max_time: bad values create no folder" test ! -e "$work/never"

# Killed and resumed, a run keeps its number of steps, and that number alone gives the same bytes.
steps_of() { sed -nE 's/^  steps: ([0-9]+)$/\1/p' "$1"/runs/*/run.yaml; }
limited() { exec "$program" lra "$slow" --quiet --no-plot --set train.steps=1000000 --set train.warmup_ratio=0.1 "$@"; }
limited --set train.max_time=4s --out "$work/budget" >/dev/null 2>&1 &
pid=$!
wait_for "$work/budget" 20 $pid
strike KILL $pid
expect "max_time: was killed" test $? -eq 0
wait $pid 2>/dev/null
before=$(steps_of "$work/budget")
expect "max_time: the number is there" test "$before" -gt 0
(limited --set train.max_time=4s --out "$work/budget") >/dev/null 2>"$work/err"
expect "max_time, after kill -9: resumes" test $? -eq 0
expect "max_time, after kill -9: the same number" test "$(steps_of "$work/budget")" = "$before"
cp -r "$work/budget" "$work/unbudgeted"
rm "$work"/unbudgeted/rows/*.csv "$work"/unbudgeted/runs/*/run.yaml # as after a kill between the end of --restart's old budget and its new one
(limited --set train.max_time=4s --out "$work/unbudgeted") >/dev/null 2>"$work/err"
expect "max_time: a run without its number goes on" test $? -eq 0 -a "$(steps_of "$work/unbudgeted")" = "$before"
(limited --set "train.steps=$before" --out "$work/counted") >/dev/null 2>"$work/err"
expect "max_time, after kill -9: the bytes of that number of steps" cmp "$work/budget/metrics.csv" "$work/counted/metrics.csv"
t "max_time: the run as a spec" 0 '*' '' lra "$work"/budget/runs/*/run.yaml --quiet --no-plot --out "$work/again"
expect "max_time: the same bytes" cmp "$work/budget/metrics.csv" "$work/again/metrics.csv"
echo 'train: [' >"$work/broken-run.yaml"
rm "$work"/budget/rows/*.csv
for f in "$work"/budget/runs/*/run.yaml; do cp "$work/broken-run.yaml" "$f"; done
(limited --set train.max_time=4s --out "$work/budget") >/dev/null 2>"$work/err"
expect "max_time: a damaged number: exit code" test $? -eq 3
expect "max_time: a damaged number: its file" grep -qE '^treeformer: .*/run\.yaml:' "$work/err"

# A dry run makes no data and needs no weights.
mkdir "$work/no-cache"
TREEFORMER_CACHE=$work/no-cache t "dry run: no data is generated" 0 '~^listops-linformer' '~about .* of training and evaluation' \
    lra "$root/experiments/lra/paper/listops-arena.yaml" --dry-run --set attention.name=linformer --set model.layers=1 --set model.dim=32 --set model.qkv_dim=32
expect "dry run: nothing is kept" test -z "$(ls -A "$work/no-cache")"
if read -r ran _ </proc/self/schedstat && [ "$ran" -gt 0 ]; then # the kernel counts
    hogs=
    for _ in $(seq $((2 * $(nproc)))); do
        (while :; do :; done) &
        hogs+=" $!"
    done
    t "dry run: a busy machine" 0 '*' '~other processes had the CPU in .* alone on the machine, about' \
        lra "$tiny" --dry-run --set attention.name=linformer --set train.steps=1e6 --set train.eval_every=1e6
    kill $hogs
    wait $hogs 2>/dev/null
    expect "dry run: alone it takes the rest of the time" awk -F, '
        function s(t, w, n, x) { for (n = split(t, w, " "); n > 1; n -= 2) x += w[n - 1] * (w[n] == "h" ? 3600 : w[n] == "min" ? 60 : 1); return x }
        { exit !($2 > 0 && (s($3) - s($1) * (1 - $2 / 100)) ^ 2 <= (0.02 * s($1)) ^ 2) }' \
        <<<"$(sed -nE 's/.*about (.*) of training.* in ([0-9]+) % .* about (.*)\)/\1,\2,\3/p' "$work/err")"
fi
network() { "$program" lra "$tiny" --dry-run --quiet --ranks 2 "$@" 2>/dev/null | cell - comm_time_s 2; } # seconds that a step of two ranks takes for it
usual=$(network)
expect "dry run: a network of 10 Gbit/s and 50 us by default" test -n "$usual" -a "$(network --bandwidth 10 --latency 50)" = "$usual"
for worse in '--latency 5000' '--bandwidth 0.01'; do
    # shellcheck disable=SC2086
    expect "dry run: a network of $worse" awk -v usual="$usual" -v worse="$(network $worse)" 'BEGIN { exit !(usual > 0 && worse > 5 * usual) }'
done
t "dry run: nothing would learn" 3 '' "~--set train.learn: 'roots' leaves no parameter of this model to learn" lra "$tiny" --dry-run --set train.learn=roots
t "dry run: nothing of a stage would learn" 3 '' "~^treeformer: --set train.stages: learn: 'roots' leaves no parameter" \
    lra "$tiny" --dry-run --set 'train.stages=[{steps: 2, learn: roots}, {steps: 2}]'
t "dry run: a name that nothing has" 0 '*' "~warning: listops-linformer-s1: --set train.freeze: no parameter has 'treez' in its name" lra "$tiny" --dry-run --set attention.name=linformer --set train.freeze=treez
many=$(printf 'Z,%.0s' {1..120})
t "dry run: many names that nothing has" 0 '*' "~train.freeze: no parameter has '${many%,}' in its name" lra "$tiny" --dry-run --set "train.freeze='$many'"
t "dry run: a control without trees" 0 '*' '!no parameter' lra "$tiny" --dry-run --set train.freeze=tree
t "dry run: padding that would cut" 3 '' '~--set data.pad 16 would cut sequences of [0-9]+ tokens: take data.pad [0-9]+ or more, or cut them with task.max_length' \
    lra "$tiny" --dry-run --set data.pad=16
t "dry run: padding that would be hidden" 3 '' '~--set data.pad: padding would be hidden and predicted like words: leave it out' \
    lra "$tiny" --dry-run --set data.pad=64 --set 'train.stages=[{steps: 9, mask: 0.2}, {steps: 9}]'
t "dry run: padding beside padding" 3 '' '~--set data.pad: its padding counts as tokens: leave out task.black_is_padding, or data.pad' \
    lra "$tiny" --dry-run --set data.pad=1024 --set 'task={name: pathfinder, train: 8, valid: 4, test: 4, black_is_padding: true}'
t "dry run: parts of cut expressions" 3 '' '~max_length 20: expressions of up to 59 tokens are cut, and what is cut can be neither collapsed nor shuffled' \
    lra "$tiny" --dry-run --set 'task={name: listops, length_min: 25, length_max: 60, max_length: 20, shuffle: true}'
t "dry run: padding that would cut pictures" 3 '' '~data.pad 16 would cut sequences of 64 tokens: take data.pad 64 or more$' \
    lra "$tiny" --dry-run --set data.pad=16 --set 'task={name: mqar, length: 64, pairs: 4, train: 64, valid: 20, test: 20}'
t "dry run: weights to come" 0 '~^listops' '~warning: init.from: /none\.safetensors is not there yet' lra "$tiny" --dry-run --set init.from=/none.safetensors
t "a run: weights to come" 3 '' '~--set init.from: /none\.safetensors is not there: first run the spec that makes it' lra "$tiny" --quiet --no-plot --set init.from=/none.safetensors --out "$work/no-weights"
"$program" lra "$tiny" --quiet --no-plot --out "$work/origin" >/dev/null 2>&1
cp "$work/origin/runs/listops-transformer-s1/best.safetensors" "$work/start.safetensors"
cp "$work/start.safetensors" "$work/moving.safetensors"
lra_moving() { exec "$program" lra "$slow" --quiet --no-plot --seed 1,2 --set model.layers=1 --set model.dim=16 --set "init.from=$work/moving.safetensors" --out "$work/moving"; }
lra_moving >"$work/log" 2>&1 &
while kill -0 $! 2>/dev/null && [ ! -e "$work/moving/runs/listops-transformer-s1/metrics.csv" ]; do sleep 0.005; done
strike STOP $! # or its first run may end too early
cp "$work/origin/runs/listops-transformer-s1/checkpoint-00000030.safetensors" "$work/new.safetensors" && mv "$work/new.safetensors" "$work/moving.safetensors"
strike CONT $!
wait $!
for s in "1 start" "2 moving"; do
    expect "init.from: a file that is replaced between runs, seed ${s% *}" \
        test "$(cell "$work/moving/rows/listops-transformer-s${s% *}.csv" init_hash | cut -d. -f1)" = "$(sha256sum "$work/${s#* }.safetensors" | head -c 16)"
done
expect "init.from: files of the same weights agree in them" test "$(cell "$work/moving/rows/listops-transformer-s1.csv" init_hash | cut -d. -f2)" = \
    "$(cell "$work/moving/rows/listops-transformer-s2.csv" init_hash | cut -d. -f2)"
"$program" lra "$tiny" --quiet --no-plot --set attention.name=linformer --set attention.rank=4 --out "$work/origin-linformer" >/dev/null 2>&1
t "init.from: a checkpoint says its heads" 3 '' '~--set init\.from: .*/start\.safetensors: its model has 2 heads, but model.heads is 4: they must be the same' \
    lra "$tiny" --quiet --no-plot --set "init.from=$work/start.safetensors" --set model.heads=4 --out "$work/other-heads"
head -c 100 "$work/start.safetensors" >"$work/cut.safetensors"
t "weights that are none" 3 '' '~cut_weights\.yaml:11:9: init\.from: .*/cut\.safetensors: truncated or damaged checkpoint' \
    lra "$(spec cut_weights "\$a init:\n  from: $work/cut.safetensors")" --quiet --no-plot --out "$work/of-none"
t "dry run: weights of another width" 3 '' '~start.safetensors: tensor .* but the model needs' lra "$tiny" --dry-run --set "init.from=$work/start.safetensors" --set model.dim=32
t "dry run: weights that fit one entry alone" 3 '~^listops-linformer' "~warning: listops-longformer-s1: .*start.safetensors: tensor .* but the model needs" lra "$tiny" --dry-run \
    --set "init.from=$work/start.safetensors" --set 'attention=[{name: transformer, model: {mlp_dim: 48}}, {name: linformer, rank: 4}, {name: longformer, window: 4, model: {mlp_dim: 64}}]'
expect "dry run: weights that fit one entry alone: the first is named, too" grep -qE '^warning: listops-transformer-s1: .*tensor .* but the model needs' "$work/err"
expect "dry run: weights that fit one entry alone: no lines of the others" test "$(wc -l <"$work/out")" -eq 2
t "dry run: weights of other heads" 3 '' '~start.safetensors: its model has 2 heads, but model.heads is 4' lra "$tiny" --dry-run --set "init.from=$work/start.safetensors" --set model.heads=4
"$program" lra "$tiny" --quiet --no-plot --set model.layers=3 --set train.steps=2 --out "$work/deeper" >/dev/null 2>&1
t "init.from: more layers than the model" 0 '*' '*' lra "$tiny" --quiet --no-plot --set "init.from=$work/deeper/runs/listops-transformer-s1/best.safetensors" --out "$work/shallower"
# Weights remember with what they were trained, and tables say it of those that begin with them.
simple=(lra "$tiny" --quiet --no-plot --set "init.from=$work/simpler/runs/listops-transformer-s1/best.safetensors")
said() { cut -d, -f4 "$work/$1/rows/listops-transformer-s1.csv" | tail -1; }
"$program" lra "$tiny" --quiet --no-plot --set task.collapse_below=2 --out "$work/simpler" >/dev/null 2>&1
t "init.from: weights of other examples" 0 '*' '*' "${simple[@]}" --set task.shuffle=true --out "$work/harder"
harder="trained with shuffle=true; began with weights trained with collapse_below=2"
expect "init.from: weights of other examples: the row says it" test "$(said harder)" = "$harder"
t "init.from: their heirs, with other data" 0 '*' '*' lra "$tiny" --quiet --no-plot --set task.train=40 \
    --set "init.from=$work/harder/runs/listops-transformer-s1/best.safetensors" --out "$work/heirs"
expect "init.from: their heirs: the row says it" test "$(said heirs)" = \
    "began with weights trained with shuffle=true; began with weights trained with collapse_below=2; began with weights trained on other examples"
t "init.from: another test set alone" 0 '*' '*' "${simple[@]}" --set task.test=30 --out "$work/tested-otherwise"
expect "init.from: another test set alone: the training examples are the same" test "$(said tested-otherwise)" = \
    "began with weights trained with collapse_below=2"
rm "$work/harder/rows/"*.csv && mv "$work/simpler" "$work/simpler-elsewhere"
t "init.from: resumed without the weights" 0 '*' '*' "${simple[@]}" --set task.shuffle=true --out "$work/harder"
expect "init.from: resumed without the weights: the row says it" test "$(said harder)" = "$harder"
"$program" lra "$tiny" --quiet --no-plot --set 'attention=[{name: longformer, window: 4, global_tokens: 0}]' --out "$work/origin-window" >/dev/null 2>&1
"$program" lra "$tiny" --quiet --no-plot --set model.layers=2 --set 'attention=[{name: longformer, window: 4, global_tokens: 0, layers: 0}]' --out "$work/origin-mixed" >/dev/null 2>&1
lesson='{steps: 2, learn: tree, output: full}, {steps: 2}'
for has in linformer longformer; do
    from=$work/origin-linformer/runs/listops-linformer-s1/best.safetensors
    [ $has = linformer ] || from=$work/origin-window/runs/listops-longformer-s1/best.safetensors
    t "dry run: weights of $has, to be a teacher" 3 '' \
        "~treeformer: --set init\.from: .*best.safetensors is of a model with attention $has in layer 0: it has nothing to teach the trees; give" lra "$tiny" --dry-run \
        --set 'attention=[{name: tf-a, height: 2, teach: kl}]' --set "train.stages=[$lesson]" --set "init.from=$from"
    t "dry run: weights of $has, to be a teacher of a later stage" 3 '' "~treeformer: .* attention $has in layer 0: it has nothing to teach" lra "$tiny" --dry-run \
        --set 'attention=[{name: tf-a, height: 2}]' --set "train.stages=[{steps: 2, freeze: tree}, {steps: 2, learn: tree, output: full, teach: kl}, {steps: 2}]" --set "init.from=$from"
    t "dry run: weights of $has, to teach while all learns" 0 '*' "~warning: .* attention $has in layer 0: it has nothing to teach" lra "$tiny" --dry-run \
        --set 'attention=[{name: tf-a, height: 2, teach: kl}]' --set "init.from=$from"
    t "dry run: weights of $has, full attention is trained first" 0 '*' '!nothing to teach' lra "$tiny" --dry-run \
        --set 'attention=[{name: tf-a, height: 2, teach: kl}]' --set "train.stages=[{steps: 2, output: full, freeze: tree}, $lesson]" --set "init.from=$from"
done
t "dry run: the taught layer had full attention" 0 '*' '!nothing to teach' lra "$tiny" --dry-run --set model.layers=2 \
    --set 'attention=[{name: tf-a, height: 2, teach: kl, layers: 1, others: {name: longformer, window: 4, global_tokens: 0}}]' \
    --set "train.stages=[$lesson]" --set "init.from=$work/origin-mixed/runs/listops-longformer-l0-s1/best.safetensors"
t "init.from: weights that can teach" 0 '*' '!nothing to teach' lra "$tiny" --no-plot --set 'attention=[{name: tf-a, height: 2, teach: kl}]' \
    --set "train.stages=[$lesson]" --set "init.from=$work/start.safetensors" --out "$work/teacher"
t "init.from: another mechanism's, to be a teacher" 3 '' '~treeformer: .*is of a model with attention tf-a in layer 0: it has nothing to teach' lra "$tiny" --no-plot --seed 1,2 \
    --set 'attention=[{name: tf-a, height: 2, teach: kl}]' --set "train.stages=[$lesson]" \
    --set "init.from=$work/teacher/runs/listops-tf-a-h2-s1/best.safetensors" --out "$work/no-teacher"
expect "init.from: another mechanism's, to be a teacher: no seed was trained" test -z "$(grep -l ',ok,' "$work/no-teacher/rows/"*.csv 2>/dev/null)"
"$program" lra "$tiny" --quiet --no-plot --set 'attention=[{name: tf-a, height: 2, teach: kl}]' --set "train.stages=[{steps: 2}, {steps: 2, learn: tree, output: full}]" \
    --set "init.from=$work/start.safetensors" --out "$work/taught-last" >/dev/null 2>&1
t "init.from: trained with trees, which were taught again at the end" 3 '' '~treeformer: .*is of a model with attention tf-a in layer 0: it has nothing to teach' lra "$tiny" --dry-run \
    --set 'attention=[{name: tf-a, height: 2, teach: kl}]' --set "train.stages=[$lesson]" --set "init.from=$work/taught-last/runs/listops-tf-a-h2-s1/best.safetensors"
t "init.from: a checkpoint says its norm" 0 '*' "~warning: .*start.safetensors: its model's norm is [a-z]*, but model.norm is post" \
    lra "$tiny" --no-plot --set "init.from=$work/start.safetensors" --set model.norm=post --out "$work/other-norm"
t "init.from: weights that fit one entry alone" 3 '' "~warning: listops-transformer-s1: .*start.safetensors: tensor .* but the model needs" lra "$tiny" --no-plot \
    --set "init.from=$work/start.safetensors" --set 'attention=[{name: linformer, rank: 4}, {name: transformer, model: {mlp_dim: 48}}]' --out "$work/one-fits"
expect "init.from: weights that fit one entry alone: said before the other was trained" test \
    "$(grep -n 'but the model needs' "$work/err" | head -1 | cut -d: -f1)" -lt "$(grep -n 'run 1 of 2' "$work/err" | cut -d: -f1)"
t "init.from: the same model, rotary" 0 '*' '*' lra "$tiny" --no-plot --set model.position=rotary --set model.norm=post --out "$work/rotary"
t "init.from: nothing differs" 0 '*' '!will not compute' lra "$tiny" --no-plot --set model.position=rotary --set model.norm=post \
    --set "init.from=$work/rotary/runs/listops-transformer-s1/best.safetensors" --out "$work/rotary-2"
t "init.from: a run to go on with" 0 '*' '*' lra "$tiny" --quiet --no-plot --set "init.from=$work/start.safetensors" --set train.checkpoint_every=5 --out "$work/goes-on"
rm "$work/goes-on/rows/"*.csv "$work/start.safetensors"
t "init.from: a run that goes on needs no weights" 0 '*' '!is not there' lra "$tiny" --no-plot --set "init.from=$work/start.safetensors" --set train.checkpoint_every=5 --out "$work/goes-on"
rm "$work/goes-on/rows/"*.csv "$work/goes-on/runs/"*/checkpoint-*30.safetensors
t "init.from: a run that goes on from the middle" 0 '*' '!is not there' lra "$tiny" --no-plot --set "init.from=$work/start.safetensors" --set train.checkpoint_every=5 --out "$work/goes-on"
expect "init.from: it knows what it began with" test "$(cell "$work/goes-on"/rows/*.csv init_hash | cut -d. -f1)" = \
    "$(sha256sum "$work/origin/runs/listops-transformer-s1/best.safetensors" | cut -c1-16)"
cp "$work/rotary/runs/listops-transformer-s1/best.safetensors" "$work/start.safetensors"
t "init.from: other weights by now" 3 '' '~began with other weights' lra "$tiny" --quiet --no-plot --set "init.from=$work/start.safetensors" --set train.checkpoint_every=5 --out "$work/goes-on"
trees=(--set attention.name=tf-a --set attention.height=2)
t "init.from: trees" 0 '*' '*' lra "$tiny" --quiet --no-plot "${trees[@]}" --out "$work/trees"
t "init.from: trees that come later" 0 '*' '~warning: .*: init.from: 2 tensors of the file, .*level1.*, come with stage 2 and begin at random' lra "$tiny" --no-plot "${trees[@]}" \
    --set "init.from=$work/trees/runs/listops-tf-a-h2-s1/best.safetensors" --set 'train.stages=[{steps: 4, height: 1}, {steps: 4}]' --out "$work/later"
for rate in 1e-3 1e-9; do
    t "adadelta: state_lr $rate" 0 '*' '*' lra "$tiny" --quiet --no-plot --set attention.name=s4d --set attention.state_lr=$rate --set train.optimizer=adadelta \
        --set train.lr=1 --out "$work/state-$rate"
done
expect "adadelta: state_lr has an effect" test "$(sha256sum <"$work/state-1e-3/metrics.csv")" != "$(sha256sum <"$work/state-1e-9/metrics.csv")"
t "more ListOps than there is memory for" 4 '' '~task.train 100000000: the data take [0-9.]+ TiB of memory or more' \
    lra "$tiny" --quiet --set task.train=100000000 --set task.length_min=60000 --set task.length_max=65000 --set task.max_length=2000 --out "$work/huge"
t "a run: weights to come are missed before anything is measured" 3 '' '!of training on' lra "$tiny" --no-plot --set init.from=/none.safetensors --out "$work/no-weights"

# The tiny BERT: the specs fit together as they are. From a folder of its own, for they name results/runs.
mkdir -p "$work/bert/data/corpus" "$work/bert/data/glue/SST-2"
for i in $(seq 400); do echo "the film number $i was $([ $((i % 2)) = 0 ] && echo good || echo bad) and we saw it $((i % 7)) times in a row"; echo; done >"$work/bert/data/corpus/films.txt"
{ printf 'sentence\tlabel\n'; for i in $(seq 60); do printf 'film %d was %s\t%d\n' "$i" "$([ $((i % 2)) = 0 ] && echo good || echo bad)" $((1 - i % 2)); done; } >"$work/bert/data/glue/SST-2/train.tsv"
{ printf 'sentence\tlabel\n'; for i in $(seq 61 80); do printf 'film %d was %s\t%d\n' "$i" "$([ $((i % 2)) = 0 ] && echo good || echo bad)" $((1 - i % 2)); done; } >"$work/bert/data/glue/SST-2/dev.tsv"
t "tiny BERT: a vocabulary" 0 '*' '' data vocab --from "$work/bert/data/corpus" --set size=200 --out "$work/bert/data/bert-vocab/vocab.txt" --quiet
inside() { (cd "$work/bert" && TREEFORMER_DATA=$work/bert/data "$program" "$@"); }
inside finetune "$root/experiments/bert/tiny/sst-2.yaml" --dry-run >"$work/out" 2>"$work/err"
expect "tiny BERT: dry run before there are weights" grep -q '^sst-2-transformer-s1,' "$work/out"
inside pretrain "$root/experiments/bert/tiny/pretrain.yaml" --quiet --no-plot --set train.max_time=1s --set task.unit=block --set task.valid=20 --set task.test=20 >"$work/out" 2>"$work/err"
expect "tiny BERT: pretrain" test $? -eq 0
inside finetune "$root/experiments/bert/tiny/sst-2.yaml" --no-plot --set train.max_time=1s >"$work/out" 2>"$work/err"
expect "tiny BERT: finetune" test $? -eq 0
expect "tiny BERT: the encoder's weights come from pretrain" grep -qE 'best\.safetensors: loaded [1-9][0-9]+ tensors; 4 of the model start fresh' "$work/err"
