# Several folders together: tables of a whole grid. Sourced by run.sh.
for n in 1 2; do
    t "report --out: runs of seed $n" 0 '*' '' lra "$tiny" --quiet --no-plot --seed $n --out "$work/part$n"
done
t "report --out" 0 '~^# .* \(protocol: ' '' report --quiet "$work/part1" "$work/part2" --out "$work/grid" --no-plot
for f in table1 table8 table10 table11 table_score table_work table_height table_time; do expect "report --out: $f" test -s "$work/grid/$f.csv" -a -s "$work/grid/$f.md"; done
expect "report --out: stdout is the one table" cmp "$work/grid/table.md" "$work/out"
t "report --out: says where all is" 0 '*' "~^tables: $work/grid/, all on one page: $work/grid/index.html$" \
    report "$work/part1" "$work/part2" --out "$work/grid" --no-plot
t "report --index" 0 '' "~^wrote $work/index.html$" report "$work/part1" "$work/grid" "$work/part2" --index "$work"
expect "report --index: a part a folder" test "$(grep -c '<table class="sort">' "$work/index.html")" = 2
expect "report --index: links" grep -q '<a href="part1">part1</a>' "$work/index.html"
t "report --index: no output folder" 3 '' '~none of these is an output folder of runs' report "$work/grid" --index "$work"
t "report --index: a label, and a folder to be made" 0 '' '*' report "$work/part1=first try" --index "$work/pages/all"
expect "report --index: the label" grep -q '(first try)</h2>' "$work/pages/all/index.html"
expect "report --index: a link from elsewhere" grep -q '<a href="../../part1">' "$work/pages/all/index.html"
t "report --index and --out" 2 '' '~cannot be used together' report "$work/part1" --index "$work" --out "$work/grid"
cp "$work/part1/table.md" "$work/own.md"
t "report --out: a folder with runs of its own" 2 '' "~part1 has its own results .*choose another folder" \
    report "$work/part1" "$work/part2" --out "$work/part1" --no-plot
expect "report --out: whose tables stay" cmp "$work/own.md" "$work/part1/table.md"
mkdir "$work/timed" && echo 'infer: {lengths: [64]}' >"$work/timed/spec.yaml"
t "report --out: a folder with inference times" 2 '' "~timed has its own results .*timed/spec.yaml.*choose another folder" \
    report "$work/part1" "$work/part2" --out "$work/timed" --no-plot
t "report --index: the folder of runs" 2 '' "~part2 has its own results" report "$work/part1" --index "$work/part2"
t "report: --against without --out" 2 '' '~--against needs --out' report "$work/part1" --against longformer
t "report: a label without --out" 2 '' "~a label needs --out or --index" report "$work/part1=again"
expect "report --out: both seeds" grep -qE ',listops,2,' "$work/grid/table_score.csv"
expect "report --out: no figures when not wanted" test -z "$(find "$work/grid" -name 'fig_*')"
expect "report --out: the folders are left alone" test ! -e "$work/part2/table_score.csv"

t "report --out: runs of other settings" 0 '*' '' lra "$tiny" --quiet --no-plot --seed 3 --set train.lr=0.5 --out "$work/part3"
t "report --out: other settings are no seeds" 3 '' '~part1/rows/.*-s1.csv and .*part3/rows/.*-s3.csv have .* other settings .* DIR=LABEL' \
    report "$work/part1" "$work/part3" --out "$work/grid6" --no-plot

