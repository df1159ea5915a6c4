#!/bin/bash
# Unit tests and a short run of the commands under a sanitizer. Usage: tools/sanitize.sh tsan|valgrind BUILD TEST...
set -u
CDPATH='' cd "$(dirname "$0")/.." || exit
how=$1 build=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TREEFORMER_CACHE=$work/cache LC_ALL=C TSAN_OPTIONS="halt_on_error=1 exitcode=99 die_after_fork=0 suppressions=$PWD/tools/tsan.supp"
under=()
if [ "$how" = valgrind ]; then
    command -v valgrind >/dev/null || { echo "sanitize: no valgrind (Debian package valgrind)" && exit 4; }
    under=(valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite --child-silent-after-fork=yes)
    export OPENBLAS_CORETYPE=Haswell TREEFORMER_ISA=avx2
fi
passed=0 failed=0
run() { # name, exit code that is right, command
    local name=$1 code=$2 rc
    shift 2
    CMOCKA_MESSAGE_OUTPUT=STDOUT "${under[@]}" "$@" >"$work/log" 2>&1
    rc=$?
    if [ $rc -eq "$code" ]; then passed=$((passed + 1)) && echo "ok    $how $name"; else
        failed=$((failed + 1))
        echo "FAIL  $how $name: exit code $rc"
        tail -40 "$work/log" | sed 's/^/      /'
    fi
}
for t in "$@"; do run "$t" 0 "$build/32/$t"; done
spec=tests/data/tiny.yaml
lra=("$build/treeformer" lra "$spec" --no-plot --set attention.name=tf-a --set attention.height=2 --set train.steps=6 --set train.checkpoint_every=2 --set train.eval_every=3)
run "lra, 3 threads" 0 "${lra[@]}" --threads 3 --out "$work/a"
run "lra, 2 jobs" 0 "${lra[@]}" --threads 2 --jobs 2 --seed 1,2 --out "$work/b"
run "lra again" 0 "${lra[@]}" --threads 2 --seed 1,2,3 --out "$work/b"
run report 0 "$build/treeformer" report "$work/b" --no-plot
run evaluate 0 "$build/treeformer" evaluate "$work/b" --threads 3
run leaf-hist 0 "$build/treeformer" leaf-hist "$work/b" --threads 3 --no-plot
run list 0 "$build/treeformer" list
run show 0 "$build/treeformer" show "$spec"
run "a bad spec" 3 "$build/treeformer" show "$spec" --set train.stepz=1
echo "$how: $passed passed, $failed failed"
[ $failed -eq 0 ]
