# Specs that are wrong, and dry runs. Sourced by run.sh.
if can_limit_space "very many keys, a spec without an end"; then
    { cat "$tiny"; seq -f 'key%.0f: 1' 900000; } >"$work/keys.yaml"
    expect "very many unknown keys: at once, in little memory" \
        bash -c "ulimit -v 300000 -t 2; '$program' show '$work/keys.yaml' 2>&1 | grep -q 'keys.yaml:32771:1: too many keys in a map'"
    rm "$work/keys.yaml"
    expect "endless spec" bash -c "ulimit -v 2000000 -t 20; timeout 900 '$program' lra /dev/zero 2>&1 | grep -q 'too large'"
fi
t "missing spec" 3 '' '~^treeformer: .*no-such\.yaml' lra "$work/no-such.yaml"
t "spec is a folder" 3 '' '~^treeformer: ' lra "$work"
: >"$work/empty.yaml"
t "empty spec" 3 '' '~^treeformer: .*empty\.yaml' lra "$work/empty.yaml"
printf 'task: {name: listops\nmodel: [' >"$work/broken.yaml"
t "malformed YAML" 3 '' '~^treeformer: .*broken\.yaml:[0-9]+:[0-9]+: ' lra "$work/broken.yaml"
printf '\377\376\000' >"$work/binary.yaml"
t "binary spec" 3 '' '~^treeformer: .*binary\.yaml' lra "$work/binary.yaml"
printf 'a: &x [*x]\n' >"$work/alias.yaml"
t "aliases" 3 '' '~^treeformer: .*alias\.yaml:1:' lra "$work/alias.yaml"
t "unknown attention" 3 '' "~unknown\.yaml:7:[0-9]+: unknown attention 'transfromer' .did you mean 'transformer'" \
    lra "$(spec unknown 's/name: transformer/name: transfromer/')"
t "unknown task" 3 '' "~task\.yaml:4:[0-9]+: unknown task 'listop' .did you mean 'listops'" lra "$(spec task 's/name: listops/name: listop/')"
t "unknown section" 3 '' "~section\.yaml:8:1: .*'trian'.*did you mean 'train'" lra "$(spec section 's/^train:/trian:/')"
t "unknown option" 3 '' "~option\.yaml:8:[0-9]+: .*'warmpu'.*did you mean 'warmup'" lra "$(spec option 's/warmup:/warmpu:/')"
t "duplicate key" 3 '' '~duplicate\.yaml:10:1: ' lra "$(spec duplicate '9a seeds: [2]')"
t "not a number" 3 '' '~number\.yaml:8:[0-9]+: .*lr' lra "$(spec number 's/lr: 0.001/lr: fast/')"
t "out of range" 3 '' '~range\.yaml:5:[0-9]+: .*layers' lra "$(spec range 's/layers: 1/layers: 0/')"
t "heads do not divide" 3 '' '~heads' lra "$(spec heads 's/heads: 2/heads: 3/')"
t "sentences without their length" 3 '' '~sentence\.yaml:5:[0-9]+: model.sentence_layers needs' \
    lra "$(spec sentence 's/layers: 1/layers: 2, sentence_layers: 1/')"
t "blocks that cannot share" 3 '' '~share\.yaml:5:[0-9]+: model.share_blocks: routing' \
    lra "$(spec share 's/layers: 1/layers: 1, share_blocks: true/; s/name: transformer/name: routing/')"
t "height 40" 3 '' '~height\.yaml:7:[0-9]+: .*height.*40' lra "$(spec height 's/name: transformer/name: tf-a, height: 40/')"
t "--set: unknown path" 3 '' '~^treeformer: --set .*lrr' lra "$tiny" --set train.lrr=1 --out "$work/never"
t "--set: no value" 2 '' '~^treeformer: --set' lra "$tiny" --set train.lr --out "$work/never"
t "--set: out of range" 3 '' '~^treeformer: --set train.steps: ' lra "$tiny" --set train.steps=0 --out "$work/never"
t "--set: option of no mechanism" 3 '' "~has the option 'rank'" lra "$tiny" --set attention.rank=3 --out "$work/never"
t "--seed: not a number" 2 '' '~^treeformer: .*seed' lra "$tiny" --seed one --out "$work/never"
t "layers: a number that wraps" 3 '' "~layers: '4294967296' is not a range" lra "$(spec wraps 's/name: transformer/name: linformer, layers: 4294967296/')" --out "$work/never"
t "occupancy of a trained model" 3 '' '~trained.yaml:1:[0-9]+: infer.occupancy: the leaves of a trained model are as full as its weights' \
    infer-time "$(echo 'infer: {lengths: [64], occupancy: 0.5, from: x.safetensors}' >"$work/trained.yaml"; echo 'attention: tf-a' >>"$work/trained.yaml"; echo "$work/trained.yaml")" --out "$work/never"
