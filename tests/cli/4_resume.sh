# Interrupted, killed and damaged runs end in the same bytes. Sourced by run.sh.
(run_slow "$work/whole") >/dev/null 2>"$work/err"
expect "undisturbed" test $? -eq 0

# What is left of a run is told, not all of it: of one whose last checkpoint is there, only the end.
promised() { # folder: seconds that the start message says; the message itself is in $work/err
    "$program" lra "$slow" --no-plot --set train.steps=1500 --out "$1" >/dev/null 2>"$work/err"
    sed -nE 's/^1 run to do, about (.*) of training .*/\1/p' "$work/err" | awk '{ for (i = 1; i < NF; i += 2) s += $i * ($(i + 1) == "ms" ? 0.001 : $(i + 1) == "min" ? 60 : 1); print s }'
}
fresh=$(promised "$work/rest")
rm "$work/rest"/rows/*.csv
expect "resumed: the steps before the checkpoint are not promised again" awk -v fresh="$fresh" -v rest="$(promised "$work/rest")" \
    'BEGIN { exit !(fresh > 0 && rest > 0 && rest < 0.1 * fresh) }'

# kill -9 ten times, at moments spread over the run; then to the end.
kills=0
for i in 0 1 2 3 4 5 6 7 8 9; do
    run_slow "$work/killed" --resume >/dev/null 2>>"$work/killed.err" &
    pid=$!
    wait_for "$work/killed" $((i * 55)) $pid
    sleep "0.0$((RANDOM % 90 + 10))"
    if strike KILL $pid; then kills=$((kills + 1)); fi
    wait $pid 2>/dev/null
done
(run_slow "$work/killed" --resume) >/dev/null 2>>"$work/killed.err"
expect "after kill -9: resumes to the end" test $? -eq 0
expect "after kill -9: some kills struck" test $kills -ge 4
expect "after kill -9: no temporary files are left" test -z "$(find "$work/killed" -name '*.tmp-*')"
expect "after kill -9: the same metrics" cmp "$work/whole/metrics.csv" "$work/killed/metrics.csv"
expect "after kill -9: the same best model" bash -c "cmp $work/whole/runs/*/best.safetensors $work/killed/runs/*/best.safetensors"

# The same with bootstrapping: the model grows in the middle of the run.
grow=$(sed -E 's/name: transformer/name: tf-a/; s/^train: [{]/&bootstrap: {from_height: 1, to_height: 3, total_steps: 600}, /' "$slow" >"$work/grow.yaml" && echo "$work/grow.yaml")
"$program" lra "$grow" --quiet --no-plot --out "$work/grown" >/dev/null 2>"$work/err"
expect "bootstrapping" test $? -eq 0
kills=0
for i in 90 200 290 410; do
    "$program" lra "$grow" --quiet --no-plot --out "$work/regrown" --resume >/dev/null 2>&1 &
    pid=$!
    wait_for "$work/regrown" $i $pid
    if strike KILL $pid; then kills=$((kills + 1)); fi
    wait $pid 2>/dev/null
done
"$program" lra "$grow" --quiet --no-plot --out "$work/regrown" --resume >/dev/null 2>"$work/err"
expect "bootstrapping, after kill -9: some kills struck" test $kills -ge 2
expect "bootstrapping, after kill -9: the same metrics" cmp "$work/grown/metrics.csv" "$work/regrown/metrics.csv"

# SIGINT, SIGTERM, SIGUSR1, SIGHUP: a checkpoint, 130, the command to go on with.
for sig in INT TERM USR1 HUP; do
    dir=$work/sig$sig
    # A background job of a script ignores SIGINT: env gives it back.
    env --default-signal=INT "$program" lra "$slow" --quiet --no-plot --out "$dir" >"$work/out" 2>"$work/err" &
    pid=$!
    wait_for "$dir" 100 $pid
    expect "SIG$sig: is running" strike $sig $pid
    wait $pid
    expect "SIG$sig: exit code" test $? -eq 130
    expect "SIG$sig: says how to continue" grep -qE "^To continue: .* lra --resume .*slow\.yaml" "$work/err"
    (run_slow "$dir" --resume) >/dev/null 2>"$work/err"
    expect "SIG$sig: resumes" test $? -eq 0
    expect "SIG$sig: the same metrics" cmp "$work/whole/metrics.csv" "$dir/metrics.csv"
done

# Under nohup a terminal that goes away stops nothing.
(trap '' HUP; run_slow "$work/nohup") >/dev/null 2>&1 &
pid=$!
wait_for "$work/nohup" 100 $pid
expect "SIGHUP, ignored: is running" strike HUP $pid
wait $pid
expect "SIGHUP, ignored: to the end" cmp "$work/whole/metrics.csv" "$work/nohup/metrics.csv"

# `pkill -INT treeformer` with --jobs: workers get SIGTERM from their parent, then SIGINT. Only a second SIGINT stops at once.
dir=$work/sigboth
env --default-signal=INT "$program" lra "$slow" --quiet --no-plot --out "$dir" >"$work/out" 2>"$work/err" &
pid=$!
wait_for "$dir" 100 $pid
strike TERM $pid && strike INT $pid
expect "SIGTERM and SIGINT: is running" test $? -eq 0
wait $pid
expect "SIGTERM and SIGINT: says how to continue" grep -qE "^To continue: .* lra --resume .*slow\.yaml" "$work/err"

# A second SIGINT ends it in the middle of a step, which takes minutes here, and nothing is written.
dir=$work/sigint-twice
: >"$work/err"
env --default-signal=INT "$program" lra "$slow" --no-plot --set train.accumulate=60000 --out "$dir" >"$work/out" 2>"$work/err" &
pid=$!
wait_for_word 'run 1 of 1'
ticks() { awk '{ print $14 + $15 }' "/proc/$pid/stat" 2>/dev/null || echo 9999999; }
begun=$(ticks)
for _ in $(seq 400); do [ "$(ticks)" -lt $((begun + 40)) ] || break; sleep 0.05; done # 0.4 s of CPU time: it is in its step
strike INT $pid
wait_for_word 'stopping, after'
expect "SIGINT twice: after the first it is running" strike INT $pid
for _ in $(seq 100); do kill -0 $pid 2>/dev/null || break; sleep 0.05; done
strike KILL $pid
wait $pid 2>/dev/null
expect "SIGINT twice: exit code, at once" test $? -eq 130
expect "SIGINT twice: no checkpoint" test -d "$dir/runs" -a -z "$(newest "$dir")"

# A run cut short, with its checkpoints; then each kind of damage to the newest.
run_slow "$work/cut" >/dev/null 2>&1 &
pid=$!
wait_for "$work/cut" 200 $pid
strike KILL $pid
struck=$?
wait $pid 2>/dev/null
expect "cut short: was running" test $struck -eq 0
expect "cut short: two checkpoints or more" test "$(find "$work/cut" -name 'checkpoint-*.safetensors' | wc -l)" -ge 2
flip() { # file offset: changes one bit there
    local byte
    byte=$(od -An -tu1 -j "$2" -N1 "$1")
    # shellcheck disable=SC2059
    printf "\\$(printf %03o $((byte ^ 16)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}
damage() { # kind file
    local size
    size=$(stat -c %s "$2")
    case $1 in
    truncated) truncate -s $((size / 2)) "$2" ;;
    empty) truncate -s 0 "$2" ;;
    bit) flip "$2" $((size / 2)) ;;
    header) flip "$2" 20 ;;
    length) flip "$2" 1 ;;
    esac
}
for kind in truncated empty bit header length; do
    dir=$work/damage-$kind
    cp -R "$work/cut" "$dir"
    damage $kind "$(newest "$dir")"
    (run_slow "$dir" --resume) >/dev/null 2>"$work/err"
    expect "$kind checkpoint: falls back" test $? -eq 0
    expect "$kind checkpoint: names it" grep -qE 'warning: .*checkpoint-[0-9]+\.safetensors.*trying the checkpoint before' "$work/err"
    expect "$kind checkpoint: the same metrics" cmp "$work/whole/metrics.csv" "$dir/metrics.csv"
done
dir=$work/damage-all
cp -R "$work/cut" "$dir"
for f in "$dir"/runs/*/checkpoint-*.safetensors; do truncate -s 100 "$f"; done
(run_slow "$dir" --resume) >/dev/null 2>"$work/err"
expect "all checkpoints damaged: exit code" test $? -eq 3
expect "all checkpoints damaged: names one" grep -qE '^treeformer: .*checkpoint-[0-9]+\.safetensors' "$work/err"

