#!/bin/bash
# What a database would be asked. Usage: tests/faults/faults.sh PROGRAM SHIM.so [N [KIND...]]. On a short run of every command:
#   alloc    an allocation finds no memory               short    a read or write moves half of its bytes; or every second one does
#   call     a call of the C library fails, or the process is killed there        syscall  the same below the library, by strace
#   kill     kill -9 at a random moment                  two      of two processes in a folder one is killed, or its flock is slow or fails
#   bits     a bit of a checkpoint turned over
# Of each kind and command N points, evenly spread over the run (all: every point). A run that fails must say so, with exit code 4; what is run again must
# end in the bytes of an undisturbed run, with the same files and none left over. The first three rows are served by forks of one process (serve.c). With
# FAULTS_COUNTS=FILE their counts are kept there, and further runs of the same program take further points; `faults.sh sums FILE` adds up.
# One line a kind and command; "faults: N passed, N failed". A signal ends all that it started, and it says "faults: stopped": what a server had not yet
# counted is left out of the sums.
set -u
cd "$(dirname "$0")/../.." || exit
if [ "$1" = sums ]; then
    awk -F'\t' '{ sub(/:.*/, "", $2); k = $2; n[k] += $6; struck[k] += $7; states[k] += $8; failed[k] += $9
                  if (!((k, $3) in seen)) seen[k, $3] = 1 + 0 * commands[k]++ }
        END { for (k in n) printf "%-6s %7d faults in %2d commands: %7d ended the run, and left %6d states on disk; %d failed\n", k, n[k], commands[k], struck[k], states[k], failed[k] }' "$2"
    exit
fi
# The faults are served in a session of its own. Whoever works in $work ends before it is removed: a server that goes on would find its files gone.
if [ -z "${FAULTS_WORK:-}" ]; then
    room=${TMPDIR:-/tmp}
    [ -w /dev/shm ] && room=/dev/shm # thousands of runs sync their files
    FAULTS_WORK=$(mktemp -d "$room/tf-faults-XXXXXX") || exit
    export FAULTS_WORK
    session=
    of_session() { # pids
        local stat line
        for stat in /proc/[0-9]*/stat; do
            { read -r line <"$stat"; } 2>/dev/null || continue
            read -ra line <<<"${line##*) }" # state, parent, group, session
            [ "${line[3]}" != "$session" ] || [ "${line[0]}" = Z ] || basename "${stat%/stat}"
        done
    }
    finish() {
        local pids=$session # it may not have begun its session
        exec 2>/dev/null    # where bash would say "Killed"
        while [ -n "$pids" ]; do
            # shellcheck disable=SC2086
            kill -KILL $pids 2>/dev/null
            sleep 0.02
            pids=$(of_session)
        done
        rm -rf "$FAULTS_WORK"
    }
    trap finish EXIT
    # shellcheck disable=SC2064
    for sig in 1 2 15; do trap "finish; echo 'faults: stopped'; trap - EXIT; exit $((128 + sig))" $sig; done
    setsid "$PWD/tests/faults/faults.sh" "$@" &
    session=$!
    wait $session
    exit