cp -r "$work/part1" "$work/rowless" && rm -r "$work/rowless/rows" "$work/rowless/runs"
t "report: a folder that came without its rows" 3 '' '~rowless has a table.csv, but no folder rows/' report "$work/rowless" --no-plot
expect "report: whose table stays" cmp "$work/part1/table.csv" "$work/rowless/table.csv"
cp -r "$work/part1" "$work/damaged"
for f in "$work/damaged"/runs/*/right.csv "$work/damaged"/runs/*/floors.csv; do echo garbage >"$f"; done
t "report: damaged answers" 0 '*' '~warning: .*damaged: right.csv of .* is not of its row, with [0-9]+ test examples' report "$work/damaged" --quiet --no-plot
t "report --out: damaged answers" 0 '*' '~warning: .*damaged: right.csv of .* is not of its row, with [0-9]+ test examples' report "$work/damaged" --out "$work/grid0" --no-plot
t "report --out: damaged rules" 0 '*' '~warning: .*damaged: floors.csv of .* has no rules' report "$work/damaged" --out "$work/grid0" --no-plot
for f in "$work/damaged"/runs/*/floors.csv; do printf 'rule,test_n,correct\nlargest class,50,abc\n' >"$f"; done
t "report: a damaged rule" 0 '*' '~warning: .*damaged: floors.csv of .* is damaged' report "$work/damaged" --quiet --no-plot
for f in "$work/damaged"/runs/*/floors.csv; do echo garbage >"$f"; done
for f in "$work/damaged"/runs/*/metrics.csv; do printf 'step,split\n1,2,3\n' >"$f"; done
t "report: damaged curves" 3 '' '~metrics\.csv:2: 3 fields, but the header has 2; without this file the run is reported by its row alone' report "$work/damaged" --quiet --no-plot
rm "$work/damaged"/runs/*/metrics.csv
for f in "$work/damaged"/runs/*/right.csv; do sed '2s/,./,f/' "${f/damaged/part1}" >"$f"; done
t "report: answers of another run" 0 '*' '~warning: .*damaged: right.csv of .* is not of its row' report "$work/damaged" --quiet --no-plot
for f in "$work/damaged"/runs/*/right.csv "$work/damaged"/runs/*/timing.csv; do : >"$f"; done
t "report: empty tables" 0 '*' '~warning: .*timing.csv: empty: .*: what the folder.s own file holds of it stays' report "$work/damaged" --quiet --no-plot
t "report: damaged rules" 0 '*' '~warning: .*damaged: floors.csv of .* has no rules' report "$work/damaged" --quiet --no-plot
"$program" lra "$tiny" --quiet --no-plot --set sweep.train.lr=1e-3,2e-3 --set attention=transformer,linformer --out "$work/rates" >/dev/null 2>&1
t "report: a sweep with a reference for each" 0 '*' '*' report "$work/rates" --quiet --no-plot
expect "report: a sweep with a reference for each: none was trained otherwise" lacks 'Trained otherwise' "$work/rates/table.md"
rm "$work/rates/rows/"*-transformer-lr0.002-s1.csv
t "report: a sweep that lacks a reference" 0 '*' '*' report "$work/rates" --quiet --no-plot
expect "report: a sweep that lacks a reference: the table says so" grep -qF 'Trained otherwise than the full attention beside it (train.lr 0.002, not 0.001): Linformer, lr=0.002' "$work/rates/table.md"
cp -r "$work/part1" "$work/mixed" # a run's folder of another training, under the same name
for f in "$work/mixed"/runs/*/metrics.csv; do sed -i -E 's/^([0-9]+,[0-9]+,test,[0-9]+,)[^,]*/\19.5/; s/^([0-9]+,[0-9]+,valid,[0-9]+,)[^,]*/\18.5/' "$f"; done
t "report: curves of another training" 0 '*' '~warning: .*mixed/runs/.*/metrics.csv: a test loss of 9.5, but the row of .* has .* another training, whose curves are left out' \
    report "$work/mixed" --quiet --no-plot
