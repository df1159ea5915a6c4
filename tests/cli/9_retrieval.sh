# The Retrieval task and its stand-in. Sourced by run.sh.
mkdir -p "$work/texts"
# 80 documents of about 1,500 bytes; the words tell the document.
awk 'BEGIN { for (d = 0; d < 80; d++) { for (w = 0; w < 220; w++) printf "%dw%d%s", d, w, w % 15 == 14 ? "\n" : " "; printf "\n\n" } }' >"$work/texts/a.txt"
standin=$work/data/retrieval-standin
t "data retrieval" 0 '' '~wrote .*/retrieval-standin/train.tsv: [0-9]+ pairs, half of them positive' data retrieval --from "$work/texts" \
    --out "$standin" --set max_bytes=512
t "data retrieval, quiet" 0 '' '' data retrieval --quiet --from "$work/texts/a.txt" --out "$work/again" --set max_bytes=512
for f in train valid test; do
    expect "data retrieval: $f.tsv, twice the same" cmp "$standin/$f.tsv" "$work/again/$f.tsv"
    expect "data retrieval: $f.tsv, five columns, half positive" awk -F'\t' '{ n += $1 } NF != 5 { exit 1 } END { exit NR < 4 || 2 * n != NR }' "$standin/$f.tsv"
done
t "data retrieval: no texts named" 2 '' '~needs --from' data retrieval --out "$work/x"
t "data retrieval: no folder named" 2 '' '~--out is missing' data retrieval --from "$work/texts"
t "data retrieval: no such texts" 3 '' '~no-such: No such file' data retrieval --from "$work/no-such" --out "$work/x"
t "data retrieval: --split" 2 '' '~takes no --split' data retrieval --from "$work/texts" --out "$work/x" --split test
t "data retrieval: more than there is" 3 '' '~the texts give [0-9]+ test pairs, not 5000$' data retrieval --quiet --from "$work/texts" --out "$work/x" --set test=5000
t "data retrieval: bad option" 2 '' '~--set max_bytes=1: ' data retrieval --from "$work/texts" --out "$work/x" --set max_bytes=1
expect "data retrieval: errors write nothing" test ! -e "$work/x"
t "data listops: --from" 2 '' '~listops takes no --from' data listops --from "$work/texts" --out "$work/x"
t "help data names every option of the stand-in" 0 '~data_seed=1' '' help data

pairs=$(spec retrieval 's/^title: .*/title: Tiny/; s/^task: .*/task: {name: retrieval, source: standin, max_length: 128}/')
t "retrieval: a run" 0 '~^- retrieval: stand-in data' '~warning: .*stand-in data$' lra "$pairs" --quiet --no-plot --data "$work/data" --out "$work/retrieval-1" --threads 1
t "retrieval: 3 threads" 0 '*' '*' lra "$pairs" --quiet --no-plot --data "$work/data" --out "$work/retrieval-3" --threads 3
expect "retrieval: the same bytes" cmp "$work/retrieval-1/metrics.csv" "$work/retrieval-3/metrics.csv"
expect "retrieval: the manifest says stand-in" grep -q 'stand-in' "$work/retrieval-1/manifest.csv"
t "retrieval: two mechanisms" 0 '~Linformer' '*' lra "$pairs" --quiet --no-plot --data "$work/data" --out "$work/retrieval-two" --set attention.name=transformer,linformer \
    --set attention.rank=4
accuracy() { printf %.2f "$(cell "$work/retrieval-two/rows/"*"$1"*.csv test_score_pct)"; }
t "retrieval: pairs are compared, with the accuracies of the rows" 0 "~^linformer,.*,transformer,1,[0-9]+,$(accuracy linformer),$(accuracy transformer)," '*' \
    evaluate "$work/retrieval-two" --quiet --data "$work/data" --against transformer
t "retrieval: the concatenating head" 0 '~Transformer' '*' lra "$pairs" --quiet --no-plot --data "$work/data" --out "$work/retrieval-concat" \
    --set model.pair=concat --set model.classifier_layers=2
t "retrieval: the source must be said" 3 '' "~task retrieval needs the option 'source'" lra "$(spec nosource 's/^task: .*/task: {name: retrieval}/')" --dry-run
t "retrieval: no AAN" 3 '' '~new_aan_pairs.train.tsv: not found in' lra "$pairs" --quiet --no-plot --data "$work/data" --out "$work/aan" --set task.source=aan

# A vocabulary of one's own texts.
printf 'the cat sat on the mat, the cat sat.\n\nthe bat sat on the cat.\n' >"$work/texts.txt"
t "data vocab" 0 '' '~wrote .*vocab.txt: [0-9]+ pieces' data vocab --from "$work/texts.txt" --set size=40 --out "$work/new/vocab/vocab.txt"
mv "$work/new/vocab/vocab.txt" "$work/vocab.txt"
expect "data vocab: special pieces first" test "$(head -5 "$work/vocab.txt" | tr '\n' ' ')" = "[PAD] [UNK] [CLS] [SEP] [MASK] "
expect "data vocab: merged words" grep -qx the "$work/vocab.txt"
t "data vocab: no texts" 3 '' '~nowhere' data vocab --from "$work/nowhere" --out "$work/v"
t "data vocab: --from is needed" 2 '' '~vocab needs --from' data vocab --out "$work/v"
