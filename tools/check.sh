#!/bin/bash
# Everything that guards the program. Usage: tools/check.sh BUILD_DIR [unit]   (unit: the unit tests only)
# The last line is "N passed, N failed"; exits 1 when anything failed. "unit" expects the tests to be built.
set -u
flags=${MAKEFLAGS-}
# `make -n` runs lines with a + or the name of make in them: nothing is to be done then.
case "${flags%% *}" in -* | *=* | '') ;; *n*) exit 0 ;; esac
CDPATH='' cd "$(dirname "$0")/.." || exit
build=${1:-build} what=${2:-all}
passed=0 failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# One thing that passes or fails; its output is shown when it fails.
check() { # name command...
    local name=$1 start=$SECONDS
    shift
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        printf 'ok    %-32s %4d s\n' "$name" $((SECONDS - start))
    else
        failed=$((failed + 1))
        printf 'FAIL  %s\n' "$name"
        { grep FAIL "$log" || tail -40 "$log"; } | sed 's/^/      /'
    fi
}

# A cmocka program, of at most UNIT_SECONDS: counts its tests. One that dies without a summary counts as one failure more. The last line is for `add`.
unit() { # program
    local rc ok no left start=$SECONDS log
    log=$(mktemp)
    CMOCKA_MESSAGE_OUTPUT=STDOUT timeout "${UNIT_SECONDS:-300}" "$1" >"$log" 2>&1
    rc=$?
    ok=$(grep -cE '^\[ +OK \]' "$log")
    # each failed test is named twice: when it fails and in the summary
    no=$(grep -E '^\[ +(FAILED|ERROR) +\] [A-Za-z_]' "$log" | sed -E 's/^[^]]*\] //' | sort -u | wc -l)
    if [ $rc -ne 0 ] && { [ "$no" -eq 0 ] || ! grep -qE 'test\(s\) run' "$log"; }; then no=$((no + 1)); fi
    left=$(sed -nE 's/^\[ +SKIPPED +\] ([A-Za-z_].*)/\1/p' "$log" | sort -u | paste -sd ' ')
    if [ $rc -eq 0 ] && [ "$ok" -eq 0 ] && [ -z "$left" ]; then no=$((no + 1)); fi
    if [ "$no" -eq 0 ]; then
        printf 'ok    %-24s %3d tests %4d s%s\n' "${1#"$build"/}" "$ok" $((SECONDS - start)) "${left:+; not tested here: $left}"
    else
        printf 'FAIL  %s: %d of %d tests failed (exit code %d)\n' "$1" "$no" $((ok + no)) $rc
        grep -vE '^\[ +(OK|RUN) +\]' "$log" | tail -40 | sed 's/^/      /'
    fi
    rm -f "$log"
    echo "count $ok $no"
}

# Both compilers, every warning an error. Nothing is written.
warnings() { # compiler
    local flags=(-std=c17 -D_GNU_SOURCE -DTF_ISA=portable -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes -Werror)
    local include=(-Ilib -Itests -Itests/fuzz)
    for dir in /usr/include/*-linux-gnu/openblas-pthread; do [ ! -d "$dir" ] || include+=(-isystem "$dir"); done
    printf '%s\n' lib/*/*.c cmd/*.c tests/*.c tests/*/test_*.c tests/{bench,faults,fuzz}/*.c | xargs -P "$(nproc)" -n 20 "$1" "${flags[@]}" "${include[@]}" -fsyntax-only
}

if [ "$what" = all ]; then
    check build "${MAKE:-make}" --no-print-directory -s -k -j"$(nproc)" B="$build" all tests "$build/shim.so"
    check format tools/format.sh --check
    check lint tools/lint.sh
    check layers tools/layers.sh
    check "gcc is silent" warnings gcc
    check "clang is silent" warnings clang
fi
export -f unit
export build
MAKEFLAGS="" "${MAKE:-make}" --no-print-directory -s B="$build" list-tests | xargs -P "$(nproc)" -n 1 bash -c 'out=$(unit "$1"); printf "%s\n" "$out"' unit | tee "$log" | grep -v '^count '
read -r ok no < <(awk '/^count / { ok += $2; no += $3 } END { print ok + 0, no + 0 }' "$log")
passed=$((passed + ok)) failed=$((failed + no + (ok == 0)))
if [ "$what" = all ]; then
    kernels=Prescott # of OpenBLAS: their last bits differ from row to row in other ways
    grep -qsw avx2 /proc/cpuinfo && kernels=Haswell
    check "contracts, other kernels" env TREEFORMER_ISA=portable OPENBLAS_CORETYPE=$kernels "$build/32/test_contract"
    tests/cli/run.sh "$build/treeformer" | tee "$log"
    n=$(sed -nE 's/^cli: ([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log")
    if [ -n "$n" ]; then passed=$((passed + ${n% *})) failed=$((failed + ${n#* }))
    else
        echo "FAIL  cli: it ended without a summary"
        failed=$((failed + 1))
    fi
fi
if [ "$what" = all ]; then # a fixed sample of what `make faults` and `make fuzz` do at length
    check "faults, a sample" tests/faults/faults.sh "$build/treeformer" "$build/shim.so" 1 alloc short two bits
    check "fuzzing, a sample" "${MAKE:-make}" --no-print-directory -s -j"$(nproc)" B="$build" replay
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