t "more dilated heads than heads" 3 '' '~dilated_heads 4: more than the heads, 2' lra "$(spec dilated 's/name: transformer/name: longformer, dilation: 2, dilated_heads: 4/')" --out "$work/never"
t "more identity heads than heads" 3 '' '~identity_heads 3: more than the heads, 2' lra "$(spec identity 's/name: transformer/name: blockbert, identity_heads: 3/')" --out "$work/never"
t "every head is an identity head" 3 '' '~no head attends to another block: set fewer identity_heads, or blocks: 1' lra "$(spec inside 's/name: transformer/name: blockbert, identity_heads: 2/')" --out "$work/never"
t "one head of half a pattern" 3 '' '~heads: split gives one head half of the pattern alone: set heads: merged, or more model.heads' lra "$(spec half 's/name: transformer/name: sparse, heads: split/; s/heads: 2/heads: 1/')" --out "$work/never"
t "rotary rows without positions" 3 '' '~rotary: global_tokens have no distances' \
    lra "$(spec unplaced 's/name: transformer/name: bigbird, global_tokens: 2/')" --set model.position=rotary --out "$work/never"
# What only the data or the whole model shows has its place, too.
t "too few positions" 3 '' '~positions\.yaml:5:[0-9]+: model.positions 9, but sequences have up to [0-9]+ tokens: take [0-9]+ or more' \
    lra "$(spec positions 's/layers: 1/layers: 1, positions: 9/')" --out "$work/positions"
t "the first row of a causal model" 3 '' '~--set model.pool cls: the first row sees no other token .model.causal.: write pool: mean or max$' \
    lra "$tiny" --set model.pool=cls --set model.causal=true --out "$work/causal"
t "sentences of a task without classes" 3 '' '~--set model.sentence is for tasks with classes' \
    lra recall/mqar-64-4.yaml --set model.sentence=4 --set model.layers=2 --only mqar-transformer-s1 --out "$work/sentence"
t "more expressions than there are" 3 '' '~few\.yaml:4:[0-9]+: only [0-9]+ of [0-9]+ distinct ListOps expressions' \
    lra "$(spec few 's/train: 200/train: 30000/')" --set task.length_min=3 --set task.length_max=5 --out "$work/few"
t "blocks that cannot share, in a dry run" 3 '' '~--set model.share_blocks: layers 0 .transformer. and 1 .tf-a. differ' \
    lra "$tiny" --dry-run --set model.layers=2 --set attention.name=tf-a --set model.share_blocks=true --set train.bootstrap.total_steps=60
(cat "$tiny" && echo 'sweep: {train.warmup: [1, 3], train.warmup_ratio: [0.1, 0.5]}') >"$work/twice.yaml"
t "warm-up swept twice" 3 '' '~twice\.yaml:[0-9]+:[0-9]+: sweep: train.warmup has no effect beside train.warmup_ratio' lra "$work/twice.yaml" --dry-run
for section in seeds train model protocol train.stages; do
    t "--set $section=, as of a variable that is empty" 2 '' "~--set $section=: no value: " lra "$tiny" --dry-run --set "$section="
