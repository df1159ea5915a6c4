# infer-time: its tables, its errors. Sourced by run.sh.
cp "$root/tests/data/infer.yaml" "$work/infer.yaml"
infer_spec() { # NAME SED-SCRIPT
    sed -E "$2" "$work/infer.yaml" >"$work/infer-$1.yaml"
    echo "$work/infer-$1.yaml"
}
t "infer-time" 0 '~Treeformer TF-A +\| height=2' '*' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times"
for f in spec.yaml times.csv table4.csv table4.md table1.csv table1.md crossover.csv manifest.csv fig_time_n.csv fig_time_n.gp; do
    expect "infer-time writes $f" test -s "$work/times/$f"
done
expect "infer-time: no times without what made them: the manifest comes first" test ! "$work/times/manifest.csv" -nt "$work/times/times.csv"
expect "infer-time: the table on stdout is table4.md" cmp -s "$work/out" "$work/times/table4.md"
expect "infer-time: a tenth of a MiB" grep -qE '^\|.* \| 0\.[0-9] \|$' "$work/times/table4.md"
expect "infer-time: five lines a length" test "$(grep -c ',ok,3,' "$work/times/times.csv")" -eq 10
expect "docs/measuring.md has every column of times" test -z "$(undocumented measuring.md "$work/times/"{times,table1,table4,crossover}.csv)"
t "infer-time: a CPU that there is not" 0 '*' '~warning: the thread could not be bound to CPU 8000$' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/unpinned" --set infer.pin=8000
t "infer-time: no CPU asked for" 0 '*' '!could not be bound' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/unpinned-2" --set infer.pin=-2
cp -r "$work/times" "$work/other-table" && sed '/^paper/d' "$work/infer.yaml" >"$work/infer-own.yaml"
t "infer-time: the same without a paper's table" 0 '*' '' infer-time "$work/infer-own.yaml" --quiet --no-plot --out "$work/other-table"
expect "infer-time: no table1 of before" test ! -e "$work/other-table/table1.csv" -a ! -e "$work/other-table/table1.md" -a -s "$work/other-table/table.md"
expect "infer-time: even leaves" grep -qE '^tc-a,.*,64,1,ok,.*,[0-9]+,1?[0-9](\.[0-9]+)?,[0-9.]+,[0-9.]+,[0-9.]+,$' "$work/times/times.csv"
t "infer-time: in the layout of the paper's table" 0 '~^\| Treeformer TF-A +\| +[0-9]+ \([0-9.]+\) \| 113 \(1.046\) \|' '*' infer-time "$work/infer.yaml" --quiet --no-plot \
    --out "$work/times-paper" --set infer.dim=768 --set infer.heads=8 --set infer.lengths=1024 --set infer.repeats=1 --set infer.warmup=0 --set attention.height=6 --set attention.name=transformer,tf-a
t "infer-time: more leaves than tokens" 0 '*' '~^--set attention: warning: attention kary-tf-a at n = [0-9]+: 1000 leaves, and a sequence has at most [0-9]+ tokens' \
    infer-time "$work/infer.yaml" --dry-run --set 'attention=[{name: kary-tf-a, branching: [100, 10]}]' --out "$work/many"
cp -r "$work/times" "$work/reported" && rm "$work/reported"/table* "$work/reported"/crossover.csv "$work/reported"/fig_*
t "report of times" 0 "=$(cat "$work/times/table4.md")" '~^tables: .*/reported/$' report "$work/reported" --no-plot
expect "report of times: the same files" diff -r "$work/times" "$work/reported"
for sed in 's/^tf-a,/tc-a,/' 's/,ok,/,fine,/' '2s/,ok,3,1,/,ok,3,one,/' '2d' '1s/bound_cpu/cpu/' '2s/\(,ok,3,1,[^,]*,[^,]*,\)[^,]*/\1-1/' '2s/\(,ok,3,1,[^,]*,[^,]*,\)[^,]*/\1inf/'; do
    sed "$sed" "$work/times/times.csv" >"$work/reported/times.csv"
    t "report of times: damaged, $sed" 3 '' '~reported/times\.csv(:[0-9]+)?: ' report "$work/reported" --no-plot
