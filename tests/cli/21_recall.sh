# What a model keeps of a sequence, where the task is to recall. Sourced by run.sh.
cat >"$work/mqar.yaml" <<'E'
title: Recall
task: {name: mqar, length: 16, pairs: 2, vocab: 64, train: 64, valid: 8, test: 8}
model: {layers: 2, dim: 8, heads: 2, mlp_dim: 16, classifier_dim: 0, dropout: 0, attention_dropout: 0}
attention: [transformer, {name: linformer, rank: 4}, {name: tc-a, height: 2}]
train: {lr: 0.001, warmup: 2, steps: 4, batch: 8}
E
t "recall: trains" 0 '~^- State: numbers that all attention layers keep' '*' lra "$work/mqar.yaml" --out "$work/mqar"
# Two layers: keys and values of 16 tokens, means of 7 nodes, keys and values of 4 mixtures; each of 8 numbers.
expect "recall: what is kept" diff <(echo "512 112 128 ") \
    <(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["attention"] != "rule" { printf "%d ", $at["state"] } END { print "" }' "$work/mqar/table.csv")
if have "a figure of what is kept" command -v gnuplot; then expect "recall: a figure of it" test -s "$work/mqar/fig_accuracy_state.svg"; fi
t "no recall, no such column" 0 '*' '' lra "$tiny" --quiet --no-plot --out "$work/listops"
expect "no recall, no such column in the row" lacks ',state' "$work/listops"/rows/*.csv "$work/listops/table.csv"
t "recall: more rows than there is memory for" 4 '' '~task.train 100000000: the data take [0-9.]+ [GT]iB of memory or more, and [0-9.]+ [GMT]iB are available: take fewer$' \
    lra "$work/mqar.yaml" --quiet --set task.train=100000000 --set task.length=32000 --set task.vocab=65534 --out "$work/huge"
# Shorter rows first: stages take what is short enough, and the test is whole.
t "recall: shorter rows first" 0 '*' '~mqar.yaml:2:7: warning: tables will say of this run: trained on shorter rows, too' lra "$work/mqar.yaml" --quiet --no-plot --set task.halvings=1 \
    --set 'train.stages=[{steps: 2, max_tokens: 8}, {steps: 2}]' --set train.warmup=1 --out "$work/halved"
t "recall: nothing that short" 3 '' '~max_tokens: 4 leaves no training example, those of task mqar have 8 tokens or more' lra "$work/mqar.yaml" --quiet --no-plot \
    --set task.halvings=1 --set 'train.stages=[{steps: 2, max_tokens: 4}, {steps: 2}]' --out "$work/halved-none"
expect "recall: the table says so" grep -q 'trained on shorter rows, too' "$work/halved/table.md"
