#!/bin/sh
# From a fresh checkout to tables and figures. See ./run_all.sh --help.
set -eu
from=$PWD
CDPATH='' cd -- "$(dirname "$(readlink -f "$0")")"

usage() {
    cat <<'TEXT'
Usage: ./run_all.sh [WHAT] [--protocol small|paper] [--commands] [options of the program]

  quick    a tour: three mechanisms on short ListOps, three to four minutes on 2 CPUs after the build (the default)
  lra      ListOps of the Long Range Arena, small models: takes hours
  table3   Long Range Arena, four tasks, the mechanisms of the Treeformer paper: its Tables 3, 8, 10 and 11
  table4   inference time of the attention module: Tables 4 and 1
  table9   BERT pre-trained and fine-tuned on GLUE and SQuAD: Tables 2 and 9
  leaves   how keys spread over leaves while trees are trained: Figure 4
  heights  accuracy and work against tree height: Figure 3
  check    all tests: the same as `make check`

table3 to heights have two protocols. small (the default): models that two cores can train, hours to days; paper: the
papers' settings in full, days to weeks, and decades where BERT-Base is pre-trained (table9, leaves), so look at
--dry-run first. --commands prints what would be run.
What the data is and how to get it: datasets/README.md. A task without its data is named and left out.

Installs missing packages with apt-get, builds the program with make, runs it, prints the table and says where the
figures are. The first build takes a few minutes. Build and runs show their progress and how long the rest will take; the
page that the program names shows the runs while they go on. Stop it with Ctrl-C whenever you like: the next run
continues where this one stopped and skips what is finished.
TEXT
}

what= protocol=small print=
n=$# theirs= # from the first option of the program on, words belong to it; our own options may stand anywhere
while [ "$n" -gt 0 ]; do
    word=$1 n=$((n - 1))
    shift
    case "$word" in
    --protocol)
        protocol=
        if [ "$n" -gt 0 ]; then protocol=$1 n=$((n - 1)); shift; fi
        continue
        ;;
    --protocol=*) protocol=${word#*=}; continue ;;
    --commands) print=yes; continue ;;
    esac
    if [ -n "$theirs" ]; then set -- "$@" "$word"; continue; fi
    case "$word" in
    -h | --help | help) usage; exit 0 ;;
    quick | lra | table3 | table4 | table9 | leaves | heights | check)
        if [ -n "$what" ]; then echo "run_all.sh: '$what' or '$word': one of them at a time" >&2; exit 2; fi
        what=$word ;;
    table1 | table8 | table10 | table11) echo "run_all.sh: $word comes with table3" >&2; exit 2 ;;
    table2) echo "run_all.sh: table2 comes with table9" >&2; exit 2 ;;
    '' | -*) theirs=yes; set -- "$@" "$word" ;;
    *) echo "run_all.sh: unknown table '$word'; see ./run_all.sh --help" >&2; exit 2 ;;
    esac
done
what=${what:-quick}
case "$protocol" in
small | paper) ;;
*) echo "run_all.sh: --protocol is small or paper, not '$protocol'" >&2; exit 2 ;;
esac
case "$what-$protocol" in
quick-paper | lra-paper | check-paper) echo "run_all.sh: $what has no protocol paper; table3, table4, table9, leaves and heights have" >&2; exit 2 ;;
esac