done
t "--set: parts of names are one value" 0 '~^  freeze: "tree,embeddings"$' '*' show "$tiny" --set train.freeze=tree,embeddings
t "--set: a list of such values is a sweep" 0 '*' '~2 runs' lra "$tiny" --dry-run --set attention.name=tf-a --set 'train.freeze=[tree,embeddings]'
t "a key of train" 3 '' "~train_key\.yaml:10:1: unknown key 'lr'; it is an option of train: write train: .lr: 1" lra "$(spec train_key '$a lr: 1')"
t "a part of train" 3 '' "~train_part\.yaml:10:1: unknown key 'stages'; it is a part of train" lra "$(spec train_part '$a stages: [{steps: 1}]')"
t "layers in a list" 3 '' '~layers: a range like 6-11 is expected' lra "$(spec in_a_list 's/name: transformer/name: linformer, layers: [0, 1]/')"
t "weights in part, of none" 0 '*' '~--set init.partial: warning: partial has no effect without init.from' show "$tiny" --set init.partial=true
t "learns nothing" 0 '*' '~--set train.lr: warning: lr 0: nothing is learned' show "$tiny" --set train.lr=0
t "too large an integer" 3 '' '~max_length: 2147483648 is more than 2147483647$' lra "$tiny" --dry-run --set task.max_length=2147483648
t "a negative share" 3 '' '~model.embed_dropout -0.3: a share from 0 on, or -1, as dropout' lra "$tiny" --set model.embed_dropout=-0.3 --out "$work/never"
t "--seed: the same twice" 2 '' '~--seed 4 is given twice: write it once' lra "$tiny" --seed 4 --seed=4 --out "$work/never"
t "--seed: given twice" 2 '' '~--seed is given twice: write --seed 1,2' lra "$tiny" --seed 1 --seed 2 --out "$work/never"
mkdir "$work/twin" && sed 's/lr: 0.001/lr: 0.002/' "$tiny" >"$work/twin/tiny.yaml"
t "--set: an option before the mechanism that it belongs to" 0 '~^listops-tc-a-h3-s1,' '' lra "$tiny" -n -q --set attention.height=3 --set attention.name=tc-a
t "--set: a list before the mechanism whose option is one" 0 '~^listops-kary-tf-a-s1,' '' lra "$tiny" -n -q --set attention.branching=4,2 --set attention.name=kary-tf-a
t "two specs of one name" 2 '' "~^treeformer: .*tiny\.yaml and .*twin/tiny\.yaml would share the folder of 'tiny': run one after" lra "$tiny" "$work/twin/tiny.yaml"
t "an unknown table of the papers" 0 '*' "~--set paper.table: warning: table: table3_lra.cvs is not in .*did you mean 'table3_lra.csv'" \
    lra "$tiny" --set paper.table=table3_lra.cvs --dry-run
# Integers as ranges are written, and the same run as by the plain number.
plain=$("$program" show "$tiny" --set train.steps=1500 --set train.batch=12)
t "integers like 1.5e3" 0 "=$plain" '' show "$tiny" --set train.steps=1.5e3 --set train.batch=1.2E1
t "integers like 1e3, swept" 0 '~^listops-transformer-steps2000-s1,' '' lra "$tiny" --quiet --dry-run --set train.steps=1e3,2e3
t "no integer" 3 '' "~train\.steps: .*'1e-3' is not an integer" show "$tiny" --set train.steps=1e-3
t "a spec of inference times" 3 '' '~infer.yaml:1:1: unknown key .infer.: this is a spec for `treeformer infer-time`' \
    lra "$(echo 'infer: {lengths: [64]}' >"$work/infer.yaml" && echo "$work/infer.yaml")" --out "$work/never"
t "a spec of trainings" 3 '' '~unknown key .task.: this is a spec for `treeformer lra`, `pretrain` or `finetune`' infer-time "$tiny" --out "$work/never"
expect "a bad spec creates no folder" test ! -e "$work/never"

t "dry run" 0 '~listops-transformer' '' lra "$tiny" --quiet --dry-run --out "$work/dry"
expect "a dry run creates no folder" test ! -e "$work/dry"
t "show a spec" 0 '~^ +weight_decay: 0$' '' show "$tiny"
cp "$work/out" "$work/resolved.yaml"
t "a resolved spec is a spec and resolves to itself" 0 "=$(cat "$work/resolved.yaml")" '' show "$work/resolved.yaml"
t "show a spec: --set" 0 '~^ +steps: 7$' '' show "$tiny" --set train.steps=7
t "show a spec by other names" 0 "=$(sed 's/batch: 8/batch: 4/' "$work/resolved.yaml")" '' \
    show "$(spec tiny 's/batch: 8, eval_every/batch_size: 8, eval_steps/; s/layers: 1/num_layers: 1/')" --set train.batch_size=4
