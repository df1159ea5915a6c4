# Event files of TensorBoard, read by a decoder of our own. Sourced by run.sh.
board=$work/board
events=$board/runs/listops-transformer-s1/events.out.tfevents
long=(--set train.steps=400 --set train.eval_every=20 --set train.log_every=10 --set train.layer_norms=true)
t "--tensorboard" 0 '*' '' lra "$tiny" --quiet --no-plot --tensorboard --out "$board" "${long[@]}"
t "without it" 0 '*' '' lra "$tiny" --quiet --no-plot --out "$work/board0" "${long[@]}"
expect "no event file where none is asked for" test -z "$(find "$work/board0" -name '*tfevents*')"
expect "the same metrics" cmp "$board/metrics.csv" "$work/board0/metrics.csv"
if have "event files" python3 -c ''; then
    decoded() { python3 "$root/tests/data/tfevents.py" "$events" "$board/runs/listops-transformer-s1/metrics.csv"; }
    expect "the test's own reader notices a flipped bit" bash -c '! { cp "$1" "$0/bad" && printf x | dd of="$0/bad" bs=1 seek=200 conv=notrunc status=none &&
        python3 "$2" "$0/bad" "$3"; }' \
        "$work" "$events" "$root/tests/data/tfevents.py" "$board/runs/listops-transformer-s1/metrics.csv"
    expect "what metrics.csv has, norms of layers, too" grep -qE '^[1-9][0-9]+ layer1/grad_norm test/acc_pct .* train/lr .*valid/loss_nats$' <(decoded)
    # Killed, cut, continued: every step once, as if nothing had happened.
    rm -r "$board"
    "$program" lra "$tiny" --quiet --no-plot --tensorboard --out "$board" "${long[@]}" >/dev/null 2>&1 &
    victim=$!
    wait_for "$board" 100 $victim
    kill -9 $victim && wait $victim 2>/dev/null
    expect "the kill left a run unfinished" test ! -e "$board/rows/listops-transformer-s1.csv" -a -s "$events"
    truncate -s -7 "$events" # in the middle of a record
    t "continued" 0 '*' '' lra "$tiny" --quiet --no-plot --tensorboard --out "$board" "${long[@]}"
    expect "continued: the same metrics" cmp "$board/metrics.csv" "$work/board0/metrics.csv"
    expect "continued: every scalar once" decoded
    # An event file that cannot be written costs a warning.
    rm -r "$board"/{runs,rows} && mkdir -p "$events"
    t "a folder in the place of the event file" 0 '*' '~warning: .*no more is written for TensorBoard' lra "$tiny" --no-plot --tensorboard --out "$board" "${long[@]}"
    expect "and the results are there" cmp "$board/metrics.csv" "$work/board0/metrics.csv"
fi
