# Sentences by words, with vectors that stay as they are. Sourced by run.sh.
sst=$work/sst
mkdir -p "$sst/data/sst1"
for i in {1..40}; do
    echo "4 a good film , number $i"
    echo "0 a bad film , number $i"
    echo "2 a film , number $i"
done >"$sst/data/sst1/stsa.fine.train"
cp "$sst/data/sst1/stsa.fine.train" "$sst/data/sst1/stsa.fine.dev"
printf '\xEF\xBB\xBF4 a GOOD ending\n0 a bad ending\n2 a film\n' >"$sst/data/sst1/stsa.fine.test"
printf 'good 1 0 0 0 0 0 0 1\nbad 0 1 0 0 0 0 1 0\nfilm 0 0 1 0 0 0 0 0\nending 0 0 0 1 0 0 0 0\ntwo words 0 0 0 0 0 0 0 0\n' >"$sst/data/v.txt"
cat >"$sst/sst.yaml" <<'EOF'
title: Sentences
task: {name: sst, vectors: v.txt}
model: {layers: 1, dim: 8, heads: 2, mlp_dim: 16, classifier_dim: 0, dropout: 0, attention_dropout: 0, pool: max, position: none}
attention: [transformer, {name: segtree, model: {pool: root}}]
train: {lr: 0.02, warmup: 5, steps: 60, batch: 8, eval_every: 30, freeze: word_embeddings}
EOF
t "sst: trains" 0 '~^\| Transformer .*100\.00' '~v.txt: vectors of 8 numbers for 4 of [0-9]+ words; lines left out: 1' \
    lra "$sst/sst.yaml" --no-plot --data "$sst/data" --out "$sst/out"
expect "sst: a subset" grep -q 'sst1/stsa.fine.{train,dev,test}, a subset, [0-9]* words, with vectors' "$sst/out/manifest.csv"
t "sst: evaluated again" 0 '~^sst-transformer-s1,' '*' evaluate "$sst/out" --data "$sst/data"
cp -r "$sst/data" "$sst/changed"
sed -i 's/4 a GOOD/0 a GOOD/' "$sst/changed/sst1/stsa.fine.test"
for c in "evaluate $sst/out" "evaluate $sst/out --against full" "flops --from $sst/out" "predict $sst/out --out $sst/predicted"; do
    # shellcheck disable=SC2086
    t "sst: ${c%% *}: other data than it was trained on" 3 '*' '~out/runs/sst-transformer-s1/best.safetensors was trained on other data .hash [0-9a-f]{16}. than sst1/stsa.fine.* has now .hash [0-9a-f]{16}.: bring it back, or train again into another --out' $c --data "$sst/changed"
done
expect "sst: nothing is predicted" test ! -e "$sst/predicted"
t "sst: vectors of another width than the model's" 3 '' '~model.dim 12, but the word vectors have 8 numbers: set model.dim to 8' \
    lra "$sst/sst.yaml" --no-plot --data "$sst/data" --out "$sst/no" --set model.dim=12
echo 'good 1 2' >>"$sst/data/v.txt"
t "sst: a row of another width" 3 '' '~v.txt:6: 2 numbers, where the rows before have 8' lra "$sst/sst.yaml" --no-plot --data "$sst/data" --out "$sst/no"
printf '4 \t\n' >>"$sst/changed/sst1/stsa.fine.dev"
t "sst: a sentence without words" 3 '' '~changed/sst1/stsa\.fine\.dev:121: the sentence has no words' lra "$sst/sst.yaml" --no-plot --data "$sst/changed" --set task.vectors= --out "$sst/no"

# Reviews by words: one that is only blanks says nothing.
mkdir -p "$sst/data/imdb"
for i in {1..40}; do printf '0\t%d_1\ta bad film, number %d\n1\t%d_9\ta good film, number %d\n' "$i" "$i" "$i" "$i"; done >"$sst/data/imdb/test.tsv"
cp "$sst/data/imdb/test.tsv" "$sst/data/imdb/train.tsv" && printf '1\t41_9\t   \n' >>"$sst/data/imdb/train.tsv"
t "imdb: a review without a word" 0 '~Transformer' '~IMDB: left out, without a word: 1 reviews' lra "$sst/sst.yaml" --no-plot --data "$sst/data" --out "$sst/imdb" \
    --set 'task={name: imdb, heldout: 10}' --set attention.name=transformer
t "imdb: a small vocabulary" 0 '*' '*' lra "$sst/sst.yaml" --no-plot --data "$sst/data" --out "$sst/imdb-few" \
    --set 'task={name: imdb, heldout: 10, max_vocab: 3}' --set attention.name=transformer --set train.steps=4
