# What a terminal shows. Sourced by run.sh.
on_terminal() { # columns, command line; its screen goes to $work/screen, every line that was written over another on one of its own to $work/lines
    TERM=xterm LC_ALL=C.UTF-8 script -qec "stty cols $1; $2" /dev/null >"$work/screen" 2>&1 </dev/null
    sed -E 's/\r+$//; s/\x1b\[K//g' "$work/screen" | tr '\r' '\n' >"$work/lines"
}
widest() { LC_ALL=C.UTF-8 wc -L; } # columns of the widest line
if have "what a terminal shows" on_terminal 80 true; then
    escape=$(printf '\033')
    on_terminal 80 "'$program' lra '$slow' --no-plot --set train.steps=2000 --set train.checkpoint_every=1000 --out '$work/screened'"
    expect "progress line" grep -qE '^listops-transformer-s1: [0-9]+ %, ETA [0-9.]+ m?s, [0-9.]+ steps/s, elapsed ' "$work/lines"
    expect "progress line: the last one stays" grep -qE ': 100 %, [0-9.]+ steps/s, elapsed ' "$work/lines"
    expect "before the first step: how long it will take, and where to look" \
        grep -qE "^1 run to do, about .* of training on [0-9]+ threads?; watch $work/screened/index.html$" "$work/lines"
    on_terminal 45 "'$program' lra '$slow' --no-plot --set train.steps=1000 --seed 1,2 --out '$work/screened4'"
    expect "progress line: as wide as the terminal at most" test "$(grep -E 'ETA|steps/s' "$work/lines" | widest)" -lt 45
    expect "progress line: whole parts" test "$(grep -cE '^[12]/2 listops.*: [0-9]+ %, ETA [0-9.]+ m?s(, all [0-9.]+ m?s)?$' "$work/lines")" -gt 0
    on_terminal 80 "'$program' lra '$slow' --no-plot --set train.steps=2000 --seed 1,2 --jobs 2 --out '$work/screened3'"
    expect "jobs: progress by steps" grep -qE ': [1-9][0-9]? %, ETA [0-9.]+ m?s, [0-9.]+ steps/s, elapsed [^,]*, 0 of 2 runs' "$work/lines"
    expect "jobs: the last line" grep -qE ': 100 %, [0-9.]+ steps/s, elapsed [^,]*, 2 of 2 runs' "$work/lines"
    expect "jobs: a message has a line of its own" test "$(grep -cE '^listops-transformer-s[12]: test accuracy [0-9.]+ % ' "$work/lines")" -eq 2
    expect "jobs: nothing stands beside it" test "$(grep -cE 'steps/s.*(test accuracy|run [12] of 2)' "$work/lines")" -eq 0
    on_terminal 80 "'$program' lra '$slow' --quiet --no-plot --out '$work/screened2'"
    expect "quiet: no progress" test "$(grep -c 'steps/s' "$work/screen")" -eq 0
    on_terminal 80 "'$program' frob"
    expect "NO_COLOR" test "$(grep -c "$escape" "$work/screen")" -eq 0
    on_terminal 80 "env -u NO_COLOR '$program' frob"
    expect "colour" grep -q "$escape\[31mtreeformer:" "$work/screen"

    # The closing table: columns that differ, in the terminal's width; what a pipe gets is table.md.
    on_terminal 80 "'$program' lra '$tiny' --no-plot --seed 1 --set 'attention=[transformer,{name: tc-a, height: 2}]' --out '$work/closing'"
    expect "closing table: heights, half-widths" grep -qE '^TC-A, h=2 +[0-9]+\.[0-9] ± [0-9]+\.[0-9] ' "$work/lines"
    "$program" lra "$tiny" --quiet --no-plot --set 'attention=[transformer,{name: tf-a, height: 2}]' --set task.max_length=200 --out "$work/pairs" >/dev/null 2>&1
    on_terminal 80 "'$program' report '$work/pairs' --no-plot"
    expect "closing table: pairs of short sequences" grep -qE '^Mechanism .* Work % +Pairs % ' "$work/lines"
    on_terminal 80 "'$program' lra '$tiny' --no-plot --seed 1 --set 'attention=[transformer,{name: tc-a, height: 2}]' --out '$work/closing'"
    expect "closing table: no constant columns" test "$(grep -c 'Seeds\|Status\|| ' "$work/lines")" -eq 0
    expect "closing table: the verdict" grep -qE '^TC-A, h=2: [+-][0-9.]+ points \([+-][0-9.]+ to [+-][0-9.]+\) against full' "$work/lines"
    expect "closing table: where the tables are" test "$(grep -cE "^tables: " "$work/lines")" -eq 1
    expect "closing table: with --seed, no word of other seeds" test "$(grep -c '^Next, to see how seeds vary' "$work/lines")" -eq 0
    "$program" evaluate "$work/closing" --against transformer 2>/dev/null | awk -F, '$1 == "tc-a" { print $8 "," $9 "," $10 }' | sed 's/+//g' >"$work/evaluated"
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } $at["attention"] == "tc-a" {
        printf "%.2f,%.2f,%.2f\n", $at["paired_points"], $at["paired_lo_points"], $at["paired_hi_points"] }' "$work/closing/table.csv" >"$work/reported"
    expect "the pairs of the table are those of the checkpoints" cmp "$work/evaluated" "$work/reported"
    on_terminal 80 "'$program' lra '$tiny' --no-plot --set attention=transformer --out '$work/hints'"
    expect "closing table: other seeds may come next" test "$(grep -c '^Next, to see how seeds vary: ' "$work/lines")" -eq 1
    "$program" lra "$tiny" --quiet --no-plot --set attention=transformer --seed 2 --out "$work/hints" >/dev/null 2>&1
    on_terminal 80 "'$program' lra '$tiny' --no-plot --set attention=transformer --out '$work/hints'"
    expect "closing table: other seeds are there" test "$(grep -c '^Next, to see how seeds vary: ' "$work/lines")" -eq 0
    for columns in 40 60 100; do
        on_terminal $columns "'$program' report '$work/closing' --no-plot 2>/dev/null"
        expect "closing table: $columns columns" test "$(widest <"$work/lines")" -le $columns
        on_terminal $columns "'$program' list mechanisms"
        expect "list: $columns columns" test "$(widest <"$work/lines")" -le $((columns < 70 ? 78 : columns))
    done
    # Lines that differ in quirks alone have names that tell them apart; of two protocols an option is told once.
    sed -i 's/balance: 0$/balance: 3/' "$work/closing/spec.yaml"
    cp -r "$work/closing" "$work/closing2"
    row() { awk -F, -v OFS=, -v name="$1" -v value="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { $at[name] = value } 1'; }
    for f in "$work"/closing2/rows/*.csv; do row protocol small <"$f" >"$work/row" && mv "$work/row" "$f"; done
    row quirks "old mask" <"$work/closing/rows/listops-tc-a-h2-s1.csv" | row run masked >"$work/closing/rows/masked.csv"
    on_terminal 120 "'$program' report '$work/closing' '$work/closing2' --no-plot --out '$work/closing3' 2>/dev/null"
    expect "closing table: quirks" test "$(grep -cE '^TC-A, h=2 +(other|small) ' "$work/lines")" -eq 2 -a "$(grep -cE '^TC-A, h=2 \(old mask\) +other ' "$work/lines")" -eq 1
    expect "closing table: options" grep -qx 'Options: TC-A, h=2: balance=3\.' "$work/lines"

    # Inference times: the same, of lengths and mechanisms.
    on_terminal 80 "'$program' infer-time '$root/tests/data/infer.yaml' --no-plot --set infer.lengths=16,32 --set infer.repeats=1 --out '$work/screen-times'"
    expect "times: heights, no Markdown" test "$(grep -cE '^(16|32) +TF-A, h=2 +[0-9.]+ +[0-9.]+ ' "$work/lines")" -eq 2 -a "$(grep -c '| ' "$work/lines")" -eq 0
    expect "times: what grows, where they are" test "$(grep -cE "^(TF-A, h=2 +n\^-?[0-9]|tables: $work/screen-times/$)" "$work/lines")" -eq 2
    for columns in 40 60 100; do
        on_terminal $columns "'$program' report '$work/screen-times' --no-plot 2>/dev/null"
        expect "times: $columns columns" test "$(grep -cE '^(16|32) +TF-A, h=2 +[0-9.]+ +[0-9.]+' "$work/lines")" -eq 2 -a "$(widest <"$work/lines")" -le $columns
    done
    on_terminal 80 "'$program' lra '$tiny' --no-plot --set train.steps=2 --set 'attention=[{name: longformer, window: 4, model: {dim: 8}},{name: longformer, window: 6}]' --out '$work/shown'"
    expect "closing table: options that the setting shows are not repeated" \
        test "$(grep -cE '^Longformer, window=[46] dim=(8|16) ' "$work/lines")" -eq 2 -a "$(grep -c 'Options:' "$work/lines")" -eq 0
    expect "table.md: the same" test "$(grep -c 'Not at their defaults' "$work/shown/table.md")" -eq 0
    for args in "show tc-a" "show train" "help lra" "help report" help "list tasks"; do
        # shellcheck disable=SC2086
        COLUMNS=80 "$program" $args >"$work/lines" # what is no terminal, too
        expect "$args: wrapped" test "$(grep -v '^  treeformer\|^Usage' "$work/lines" | widest)" -le 80
    done
    on_terminal 120 "'$program' list mechanisms"
    at() { sed 's/ö/o/' "$work/lines" | awk -v id="$1" '$1 == id { print index($0, "arXiv") }'; }
    expect "list: columns of letters, not of bytes" test "$(at nystromformer)" -eq "$(at bigbird)"
    expect "list: flags are explained" grep -q 'routed, which pairs' "$work/lines"
fi
t "list: for programs no explanation" 0 '!Flags' '' list mechanisms

# The page while runs go on.
"$program" lra "$slow" --quiet --no-plot --set train.steps=800 --seed 1,2 --out "$work/watched" >/dev/null 2>"$work/err" &
pid=$!
for _ in $(seq 200); do [ -s "$work/watched/index.html" ] && break; sleep 0.05; done
cp "$work/watched/index.html" "$work/seen.html"
wait $pid
expect "page: loads itself again while runs go on" grep -q 'http-equiv="refresh"' "$work/seen.html"
expect "page: how far they are" grep -qE '<b>Running\.</b> 0 of 2 runs done, [0-9]+ % of all steps' "$work/seen.html"
expect "page: finished, it stays" test "$(grep -cE 'http-equiv="refresh"|Running\.' "$work/watched/index.html")" -eq 0
mkdir -p "$work/unwritable/index.html"
t "page: cannot be written" 3 '' '~choose another --out' lra "$tiny" --no-plot --out "$work/unwritable"
rm -r "$work/unwritable/index.html"
t "page: cannot be written, a start" 0 '*' '*' lra "$tiny" --quiet --no-plot --seed 1 --out "$work/unwritable"
rm "$work/unwritable/index.html" && mkdir "$work/unwritable/index.html"
t "page: cannot be written: results all the same" 0 '~^# ' '~^warning: no page: .*index.html' lra "$tiny" --quiet --no-plot --seed 1,2 --out "$work/unwritable"
expect "page: cannot be written: both rows" test "$(find "$work/unwritable/rows" -name '*.csv' | wc -l)" -eq 2
(run_slow "$work/stopped" --set train.steps=100000) >/dev/null 2>&1 &
pid=$!
for _ in $(seq 200); do [ -s "$work/stopped/index.html" ] && break; sleep 0.05; done
sleep 0.3
kill -TERM $pid
wait $pid
expect "page: stopped" grep -q '<b>Stopped\.</b> Interrupted' "$work/stopped/index.html"
expect "page: stopped, it stays" test "$(grep -c 'http-equiv="refresh"' "$work/stopped/index.html")" -eq 0

# A quiet make counts what it compiles.
expect "make -s: which file of how many" grep -qE '^\[  1/[0-9]+\] [a-z]+/.*\.c$' <(cd "$root" && make -n -s B="$work/none" 2>/dev/null | sed -nE 's/^tools\/compiling.sh ([0-9]+) ([0-9]+) [0-9]+ ([^;]*);.*/tools\/compiling.sh \1 \2 0 \3/p' | head -1 | sh 2>&1 | sed 's/, about .*//')