# Each argument behind a blank, as the shell reads it back.
quote() {
    for arg in "$@"; do
        case "$arg" in '' | *[!A-Za-z0-9_=./,:@%+-]*) arg="'$(printf '%s' "$arg" | sed "s/'/'\\\\''/g")'" ;; esac
        printf ' %s' "$arg"
    done
}
if [ "$what" = check ] && [ $# -gt 0 ]; then echo "run_all.sh: check takes no options" >&2; exit 2; fi
# The program's options once more: paths begin in the caller's folder; leaf-hist and report have some of them, too.
of_leaves='' of_report='' out_given='' dry='' value='' seeds='' only=''
n=$#
while [ "$n" -gt 0 ]; do
    word=$1 n=$((n - 1))
    shift
    case "$value $word" in
    data\ /* | out\ /* | 'data ' | 'out ') ;;
    data\ * | out\ *) word=$from/$word ;;
    esac
    case "$value" in
    seed) seeds="$seeds,$word" value= ;;
    data | threads) of_leaves="$of_leaves --$value$(quote "$word")" value= ;;
    ?*) value= ;;
    *)
        case "$word" in
        --dr* | -n | -[qr]n | -n[qr] | -[qr][qr]n | -[qr]n[qr] | -n[qr][qr]) dry=yes ;;
        -[!-o]*o*) echo "run_all.sh: write '$word' as single options" >&2; exit 2 ;;
        --ou | --out | -o) value=out out_given=yes ;;
        --da | --dat | --data) value=data ;;
        --th | --thr | --thre | --threa | --thread | --threads) value=threads ;;
        --see | --seed) value=seed ;;
        --see=* | --seed=*) seeds="$seeds,${word#*=}" ;;
        --on | --onl | --only) value=other only=yes ;;
        --on=* | --onl=* | --only=*) only=yes ;;
        --set | --jobs | -j | --ranks | --bandwidth | --latency) value=other ;;
        --ou= | --out= | --da= | --dat= | --data=) ;; # the program says what is wrong
        --ou=/* | --out=/*) out_given=yes ;;
        --ou=* | --out=*) word=--out=$from/${word#*=} out_given=yes ;;
        -o/*) out_given=yes ;;
        -o?*) word=-o$from/${word#-o} out_given=yes ;;
        --da=/* | --dat=/* | --data=/*) of_leaves="$of_leaves$(quote "$word")" ;;
        --da=* | --dat=* | --data=*) word=--data=$from/${word#*=}; of_leaves="$of_leaves$(quote "$word")" ;;
        --th*=*) of_leaves="$of_leaves$(quote "$word")" ;;
        --no-plot | --quiet | -q) of_leaves="$of_leaves $word" of_report="$of_report $word" ;;
        esac
        ;;
    esac
    set -- "$@" "$word"
done
case "$what-$protocol-$out_given" in
*- | quick-* | table4-small-* | heights-small-*) ;;
*) echo "run_all.sh: $what fills several folders below results/runs, so it takes no --out" >&2; exit 2 ;;
esac

case "$what-$protocol" in
table9-* | leaves-paper) # whose later commands begin with the weights of seed 1 of the first ones
    case "$only,$seeds," in
    yes,*) echo "run_all.sh: $what is a chain of trainings, so it takes no --only" >&2; exit 2 ;;
    ,, | *,1,*) ;;
    *) echo "run_all.sh: $what is a chain of trainings from seed 1, so --seed must have it" >&2; exit 2 ;;
    esac
    ;;
esac

worst=0
run() { # one command of the program; what cannot be done, for want of data or memory, say, does not stop the others
    if [ -n "$print" ]; then echo "build/treeformer$(quote "$@")"; return; fi
    code=0
    build/treeformer "$@" || code=$?
    case $code in 0) ;; 1) worst=1 ;; 3 | 4) [ $worst -ne 0 ] || worst=$code ;; *) exit $code ;; esac
}
# The rest of a table, of what is there: not after --dry-run.
report() {
    [ -z "$dry" ] || return 0
    if [ "$2" = --out ]; then echo "run_all.sh: no results yet to report" >&2; return; fi
    run "$@"
}

# The mechanisms of Table 3, in the order in which it has them.
mechanisms=transformer,linformer,performer,bigbird,tf-a,tc-a,kary-tf-a

# Of these folders, those with results; with --commands all.
with_results() {
    for dir in "$@"; do
        if [ -n "$print" ] || ls "$dir/rows/"*.csv >/dev/null 2>&1; then echo "$dir"; fi
    done
}

table3() {
    out=results/runs/table3-$protocol
    for task in listops text retrieval image; do
        run lra "experiments/lra/$protocol/$task.yaml" --set attention.name=$mechanisms --out "$out/$task" "$@"
    done
    # shellcheck disable=SC2046,SC2086
    report report $(with_results "$out/listops" "$out/text" "$out/retrieval" "$out/image") --out "$out" $of_report
}

table4() {
    case $protocol in
    small) run infer-time experiments/infer/table4.yaml --set infer.lengths=1024,2048,4096 --set infer.repeats=3 --out results/runs/table4-small "$@" ;;
    paper)
        run infer-time experiments/infer/table4.yaml --out results/runs/table4-paper "$@"
        run infer-time experiments/infer/table4-trained.yaml --out results/runs/table4-paper-trained "$@"
        ;;
    esac
}

# Tables 2 and 9: every mechanism learns masked words, then every task from its own. On the narrow BERT it begins with full attention's weights, which teach the
# trees first; BERT-Base is trained as the paper does it. MNLI and SQuAD also with trees that stay as they are.
words() { # folder, and what of which spec
    to=$out/words-$1 spec=experiments/bert/$2.yaml
    shift 2
    run pretrain "$spec" --out "$to" "$@"
    folders="$folders $to"
}
set_task() { # its spec, and what it needs beside
    spec=experiments/bert/base/$task.yaml more=
    [ $protocol = small ] || return 0
    spec=experiments/bert/taught/glue.yaml more="--set task.name=$task"
    case $task in
    squad) spec=experiments/bert/taught/squad.yaml ;;
    qnli) more="$more --set task.source=squad --set train.steps=3300 --set train.eval_every=330" ;;
    sst-2) more="$more --set train.steps=3200 --set train.eval_every=320" ;;
    esac
}
fine_tune() { # folder
    to=$out/$1
    shift
    # shellcheck disable=SC2086
    run finetune "$spec" $more --set "attention=[$entry]" --set init.from="$weights" --out "$to" "$@"
    folders="$folders $to"
}
tasks() { # its name, the run with its weights, its entry of `attention`
    name=$1 weights=$2/best.safetensors entry=$3
    shift 3
    for task in mnli qqp qnli sst-2 mrpc rte cola squad; do
        set_task
        fine_tune "$name-$task" "$@"
        case $name/$task in tf-a/mnli | tf-a/squad | tc-a*/mnli | tc-a*/squad) fine_tune "$name-$task-frozen" --set train.freeze=tree "$@" ;; esac
    done
}
table9_small() {
    words=$out/words bert=results/runs/bert-taught full=$bert-longer/runs/corpus-transformer-s1/best.safetensors
    for spec in pretrain control longer; do
        run pretrain experiments/bert/taught/$spec.yaml --only 'corpus-transformer-*' --out $bert-$spec "$@"
    done
    words full taught/control --set init.from=$full --set attention.name=transformer "$@"
    words others taught/others --set init.from=$full "$@"
    words tf-a taught/frozen-mass --set init.from=$full --set seeds=1 "$@"
    words kary-tf-a taught/helpers --set init.from=$full \
        --set 'attention=[{name: kary-tf-a, branching: [4, 2], window: 32, route: rotated, teach_queries: 0}]' "$@"
    tasks full $words-full/runs/corpus-transformer-s1 '{name: transformer}' "$@"
    tasks linformer $words-others/runs/corpus-linformer-s1 '{name: linformer, rank: 64}' "$@"
    tasks bigbird $words-others/runs/corpus-bigbird-s1 '{name: bigbird, block: 16}' "$@"
    tasks tf-a $words-tf-a/runs/corpus-tf-a-h3-s1 '{name: tf-a, height: 3, window: 32, route: rotated}' "$@"
    tasks tc-a-6 $words-others/runs/corpus-tc-a-h5-l6-11-s1 '{name: tc-a, height: 5, route: rotated, layers: 6-11}' "$@"
    tasks tc-a-9 $words-others/runs/corpus-tc-a-h5-l3-11-s1 '{name: tc-a, height: 5, route: rotated, layers: 3-11}' "$@"
    tasks tc-a $words-others/runs/corpus-tc-a-h5-s1 '{name: tc-a, height: 5, route: rotated}' "$@"
    tasks kary-tf-a $words-kary-tf-a/runs/corpus-kary-tf-a-s1 '{name: kary-tf-a, branching: [4, 2], window: 32, route: rotated}' "$@"
}
table9_paper() {
    words=$out/words full=results/runs/bert-base-pretrain
    run pretrain experiments/bert/base/pretrain.yaml --out $full "$@"
    folders=$full
    words linformer base/pretrain --set 'attention=[{name: linformer, rank: 128}]' "$@"
    words bigbird base/pretrain --set 'attention=[{name: bigbird}]' "$@"
    words tf-a base/tf-a "$@"
    words tc-a-6 base/tc-a --set attention.layers=6-11 "$@"
    words tc-a-9 base/tc-a --set attention.layers=3-11 "$@"
    words tc-a base/tc-a "$@"
    words kary-tf-a base/kary-tf-a "$@"
    tasks full $full/runs/corpus-transformer-s1 '{name: transformer}' "$@"
    tasks linformer $words-linformer/runs/corpus-linformer-s1 '{name: linformer, rank: 128}' "$@"
    tasks bigbird $words-bigbird/runs/corpus-bigbird-s1 '{name: bigbird}' "$@"
    tasks tf-a $words-tf-a/runs/corpus-tf-a-h2-s1 '{name: tf-a, height: 2}' "$@"
    tasks tc-a-6 $words-tc-a-6/runs/corpus-tc-a-h7-l6-11-s1 '{name: tc-a, height: 7, layers: 6-11}' "$@"
    tasks tc-a-9 $words-tc-a-9/runs/corpus-tc-a-h7-l3-11-s1 '{name: tc-a, height: 7, layers: 3-11}' "$@"
    tasks tc-a $words-tc-a/runs/corpus-tc-a-h7-s1 '{name: tc-a, height: 7}' "$@"
    tasks kary-tf-a $words-kary-tf-a/runs/corpus-kary-tf-a-s1 '{name: kary-tf-a, branching: [100, 10]}' "$@"
}
table9() {
    out=results/runs/table9-$protocol folders=
    "table9_$protocol" "$@"
    # shellcheck disable=SC2046,SC2086
    report report $(with_results $folders) --out "$out" $of_report
}

