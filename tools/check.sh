#!/bin/bash
# Everything that guards the program. Usage: tools/check.sh BUILD_DIR [unit]   (unit: the unit tests only)
# The last line is "N passed, N failed"; exits 1 when anything failed. "unit" expects the tests to be built.
set -u
cd "$(dirname "$0")/.." || exit
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
        sed 's/^/      /' "$log" | tail -40
    fi
}

# A cmocka program: counts its tests. One that dies without a summary counts as one failure more.
unit() { # program
    local rc ok no start=$SECONDS
    CMOCKA_MESSAGE_OUTPUT=STDOUT timeout 300 "$1" >"$log" 2>&1
    rc=$?
    ok=$(grep -cE '^\[ +OK \]' "$log")
    # each failed test is named twice: when it fails and in the summary
    no=$(grep -E '^\[ +(FAILED|ERROR) +\] [A-Za-z_]' "$log" | sed -E 's/^[^]]*\] //' | sort -u | wc -l)
    if [ $rc -ne 0 ] && { [ "$no" -eq 0 ] || ! grep -qE 'test\(s\) run' "$log"; }; then no=$((no + 1)); fi
    if [ $rc -eq 0 ] && [ "$ok" -eq 0 ]; then no=$((no + 1)); fi
    passed=$((passed + ok)) failed=$((failed + no))
    if [ "$no" -eq 0 ]; then
        printf 'ok    %-24s %3d tests %4d s\n' "${1#"$build"/}" "$ok" $((SECONDS - start))
    else
        printf 'FAIL  %s: %d of %d tests failed (exit code %d)\n' "$1" "$no" $((ok + no)) $rc
        grep -vE '^\[ +(OK|RUN) +\]' "$log" | tail -40 | sed 's/^/      /'
    fi
}

# Both compilers, every warning an error. Nothing is written.
warnings() { # compiler
    local c flags=(-std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wstrict-prototypes -Wmissing-prototypes -Werror)
    local include=(-Ilib -Itests -isystem "$(ls -d /usr/include/*-linux-gnu/openblas-pthread 2>/dev/null | head -1)") bad=0
    for c in lib/*/*.c cmd/*.c tests/*.c tests/*/test_*.c; do
        if [[ $c == *_isa.c ]]; then
            "$1" "${flags[@]}" "${include[@]}" -DTF_ISA=portable -fsyntax-only "$c" || bad=1
        else
            "$1" "${flags[@]}" "${include[@]}" -fsyntax-only "$c" || bad=1
        fi
    done
    return $bad
}

if [ "$what" = all ]; then
    check build "${MAKE:-make}" --no-print-directory -s -k -j"$(nproc)" B="$build" all tests
    check format tools/format.sh --check
    check lint tools/lint.sh
    check layers tools/layers.sh
    check "gcc is silent" warnings gcc
    check "clang is silent" warnings clang
fi
for source in tests/*/test_*.c; do
    for precision in 32 64; do
        name=$(basename "$source" .c)
        if [ -x "$build/$precision/$name" ]; then
            unit "$build/$precision/$name"
        else
            echo "FAIL  $build/$precision/$name is not built"
            failed=$((failed + 1))
        fi
    done
done
if [ "$what" = all ]; then
    tests/cli/run.sh "$build/treeformer" | tee "$log"
    n=$(sed -nE 's/^cli: ([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$log")
    passed=$((passed + ${n% *})) failed=$((failed + ${n#* }))
    [ -n "$n" ] || failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
