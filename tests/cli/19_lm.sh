# Language models from a text to a table. Sourced by run.sh.
lm=$work/lm
mkdir -p "$lm/data"
for i in {1..300}; do echo "a b c d e f g h"; echo "b d f h"; done >"$lm/data/abc.txt"
cat >"$lm/lm.yaml" <<'EOF'
title: Letters
task: {name: lm, train_file: abc.txt, max_length: 12, valid_share: 0.1, test_share: 0.1}
model: {layers: 1, dim: 16, heads: 2, mlp_dim: 32, dropout: 0, attention_dropout: 0, word_transform: false}
attention: [transformer, {name: longformer, window: 4, global_tokens: 0}]
train: {lr: 0.02, warmup: 5, steps: 60, batch: 8, eval_every: 30, log_every: 30}
EOF
t "lm: trains" 0 '~^\| Transformer .*\| +[0-9]+\.[0-9]{2} \| +[0-9]+\.[0-9]{2} \| +[0-9]\.[0-9]{3} \|' \
    '~abc.txt: floors of the test: unigrams .* nats \(perplexity [0-9.]+, [0-9.]+ bits\), bigrams' \
    pretrain "$lm/lm.yaml" --no-plot --data "$lm/data" --out "$lm/out"
ppl=$(printf %.2f "$(cell "$lm/out/table.csv" test_ppl)")
expect "lm: the closing line has the perplexity" \
    grep -qE "^lm-transformer-s1: test perplexity $ppl, accuracy [0-9.]+ % \(95 %: .*\), best of step [0-9]+$" "$work/err"
expect "lm: floors in the table" grep -q '^| Rule: bigrams ' "$lm/out/table.md"
expect "lm: columns" grep -q '^task,.*,test_ppl,valid_ppl,test_bits,test_score_pct,' "$lm/out/table.csv"
expect "lm: floors in the manifest" grep -q 'perplexity of unigrams [0-9.]*, of bigrams [0-9.]*' "$lm/out/manifest.csv"
# Nearly all successors are certain from two letters before: perplexity below 2, where unigrams have about 7.
expect "lm: learns" awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "test_ppl") at = i } NR > 1 && ($at > 2) != /Rule: unigrams/ { bad = 1 } END { exit bad }' "$lm/out/table.csv"
t "lm: evaluate with a test file" 2 '' '~--set task\.(valid|test)_file: the runs were trained without one, which decides what was held out or what their tokens are: it must stay so' \
    evaluate "$lm/out" --data "$lm/data" --set task.valid_file=abc.txt --set task.test_file=abc.txt
t "lm: evaluate" 0 '~^run,.*,metric,test_nats,ppl,bits,ppl_word,bits_character$' '*' evaluate "$lm/out" --data "$lm/data"
t "lm: a mechanism that looks ahead" 3 '' '~attention linformer cannot be causal, as this task needs it: its projections mix all tokens' \
    pretrain "$lm/lm.yaml" --set attention=linformer --data "$lm/data" --out "$lm/no"
t "lm: padding, which the model would be asked to predict" 3 '' '~--set data.pad: the model would be asked to predict padding: leave it out' \
    pretrain "$lm/lm.yaml" --dry-run --set data.pad=16 --data "$lm/data" --out "$lm/no"
t "lm: another command's task" 2 '' '~task lm is trained by `treeformer pretrain`, not by `lra`' lra "$lm/lm.yaml" --data "$lm/data" --out "$lm/no"
# The same number of letters, and others: their embeddings mean nothing here.
sed 's/a/z/g' "$lm/data/abc.txt" >"$lm/data/zbc.txt"
from=$lm/out/runs/lm-transformer-s1/best.safetensors
other=(pretrain "$lm/lm.yaml" --quiet --no-plot --data "$lm/data" --set attention=transformer --set task.train_file=zbc.txt --set "init.from=$from")
mkdir "$lm/others" && cp "$lm/data/zbc.txt" "$lm/others/abc.txt"
t "lm: evaluate, of another vocabulary" 3 '' '~best.safetensors was trained with other words than those of this task: bring its text or vocabulary back' \
    evaluate "$lm/out" --data "$lm/others" --set task.eval_stride=6
for dry in '' --dry-run; do
    t "lm: init.from of another vocabulary $dry" 3 '' '~^treeformer: --set init.from: .*best.safetensors: its embeddings are of other words than those of this task' "${other[@]}" $dry --out "$lm/no"
