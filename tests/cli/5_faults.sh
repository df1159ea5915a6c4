# The system refuses: exit code 4, what was saved before is intact, and the run can be continued. Sourced by run.sh.
(run_slow "$work/whole") >/dev/null 2>&1

# Files that may not grow beyond 16 KiB: no checkpoint fits.
(ulimit -f 16 && run_slow "$work/large") >/dev/null 2>"$work/err"
expect "file size limit: exit code" test $? -eq 4
expect "file size limit: names the file" grep -qE '^treeformer: .*(checkpoint|best).*File too large' "$work/err"
expect "file size limit: no half a file" test -z "$(find "$work/large" -name '*.tmp-*' -o -name 'checkpoint-*')"
(run_slow "$work/large" --resume) >/dev/null 2>"$work/err"
expect "file size limit: continues" cmp "$work/whole/metrics.csv" "$work/large/metrics.csv"

# Not enough address space for this model.
if can_limit_space "no memory for a model"; then
    (ulimit -v 1500000 && exec "$program" lra "$tiny" --quiet --no-plot --set model.dim=16384 --set model.mlp_dim=65536 --out "$work/memory") >/dev/null 2>"$work/err"
    expect "no memory: exit code" test $? -eq 4
    expect "no memory: says so" grep -qE '^treeformer: .*memory' "$work/err"
fi

# A file becomes shorter while it is mapped: here the cache of the data.
run_slow "$work/shorter" >/dev/null 2>"$work/err" &
while kill -0 $! 2>/dev/null && [ ! -s "$work/shorter/runs/listops-transformer-s1/metrics.csv" ]; do sleep 0.005; done
strike STOP $!
cached=$(find "$work/cache" -type f -name 'listops*')
cp -r "$work/cache" "$work/cache-whole" && find "$work/cache" -type f -exec truncate -s 0 {} +
strike CONT $!
wait $!
expect "file that becomes shorter: exit code" test $? -eq 3
expect "file that becomes shorter: one message, with its name" test "$(cat "$work/err")" = \
    "treeformer: $cached became shorter while it was read (or its disk failed): put it back and run this again, with --resume if it trained"
rm -r "$work/cache" && mv "$work/cache-whole" "$work/cache"

# Too small a stack: refused at once (with 64 KiB the libraries of Debian 13 end before the program begins); and what is just enough for the first thread says nothing about the others'.
for kib in 128 512; do
    (ulimit -s $kib && exec "$program" lra "$tiny" --quiet --no-plot --out "$work/stack") >/dev/null 2>"$work/err"
    expect "stack of $kib KiB: exit code" test $? -eq 4
    expect "stack of $kib KiB: one message" test "$(cat "$work/err")" = \
        "treeformer: the stack limit is $kib KiB, but at least 1024 are needed: raise it (ulimit -s 8192)"
done
expect "small stack: nothing is made" test ! -e "$work/stack"
(ulimit -s 1024 && exec "$program" lra "$tiny" --quiet --no-plot --threads 4 --out "$work/stack") >/dev/null 2>"$work/err"
expect "stack of 1024 KiB is enough" test $? -eq 0

# System calls that fail, one at a time: the nth of its kind.
if have "system calls that fail" strace -o /dev/null true; then
    struck=0
    for fault in fsync:EIO:1 fsync:EIO:4 fsync:ENOSPC:13 rename:EACCES:2 rename:EIO:5 rename:EIO:9 write:ENOSPC:12 write:ENOSPC:40 write:EIO:77; do
        IFS=: read -r call error nth <<<"$fault"
        dir=$work/fault-$call-$nth
        strace -f -o /dev/null -e trace="$call" -e inject="$call":error="$error":when="$nth" \
            "$program" lra "$slow" --quiet --no-plot --out "$dir" >/dev/null 2>"$work/err"
        rc=$?
        expect "$fault: exit code $rc is 4 (or the call was never made: 0)" test $rc -eq 4 -o $rc -eq 0
        if [ $rc -eq 4 ]; then struck=$((struck + 1)); fi
        (run_slow "$dir" --resume) >/dev/null 2>"$work/err2"
        expect "$fault: continues" test $? -eq 0
        expect "$fault: the same metrics" cmp "$work/whole/metrics.csv" "$dir/metrics.csv"
    done
    expect "faults struck" test $struck -ge 6
fi

# A disk that is full: a small tmpfs, where we may mount one.
disk=$work/disk
mkdir "$disk"
if have "a full disk" mount -t tmpfs -o size=64k tmpfs "$disk"; then
    (run_slow "$disk/out") >/dev/null 2>"$work/err"
    expect "full disk: exit code" test $? -eq 4
    expect "full disk: says so" grep -qE '^treeformer: .*No space left' "$work/err"
    expect "full disk: no half a file" test -z "$(find "$disk" -name '*.tmp-*')"
    mount -o remount,size=16m "$disk"
    (run_slow "$disk/out" --resume) >/dev/null 2>"$work/err"
    expect "full disk: continues when there is room" cmp "$work/whole/metrics.csv" "$disk/out/metrics.csv"
    mount -o remount,ro "$disk" && t "tables for a folder that cannot be written: said before any work" 4 '' '~disk: Read-only file system: choose another --out$' \
        flops --out "$disk/flops" --no-plot
    umount "$disk"
fi

# More memory than the machine has: refused before anything starts, with the prediction.
t "predicted peak" 4 '' '~needs about [0-9.]+ [TGP]iB of memory at its peak, .*: lower train.shards' lra "$tiny" --quiet --no-plot --set train.shards=1024 --set train.batch=1024 \
    --set model.dim=8192 --set model.mlp_dim=32768 --out "$work/huge"