# What its run begins with is gone meanwhile: that is the other process's affair.
cp "$(find "$work/damage-all" "$work/cut" "$work/whole" -name best.safetensors 2>/dev/null | head -1)" "$work/begin.safetensors"
run_slow "$work/lock-begun" --set "init.from=$work/begin.safetensors" --set train.checkpoint_every=600 >/dev/null 2>&1 &
pid=$!
# Not the file of the claim: it is there a moment before its lock.
while kill -0 $pid 2>/dev/null && ! ls "$work"/lock-begun/runs/*/best.safetensors >/dev/null 2>&1; do sleep 0.005; done
strike STOP $pid
rm "$work/begin.safetensors"
t "a run in other hands, its weights gone" 0 '' '~are being computed by other processes' lra "$slow" --no-plot --out "$work/lock-begun" --set "init.from=$work/begin.safetensors" --set train.checkpoint_every=600
kill -KILL $pid
wait $pid 2>/dev/null

# Two processes, one folder. The first is stopped meanwhile, so that it cannot end too early; the second leaves its run to it.
run_slow "$work/lock" >/dev/null 2>&1 &
pid=$!
wait_for "$work/lock" 20 $pid
strike STOP $pid
t "a run in other hands" 0 '' '~are being computed by other processes' lra "$slow" --no-plot --out "$work/lock"
strike KILL $pid
wait $pid 2>/dev/null

# A process without more runs leaves its threads to the others: nothing changes but the time.
lengths=(--set train.steps=20,500 --no-plot --quiet)
"$program" lra "$tiny" "${lengths[@]}" --threads 1 --out "$work/in-turn" >/dev/null 2>&1
"$program" lra "$tiny" "${lengths[@]}" --threads 5 --jobs 2 --out "$work/left-over" >/dev/null 2>&1
expect "jobs: more threads for the last run, the same metrics" cmp "$work/in-turn/metrics.csv" "$work/left-over/metrics.csv"
expect "jobs: the row says that its threads changed" test "$(cell "$work/left-over/rows/"*steps500-*.csv threads)" = 0
expect "jobs: that of the first run has its own" test "$(cell "$work/left-over/rows/"*steps20-*.csv threads)" -ge 2

# Runs in processes of their own: the same bytes, and a kill of the first process stops them all after a checkpoint.
two=(--seed 1,2 --no-plot --quiet)
"$program" lra "$slow" "${two[@]}" --out "$work/alone" >/dev/null 2>&1
"$program" lra "$slow" "${two[@]}" --jobs 2 --out "$work/jobs" >/dev/null 2>&1
expect "jobs: the same metrics" cmp "$work/alone/metrics.csv" "$work/jobs/metrics.csv"
"$program" lra "$slow" "${two[@]}" --jobs 2 --out "$work/struck" >/dev/null 2>&1 &
pid=$!
wait_for "$work/struck" 20 $pid
strike KILL $pid
wait $pid 2>/dev/null
for _ in $(seq 100); do flock -n "$work"/struck/runs/*-s1/.claim true && flock -n "$work"/struck/runs/*-s2/.claim true && break; sleep 0.1; done
env --default-signal=INT "$program" lra "$slow" "${two[@]}" --jobs 2 --out "$work/struck" >/dev/null 2>"$work/err" &
pid=$!
wait_for "$work/struck" 200 $pid
strike INT "$pid $(cat /proc/$pid/task/$pid/children)"
wait $pid 2>/dev/null
expect "jobs interrupted: one process says so" test "$(grep -c 'stopping, after' "$work/err")" -eq 1
"$program" lra "$slow" "${two[@]}" --jobs 2 --out "$work/struck" >/dev/null 2>&1
expect "jobs struck and resumed: exit code" test $? -eq 0
expect "jobs struck and resumed: the same metrics" cmp "$work/alone/metrics.csv" "$work/struck/metrics.csv"

# The first process of a container has id 1, and so its workers' parent has.
if have "runs as process 1 of a container" unshare --pid --fork --mount-proc true; then
    unshare --pid --fork --mount-proc "$program" lra "$tiny" --seed 1,2 --jobs 2 --no-plot --quiet --out "$work/first" >/dev/null 2>"$work/err"
    expect "jobs of process 1: exit code" test $? -eq 0
    expect "jobs of process 1: all rows" test "$(find "$work/first/rows" -name '*.csv' | wc -l)" -eq 2
fi

# The folder is removed under a run that stands still, or that writes: it ends with one message, and brings nothing back.
for how in STOP CONT; do
    "$program" lra "$slow" --quiet --no-plot --seed 1,2 --out "$work/removed" >/dev/null 2>"$work/err" &
    pid=$!
    wait_for "$work/removed" 40 $pid
    strike $how $pid
    until rm -rf "$work/removed" 2>/dev/null; do :; done
    strike CONT $pid
    wait $pid 2>/dev/null
    expect "removed folder, $how: exit code" test $? -eq 4
    expect "removed folder, $how: one message" test "$(cat "$work/err")" = "treeformer: $work/removed was removed while its runs were under way"
    expect "removed folder, $how: nothing comes back" test ! -e "$work/removed"
done

# Another machine, here: other kernels of our own, goes on with a run: a warning, and its checkpoints say so.
if [ "$("$program" version | awk '$1 == "kernels" { print $2 }')" != portable ]; then
    run_slow "$work/kernels" >/dev/null 2>&1 &
    pid=$!
    wait_for "$work/kernels" 40 $pid
    strike TERM $pid
    wait $pid 2>/dev/null
    (TREEFORMER_ISA=portable run_slow "$work/kernels") >/dev/null 2>"$work/err"
    expect "other kernels: warns" grep -qE 'warning: .*made with the kernels avx[0-9]+ [A-Za-z]+ and continues with portable ' "$work/err"
    expect "other kernels: the checkpoint says so" grep -aqE '"avx[0-9]+ [A-Za-z]+, then portable [A-Za-z]+"' "$(newest "$work/kernels")"
    expect "other kernels: the row says so" test "$(cell "$work/kernels"/rows/*.csv kernels_changed)" = true
    expect "other kernels: the table says so" grep -q 'was resumed with other kernels: nobody can reproduce these bytes' "$work/kernels/table.md"
    expect "the same kernels: the row says so" test "$(cell "$work/whole"/rows/*.csv kernels_changed)" = false
    expect "the same kernels: the table says nothing" lacks 'other kernels' "$work/whole/table.md"
    expect "the same kernels: no such word" lacks ', then portable' "$(newest "$work/whole")"
fi