done
t "lm: init.from of another vocabulary, partial" 0 '*' '~warning: --set init.from: .*its embeddings are of other words' "${other[@]}" --set init.partial=true --out "$lm/partial"
t "lm: init.from of the same vocabulary" 0 '*' '' "${other[@]}" --set task.train_file=abc.txt --out "$lm/same"
sed 's/test_share: 0.1/test_share: 0.1, max_vocab: 4/' "$lm/lm.yaml" >"$lm/few.yaml"
t "lm: a vocabulary that leaves out tokens" 3 '' '~^treeformer: .*few.yaml:2:[0-9]+: max_vocab 4 leaves out some of 9 tokens' pretrain "$lm/few.yaml" --quiet --data "$lm/data" --set attention=transformer --out "$lm/no"
mkdir "$lm/empty"
export TREEFORMER_DATA=$lm/data
t "lm: no such folder of data" 3 '' '~--data .*/nowhere: No such file or directory' pretrain "$lm/lm.yaml" --data "$lm/nowhere" --out "$lm/no"
t "lm: a file with a section's name" 3 '' '~^treeformer: data\.txt: not found' pretrain "$lm/lm.yaml" --data "$lm/empty" --set task.train_file=data.txt --out "$lm/no"
t "lm: data from elsewhere" 0 '*' "~warning: --data .*/empty has no .*: $lm/data/.* is read instead" pretrain "$lm/lm.yaml" --quiet --no-plot --data "$lm/empty" --out "$lm/elsewhere"
unset TREEFORMER_DATA
t "lm: no data" 3 '' '~text8/text8: not found in .*: run datasets/text8/fetch.sh' pretrain "$lm/lm.yaml" --set task.set=text8 --set task.train_file= --data "$lm/data" --out "$lm/no"
t "lm: carried state" 0 '~^\| LSTM ' '*' pretrain "$lm/lm.yaml" --set attention=lstm --set task.carry=true --no-plot --data "$lm/data" --out "$lm/carry"
t "lm: evaluate, carried state" 0 "~,$(awk -F, '$4 == "test" { printf "%.4f", $6 }' "$lm/carry/metrics.csv")," '*' evaluate "$lm/carry" --data "$lm/data"
t "lm: no state to carry" 3 '' '~no layer of this model hands on a state' pretrain "$lm/lm.yaml" --set task.carry=true --set attention=transformer --data "$lm/data" --out "$lm/no"
t "lm: evaluate, no state to carry" 3 '' '~no layer of this model hands on a state' evaluate "$lm/out" --data "$lm/data" --set task.carry=true
# Windows that overlap: the same 419 tokens are predicted, most of them from more before them; the table notes it.
t "lm: windows" 0 '~^- lm: evaluated in windows of 12 that begin every 6 tokens\.$' '*' \
    pretrain "$lm/lm.yaml" --set task.eval_stride=6 --no-plot --data "$lm/data" --out "$lm/windows"
expect "lm: windows, as many tokens" grep -q '^lm,.*,ok,419,' "$lm/windows/table.csv"
expect "lm: blocks, as many tokens" grep -q '^lm,.*,ok,419,' "$lm/out/table.csv"
t "lm: evaluate in windows, a run without" 0 '~^lm-[a-z0-9-]+,419,' '*' evaluate "$lm/out" --set task.eval_stride=6 --data "$lm/data"
t "lm: evaluate in windows" 0 "~^$(sed -n 2p "$work/out")\$" '*' evaluate "$lm/windows" --data "$lm/data"
sed 's/test_share: 0.1/test_share: 0.1, carry: true, eval_stride: 3/' "$lm/lm.yaml" >"$lm/both.yaml"
sed 's/test_share: 0.1/test_share: 0.1, carry: true, skip_first: true/' "$lm/lm.yaml" >"$lm/gap.yaml"
t "lm: a gap in the carried state" 3 '' '~gap.yaml:2:1[0-9]+: with skip_first the last token of a block never enters the state' pretrain "$lm/gap.yaml" --data "$lm/data" --out "$lm/no"
t "lm: windows and carried state" 3 '' '~both.yaml:2:1[0-9]+: windows of eval_stride overlap, while `carry` hands a state' pretrain "$lm/both.yaml" --data "$lm/data" --out "$lm/no"
# The test, 30 times 12 words and two ends in 24 characters: a token per word, 720 characters for 420 tokens, of which 419 are predicted.
expect "lm: per word and per character" awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
    NR == 2 { n = $at["test_nats"] / log($at["ppl"]); word = $at["test_nats"] / log($at["ppl_word"]); char = n * $at["bits"] / $at["bits_character"] }
    END { exit !(n > 418.5 && n < 419.5 && word > 418.5 && word < 419.5 && char > 717.8 && char < 718.8) }' <("$program" evaluate "$lm/out" --data "$lm/data" 2>/dev/null)