done
expect "report of times: damaged, the tables stay" cmp "$work/times/table4.md" "$work/reported/table4.md"
rm "$work/reported/times.csv"
t "report of times: nothing measured" 3 '' '~reported has no times\.csv: infer-time has measured nothing' report "$work/reported" --no-plot
"$program" lra "$tiny" --quiet --no-plot --set train.steps=1 --out "$work/trained" >/dev/null 2>&1
t "report --out of times alone" 2 '' '=treeformer: report: '"$work/times"' holds inference times: --out joins training runs only' report "$work/times" --out "$work/joined"
t "report --out of times and runs" 0 '~Transformer' '~^warning: .*/times holds inference times and is left out: --out joins training runs only$' report "$work/times" "$work/trained" --no-plot --out "$work/joined"
expect "report --out of times and runs: said once" test "$(grep -c "$work/times" "$work/err")" -eq 1
t "report --index of times and runs" 0 '' '~^warning: .*/times holds inference times and is left out: --index lists training runs only$' report "$work/trained" "$work/times=ours" --index "$work/listed"
t "report --index of times alone" 2 '' '~/times holds inference times: --index lists training runs only$' report "$work/times" --index "$work/listed-none"
cp "$work/times/times.csv" "$work/reported" && sed -i '/^isa/d' "$work/reported/manifest.csv"
t "report of times: no machine" 3 '' "~reported/manifest\.csv: it has no 'isa'" report "$work/reported" --no-plot
mkdir -p "$work/broken/experiments/paper" && echo a,b >"$work/broken/experiments/paper/table1_cost.csv"
pushd "$work/broken" >/dev/null || exit
t "infer-time: the papers' costs are broken" 0 '~TF-A' '~table1_cost\.csv: no column model: Table 1 is left out' infer-time "$work/infer.yaml" --no-plot --out "$work/no-costs"
popd >/dev/null || exit
expect "infer-time: no table of broken costs" test ! -e "$work/no-costs/table1.md"
t "infer-time: the same folder again, and where it wrote" 0 '~TF-A' "~^tables: $work/times/\$" infer-time "$work/infer.yaml" --no-plot --out "$work/times"
cp -r "$work/times" "$work/spelt"
t "infer-time: the same options, written otherwise" 0 '~TF-A' '' infer-time "$(infer_spec spelt 's/name: tf-a, height: 2/height: 2, name: tf-a/; s/- tc-a/- {name: tc-a, height: 6}/')" --quiet --no-plot --out "$work/spelt"
t "infer-time: their report" 0 '~TF-A' '' report "$work/spelt" --quiet --no-plot
t "infer-time: another spec's folder" 3 '' '~another spec' infer-time "$work/infer.yaml" --quiet --out "$work/times" --set infer.seed=2
t "lra: infer-time's folder" 3 '' '~/times holds the results of another spec, or of other settings \(.*/times/spec\.yaml:[0-9]+:1: unknown key .infer.: .*\): choose another --out$' lra "$tiny" --quiet --out "$work/times"
times_loop() { for h in 2 3; do (cd "$work" && "$program" infer-time infer.yaml --quiet --no-plot --set attention=tf-a --set attention.height=$h) || return; done; }
times_loop >/dev/null 2>"$work/why" && times_loop >/dev/null 2>"$work/why"
expect "infer-time: a loop over heights, twice: a folder each" test $? -eq 0 -a "$(cd "$work/results/runs" && echo infer*)" = "infer infer-attention=tf-a-height=3"
t "infer-time: sweep, causal" 0 '~Transformer +\| causal' '*' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times2" \
    --set attention=transformer,tf-a --set attention.height=1,2,3 --set infer.causal=both --set infer.lengths=16 --set infer.batch=3
