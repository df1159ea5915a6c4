#!/bin/bash
# The long form of tests/cli/4_resume.sh and 5_faults.sh. Usage: tests/faults.sh PROGRAM [FAULTS]. Of each kind FAULTS, drawn with a fixed seed: kill -9 at a
# random moment; a system call that fails or ends in a kill; a bit of a checkpoint turned over. After each the run is continued and must end in the bytes of an
# undisturbed one. Needs strace for the second kind. Prints what fails and "faults: N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit
program=$(realpath "${1:-build/treeformer}") faults=${2:-300}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TREEFORMER_CACHE=$work/cache LC_ALL=C
unset TREEFORMER_DATA TREEFORMER_ISA OPENBLAS_CORETYPE
spec=$work/spec.yaml dir=$work/run passed=0 failed=0 struck=0
RANDOM=1
sed -E 's/steps: 30/steps: 120/; s/checkpoint_every: 5/checkpoint_every: 10/' tests/data/tiny.yaml >"$spec"
train=("$program" lra "$spec" --quiet --no-plot --out)

# The run goes on and ends as the undisturbed one did.
goes_on() { # name
    "${train[@]}" "$dir" >/dev/null 2>"$work/err"
    local rc=$? bad=''
    [ $rc -eq 0 ] || bad="exit code $rc: $(head -1 "$work/err")"
    [ -n "$bad" ] || cmp -s "$work/whole/metrics.csv" "$dir/metrics.csv" || bad='other metrics'
    [ -n "$bad" ] || cmp -s "$work/whole/"runs/*/best.safetensors "$dir/"runs/*/best.safetensors || bad='another best model'
    [ -n "$bad" ] || [ -z "$(find "$dir" -name '*.tmp-*')" ] || bad="left: $(find "$dir" -name '*.tmp-*' | head -3 | tr '\n' ' ')"
    if [ -z "$bad" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAIL  $1: $bad"; fi
}
large() { echo $((RANDOM * 32768 + RANDOM)); }

"${train[@]}" "$work/whole" >/dev/null 2>&1 || { echo "faults: the undisturbed run failed"; exit 1; }
start=$(date +%s%N)
"${train[@]}" "$dir" >/dev/null 2>&1
span=$((($(date +%s%N) - start) / 1000))

for ((i = 0; i < faults; i++)); do
    rm -rf "$dir"
    "${train[@]}" "$dir" >/dev/null 2>&1 &
    sleep "$(printf '%d.%06d' 0 $(($(large) % (span < 999999 ? span : 999999))))"
    kill -9 $! 2>/dev/null && struck=$((struck + 1))
    wait $! 2>/dev/null
    goes_on "kill $i"
done
echo "kill -9: $struck of $faults struck"

calls=(openat write fsync rename mkdir close ftruncate unlink)
count=()
errors=(EIO ENOSPC EINTR EACCES)
struck=0
if strace -o /dev/null true 2>/dev/null; then
    for c in "${calls[@]}"; do
        strace -f -e trace="$c" -o "$work/trace" "${train[@]}" "$work/count-$c" >/dev/null 2>&1
        count[${#count[@]}]=$(grep -c "$c(" "$work/trace")
        rm -rf "$work/count-$c"
    done
    for ((i = 0; i < faults; i++)); do
        k=$((RANDOM % ${#calls[@]})) c=${calls[k]}
        if [ "${count[k]}" -eq 0 ]; then c=write k=1; fi
        what=error=${errors[RANDOM % 4]} nth=$(($(large) % count[k] + 1))
        if [ $((RANDOM % 4)) -eq 0 ]; then what=signal=KILL; fi
        rm -rf "$dir"
        strace -f -o /dev/null -e trace="$c" -e inject="$c:$what:when=$nth" "${train[@]}" "$dir" >/dev/null 2>"$work/fault"
        rc=$?
        case $rc in
        0) ;;
        4 | 137 | 127) struck=$((struck + 1)) ;; # 127: the program's own start was hit
        *) echo "FAIL  $c:$what:$nth: exit code $rc: $(head -1 "$work/fault")" && failed=$((failed + 1)) ;;
        esac
        goes_on "$c:$what:$nth"
    done
    echo "system calls: $struck of $faults ended the run"
fi

struck=0
for ((i = 0; i < faults; i++)); do
    rm -rf "$dir"
    "${train[@]}" "$dir" --set train.steps=120 >/dev/null 2>&1
    rm -f "$dir"/rows/*.csv
    file=$(find "$dir" -name 'checkpoint-*.safetensors' | sort | tail -1)
    at=$(($(large) % $(stat -c %s "$file")))
    byte=$(od -An -tu1 -j "$at" -N 1 "$file")
    # shellcheck disable=SC2059
    printf "$(printf '\\x%02x' $((byte ^ (1 << RANDOM % 8))))" | dd of="$file" bs=1 seek="$at" conv=notrunc 2>/dev/null
    goes_on "bit of byte $at"
done
echo "faults: $passed passed, $failed failed"
[ $failed -eq 0 ]