# What is finished has its tables, though the next run cannot be done.
t "second run refused" 4 '' '~needs about' lra "$tiny" --quiet --no-plot --set attention.name=transformer --set train.shards=1,1024 --set train.batch=8 \
    --set train.steps=1 --set model.mlp_dim=65536 --set model.dim=256 --out "$work/second"
expect "second run refused: the first has its table" grep -q shards=1 "$work/second/table.md"

t "too large runs of two tasks" 4 '' '~^warning: listops-transformer-max_args5-shards1024-s1: the run needs about' lra "$tiny" --no-plot --set attention.name=transformer --set task.max_args=5,4 \
    --set train.shards=1024,1 --set train.batch=8 --set train.steps=1 --set model.mlp_dim=65536 --set model.dim=256 --out "$work/two-tasks"
expect "too large runs of two tasks: the others are done" test "$(find "$work/two-tasks/rows" -name '*.csv' | wc -l)" = 2
# More data than the memory holds: the runs before and behind it are done, and those of the next spec.
t "too much data" 4 '' '~^treeformer: 1 of 3 runs failed: listops-transformer-train100000000-s1 ' lra "$tiny" --quiet --no-plot \
    --set task.train=3,100000000,2 --set task.valid=2 --set task.test=2 --set task.length_min=9000 --set task.length_max=10000 --set task.max_depth=12 --set task.max_args=10 --set task.max_length=99 \
    --set train.batch=2 --set train.steps=1 --set train.eval_every=1 --out "$work/much"
expect "too much data: the others are done" test "$(find "$work/much/rows" -name '*.csv' | wc -l)" = 2
sed 's/^train: {/&shards: 1024, /; s/batch: 8/batch: 1024/; s/dim: 16, heads: 2/dim: 8192, heads: 2/; s/mlp_dim: 32/mlp_dim: 32768/' "$tiny" >"$work/too-large.yaml"
t "a spec too large, and another" 4 '*' '~^treeformer: .*needs about' lra "$work/too-large.yaml" "$tiny" --quiet --no-plot --out "$work/specs"
expect "a spec too large, and another: it is done" test "$(find "$work/specs" -path '*/rows/*.csv' | wc -l)" = 1

# What is wrong with one run is said before another is trained, with its place; the others are.
small=$(spec set-aside 's/- \{name: transformer\}/- {name: transformer}\n  - {name: tf-a, height: 3, train: {learn: roots}}/')
t "a run set aside" 3 '' "~warning: listops-tf-a-h3-s1: $small:[0-9]+:[0-9]+: train.learn: 'roots' leaves no parameter" lra "$small" --no-plot --out "$work/aside"
expect "a run set aside: said before the other was trained" test "$(grep -n 'leaves no parameter' "$work/err" | head -1 | cut -d: -f1)" -lt "$(grep -n 'run 1 of 2' "$work/err" | cut -d: -f1)"
expect "a run set aside: its error once, and in the end its name" test "$(grep -c 'leaves no parameter' "$work/err")" -eq 1 -a \
    "$(tail -1 "$work/err")" = "treeformer: 1 of 2 runs failed: listops-tf-a-h3-s1 (its warning is above)"

# The harness of `make faults`, stopped while its server works: it ends all that it started, and finds no faults where its files are gone.
shim=$(dirname "$program")/shim.so
if have "stopping tests/faults/faults.sh" test -e "$shim"; then
    mark=FAULTS_MARK=$work
    marked() { grep -lsaF "$mark" /proc/[0-9]*/environ | xargs -r grep -lsaF "$1" | grep .; }
    env "$mark" FAULTS_ONLY=train tests/faults/faults.sh "$program" "$shim" 100000 alloc >"$work/said" 2>&1 &
    pid=$!
    while kill -0 $pid 2>/dev/null && ! marked SERVE_NAME=train >/dev/null; do sleep 0.05; done
    sleep 1
    kill -TERM $pid
    wait $pid
    expect "harness stopped: exit code" test $? -eq 143
    for _ in $(seq 100); do marked $mark >/dev/null || break; sleep 0.1; done
    expect "harness stopped: nothing works on" eval "! marked $mark"
    expect "harness stopped: it says so, and nothing else" test "$(cat "$work/said")" = "faults: stopped"
fi

# A teacher of long sequences would need more than a terabyte: said before any work, with the way out.
t "teach: more memory than there is" 4 '' '~: teach: .* of memory for the trees of one sequence of 32001 tokens, and .* are available: lower the height, or train.max_tokens' \
    lra "$root/experiments/recall/copy.yaml" --quiet --no-plot --out "$work/teacher" --set task.symbols=16000 --set task.train=8 --set task.valid=8 \
    --set task.test=8 --set train.batch=8 --set model.heads=256 --set model.dim=1024 --set 'attention=[{name: tf-a, height: 12, teach: mass, teach_queries: 0}]'
# Four million rows of 65,000 tokens do not fit, either: the teacher is looked at first.
t "teach: more memory than there is, before the data are made" 4 '' '~: teach: .* of memory for the trees of one sequence of 65000 tokens' \
    lra "$root/experiments/recall/mqar-64-4.yaml" --quiet --no-plot --out "$work/teacher-mqar" --set task.length=65000 --set task.vocab=65532 --set task.train=4000000 \
    --set model.heads=256 --set model.dim=1024 --set 'attention=[{name: tf-a, height: 12, teach: mass, teach_queries: 0}]'
expect "teach: more memory than there is, nothing was begun" test ! -e "$work/teacher/rows/copy-tf-a-h12-s1.csv" -a ! -e "$work/teacher/runs/copy-tf-a-h12-s1/metrics.csv"