expect "infer-time: three heights, each causal, too" test "$(grep -c '^tf-a,.*,ok,' "$work/times2/times.csv")" -eq 6
t "infer-time: threads" 0 '~2 threads' '*' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times3" --threads 2 --set infer.batch=4 --set infer.pack_tokens=64
expect "infer-time: threads: the spec says it" grep -q 'threads: 2' "$work/times3/spec.yaml"
t "infer-time: other threads, same folder" 3 '' '~times3.*other settings' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times3" --threads 1 --set infer.batch=4 --set infer.pack_tokens=64
t "infer-time: dry run" 0 '~^tf-a,height=2,false,64,1,' '' infer-time "$work/infer.yaml" --dry-run
t "infer-time: unknown option" 3 '' "~infer-opt\.yaml:2:[0-9]+: .*'repeat'.*did you mean 'repeats'" infer-time "$(infer_spec opt 's/repeats/repeat/')"
t "infer-time: unknown attention" 3 '' "~infer-attn\.yaml:5:[0-9]+: .*did you mean 'tf-a'" infer-time "$(infer_spec attn 's/name: tf-a/name: tfa/')"
t "infer-time: unknown section" 3 '' "~infer-sec\.yaml:2:1: .*did you mean 'infer'" infer-time "$(infer_spec sec 's/^infer:/infre:/')"
t "infer-time: heads" 3 '' '~infer-heads\.yaml:2:[0-9]+: .*infer\.heads 3 does not divide infer\.[a-z_]* [0-9]*: write' infer-time "$(infer_spec heads 's/heads: 2/heads: 3/')"
t "infer-time: lengths must ascend" 3 '' '~infer-len\.yaml:2:[0-9]+: .*ascend' infer-time "$(infer_spec len 's/32, 64/64, 32/')"
t "infer-time: no causal form" 3 '' '~linformer has no causal form' infer-time "$work/infer.yaml" --set attention=linformer --set infer.causal=true
t "infer-time: no such checkpoint" 3 '' '~infer-from\.yaml:2:[0-9]+: infer\.from: .*no-such' infer-time "$(infer_spec from "s|heads: 2|&, from: $work/no-such.safetensors|")" --quiet --out "$work/times4"
t "infer-time: what measured nothing leaves the folder to a corrected spec" 0 '~TF-A' '*' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times4"
cp -r "$work/times4" "$work/times6" && echo damaged >"$work/times6/times.csv"
t "infer-time: damaged times of another spec" 3 '' '~another spec' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times6" --set infer.seed=2
t "infer-time: --set of no mechanism" 3 '' "~has the option 'rank'" infer-time "$work/infer.yaml" --set attention.rank=3
t "infer-time: no spec" 2 '' '~too few arguments' infer-time
mkdir "$work/stranger" && echo mine >"$work/stranger/table4.md"
t "infer-time: a stranger's folder" 3 '' "~contains 'table4.md' but no spec.yaml" infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/stranger"
expect "infer-time: leaves it alone" test "$(ls -A "$work/stranger")" = table4.md
sed -i 's/^title:.*/title: before/; /^  pin:/d' "$work/times/spec.yaml"
t "infer-time: a folder from before an option and a title" 0 '~TF-A' '*' infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times"

# A folder that another process holds: whoever waits says so, goes on when it is free, and can be interrupted.
hold "$work/times"
env --default-signal=INT "$program" infer-time "$work/infer.yaml" --no-plot --out "$work/times" >"$work/out" 2>"$work/err" &
pid=$!
wait_for_word ': waiting'
strike INT $pid
wait $pid
expect "infer-time: interrupted while it waits" test $? -eq 130
expect "infer-time: says what it waits for" test "$(grep -c 'another process holds .*times: waiting' "$work/err")" -eq 1
expect "infer-time: says why it ended" grep -qE '^treeformer: .*interrupted while another process held it' "$work/err"
: >"$work/err"
(wait_for_word ': waiting'; kill $holder) &
t "infer-time: goes on when the folder is free" 0 '~TF-A' '~waiting' infer-time "$work/infer.yaml" --no-plot --out "$work/times"
wait

# An interrupted measurement takes nothing from a complete one.
long=(infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times5" --set infer.lengths=16,8192 --set infer.repeats=3 --set infer.warmup=0 --set attention.name=transformer)
t "infer-time: two lengths" 0 '~8192' '*' "${long[@]}"
cp "$work/times5/times.csv" "$work/complete.csv"
env --default-signal=INT "$program" "${long[@]}" >"$work/out" 2>"$work/err" &
pid=$!
wait_for_handler $pid
sleep 0.2
kill -INT $pid
wait $pid
expect "infer-time: interrupted in the second measurement" test $? -eq 130
expect "infer-time: the complete times stay" cmp "$work/complete.csv" "$work/times5/times.csv"

# A killed one keeps the lengths that are complete.
"$program" infer-time "$work/infer.yaml" --quiet --no-plot --out "$work/times-killed" --set infer.lengths=16,8192 --set infer.repeats=3000 --set infer.max_s=600 \
    --set attention.name=transformer >"$work/out" 2>"$work/err" &
pid=$!
for _ in $(seq 1200); do [ -s "$work/times-killed/times.csv" ] && break; sleep 0.05; done
strike KILL $pid
wait $pid 2>/dev/null
expect "infer-time: killed in its second length: the first is there" grep -q '^transformer,.*,16,.*,ok,' "$work/times-killed/times.csv"
t "report of times: of a measurement that was killed" 0 '~Transformer' '*' report "$work/times-killed" --no-plot

# No memory is taken for a length at which nothing will be measured.
if can_limit_space "infer-time: an input that nothing needs"; then
    (ulimit -v 3000000 && exec "$program" infer-time "$work/infer.yaml" --no-plot --quiet --out "$work/times-huge" --set infer.lengths=32,1048576 \
        --set infer.dim=1024 --set infer.max_s=1) >"$work/out" 2>"$work/err"
    expect "infer-time: an input that nothing needs: exit code" test $? -eq 0
    expect "infer-time: an input that nothing needs: not measured" grep -q '^tf-a,.*,1048576,.*,too long,' "$work/times-huge/times.csv"
fi
