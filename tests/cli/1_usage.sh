# Help, usage errors, the registry. Sourced by run.sh.
for how in help --help -h; do t "overview: $how" 0 '~^Usage: treeformer COMMAND' '' "$how"; done
manual=$root/docs/treeformer.1.scd
expect "overview: the commands of the manual page's synopsis" diff <(commands | sort) \
    <(sed -nE 's/^\*treeformer\* ([*a-z|-]+\*).*/\1/p' "$manual" | tr -d '*' | tr '|' '\n' | sort)
unexplained() { # command: its options that its section of the manual page lacks; --help is explained once
    awk -v c="$1" '/^#/ { on = $0 ~ "^## treeformer ([a-z|-]+[|])?" c "([| ]|$)" } on' "$manual" >"$work/section"
    "$program" help "$1" | grep -oE '^ +(-., )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | grep -vx -- --help | while read -r option; do
        grep -qF -- "*$option*" "$work/section" || echo "$option"
    done
}
for c in $(commands); do
    t "overview names $c" 0 "~^  $c +[A-Za-z]" '' help
    t "help $c" 0 "~^Usage: treeformer $c" '' help "$c"
    t "$c --help" 0 "~^Usage: treeformer $c" '' "$c" --help
    t "help $c lists its options" 0 '~--help +show this help' '' help "$c"
    t "help $c has an example" 0 "~^  treeformer $c" '' help "$c"
    expect "help $c: the manual page has its options" test -z "$(unexplained "$c")"
done
COLUMNS=40 t "a summary of two lines keeps its blanks" 0 '~^masked words, or the next token$' '' help pretrain
t "no command" 2 '' "=treeformer: no command given; see 'treeformer help'"
t "unknown command, near" 2 '' "=treeformer: unknown command 'lar' (did you mean 'lra'?); see 'treeformer help'" lar
t "unknown command, far" 2 '' "=treeformer: unknown command 'frobnicate'; see 'treeformer help'" frobnicate
t "help of an unknown command" 2 '' "~unknown command 'shwo' .did you mean 'show'" help shwo
t "option before the command" 2 '' '~before the command' --quiet lra "$tiny"
t "lra without a spec" 2 '' "=treeformer: lra: too few arguments; see 'treeformer help lra'" lra
t "unknown option, longer" 2 '' "~unknown option '--resumee' .did you mean '--resume'" lra "$tiny" --resumee
t "unknown option, near" 2 '' "=treeformer: lra: unknown option '--theads' (did you mean '--threads'?); see 'treeformer help lra'" lra "$tiny" --theads=2
t "unknown letter" 2 '' "~unknown option '-z'" lra -z "$tiny"
t "missing value" 2 '' "~option '--out' needs a value" lra "$tiny" --out
t "empty value" 2 '' '~--out: empty value' lra "$tiny" --out ''
t "letters together" 0 '~^run,' '' lra "$tiny" -qn
t "a letter with its value" 0 '~^run,' '*' lra "$tiny" -nj2
t "a letter without its value" 2 '' "~option '-j' needs a value" lra "$tiny" -nj
# shellcheck disable=SC2046
t "--set too often" 2 '' "~lra: --set: more than 256 values" lra "$tiny" $(printf -- '--set train.lr=1 %.0s' {1..257})
t "flag with a value" 2 '' "~option '--quiet' takes no value" lra "$tiny" --quiet=1
for n in 0 -1 x 1.5 2000 99999999999999999999; do t "threads $n" 2 '' '~is not a whole number from 1 to 1024' lra "$tiny" --threads "$n"; done
t "list takes no such argument" 2 '' "~neither 'mechanisms' nor 'tasks' nor 'specs'" list foo
t "a network without ranks" 2 '' '~--bandwidth and --latency go with --ranks' lra "$tiny" -n --latency 5
t "show a spec of infer-time" 0 '~^  warmup: 1$' '' show infer/table4.yaml
sed "s,steps: 30,stepps: 30," "$tiny" >"$work/bad-spec.yaml"
t "a bad spec behind a good one: before any work" 3 '' '~unknown option .stepps.' lra "$tiny" "$work/bad-spec.yaml" --out "$work/two-specs"
t "nothing ran" 3 '' '*' report "$work/two-specs"
t "version takes none" 2 '' "~unexpected argument 'x'" version x
t "version" 0 '~^treeformer  [0-9]+\.[0-9]+\.[0-9]+' '!warning: OPENBLAS_CORETYPE' version
t "--version" 0 '~^BLAS core   [A-Za-z]' '*' --version
t "version: threads" 0 '~^threads     3$' '*' version --threads 3