leaves() {
    out=results/runs/leaves-$protocol
    case $protocol in
    small) run lra experiments/lra/small/listops-trees.yaml --set train.keep=0 --out "$out/trees" "$@" ;;
    paper)
        run pretrain experiments/bert/base/pretrain.yaml --out results/runs/bert-base-pretrain "$@"
        for spec in tf-a tc-a; do run pretrain experiments/bert/base/$spec.yaml --set train.keep=0 --out "$out/$spec" "$@"; done
        ;;
    esac
    # shellcheck disable=SC2046
    case $protocol in
    small) folders=$out/trees ;;
    paper) folders=$(with_results "$out/tf-a" "$out/tc-a") ;;
    esac
    # shellcheck disable=SC2086
    eval report leaf-hist $folders --out '"$out/leaves"' "$of_leaves"
}

heights() {
    out=results/runs/heights-$protocol folders=
    if [ "$protocol" = small ]; then
        run lra experiments/lra/small/listops.yaml --set attention.height=2,4,6,8,10 --out "$out" "$@"
        return
    fi
    for h in 2 3 4 5 6 7 8 9 10; do
        run lra experiments/lra/paper/listops-bootstrap.yaml --set train.bootstrap.to_height=$h --out "$out/$h" "$@"
        folders="$folders $out/$h"
    done
    # shellcheck disable=SC2046,SC2086
    report report $(with_results $folders) --out "$out" $of_report
}

