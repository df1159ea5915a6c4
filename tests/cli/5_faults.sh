# The system refuses: exit code 4, what was saved before is intact, and the run can be continued. Sourced by run.sh, after 4_resume.sh.

# Files that may not grow beyond 16 KiB: no checkpoint fits.
(ulimit -f 16 && run_slow "$work/large") >/dev/null 2>"$work/err"
expect "file size limit: exit code" test $? -eq 4
expect "file size limit: names the file" grep -qE '^treeformer: .*(checkpoint|best).*File too large' "$work/err"
expect "file size limit: no half a file" test -z "$(find "$work/large" -name '*.tmp-*' -o -name 'checkpoint-*')"
(run_slow "$work/large" --resume) >/dev/null 2>"$work/err"
expect "file size limit: continues" cmp "$work/whole/metrics.csv" "$work/large/metrics.csv"

# Not enough address space for this model.
(ulimit -v 1500000 && exec "$program" lra "$tiny" --quiet --no-plot --set model.dim=16384 --set model.mlp_dim=65536 --out "$work/memory") >/dev/null 2>"$work/err"
expect "no memory: exit code" test $? -eq 4
expect "no memory: says so" grep -qE '^treeformer: .*memory' "$work/err"

# System calls that fail, one at a time: the nth of its kind.
if command -v strace >/dev/null && strace -o /dev/null true 2>/dev/null; then
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