fi
work=$FAULTS_WORK
program=$(realpath "$1") shim=$work/shim.so most=${3:-300} # LD_PRELOAD takes no path with a blank
cp "$2" "$shim" || exit
shift $(($# < 3 ? $# : 3))
kinds=("${@:-alloc}")
[ $# -gt 0 ] || kinds=(alloc call short syscall kill two bits)
export TREEFORMER_CACHE=$work/cache LC_ALL=C
unset TREEFORMER_DATA TREEFORMER_ISA OPENBLAS_CORETYPE
counts=${FAULTS_COUNTS:-} build=$(cat "$program" "$shim" | cksum | cut -d' ' -f1)
[ -z "$counts" ] || { touch "$counts" && counts=$(realpath "$counts"); }
passed=0 failed=0
RANDOM=${FAULTS_SEED:-1}

# ---- the commands: `before` is put where the command works, and what is undisturbed is learned from two runs -----------------------------------
root=$PWD
mkdir -p "$work/before/none" "$work/data/corpus" "$work/data/glue/SST-2" "$work/data/bert-vocab"
cd "$work" || exit
cat >s.yaml <<'Y'
title: Faults
protocol: other
task: {name: listops, length_min: 4, length_max: 12, train: 16, valid: 4, test: 4, max_depth: 3, max_args: 3, max_length: 11}
model: {layers: 1, dim: 8, heads: 1, mlp_dim: 8, classifier_dim: 8, dropout: 0.1}
attention: {name: tf-a, height: 2}
train: {lr: 0.001, warmup: 1, steps: 4, batch: 2, shards: 2, eval_every: 2, checkpoint_every: 1, log_every: 1, pack_tokens: 32}
Y
sed -e 's/^task:.*/task: {name: sst-2, max_length: 16, validation: dev}/' s.yaml >glue.yaml
sed -e 's/^task:.*/task: {name: corpus, max_length: 16, valid: 4, test: 4, unit: block}/' s.yaml >corpus.yaml
cat >infer.yaml <<'Y'
infer: {lengths: [8, 16], dim: 8, heads: 1, repeats: 1, warmup: 0}
attention: [transformer, {name: tf-a, height: 1}]
Y
cat >staged.yaml <<'Y'
title: Faults
protocol: other
task: {name: mqar, vocab: 32, length: 16, pairs: 2, train: 32, valid: 4, test: 4}
model: {layers: 2, dim: 8, heads: 1, mlp_dim: 8, position: rotary, dropout: 0.1}
attention: {name: tf-a, height: 2, window: 2}
train:
  optimizer: muon
  ema: 0.9
  warmup: 0
  batch: 4
  shards: 2
  eval_every: 2
  checkpoint_every: 1
  log_every: 1
  stages:
    - {steps: 2, output: full, freeze: tree}
    - {steps: 2, learn: tree, output: full, teach: mass}
    - {steps: 3}
Y
sed -e '/^train:/d' s.yaml >masked.yaml
echo 'train: {lr: 0.001, warmup: 0, batch: 2, shards: 2, eval_every: 2, checkpoint_every: 1, log_every: 1, stages: [{steps: 3, mask: 0.3}, {steps: 3}]}' >>masked.yaml
awk 'BEGIN { for (d = 0; d < 40; d++) { for (w = 0; w < 90; w++) printf "%dw%d%s", d, w, w % 15 == 14 ? "\n" : " "; printf "\n\n" } }' >data/corpus/a.txt
{ printf 'sentence\tlabel\n'; for i in $(seq 24); do printf '%dw1 %dw2 good\t%d\n' "$i" "$i" $((i % 2)); done; } >data/glue/SST-2/train.tsv
head -9 data/glue/SST-2/train.tsv >data/glue/SST-2/dev.tsv
train=(lra s.yaml --threads 1 --quiet --no-plot --out out)
"$program" data vocab --quiet --from data/corpus --set size=60 --out data/bert-vocab/vocab.txt && "$program" "${train[@]}" >/dev/null && mv out before/trained || exit 1
"$program" lra s.yaml --threads 1 --quiet --no-plot --set attention.height=1 --out other >/dev/null || exit 1

# name, what is there before, and the command
all=("train none ${train[*]}"
    "jobs none lra s.yaml --threads 1 --quiet --no-plot --seed 1,2 --jobs 2 --out out"
    "pretrain none pretrain corpus.yaml --threads 1 --quiet --no-plot --data data --out out"
    "finetune none finetune glue.yaml --threads 1 --quiet --no-plot --data data --out out"
    "staged none lra staged.yaml --threads 1 --quiet --no-plot --out out"
    "masked none lra masked.yaml --threads 1 --quiet --no-plot --out out"
    "report trained report out --quiet --no-plot"
    "tables none report before/trained other --quiet --no-plot --out out"
    "evaluate trained evaluate out --quiet --threads 1 --set task.test=8"
    "predict trained predict out --quiet --threads 1"
    "leaf-hist trained leaf-hist out --quiet --threads 1 --no-plot"
    "infer-time none infer-time infer.yaml --quiet --threads 1 --no-plot --out out"
    "dry-run none lra s.yaml --threads 1 --dry-run"
    "vocab none data vocab --quiet --from data/corpus --set size=60 --out out/vocab.txt"
    "retrieval none data retrieval --quiet --from data/corpus --set max_bytes=256 --set min_bytes=256 --out out"
    "listops none data listops --quiet --set train=20 --set valid=2 --set test=2 --set length_min=4 --set length_max=12 --out out/a.tsv"
    "flops none flops --quiet --n 32 --dim 8 --heads 1"
    "list none list"
    "show none show s.yaml"
    "version none version")

reset() {
    rm -rf out
    cp -r "before/$before" out
}
again() { timeout 300 "$program" "${cmd[@]}" >"${1:-stdout}" 2>stderr; }
take() { # row of `all`
    read -r name before rest <<<"$1"
    read -ra cmd <<<"$rest"
    reset && again stdout-1 || { echo "FAIL  $name: undisturbed: $(head -1 stderr)" && exit 1; }
    rm -rf first && mv out first
    # with clocks that jump: whatever tells the time differs from the first run, not only when the machine is busy
    reset && timeout 300 env SHIM=clock:1 LD_PRELOAD="$shim" "$program" "${cmd[@]}" >stdout-2 2>stderr || { echo "FAIL  $name: jumping clocks: $(head -1 stderr)" && exit 1; }
    (cd first && find . -type f ! -name '.*') | sort >files
    while read -r f; do cmp -s "first/$f" "out/$f" && echo "$f"; done <files >same
    cmp -s stdout-1 stdout-2 && speaks=1 || speaks=0
    (cd out && xargs -r cksum <../same) >sums
}
wrong() { # what is not as in an undisturbed run; empty: nothing
    # an old checkpoint that could not be removed does no harm
    (cd out && find . -type f ! -name '.*') | sort | diff files - | grep '^[<>]' | grep -v '^> .*/checkpoint-[0-9]*.safetensors' | head -2 | tr '\n' ' '
    (cd out && xargs -r cksum <../same 2>/dev/null) | diff sums - | sed -n 's/^[<>] [0-9]* [0-9]* /other bytes: /p' | head -1
    [ $speaks = 0 ] || cmp -s stdout-1 "$1" || echo 'other output'
}
# $rc and its messages are judged; then the command runs again, where it had not been done.
judge() { # what was done
    local bad=''
    case $rc in
    0) # a warning may say what is not done: a file that could not be kept, a table that could not be joined
        bad=$(wrong stdout)
        if [ -n "$bad" ] && grep -qE 'warning: ' messages; then again stdout && bad=$(wrong stdout); fi ;;
    4) grep -q '^treeformer: ' messages || bad="exit code 4 without a message" ;;
    137) [ -n "$killed" ] || bad='killed' ;;
    *) bad="exit code $rc: $(head -1 messages)" ;;
    esac
    [ $rc -eq 0 ] || struck=$((struck + 1))
    if [ -z "$bad" ] && [ $rc -ne 0 ]; then
        again stdout || bad="run again: exit code $?: $(head -1 stderr)"
        [ -n "$bad" ] || bad=$(wrong stdout)
        [ -z "$bad" ] || bad="after exit code $rc ($(head -1 messages)): $bad"
    fi
    done_=$((done_ + 1))
    if [ -z "$bad" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL  $name, $1: $bad"; fi
}
# N faults of a kind, after those that are counted already; `before` is what lies in `out`.
served() { # kind as serve.c has it
    local from=0 had n=$most where=''
    [ "$most" != all ] || n=1000000
    [ -z "$counts" ] || from=$(awk -F'\t' -v b="$build" -v k="$1" -v c="$name" '$1 == b && $2 == k && $3 == c && $5 + $6 > at { at = $5 + $6 } END { print at + 0 }' "$counts")
    [ "$before" = none ] || where=$work/before/$before
    [ -n "$counts" ] || : >counts
    had=$(wc -l <"${counts:-counts}")
    timeout "${FAULTS_SECONDS:-36000}" env LD_PRELOAD="$shim" SHIM_SERVE="$1 $from $n" SERVE_NAME="$name" SERVE_BEFORE="$where" SERVE_BUILD="$build" \
        SERVE_COUNTS="${counts:-counts}" "$program" "${cmd[@]}"
    case $? in 0 | 1 | 124) ;; *) echo "FAIL  $name: the server of $1" && failed=$((failed + 1)) ;; esac
    read -r n from < <(tail -n +$((had + 1)) "${counts:-counts}" | awk -F'\t' '{ n += $6; bad += $9 } END { print n - bad, bad + 0 }')
    passed=$((passed + n)) failed=$((failed + from))
}
points() { # of how many: N of 1.., evenly spread
    local n=$most step
    [ "$most" != all ] && [ "$1" -gt "$most" ] || n=$1
    [ "$n" -gt 0 ] || return
    step=$(($1 / n))
    seq $((RANDOM % step + 1)) $step "$1" | head -"$n"
}
say() { # kind
    echo "$1, $name: $done_ faults, $struck ended the run"
    done_=0 struck=0
}
done_=0 struck=0 killed='' untested='' untested=''