t "two names of one option" 3 '' "~twice\.yaml:8:[0-9]+: train: 'warmup' and 'warmup_steps' are the same option" \
    lra "$(spec twice 's/warmup: 5/warmup: 5, warmup_steps: 5/')"
t "dry run of a sweep" 0 '~listops-linformer-.*rank' '' lra --quiet "$(spec sweep 's/name: transformer/name: linformer/')" --set attention.rank=2,4 --seed 1,2 \
    --dry-run
expect "a sweep of 2 x 2 is 4 runs" test "$(grep -oE 'listops-linformer[^ |,]*-s[12]' "$work/out" | sort -u | wc -l)" -eq 4

t "results folder below a file" 4 '' '~^treeformer: .*tiny\.yaml' lra "$tiny" --quiet --out "$tiny/out"
t "results folder in /proc" 4 '' '~^treeformer: .*/proc/nothing' lra "$tiny" --quiet --out /proc/nothing
t "report without a folder" 2 '' '~too few arguments' report
t "report of no folder" 3 '' '~^treeformer: .*no-such' report "$work/no-such"
mkdir "$work/nospec"
t "report of a folder without a spec" 3 '' '~^treeformer: .*spec\.yaml' report "$work/nospec"

t "data" 0 '' '' data listops --quiet --out "$work/new/d.tsv" --split test --set length_min=10 --set length_max=40 --set train=50 --set valid=5 --set test=7
expect "data: header and 7 examples" test "$(wc -l <"$work/new/d.tsv")" -eq 8
expect "data: official header" grep -q "^Source	Target.\$" "$work/new/d.tsv"
t "data: no split named" 0 '' '' data listops --quiet --out "$work/new/t.tsv" --set length_min=10 --set length_max=40 --set train=50 --set valid=5 --set test=7
expect "data: no split named: the 50 examples of the training" test "$(wc -l <"$work/new/t.tsv")" -eq 51
t "data: no file named" 2 '' '~--out is missing' data listops
t "data: a folder instead of a file" 2 '' "~^treeformer: data: --out $work is a folder: name the file to write$" data listops --out "$work"
t "data: unknown split" 2 '' '~must be train, valid or test' data listops --out "$work/x" --split dev
printf 'task: {name: squad, max_length: 60}\nattention: transformer\n' >"$work/squad.yaml"
t "squad: windows that hold no more than a question" 3 '' '~squad\.yaml:1:33: .*max_length 60 must be more than max_query_length 64' show "$work/squad.yaml"
t "data: other task" 2 '' "~these can: 'listops'" data imdb --out "$work/x"
for option in max_length=3 collapse_below=2 shuffle=true; do
    t "data: of training alone, $option" 2 '' "=treeformer: data: --set $option: it concerns training alone, and the file has whole examples: leave it out" \
        data listops --out "$work/q.tsv" --set $option
done
expect "data: of training alone: nothing is written" test ! -e "$work/q.tsv"
t "data: bad option" 2 '' '~--set max_args=1: ' data listops --out "$work/x" --set max_args=1
t "data: unwritable" 4 '' '~^treeformer: ' data listops --out "$tiny/x" --set length_min=10 --set length_max=40 --set train=50 --set valid=5 --set test=7
for spec in $(cd "$root" && find experiments -name '*.yaml' | sort); do
    t "$spec can be read" 0 '*' '*' show "$root/$spec"
done

# What is no regular file: without an end, without a byte, and one that is fine.
mkfifo "$work/fifo"
"$program" lra "$work/fifo" >/dev/null 2>"$work/err" &
pid=$!
wait_for_handler $pid
sleep 0.3
kill -TERM $pid
(sleep 5; kill -KILL $pid 2>/dev/null) &
wait $pid
expect "spec from a pipe that nobody writes: SIGTERM ends it" test $? -eq 130
(sleep 0.3; cat "$tiny") >"$work/fifo" &
t "spec from a pipe" 0 '~listops' '*' lra "$work/fifo" --dry-run