expect "report: curves of another training: the joined file's stay" cmp "$work/mixed/metrics.csv" "$work/part1/metrics.csv"
rm "$work/mixed/metrics.csv"
t "report: curves of another training, and no others" 0 '*' '~another training, whose curves are left out' report "$work/mixed" --quiet --no-plot
expect "report: curves of another training are not joined" test -z "$(grep -s ',8.5,' "$work/mixed/metrics.csv")"
cp -r "$work/part1" "$work/again"
t "report --out: a copy counts once" 0 '~^# .*protocol' '*' report "$work/part1" "$work/again" --out "$work/grid1" --no-plot
expect "report --out: a copy counts once: one seed" grep -qE ',listops,1,' "$work/grid1/table_score.csv"
row=$(basename "$work/again/"rows/*-s1.csv)
sed -i -E '2s/,(ok|diverged),[0-9a-f]{16},/,\1,0000000000000000,/' "$work/again/rows/$row"
t "report --out: contradiction" 3 '' "~part1/rows/$row and .*again/rows/$row are the same run with other settings" \
    report "$work/part1" "$work/again" --out "$work/grid2" --no-plot
expect "report --out: contradiction: nothing is written" test ! -e "$work/grid2"
t "report --out: a label" 0 '~^# .*protocol' '*' report "$work/part1" "$work/again=seen again" --out "$work/grid3" --no-plot
expect "report --out: a label: beside the same run without" \
    test "$(grep -cE ',(seen again)?,,listops,1,' "$work/grid3/table_score.csv")" = 2 -a "$(grep -c ',seen again,' "$work/grid3/table_score.csv")" = 1
mv "$work/again" "$work/again=2"
t "report --out: '=' in a folder's name and its label" 0 '~^# .*protocol' '*' \
    report "$work/part1" "$work/again=2=rate=0.1" --out "$work/grid5" --no-plot
expect "report --out: '=' in a label" grep -q ',rate=0.1,,listops,' "$work/grid5/table_score.csv"
t "report --out: '=' in a folder's name" 3 '' '~again=2/rows/.*label its folder' report "$work/part1" "$work/again=2" --out "$work/grid4" --no-plot
t "report --out: no such folder" 3 '' '~no-such: no such folder$' report "$work/part1" "$work/no-such" --out "$work/grid2"
mkdir -p "$work/bare"
t "report --out: no rows" 3 '' '~no rows of finished runs' report "$work/bare" --out "$work/grid2"
t "report --out: empty" 2 '' '~--out: empty value' report "$work/part1" --out ''
mkdir "$work/website" && cp -r "$work/part1" "$work/website" && echo mine >"$work/website/index.html"
t "report --out: another's page" 3 '' '~website/index.html is no page of this program: choose another --out' \
    report "$work/part1" --out "$work/website" --no-plot
expect "report --out: another's page stays" test "$(ls "$work/website")" = "index.html
part1"
# Lines of trees of several heights have names of their own.
t "report: lengths and heights" 0 '*' '' lra "$tiny" --quiet --set attention.name=tf-a --set attention.height=1,2 --set task.max_length=30,39 \
    --set train.steps=6 --out "$work/lengths"
expect "report: lengths and heights: names" test "$(head -1 "$work/lengths/fig_accuracy_n.csv")" = 'n,"Treeformer TF-A, h=1","Treeformer TF-A, h=2"'
# One task by two protocols is one task, and its parts say which is which.
sed 's/^protocol:.*//; $a protocol: quick' "$tiny" >"$work/protocol.yaml"
for p in 1 2; do
    t "report: protocols: $p" 0 '*' '' lra "$([ $p = 1 ] && echo "$tiny" || echo "$work/protocol.yaml")" --quiet --no-plot --out "$work/protocol$p" \
        --set 'attention=[transformer,{name: tc-a, height: 2}]'
done
t "report: protocols" 0 '*' '*' report "$work/protocol1" "$work/protocol2" --out "$work/protocols"
expect "report: protocols: headings" grep -q "(quick)" "$work/protocols/fig_differences.gp"
expect "report: protocols: one title" lacks 'Several tasks' "$work/protocols/index.html"
# A stranger's folder is left alone, as by `lra`; one that holds output folders, or what a report wrote before, is not a stranger's.
mkdir "$work/thesis"
echo text >"$work/thesis/chapter.txt"
t "report --out: a stranger's folder" 3 '' "~thesis holds 'chapter.txt' and no results, .*: choose another --out" \
    report "$work/part1" --out "$work/thesis" --no-plot
t "flops --out: a stranger's folder" 3 '' "~thesis holds 'chapter.txt' and no results" flops --no-run --out "$work/thesis" --no-plot
expect "a stranger's folder stays as it was" test "$(ls -A "$work/thesis")" = chapter.txt
mkdir "$work/task"
cp -r "$work/part1" "$work/task/one"
echo text >"$work/task/README.md"
t "report --out: beside the output folders" 0 '~^# .*protocol' '*' report "$work/task/one" --out "$work/task" --no-plot
rm -r "$work/task/one"
t "report --out: where tables were" 0 '~^# .*protocol' '*' report "$work/part1" --out "$work/task" --no-plot
mkdir "$work/cut-off" && cp "$work/task/table_score.csv" "$work/cut-off" # which is written first: the report was killed then
t "report --out: where the first table is" 0 '~^# .*protocol' '*' report "$work/part1" --out "$work/cut-off" --no-plot
if have "figures of a report" command -v gnuplot; then
    t "report --out: figures" 0 '*' '' report "$work/part1" "$work/part2" --out "$work/grid" --quiet
    expect "report --out: figures a task" test -n "$(find "$work/grid" -name 'fig_accuracy_steps_*_listops.svg' -size +0)"
fi

# A terminal's Ctrl-C goes to all processes of a group: the figure that is being drawn is drawn, the folder is finished, and the next one is left alone.
mkdir "$work/fake"
cat >"$work/fake/gnuplot" <<'EOF'
#!/bin/bash
[ -e "$0.told" ] || kill -INT -- "-$(ps -o pgid= -p $PPID | tr -d ' ')"
: >"$0.told"
sleep 0.3
echo svg >"$(basename "$1" .gp).svg"
EOF
chmod +x "$work/fake/gnuplot"
touch -d yesterday "$work/part2/table.md"
expect "report: interrupted while it draws" test "$(PATH=$work/fake:$PATH setsid -w "$program" report "$work/part1" "$work/part2" >"$work/out" 2>"$work/err"; echo $?)" -eq 130
expect "report: says so" grep -q "^treeformer: interrupted: $work/part2 and what follows it are as they were$" "$work/err"
expect "report: no figure is lost" test "$(find "$work/part1" -name 'fig_*.gp' | wc -l)" -eq "$(find "$work/part1" -name 'fig_*.svg' -size +0 | wc -l)" -a -z "$(grep 'not drawn' "$work/err")"
expect "report: the next folder is left alone" test -n "$(find "$work/part2/table.md" -mmin +60)"

# Full attention with two kinds of positions: a mechanism in one form is compared with the one that has its own.
t "report: two full attentions" 0 '*' '*' lra "$tiny" --quiet --no-plot --out "$work/kinds" --set train.steps=2 \
    --set 'attention=[{name: transformer}, {name: transformer, model: {position: rotary}}, {name: local, block: 4}, {name: linformer, rank: 4, model: {position: rotary}}]'
paired() { awk -F, -v a="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "paired_points") p = i; else if ($i ~ /^(attention|mechanism)$/) m = i } $m == a { print $p }' "$work/kinds/table.csv"; }
difference() { # of two runs' test scores
    cat "$work"/kinds/rows/*.csv | awk -F, -v a="$1" -v b="$2" '$1 == "run" { for (i = 1; i <= NF; i++) if ($i == "test_score_pct") p = i } $1 == a { x = $p } $1 == b { y = $p } END { printf "%.6f", x - y }'
}
for pair in "local listops-local-s1 listops-transformer-positionlearned-s1" "linformer listops-linformer-s1 listops-transformer-positionrotary-s1"; do
    read -r name one other <<<"$pair"
    expect "report: $name beside the full attention of its positions" test "$(printf '%.6f' "$(paired "$name")")" = "$(difference "$one" "$other")"
done

later=$(spec later 's/name: transformer/name: tf-a, height: 2/')
t "a sweep that is added later: before" 0 '*' '' lra "$later" --quiet --no-plot --out "$work/later"
echo 'sweep: {attention.height: [2, 3]}' >>"$later"
t "a sweep that is added later" 0 '~TF-A, h=2 +\|' '' lra "$later" --quiet --no-plot --out "$work/later"
expect "a sweep that is added later: what was there has its setting" grep -q ',Treeformer TF-A,height=2,' "$work/later/table.csv"

# A swept rate, and settings that full attention cannot have: each is compared with full attention at its own rate, as by evaluate.
swept="$(spec swept 's/- \{name: transformer\}/- transformer\n  - {name: tf-a, height: 2}\n  - {name: tf-a, height: 2, window: 8}/')"
t "report: a sweep" 0 '*' '' lra "$swept" --quiet --no-plot --set train.lr=0.01,0.003 --out "$work/swept"
t "evaluate: a sweep" 0 '*' '*' evaluate "$work/swept" --against full
expect "evaluate: a sweep, four lines" test "$(wc -l <"$work/out")" -eq 5
expect "report: a sweep, the differences that evaluate finds" diff <(awk -F, 'NR > 1 { printf "%s,%s,%+.2f\n", $1, $2, $8 }' "$work/out" | sort) \
    <(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["paired_points"] != "" { printf "%s,%s,%+.2f\n", $at["attention"], $at["setting"], $at["paired_points"] }' \
        "$work/swept/table.csv" | sort)

expect "docs/outputs-reference.md has every column" test -z "$(undocumented outputs-reference.md "$work"/{part1,grid,kinds,swept}/table.csv \
    "$work"/{part1,kinds}/{metrics,timing,right,floors}.csv "$work"/{part1,kinds,swept}/rows/*.csv)"
