# From a text to a BERT that others open, to GLUE's predictions. Sourced by run.sh.
texts=$work/texts # data folder
mkdir -p "$texts/bert-vocab" "$texts/corpus" "$texts/glue/CoLA"
{
    printf '[%s]\n' PAD UNK CLS SEP MASK
    printf '%s\n' a b c d e f g h i j
} >"$texts/bert-vocab/vocab.txt"
for i in {1..60}; do echo "a b c d e f g h i j a c e g i b d f h j a b a b"; echo; done >"$texts/corpus/a.txt"
for i in {1..12}; do printf 'x\t1\t\ta b c\nx\t0\t*\tj i h\n'; done | tee "$texts/glue/CoLA/train.tsv" >"$texts/glue/CoLA/dev.tsv"
cat >"$work/lm.yaml" <<'EOF'
task: {name: corpus, unit: block, max_length: 16, valid: 8, test: 8}
model: {layers: 2, dim: 16, heads: 4, mlp_dim: 32, norm: post, pool: first, pooler: true, segments: 2, positions: 32, embed_norm: true,
  classifier_dim: 0, layer_norm_eps: 1e-12}
attention: transformer
train: {lr: 0.001, warmup: 2, steps: 6, batch: 8, eval_every: 6, log_every: 6}
EOF
sed '/^task:/s/.*/task: {name: cola, max_length: 16, valid: 4}/' "$work/lm.yaml" >"$work/cola.yaml"
run="--quiet --no-plot --data $texts"
lm=$work/lm/runs/corpus-transformer-s1
# shellcheck disable=SC2086
{
    t "pretrain: a folder for Python" 0 '*' "~BertModel.from_pretrained\(\"$lm/bert\"\) opens it" pretrain "$work/lm.yaml" --no-plot --data "$texts" --out "$work/lm"
    expect "pretrain: its files" test "$(ls "$lm/bert" | paste -sd, -)" = "config.json,model.safetensors,vocab.txt"
    expect "pretrain: its vocabulary" cmp "$lm/bert/vocab.txt" "$texts/bert-vocab/vocab.txt"
    expect "pretrain: its epsilon" grep -q '"layer_norm_eps": 1e-12,' "$lm/bert/config.json"
    expect "pretrain: nothing else" test ! -e "$lm/model"
    for from in bert/model.safetensors best.safetensors; do # another split of the text
        t "pretrain: begun with $from" 0 '~^| ' '*' pretrain "$work/lm.yaml" $run --set "init.from=$lm/$from" --set task.valid=9 --out "$work/begun"
        expect "pretrain: $from says what it was trained on" grep -q 'began with weights trained on other examples' "$work/begun/rows/corpus-transformer-s1.csv"
        rm -rf "$work/begun"
    done
    t "pretrain: trees are no BERT" 0 '*' '~warning: .*: no BERT, so its weights are in .*/runs/corpus-tf-a-h2-s1/model under their own names: attention is tf-a$' \
        pretrain "$work/lm.yaml" $run --set attention.name=tf-a --set attention.height=2 --out "$work/lm-trees"
    expect "pretrain: no folder for Python" test ! -e "$work/lm-trees/runs/corpus-tf-a-h2-s1/bert"
    t "pretrain: two mechanisms" 0 '~ TF-A, h=2 ' '*' pretrain "$work/lm.yaml" $run --set 'attention=[transformer,{name: tf-a, height: 2}]' --set train.lr=0.03 \
        --set train.steps=40 --set task.test=40 --out "$work/lm-two"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["attention"] == "tf-a" {
        printf "%.2f,%.2f,%.2f\n", $at["paired_points"], $at["paired_lo_points"], $at["paired_hi_points"] }' "$work/lm-two/table.csv" >"$work/reported"
    t "masked words, one by one" 0 '~^tf-a,' '*' evaluate "$work/lm-two" --data "$texts" --quiet --against full
    expect "masked words: a difference" grep -q '[1-9]' "$work/reported"
    expect "masked words: the pairs of the table are those of the checkpoints" cmp "$work/reported" \
        <(awk -F, '$1 == "tf-a" { print $8 "," $9 "," $10 }' "$work/out" | sed 's/+//g')
    expect "masked words: how many each example has" awk -F, 'NR == 2 { n = split($4, each, " "); for (i = 1; i <= n; i++) sum += each[i]; if (n == 1) sum *= 40; ok = $2 == sum } END { exit !ok }' \
        "$work/lm-two/right.csv"

    t "a ramp beyond the data" 3 '' '~^treeformer: --set train.batch_ramp: the batch grows to [0-9]+ sequences, and there are [0-9]+ training examples: set a smaller train.accumulate$' \
        finetune "$work/cola.yaml" $run --set train.batch_ramp=0.5 --set train.accumulate=100 --out "$work/ramp"
    t "init.from a folder" 0 '*' '~/bert/model.safetensors: loaded 37 tensors; 4 of the model start fresh; 5 in the file are unused' \
        finetune "$work/cola.yaml" --no-plot --data "$texts" --set "init.from=$lm/bert" --out "$work/cola"
    expect "finetune: what it looked for" grep -q 'cola: no glue/CoLA/test.tsv in the data folders: nothing to predict' "$work/err"
    t "init.from: a dry run" 0 '~^cola-' '' finetune "$work/cola.yaml" $run --dry-run --set "init.from=$lm/bert"
    t "init.from: heads" 3 '' '~bert/config.json: num_attention_heads is 4, but model.heads is 2: they must be the same' \
        finetune "$work/cola.yaml" $run --set "init.from=$lm/bert" --set model.heads=2 --out "$work/heads"
    t "init.from: another epsilon" 0 '*' '~warning: .*layer_norm_eps is 1e-12, but model.layer_norm_eps is 1e-06' \
        finetune "$work/cola.yaml" $run --set "init.from=$lm/bert" --set model.layer_norm_eps=1e-6 --out "$work/epsilon"
    cp -r "$lm/bert" "$work/swapped" && sed -i '/^a$/d; s/^b$/b\na/' "$work/swapped/vocab.txt"
    t "init.from: a vocabulary in another order" 3 '' '~^treeformer: --set init.from: .*/swapped/vocab.txt: its embeddings are of other words' \
        finetune "$work/cola.yaml" $run --set "init.from=$work/swapped" --out "$work/swapped-words"
    sed -i '/^a$/d; s/^b$/a\nb\r/' "$work/swapped/vocab.txt"
    t "init.from: the same vocabulary, written otherwise" 0 '~^cola-' '' finetune "$work/cola.yaml" $run --dry-run --set "init.from=$work/swapped"
    for dry in '' --dry-run; do
        t "init.from: a folder without weights $dry" 3 '' '~^treeformer: --set init.from: .*texts is a folder without model.safetensors: name the file' \
            finetune "$work/cola.yaml" $run $dry --set "init.from=$texts" --out "$work/no-weights"
    done

    t "predict: no test set" 0 "=$work/cola/runs/cola-transformer-s1/predictions.csv" '~no glue/CoLA/test.tsv' predict "$work/cola" --data "$texts"
    printf 'index\tsentence\n0\ta b\n5\tj i\n' >"$texts/glue/CoLA/test.tsv"
    t "predict: a test set that came later" 0 "~^$work/cola/runs/cola-transformer-s1/CoLA.tsv$" '' predict "$work/cola" --quiet --data "$texts"
    expect "predict: in the form of a submission" test "$(cut -f1 "$work/cola/runs/cola-transformer-s1/CoLA.tsv" | paste -sd,)" = "index,0,5"
    t "finetune: the test set, and where predictions are" 0 '*' '~predictions: .*/sub/runs/cola-transformer-s1/CoLA.tsv$' \
        finetune "$work/cola.yaml" --no-plot --data "$texts" --out "$work/sub"
    expect "finetune: what it found" grep -q 'cola: .*/glue/CoLA/test.tsv has 2 examples to predict' "$work/err"
    t "evaluate: other texts may hold what was trained on" 2 '' '~--set task\.path=corpus/\.\.: it decides which examples are for training, or what their tokens are, and must stay as it was$' evaluate "$work/lm" --quiet --data "$texts" --set task.path=corpus/..
    t "predict: masked words" 3 '' '~^treeformer: the task corpus has neither classes nor answers to predict' predict "$work/lm" --quiet --data "$texts"
    t "predict: no finished run" 3 '' '~no finished run that still has its best.safetensors$' predict "$work/lm" --quiet --data "$texts" --seed 7
}