printf 'task: {name: listops}\nattention: [{name: tf-a, height: 2}, {name: tc-a, height: 5}]\n' >"$work/two.yaml"
t "the mechanism set twice: the last, as the spec has it" 0 '~^    height: 5$' '*' show "$work/two.yaml" --set attention.name=tf-a --set attention.name=tc-a
printf 'task: {name: listops}\nattention: {name: kary-tf-a, branching: [4, 4]}\ntrain: {stages: [{steps: 3}, {steps: 4}]}\n' >"$work/lists.yaml"
t "a list as one value of a stage" 0 '~^      branching: \[2, 3\]$' '*' show "$work/lists.yaml" --set 'train.stages.1.branching=[2,3]'
t "values for a stage" 3 '' '~train.stages.1.lr cannot be swept' show "$work/lists.yaml" --set train.stages.1.lr=1e-3,1e-4
t "init.from with nothing: --set" 3 '' '~--set init\.from: no file is named' lra "$tiny" --dry-run --set init.from=
echo 'init: {from: null}' | cat "$tiny" - >"$work/null.yaml"
t "init.from with nothing: null" 3 '' '~null\.yaml:[0-9]+:14: init\.from: no file is named' lra "$work/null.yaml" --dry-run

t "train is no command" 2 '' "=treeformer: unknown command 'train': 'treeformer lra' trains a spec, 'treeformer pretrain' one for the tasks corpus and lm, 'treeformer finetune' one for GLUE or SQuAD" train
t "train is no command: of a spec" 2 '' "=treeformer: unknown command 'train' (did you mean 'treeformer lra $tiny'?)" train --seed 2 "$tiny"
t "run is no command: of another task" 2 '' "~unknown command 'run' .did you mean 'treeformer finetune .*glue.yaml'" run "$root/experiments/bert/taught/glue.yaml"

# Messages are one line, and no commands to the terminal, whatever they quote.
t "control characters in an error" 2 '' "=treeformer: unknown command 'a\\nb\\x1b[31m\\xc2\\x9b\\xff'; see 'treeformer help'" $'a\nb\033[31m\xc2\x9b\xff'
t "letters of any language stay" 2 '' "=treeformer: unknown command 'Größe'; see 'treeformer help'" 'Größe'

# A whole section takes the place of a sweep of its parts; equal values written in two ways are found as runs.
printf 'task: {name: listops, test: 50}\nattention: transformer\ntrain: {steps: 5, eval_every: 5}\nsweep:\n  train.lr: [1e-3, 2e-3]\n' >"$work/swept.yaml"
t "a section after a sweep of its parts" 0 '*' '' lra "$work/swept.yaml" --dry-run --quiet --set 'train={lr: 5e-3, steps: 5, warmup: 2, batch: 4, eval_limit: 9, eval_every: 5}'
expect "a section after a sweep of its parts: one run" test "$(wc -l <"$work/out")" -eq 2
sed -i 's/2e-3/0.001/' "$work/swept.yaml"
t "a value written in two ways" 3 '' '~swept.yaml:5:13: sweep of train.lr: two values make the same run .*written in two ways' show "$work/swept.yaml"
printf 'title: x\ntask: {name: labelled, train_file: t.tsv}\nattention: [tf-a, transformer]\nsweep: {task.test_file: ["a b.tsv", "ab.tsv"]}\n' >"$work/blanks.yaml"
t "values that differ in blanks alone" 3 '' "~blanks.yaml:3:13: attention tf-a: two runs have the same name in tables \('test_file=ab.tsv'\), which has no blanks" show "$work/blanks.yaml"
printf 'task: {name: labelled, train_file: t.tsv, test_file: ~}\nattention: transformer\n' >"$work/null.yaml"
t "null as a file's name" 3 '' '~null.yaml:1:54: test_file: ~ is no value: write "" for none' show "$work/null.yaml"
mkfifo "$work/pipe.tsv" && sed -i 's/test_file: ~/test_file: pipe.tsv/' "$work/null.yaml" && printf 'a\tb\n' >"$work/t.tsv"
t "a pipe in place of data" 3 '' '~pipe.tsv: not a regular file' lra "$work/null.yaml" --data "$work" --dry-run
t "random blocks of global ones alone" 2 '' '~random_limit: the first 100 tokens are in global blocks: at least 128, or random_blocks: 0$' \
    show bigbird --set random_limit=100