t "list" 0 '~^transformer +Transformer +arXiv:1706.03762' '' list
t "list mechanisms" 0 '!^listops' '' list mechanisms
t "list tasks" 0 '~^listops +ListOps +arXiv' '' list tasks
{ "$program" list mechanisms && "$program" list tasks; } | awk -F '  +' '/^(mechanism|task) /,/^$/ { if (!/^(mechanism|task) / && NF > 2) print "| `" $1 "` | " $2 " | " $3 " |" }' >"$work/rows"
expect "docs/mechanisms.md has what is listed" test -s "$work/rows" -a -z "$(while read -r row; do grep -qF -- "$row" "$root/docs/mechanisms.md" || echo "$row"; done <"$work/rows")"
expect "docs/mechanisms.md has nothing else" test "$(grep -c '^| `' "$root/docs/mechanisms.md")" = "$(wc -l <"$work/rows")"
t "show an unknown one" 2 '' "~unknown mechanism or task 'linfromer' .did you mean 'linformer'" show linfromer
for s in model train bootstrap init data infer train.bootstrap; do t "show $s" 0 '~^option +type +default' '' show $s; done
for s in model train bootstrap init data; do "$program" show $s; done | awk '$2 ~ /^(int|real|bool|choice|text|time)$/ { print "| `" $1 "` |" ($3 == "-" ? " |" : " " $3 " ") }' >"$work/rows"
expect "docs/specs-reference.md has the options of all sections, with their defaults" test -s "$work/rows" -a -z "$(while read -r row; do grep -qF -- "$row" "$root/docs/specs-reference.md" || echo "$row"; done <"$work/rows")"
expect "docs/specs-reference.md has no other options" test -z "$(sed -n 's/^\(| `[a-z0-9_]*` |\).*/\1/p' "$root/docs/specs-reference.md" | grep -vF '| `others` |' | while read -r row; do grep -qF -- "$row" "$work/rows" || echo "$row"; done)"
t "show init" 0 '~^from +text ' '' show init
t "show stages" 0 '~^learn +text ' '' show stages
expect "show stages: what a stage may have, and where more is said" test "$(grep -cE '^(batch |dropout )' "$work/out")" -eq 0 -a "$(grep -c 'docs/specs-reference.md' "$work/out")" -eq 1
t "show: part of a title" 2 '' "~unknown mechanism or task 'tree' .did you mean 'rte', or one of tf-a, kary-tf-a, tc-a, segtree" show tree
t "show: almost a section" 2 '' "~unknown mechanism or task 'mode' .did you mean 'model', or one of lm" show mode
t "show: a section whose options are its task's" 2 '' "~options of 'task' are those of the task that it names: see 'treeformer list tasks'" show task
t "show: a section whose options are its mechanism's" 2 '' "~options of 'attention' are those of the mechanism .*list mechanisms'" show attention
t "show a task" 0 '~^length_max +int +2000 +2\.\.65536' '' show listops
# Table 11 of the paper, ListOps: Linformer with k = 16 does 2.98 % of full attention's work.
t "show: the paper's percentage" 0 '~papers. counting +[0-9.e+]+ +2\.98 %' '' show linformer --set rank=16
t "show: full attention's parameters" 0 '~^parameters +1050624$' '' show transformer
t "show: a task has no layer size" 2 '' "=treeformer: show: --dim describes a layer: use it with the name of a mechanism, not with 'listops'" show listops --dim 64
t "show: heads must divide" 2 '' '~not a multiple of' show transformer --dim 10 --heads 3
t "show: out of range" 2 '' '~--set rank=0: rank: 0 is out of range 1..4096' show linformer --set rank=0
t "show: unknown option" 2 '' "~did you mean 'rank'" show linformer --set rnak=3
t "show: no value" 2 '' '~NAME=VALUE expected' show linformer --set rank
for m in $("$program" list mechanisms | awk 'NR > 1 { print $1 }'); do
    t "show $m" 0 '~^parameters +[0-9]{6,}$' '' show "$m"
    expect "show $m: equation" matches '~^equation: .{10,150}$' "$work/out"
    expect "show $m: options" matches '~^(option +type +default|options: none$)' "$work/out"