if [ -n "$print" ]; then
    case "$what" in
    check) echo "make check" ;;
    quick) run lra experiments/quick/listops.yaml "$@" ;;
    lra) for spec in listops listops-trees; do run lra experiments/lra/small/$spec.yaml "$@"; done ;;
    *) "$what" "$@" ;;
    esac
    exit
fi

tools/deps.sh run
jobs=$(nproc 2>/dev/null || echo 2)
if [ "$what" = check ]; then exec make check; fi

if [ -n "${OPENBLAS_CORETYPE:-}" ]; then
    echo "run_all.sh: OPENBLAS_CORETYPE=$OPENBLAS_CORETYPE is unset here, so that BLAS chooses the fastest kernels for this CPU" >&2
    unset OPENBLAS_CORETYPE
fi

# What all of it will take: a file takes about a third of a second of one CPU; the program measures its runs before it begins.
files=$(make -n 2>/dev/null | grep -c -- ' -c -o ') || true
case "$what" in
quick) runs="three trainings take three to four minutes on 2 CPUs" ;;
lra) runs="training takes hours" ;;
table4) runs="measuring takes minutes" ;;
*) runs="training takes hours (small), or weeks and more (paper): --dry-run says how long" ;;
esac
if [ "$files" -gt 0 ]; then
    echo "run_all.sh: compiling $files files takes about $((files / 3 / jobs + 5)) s on $jobs CPUs; then $runs" >&2
else
    echo "run_all.sh: the program is built; $runs" >&2
fi
make -s -j"$jobs"

case "$what" in
quick) build/treeformer lra experiments/quick/listops.yaml "$@" ;;
lra)
    run lra experiments/lra/small/listops.yaml "$@"
    run lra experiments/lra/small/listops-trees.yaml "$@"
    ;;
*) "$what" "$@" ;;
esac
exit $worst
