#!/bin/bash
# Command-line tests. Usage: tests/cli/run.sh PROGRAM [PART...]   (parts: the files beside it, as "4_resume"; default: all)
# Prints what fails, each part with its time and, at the end, "cli: N passed, N failed". Every part is a process of its own, one per CPU at a time.
set -u
cd "$(dirname "$0")/../.." || exit
program=$(realpath "${1:-build/treeformer}")
[ -x "$program" ] || { echo "cli: no program $program"; echo "cli: 0 passed, 1 failed"; exit 1; }
root=$PWD
if [ $# -ne 2 ]; then
    long=(18_mpi 5_faults 4_resume 15_budget 6_terminal 3_run 1_usage) # half a minute or more each: first, so that none ends alone
    [ $# -gt 2 ] && shift || set -- $(printf '%s\n' "${long[@]}" $(basename -s .sh tests/cli/[0-9]*.sh) | awk '!seen[$0]++')
    printf '%s\n' "$@" | xargs -P "$(nproc)" -n 1 tests/cli/run.sh "$program" |
        awk '/^cli: [0-9]+ passed, [0-9]+ failed in [0-9]+ s of / {
                 ok += $2; bad += $4; parts++
                 if (!$4) printf "ok    cli/%-20s %3d tests %4d s\n", $NF, $2, $7
                 fflush(); next
             }
             { print; fflush() }
             END { if (parts != want) bad++; printf "cli: %d passed, %d failed\n", ok, bad; exit bad > 0 }' want=$#
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TREEFORMER_CACHE=$work/cache NO_COLOR=1 LC_ALL=C
unset TREEFORMER_DATA TREEFORMER_ISA OPENBLAS_CORETYPE COLUMNS XDG_CACHE_HOME
unset OMPI_COMM_WORLD_SIZE PMI_SIZE PMIX_RANK SLURM_STEP_NUM_TASKS # inside a job: the program is no rank of it
tiny=$root/tests/data/tiny.yaml
passed=0 failed=0

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

# Whether little address space can be tried here: a sanitizer's program needs a lot.
can_limit_space() { # what needs it
    have "$1" bash -c "ulimit -v 4000000; exec '$program' help"
}

# What the stream must be: "" empty, "*" anything, "=TEXT" these lines exactly, "~ERE" a line matches, "!ERE" no line does, and standard output has some.
matches() { # expectation file
    case "$1" in
    '') [ ! -s "$2" ] ;;
    '*') true ;;
    =*) [ "$(cat "$2")" = "${1#=}" ] ;;
    ~*) grep -qE -- "${1#\~}" "$2" ;;
    !*) { [ -s "$2" ] || [ "$2" != "$work/out" ]; } && ! grep -qE -- "${1#!}" "$2" ;;
    esac
}

# Whether these files have lines, none of which matches.
lacks() { # ERE files...
    local ere=$1 file
    shift
    for file; do [ -s "$file" ] || return; done
    ! grep -aqE -- "$ere" "$@"
}

# A cell of a CSV file without commas in its cells: of the column of that name, in the first line below the head or in another.
cell() { # file ("-": standard input) column [line]
    awk -F, -v name="$2" -v line="${3:-1}" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } at && NR == line + 1 { print $at }' "$1"
}

# Columns of CSV files that these documents do not have in backticks, and files that are not there.
undocumented() { # "document of docs/..." files...
    local docs=$1 file column
    shift
    for file; do [ -s "$file" ] || echo "no $file"; done
    # shellcheck disable=SC2086
    head -qn 1 "$@" | tr , '\n' | sort -u | (cd "$root/docs" && while read -r column; do grep -qF -- "\`$column\`" $docs || echo "$column"; done)
}

# The commands that the overview lists.
commands() { "$program" help | sed -nE '/^Commands:/,/^$/s/^  ([a-z-]+) .*/\1/p'; }

# One case: NAME EXIT-CODE STDOUT STDERR ARGUMENTS... The limit is for what hangs: a slow build on a busy machine is far below it.
t() {
    local name=$1 code=$2 out=$3 err=$4 rc
    shift 4
    timeout 900 "$program" "$@" >"$work/out" 2>"$work/err" </dev/null
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

# Trainings of a second or two.
slow="$(spec slow 's/steps: 30/steps: 600/; s/eval_every: 10/eval_every: 40/; s/checkpoint_every: 5/checkpoint_every: 20/; s/layers: 1, dim: 16/layers: 2, dim: 64/; s/batch: 8/batch: 16/')"
run_slow() { # folder [options]
    local dir=$1
    shift
    exec "$program" lra "$slow" --quiet --no-plot --out "$dir" "$@"
}
newest() { find "$1" -name 'checkpoint-*.safetensors' 2>/dev/null | sort | tail -1; }
# Waits until a checkpoint of this step or a later one is there, or the process is gone.
wait_for() { # folder step pid
    local name
    while kill -0 "$3" 2>/dev/null; do
        name=$(newest "$1")
        name=${name##*checkpoint-}
        name=${name%.safetensors}
        if [ -n "$name" ] && [ $((10#$name)) -ge "$2" ]; then return; fi
        sleep 0.005
    done
}
# Waits until the program has said this on stderr, at most half a minute.
wait_for_word() { # text
    for _ in $(seq 600); do grep -q "$1" "$work/err" && break; sleep 0.05; done
}
# Waits until the process handles SIGTERM by itself, or is gone.
wait_for_handler() { # pid
    while kill -0 "$1" 2>/dev/null && ! awk '/^SigCgt/ { exit substr($2, length($2) - 3, 1) !~ /[4-7c-f]/ }' "/proc/$1/status" 2>/dev/null; do sleep 0.005; done
}
# Holds the lock of a folder until `kill $holder`.
hold() { # folder
    flock --no-fork "$1/.lock" sleep 600 >/dev/null 2>&1 &
    holder=$! # shellcheck disable=SC2034
    while flock -n "$1/.lock" true; do sleep 0.005; done
}
strike() { # signal pids: true when one was still running
    # shellcheck disable=SC2086
    kill "-$1" $2 2>/dev/null
}

# shellcheck source=/dev/null
. "$root/tests/cli/$2.sh"

echo "cli: $passed passed, $failed failed in $SECONDS s of $2"
[ $failed -eq 0 ]