done

t "flops: a published cell" 0 '~^11,listops,linformer,rank=16 shared=true,4,4,2048,512,64,2\.978[0-9]*,2\.98,.*,4333568,,,,fitted$' '' flops --no-run
t "flops: a cell that cannot be matched" 0 '~^2,bert,tc-a,height=7,.*,cannot be matched: Table 6' '' flops --no-run
t "flops: any size" 0 '~^transformer,Transformer,100,64,32,100,100,' '' flops --n 100 --dim 64 --heads 2
t "flops: heads must divide" 2 '' '~not a multiple of' flops --dim 10 --heads 3
t "flops: files" 0 '' '~wrote .*/flops/flops.csv$' flops --out "$work/flops" --no-plot --no-run
expect "flops: the table is in the file" grep -q '^11,listops,tf-a' "$work/flops/flops.csv"

# Little address space: what trains nothing needs little, and says what it has to say at once: in 10 s of CPU, however busy the machine is.
# The libraries that Open MPI 5 (Debian 13) brings need 261 MB to load; with less, BLAS would try for ever.
least=200000 limits="200000 240000"
case "$("$program" version | sed -n 's/^MPI *//p')" in *"MPI v5"*) least=300000 limits="200000 300000 340000" ;; esac
if can_limit_space "little memory"; then
    for args in version list "show listops" "show tests/data/tiny.yaml" help; do
        # shellcheck disable=SC2086
        expect "little memory: $args" bash -c "ulimit -v $least -t 10; timeout 900 '$program' $args"
    done
    for kib in $limits; do
        (ulimit -v $kib -t 10; exec timeout 900 "$program" show tf-a) >/dev/null 2>"$work/err"
        expect "too little memory for BLAS ($kib): ends" grep -qxE '[04]' <<<$?
    done
fi
expect "version: every CPU" grep -qx "threads     $(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)" <("$program" version)
for s in model train bootstrap; do
    t "show $s" 0 '~^option +type +default' '' show $s
    t "show $s: its options are set in a spec" 2 '' "=treeformer: show: --set lr=3: '$s' is a section of a spec; set its options there" show $s --set lr=3
done

# Standard output that cannot be written: output that fits stdio's buffer, and output that does not (flops: 18 kB).
for args in help version "list tasks" "show linformer" "lra tests/data/tiny.yaml --dry-run" "flops --no-run"; do
    # shellcheck disable=SC2086
    "$program" $args >/dev/full 2>"$work/err"
    expect "full disk on stdout: ${args%% *}" test $? -eq 4
    expect "full disk on stdout is said: ${args%% *}" grep -q 'treeformer: cannot write to standard output: No space left' "$work/err"
done
"$program" list >&- 2>"$work/err"
expect "closed stdout" test $? -eq 4
expect "closed stdout is said" grep -q 'treeformer: cannot write to standard output' "$work/err"
{ sleep 0.2; "$program" list; echo $? >"$work/rc"; } 2>"$work/err" | true
expect "reader gone: it has seen enough" test "$(cat "$work/rc")" = 0 -a ! -s "$work/err"