counted() { # allocations or calls of the command
    reset
    SHIM_COUNT=$work/count LD_PRELOAD=$shim "$program" "${cmd[@]}" >/dev/null 2>&1
    cut -d' ' -f"$1" count
}
kind_alloc() { served alloc; }
kind_call() {
    local e
    for e in EIO ENOSPC EINTR ENOMEM EACCES KILL; do served call:$e; done
}
kind_short() { served call:SHORT && served every; }
kind_kill() { served kill; }
kind_syscall() {
    local c e n
    for c in openat read write fsync rename mkdir close unlink unlinkat newfstatat getdents64 flock fcntl pread64 clone3; do
        reset
        strace -f --seccomp-bpf -e trace=$c -o trace "$program" "${cmd[@]}" >/dev/null 2>&1
        n=$(grep -c "$c(" trace)
        for e in error=EIO error=ENOSPC error=EINTR signal=KILL; do
            [ $e = signal=KILL ] && killed=1
            for i in $(points "$n"); do
                reset
                { strace -f --seccomp-bpf -o trace -e trace=$c -e inject=$c:$e:when="$i" "$program" "${cmd[@]}" >stdout 2>messages; } 2>/dev/null
                rc=$?
                [ $rc -ne 127 ] || { rc=4 && echo 'treeformer: ' >>messages; } # the loader was hit
                judge "$c:$e:$i"
            done
            killed=''
        done
    done
}
# One of two processes that fill a grid; the other must finish it, but for a run whose claim it saw taken.
kind_two() {
    [ "$name" = train ] || return
    take "two none lra s.yaml --threads 1 --quiet --no-plot --seed 1,2,3,4 --out out"
    local n how
    n=$(counted 2)
    killed=1
    for how in $(for i in $(points "$n"); do echo "call:KILL:$i"; done) lock:SLOW lock:ENOLCK lock:EIO; do
        reset
        timeout 300 env SHIM="$how" LD_PRELOAD="$shim" "$program" "${cmd[@]}" >/dev/null 2>messages-1 &
        timeout 300 "$program" "${cmd[@]}" >stdout 2>messages
        rc=$?
        wait $! 2>/dev/null
        one=$?
        case $one in 0 | 4 | 137) ;; *) echo "FAIL  two, $how: the struck one: exit code $one" && failed=$((failed + 1)) ;; esac
        [ $rc -eq 0 ] && [ -n "$(wrong stdout)" ] && rc=137 # it left runs to the other
        judge "$how"
    done
    killed=''
}
kind_bits() {
    [ "$name" = train ] || return
    local n=$most file at byte
    [ "$most" != all ] || n=1000
    for ((i = 0; i < n; i++)); do
        reset && again
        rm -f out/rows/*.csv
        file=$(find out -name 'checkpoint-*.safetensors' | sort | tail -1)
        at=$(((RANDOM * 32768 + RANDOM) % $(stat -c %s "$file")))
        byte=$(od -An -tu1 -j "$at" -N 1 "$file")
        # shellcheck disable=SC2059
        printf "$(printf '\\x%02x' $((byte ^ (1 << RANDOM % 8))))" | dd of="$file" bs=1 seek="$at" conv=notrunc 2>/dev/null
        again stdout
        rc=$?
        cp stderr messages
        grep -q 'trying the checkpoint before' messages && struck=$((struck + 1)) || { echo "FAIL  bit of byte $at is not found" && failed=$((failed + 1)); }
        judge "bit of byte $at"
    done
}

for kind in "${kinds[@]}"; do
    before_it=$((passed + failed))
    if [ "$kind" = syscall ] && ! strace -o /dev/null true 2>/dev/null; then echo "faults: no strace, so no $kind" && untested=$kind && continue; fi
    for row in "${all[@]}"; do
        [ -z "${FAULTS_ONLY:-}" ] || [[ " $FAULTS_ONLY " == *" ${row%% *} "* ]] || continue
        read -r name before rest <<<"$row"
        read -ra cmd <<<"$rest"
        case $kind in syscall | two | bits) take "$row" ;; esac
        "kind_$kind"
        [ $done_ -eq 0 ] || say "$kind"
    done
    if [ $((passed + failed)) -eq $before_it ] && [ -z "$counts${FAULTS_ONLY:-}" ]; then echo "FAIL  $kind: no fault was injected" && failed=$((failed + 1)); fi
done
cd "$root" || exit
echo "faults: $passed passed, $failed failed"
[ $failed -eq 0 ] || exit
[ $passed -gt 0 ] || [ -n "$counts$untested" ] || { echo "faults: none was injected: does $shim work?"; exit 1; }