expect "imdb: held-out reviews are no texts of another kind" test "$(grep -c 'not in the vocabulary' "$work/err")" -eq 0

# Labelled texts of the user's own.
mkdir -p "$sst/data/my"
sed 's/ /\t/; s/^0/bad/; s/^4/good/; s/^2/so so/' "$sst/data/sst1/stsa.fine.train" >"$sst/data/my/train.tsv"
cat >"$sst/own.yaml" <<'EOF'
task: {name: labelled, train_file: my/train.tsv, unit: word}
model: {layers: 1, dim: 8, heads: 2, mlp_dim: 16, classifier_dim: 0, dropout: 0, attention_dropout: 0, pool: max, position: none}
attention: [transformer, {name: tf-a, height: 2}]
train: {lr: 0.02, warmup: 5, steps: 60, batch: 8, eval_every: 30}
EOF
t "own texts: trained" 0 '~^\| Transformer .*100\.00' '~96 examples for training, 12 for validation, 12 for the test; 3 classes: 0 bad, 1 good, 2 so so' \
    lra "$sst/own.yaml" --no-plot --data "$sst/data" --out "$sst/own"
t "own texts: predicted" 0 '*' '*' predict "$sst/own" --data "$sst/data"
run=$sst/own/runs/labelled-transformer-s1
expect "own texts: a class for each of the test" test "$(wc -l <"$run/predictions.csv")" = 13
# By its line and its class each prediction leads back to the user's file.
expect "own texts: lines and labels" diff <(tail -n +2 "$run/predictions.csv" | while IFS=, read -r _ label _ _ line; do
    echo "$(sed -n "${line}p" "$sst/data/my/train.tsv" | cut -f1)" "$label"; done | sort -u) \
    <(tail -n +2 "$run/classes.csv" | while IFS=, read -r class label; do echo "$label $class"; done)
cp -r "$sst/own" "$sst/changed-own" && rm -r "$sst/changed-own/rows/labelled-tf-a"* "$sst/changed-own/runs/labelled-tf-a"*
cp -r "$sst/data" "$sst/changed-data" && sed -i '1s/film/movie/; 1s/$/ x/' "$sst/changed-data/my/train.tsv"
t "own texts: changed beside a finished run" 3 '*' '~changed-own/rows/labelled-transformer-s1\.csv was trained on other data \(hash [0-9a-f]{16}\) than .*: bring it back, or choose another --out' \
    lra "$sst/own.yaml" --no-plot --quiet --data "$sst/changed-data" --out "$sst/changed-own"
expect "own texts: the other run is not trained" test ! -e "$sst/changed-own/runs/labelled-tf-a-h2-s1/metrics.csv"
t "own texts: changed beside other seeds" 3 '*' '~changed-own/rows/labelled-transformer-s1\.csv was trained on other data ' \
    lra "$sst/own.yaml" --no-plot --quiet --data "$sst/changed-data" --out "$sst/changed-own" --seed 2
expect "own texts: no other seed is trained" test ! -e "$sst/changed-own/runs/labelled-transformer-s2/metrics.csv"
echo damaged >"$sst/changed-own/rows/labelled-transformer-s1.csv"
t "own texts: a damaged row is in nobody's way" 3 '*' '~changed-own/rows/labelled-transformer-s1\.csv' lra "$sst/own.yaml" --no-plot --quiet --data "$sst/data" --out "$sst/changed-own"
expect "own texts: the other run is there" test -s "$sst/changed-own/rows/labelled-tf-a-h2-s1.csv"
t "own texts: no file" 3 '' '~--set task.train_file: no file is named: give train_file' \
    lra "$sst/own.yaml" --no-plot --data "$sst/data" --out "$sst/no" --set task.train_file=
echo 'worse	a worse film' >"$sst/data/my/test.tsv"
t "own texts: a label of the test alone" 3 '' "~my/test.tsv:1: no training example has the label 'worse'" \
    lra "$sst/own.yaml" --no-plot --data "$sst/data" --out "$sst/no" --set task.test_file=my/test.tsv
t "own texts: the test's own are among those for training" 0 '*' '~warning: 108 of the 120 texts of the test are training texts, too' \
    lra "$sst/own.yaml" --no-plot --data "$sst/data" --out "$sst/shared" --set task.test_file=my/train.tsv --set train.steps=4
expect "own texts: the manifest says which number is which label" grep -q '3 classes: 0 bad, 1 good, 2 so so' "$sst/own/manifest.csv"
