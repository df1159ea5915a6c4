#!/bin/bash
# Command-line tests. Usage: tests/cli/run.sh PROGRAM. Prints what fails and, at the end, "cli: N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit
program=$(realpath "${1:-build/treeformer}")
[ -x "$program" ] || { echo "cli: no program $program"; echo "cli: 0 passed, 1 failed"; exit 1; }
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TREEFORMER_CACHE=$work/cache NO_COLOR=1 LC_ALL=C
unset TREEFORMER_DATA TREEFORMER_ISA OPENBLAS_CORETYPE
tiny=$root/tests/data/tiny.yaml
passed=0 failed=0 # of all files in this folder

ok() { passed=$((passed + 1)); }
fail() { # name; what happened is in $work/why
    failed=$((failed + 1))
    echo "FAIL  cli: $1"
    sed 's/^/      /' "$work/why" | head -20
}

# Whether a tool is there or a command works; says what is not tested where it is not.
have() { # what needs it, command...
    local what=$1
    shift
    "$@" >/dev/null 2>&1 && return
    echo "cli: not tested, for want of \`$*\`: $what"
    return 1
}

# What the stream must be: "" empty, "*" anything, "=TEXT" these lines exactly, "~ERE" a line matches, "!ERE" no line does.
matches() { # expectation file
    case "$1" in
    '') [ ! -s "$2" ] ;;
    '*') true ;;
    =*) [ "$(cat "$2")" = "${1#=}" ] ;;
    ~*) grep -qE -- "${1#\~}" "$2" ;;
    !*) ! grep -qE -- "${1#!}" "$2" ;;
    esac
}

# One case: NAME EXIT-CODE STDOUT STDERR ARGUMENTS...
t() {
    local name=$1 code=$2 out=$3 err=$4 rc
    shift 4
    timeout 120 "$program" "$@" >"$work/out" 2>"$work/err" </dev/null
    rc=$?
    if [ $rc -eq "$code" ] && matches "$out" "$work/out" && matches "$err" "$work/err"; then
        ok
    else
        {
            echo "treeformer $*"
            echo "exit code $rc, expected $code; stdout should be '$out', stderr '$err'"
            echo "stdout: $(head -c 600 "$work/out")"
            echo "stderr: $(head -c 900 "$work/err")"
        } >"$work/why"
        fail "$name"
    fi
}

# A case that is any shell condition: NAME COMMAND...
expect() {
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        ok
    else
        { echo "failed: $*"; head -c 1500 "$work/log"; } >"$work/why"
        fail "$name"
    fi
}

# A spec of its own, from tiny.yaml with lines replaced: spec NAME SED-SCRIPT; prints its path.
spec() {
    sed -E "$2" "$tiny" >"$work/$1.yaml"
    echo "$work/$1.yaml"
}

for part in "$root"/tests/cli/[0-9]*.sh; do
    # shellcheck source=/dev/null
    . "$part"
done

echo "cli: $passed passed, $failed failed"
[ $failed -eq 0 ]