printf 'task: {name: text, max_length: 2147483647}\nmodel: {pool: mean}\nattention: bigbird\n' >"$work/long.yaml"
expect "a pattern of endless texts is not made" bash -c "ulimit -t 20; exec timeout 900 '$program' show '$work/long.yaml'"
t "a dry run of a run that memory cannot hold" 0 '*' '~warning: .*the run needs about .* of memory at its peak' lra "$tiny" --dry-run --set train.pack_tokens=1e8 --set train.batch=1e6
# What run_all.sh would run: specs that are there, in both protocols.
for what in quick lra table3 table4 table9 leaves heights; do
    for protocol in small paper; do
        case $what-$protocol in quick-paper | lra-paper)
            expect "run_all.sh: $what has one protocol" test "$(cd "$root" && ./run_all.sh $what --protocol paper --commands 2>&1; echo $?)" = "run_all.sh: $what has no protocol paper; table3, table4, table9, leaves and heights have
2"
            continue ;;
        esac
        (cd "$root" && ./run_all.sh $what --protocol $protocol --commands) >"$work/commands" 2>&1
        bad=$(awk '{ for (i = 1; i <= NF; i++) if ($i ~ /\.yaml$/) print $i }' "$work/commands" | while read -r f; do [ -f "$root/$f" ] || echo "$f"; done)
        expect "run_all.sh $what, $protocol" test -s "$work/commands" -a -z "$bad" -a -z "$(grep -v '^build/treeformer ' "$work/commands")"
        case $what in table3 | table9) # what is reported in the end was trained before, each in a folder right below the report's or beside it
            made=$(grep -v ' report ' "$work/commands" | grep -o -- '--out [^ ]*' | sed 's/--out //' | sort)
            joined=$(tail -n 1 "$work/commands" | grep -o 'results/runs/[^ ]*' | grep -v "^results/runs/$what-$protocol\$" | sort)
            expect "run_all.sh $what, $protocol: what it reports" test -n "$joined" -a -z "$(uniq -d <<<"$joined")" -a -z "$(comm -13 <(echo "$made") <(echo "$joined"))" \
                -a -z "$(grep "^results/runs/[^/]*/.*/" <<<"$joined")" ;;
        esac
    done
done
expect "run_all.sh: one folder for several" test "$(cd "$root" && ./run_all.sh table3 --commands --out x 2>&1; echo $?)" = "run_all.sh: table3 fills several folders below results/runs, so it takes no --out
2"
expect "run_all.sh: paths of the caller, words as the shell reads them" test "$(cd "$work" && CDPATH=. "$root/run_all.sh" quick --commands --data 'my data' --only 'tf-*')" = \
    "build/treeformer lra experiments/quick/listops.yaml --data '$work/my data' --only 'tf-*'"
expect "run_all.sh: leaf-hist finds the data" test "$(cd "$root" && ./run_all.sh leaves --commands --data /d --threads 2 | tail -1 | sed 's/.*leaves --/--/')" = '--data /d --threads 2'
expect "run_all.sh: an empty value is the program's to refuse" test "$(cd "$work" && "$root/run_all.sh" quick --commands --out= --data=)" = "build/treeformer lra experiments/quick/listops.yaml --out= --data="
expect "run_all.sh: bundled options" test "$(cd "$root" && ./run_all.sh quick --commands -qo x 2>&1)" = "run_all.sh: write '-qo' as single options"
expect "run_all.sh: a dry run reports nothing" test -z "$(cd "$root" && ./run_all.sh table3 --commands -rn | grep ' report ')"
expect "run_all.sh: an empty folder stays empty" test "$(cd "$root" && ./run_all.sh quick --commands --data '')" = \
    "build/treeformer lra experiments/quick/listops.yaml --data ''"
expect "run_all.sh: check takes no options" test "$(cd "$root" && ./run_all.sh check --commands --threads 1 2>&1; echo $?)" = "run_all.sh: check takes no options
2"
expect "run_all.sh: a chain of trainings from seed 1" test "$(cd "$root" && ./run_all.sh table9 --commands --seed 2 2>&1; ./run_all.sh table9 --commands --only tf-a 2>&1)" = \
    "run_all.sh: table9 is a chain of trainings from seed 1, so --seed must have it
run_all.sh: table9 is a chain of trainings, so it takes no --only"
expect "run_all.sh: an unknown protocol" test "$(cd "$root" && ./run_all.sh table3 --protocol large 2>&1)" = "run_all.sh: --protocol is small or paper, not 'large'"
