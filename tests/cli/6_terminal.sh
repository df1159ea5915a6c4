# What a terminal shows. Sourced by run.sh, after 4_resume.sh.
on_terminal() { # command line; its screen goes to $work/screen
    TERM=xterm script -qec "$1" /dev/null >"$work/screen" 2>&1 </dev/null
}
if have "what a terminal shows" on_terminal true; then
    escape=$(printf '\033')
    on_terminal "'$program' lra '$slow' --no-plot --set train.steps=2000 --set train.checkpoint_every=1000 --out '$work/screened'"
    expect "progress line" grep -qE $'\r''listops-transformer-s1: [0-9]+ %, [0-9.]+ steps/s, ETA [0-9.]+ m?s, elapsed ' "$work/screen"
    expect "progress line: the last one stays" grep -qE ': 100 %, [0-9.]+ steps/s, elapsed ' "$work/screen"
    on_terminal "'$program' lra '$slow' --no-plot --set train.steps=2000 --seed 1,2 --jobs 2 --out '$work/screened3'"
    expect "jobs: progress by steps" grep -qE ': [1-9][0-9]? %, [0-9.]+ steps/s, ETA [0-9.]+ m?s, elapsed [^,]*, 0 of 2 runs' "$work/screen"
    expect "jobs: the last line" grep -qE ': 100 %, [0-9.]+ steps/s, elapsed [^,]*, 2 of 2 runs' "$work/screen"
    on_terminal "'$program' lra '$slow' --quiet --no-plot --out '$work/screened2'"
    expect "quiet: no progress" test "$(grep -c 'steps/s' "$work/screen")" -eq 0
    on_terminal "'$program' frob"
    expect "NO_COLOR" test "$(grep -c "$escape" "$work/screen")" -eq 0
    on_terminal "env -u NO_COLOR '$program' frob"
    expect "colour" grep -q "$escape\[31mtreeformer:" "$work/screen"
fi
