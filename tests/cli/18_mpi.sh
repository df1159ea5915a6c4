# Several ranks over MPI write the bytes of one; whatever happens to one of them, the job ends. Sourced by run.sh.
. "$root/tests/launcher.sh"
ranks() { # number, then what each starts
    timeout 120 "${mpirun[@]}" -np "$@"
}
# A command of this rank number alone: each rank runs its own shell.
as_rank='r=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}'

# The rows without what is this machine's.
plain_rows() { # folder
    awk -F, 'FNR == 1 { split("", own); for (i = 1; i <= NF; i++) if ($i ~ /time_s|threads|cpu_s|tokens_per_s|peak_bytes/) own[i] = 1 }
        { for (i = 1; i <= NF; i++) if (!(i in own)) printf "%s,", $i; print "" }' "$1"/rows/*.csv
}
same_results() { # folder folder
    local f
    cmp "$1/metrics.csv" "$2/metrics.csv" || return
    diff <(plain_rows "$1") <(plain_rows "$2") || return
    (cd "$1" && find . -name '*.safetensors' -o -name predictions.csv -o -name right.csv) | sort >"$work/files"
    (cd "$2" && find . -name '*.safetensors' -o -name predictions.csv -o -name right.csv) | sort | diff "$work/files" - || return
    [ -s "$work/files" ] || return
    while read -r f; do cmp "$1/$f" "$2/$f" || return; done <"$work/files"
}

if "$program" version | grep -q '^MPI *not in this build'; then
    echo "cli: not tested, for want of MPI in the build: several ranks"
    OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 t "copies of a build without MPI" 2 '' '~2 copies were started, but this build has no MPI' lra "$tiny"
    OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=1 t "one of them speaks" 2 '' '' lra "$tiny"
elif have "several ranks" test -n "${mpirun[0]:-}"; then
    # Every mechanism with a state of its own, clipping, accumulation, and trees that grow.
    sed -E '/^attention|^  - /d; s/layers: 1/layers: 2/; s/batch: 8/shards: 8, clip: 0.1, accumulate: 2, batch: 8/; s/steps: 30/steps: 8/; s/eval_every: 10/eval_every: 4/; s/checkpoint_every: 5/checkpoint_every: 4/; s/log_every: 5/log_every: 1/' "$tiny" >"$work/ranks.yaml"
    cat >>"$work/ranks.yaml" <<'YAML'
attention:
  - {name: transformer}
  - {name: tf-a, height: 2, teach: mass}
  - {name: tc-a, height: 2}
  - {name: performer, features: 8, redraw: 2}
  - {name: routing, clusters: 2}
YAML
    sed -E 's/shards: 8/shards: 8, bootstrap: {from_height: 1, to_height: 3, total_steps: 8}/; s/, height: 2, teach: mass//; /name: (transformer|tc-a|performer|routing)/d' "$work/ranks.yaml" >"$work/grown.yaml"
    for s in ranks grown; do
        "$program" lra "$work/$s.yaml" --quiet --no-plot --threads 1 --out "$work/$s-1" >/dev/null 2>"$work/err"
        expect "$s: one rank" test $? -eq 0
    done
    for n in "2 2" "4 1" "8 1"; do
        read -r n threads <<<"$n"
        for s in ranks grown; do
            ranks "$n" "$program" lra "$work/$s.yaml" --quiet --no-plot --threads "$threads" --out "$work/$s-$n" >/dev/null 2>"$work/err"
            expect "$s: $n ranks" test $? -eq 0
            expect "$s: $n ranks of $threads threads, the bytes of one" same_results "$work/$s-1" "$work/$s-$n"
        done
    done
    # A tree over 3 ranks: blocks of 2 of 6 shards.
    six=(lra "$tiny" --set train.shards=6 --set train.steps=10 --quiet --no-plot --threads 1)
    "$program" "${six[@]}" --out "$work/six-1" >/dev/null 2>&1
    ranks 3 "$program" "${six[@]}" --out "$work/six-3" >/dev/null 2>&1
    expect "3 ranks of 6 shards, the bytes of one" same_results "$work/six-1" "$work/six-3"
    # CPU seconds are of all ranks, also after a resume, where the sum so far counts once.
    cpu_of() { awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) if ($i == "train_cpu_s") c = i } END { printf "%.3f\n", $c }' "$1"; }
    expect "3 ranks: a row has the CPU time of all" test "$(cpu_of "$work"/six-3/rows/*.csv)" = "$(cpu_of "$work/six-3/timing.csv")"
    rm "$work"/six-3/rows/*.csv "$work"/six-3/runs/*/checkpoint-00000010.safetensors
    sed -i -E '2s/^(([^,]*,){6})[^,]*/\11000/' "$work"/six-3/runs/*/timing.csv
    ranks 3 "$program" "${six[@]}" --resume --out "$work/six-3" >/dev/null 2>&1
    expect "3 ranks, resumed: the CPU time so far counts once" awk "BEGIN { exit !(1000 < $(cpu_of "$work"/six-3/rows/*.csv) && $(cpu_of "$work"/six-3/rows/*.csv) < 1100) }"
    ranks 4 "$program" "${six[@]}" --out "$work/six-4" >"$work/err" 2>&1
    expect "4 ranks of 6 shards: exit code" test $? -eq 3
    expect "4 ranks of 6 shards: says what fits, once" test "$(grep -c 'treeformer: 4 ranks do not fit train.shards: 6, which 1, 3 or 6 can share' "$work/err")" -eq 1

    # The average of the weights lies in slices, like the moments; a step of several micro-steps grows. Muon needs matrices whole, also
    # those that lie in several slices.
    avg=("${six[@]}" --set train.ema=0.9 --set train.accumulate=2 --set train.batch_ramp=0.5)
    "$program" "${avg[@]}" --out "$work/avg-1" >/dev/null 2>&1
    ranks 3 "$program" "${avg[@]}" --out "$work/avg-3" >/dev/null 2>&1
    expect "3 ranks, averaged weights: the bytes of one" same_results "$work/avg-1" "$work/avg-3"
    expect "averaged weights: the row says so" grep -q ',average,' "$work/avg-1/"rows/*.csv
    muon=(lra "$tiny" --set train.shards=8 --set train.steps=10 --set train.optimizer=muon --set train.ema=0.9 --set model.mlp_dim=128 --quiet --no-plot --threads 1)
    "$program" "${muon[@]}" --out "$work/muon-1" >/dev/null 2>&1
    for n in 2 4 8; do
        ranks $n "$program" "${muon[@]}" --out "$work/muon-$n" >/dev/null 2>"$work/err"
        expect "muon, $n ranks: the bytes of one" same_results "$work/muon-1" "$work/muon-$n"
    done

    # The state of each stream of a text lies with the rank that has its shard, and rank 0 saves all of them.
    for i in {1..300}; do echo "a b c d e f g h"; echo "b d f h"; done >"$work/letters.txt"
    cat >"$work/carry.yaml" <<'YAML'
task: {name: lm, train_file: letters.txt, max_length: 12, valid_share: 0.1, test_share: 0.1, carry: true}
model: {layers: 2, dim: 16, heads: 2, mlp_dim: 16, position: none, norm: post, dropout: 0.2}
attention: [lstm, {name: s4d, states: 4}, {name: compressive, memory: 20, compressed: 5}, {name: transformer-xl, memory: 20}]
train: {lr: 0.02, warmup: 2, steps: 45, batch: 8, shards: 8, eval_every: 15, checkpoint_every: 10}
YAML
    carry=(pretrain "$work/carry.yaml" --data "$work" --quiet --no-plot --threads 1)
    "$program" "${carry[@]}" --out "$work/carry-1" >/dev/null 2>"$work/err"
    for n in 2 4; do
        ranks $n "$program" "${carry[@]}" --out "$work/carry-$n" >/dev/null 2>"$work/err"
        expect "carried state, $n ranks: the bytes of one" same_results "$work/carry-1" "$work/carry-$n"
    done

    # A budget of time: all make the steps of rank 0's estimate, which one rank repeats.
    ranks 2 "$program" lra "$tiny" --set train.steps=100000 --set train.max_time=2s --quiet --no-plot --threads 1 --out "$work/budget-2" >/dev/null 2>"$work/err"
    expect "a budget of time: 2 ranks" test $? -eq 0
    "$program" lra "$work"/budget-2/runs/*/run.yaml --quiet --no-plot --threads 1 --out "$work/budget-1" >/dev/null 2>"$work/err"
    expect "a budget of time: one rank repeats it" cmp "$work/budget-1/metrics.csv" "$work/budget-2/metrics.csv"

    # What is read again by several ranks.
    for c in "evaluate $work/ranks-1" "leaf-hist $work/ranks-1 --limit 10 --no-plot --out $work/leaves"; do
        # shellcheck disable=SC2086
        "$program" $c >"$work/alone" 2>/dev/null && rm -rf "$work/leaves-1" && { [ ! -e "$work/leaves" ] || mv "$work/leaves" "$work/leaves-1"; }
        # shellcheck disable=SC2086
        ranks 4 "$program" $c --threads 1 >"$work/together" 2>"$work/err"
        expect "${c%% *}: 4 ranks" test $? -eq 0
        expect "${c%% *}: 4 ranks print the same" cmp "$work/alone" "$work/together"
    done
    expect "leaf-hist: 4 ranks write the same" diff -r "$work/leaves-1" "$work/leaves"

    # Of a job that says why it ends: the exit code, one message, and at most 10 s until all its ranks are gone.
    dies() { # name exit-code message, then what ranks takes
        local name=$1 code=$2 message=$3 from job
        shift 3
        ranks "$@" >"$work/err" 2>&1 &
        job=$!
        until grep -q '^treeformer: ' "$work/err" || ! kill -0 $job 2>/dev/null; do sleep 0.05; done
        from=$(date +%s%N)
        wait $job
        expect "$name: exit code" test $? -eq "$code"
        from=$((($(date +%s%N) - from) / 1000000))
        expect "$name: one message" test "$(grep -c '^treeformer: ' "$work/err")" -eq 1
        expect "$name: the message" grep -qE "$message" "$work/err"
        expect "$name: within 10 s" test $from -le 10000
        [ -z "${TF_TIMES:-}" ] || echo "cli: $name: ended $from ms after its message"
    }

    # One rank alone has something else, or fails: one message, one exit code, at once. What rank 0 runs, "and", what rank 1 runs; the launcher's own form of
    # that ends in a segmentation fault of Open MPI 5.0.7 (Debian 13).
    by_rank=(bash -c "$as_rank"'; zero=(); while [ "$1" != and ]; do zero+=("$1"); shift; done; shift; if [ $r -eq 0 ]; then exec "${zero[@]}"; else exec "$@"; fi' -)
    cp "$program" "$work/other" && printf x >>"$work/other"
    alone() { # name exit-code message, then what rank 1 of 2 runs
        local name=$1 code=$2 message=$3
        shift 3
        dies "$name" "$code" "$message" 2 "${by_rank[@]}" "$program" lra "$tiny" --threads 1 --no-plot --quiet --out "$work/unequal" and "$@"
    }
    same=(lra "$tiny" --threads 1 --no-plot --quiet --out "$work/unequal")
    alone "another program" 3 '^treeformer: rank 1 \(.*\): its program is another than rank 0' "$work/other" "${same[@]}"
    alone "another spec" 3 '^treeformer: rank 1 \(.*\): its spec is another' "$program" "${same[@]}" --set train.lr=0.5
    alone "other kernels" 3 '^treeformer: rank 1 \(.*\): its set of kernels .* is another' env TREEFORMER_ISA=portable OPENBLAS_CORETYPE=Prescott "$program" "${same[@]}"
    alone "no spec" 3 '^treeformer: rank 1 \(.*\): cannot read .*/none.yaml' "$program" lra "$work/none.yaml" --quiet
    # Data that differ, or that are damaged, on one rank.
    mkdir -p "$work/data-0/corpus" "$work/data-0/bert-vocab"
    printf '%s\n' '[PAD]' '[UNK]' '[CLS]' '[SEP]' '[MASK]' a b c d >"$work/data-0/bert-vocab/vocab.txt"
    for i in {1..40}; do echo "a b c d a c b d a b a b"; echo; done >"$work/data-0/corpus/a.txt"
    cp -r "$work/data-0" "$work/data-1" && sed -i '7s/a b/b a/' "$work/data-1/corpus/a.txt"
    cp -r "$work/data-0" "$work/data-2" && printf '\xff\xfe\n' >>"$work/data-2/bert-vocab/vocab.txt"
    sed -E 's/^task:.*/task: {name: corpus, unit: block, max_length: 16, valid: 8, test: 8}/' "$tiny" >"$work/corpus.yaml"
    words=("$program" pretrain "$work/corpus.yaml" --threads 1 --no-plot --quiet --out "$work/words" --data)
    dies "other data" 3 '^treeformer: rank 1 .*: its data' 2 "${by_rank[@]}" "${words[@]}" "$work/data-0" and "${words[@]}" "$work/data-1"
    dies "damaged data" 3 '^treeformer: rank 1 .*vocab.txt:10' 2 "${by_rank[@]}" "${words[@]}" "$work/data-0" and "${words[@]}" "$work/data-2"

    # A disk of 64 KiB; where none may be mounted, files of 20, which would stop MPICH and Open MPI 5 themselves.
    mkdir -p "$work/disk"
    full=(unshare -m bash -c 'mount -t tmpfs -o size=64k tmpfs "$1"; shift; exec "$@"' - "$work/disk")
    if ! unshare -m true 2>/dev/null && "$program" version | grep -q '^MPI *Open MPI v4'; then full=(bash -c 'ulimit -f 20; exec "$@"' -); fi
    have "a full disk of several ranks" "${full[@]:0:2}" true &&
        dies "full disk" 4 '^treeformer: cannot write .*(No space left|File too large)' 2 "${full[@]}" "$program" lra "$tiny" --threads 1 --quiet --no-plot --out "$work/disk/out" --set model.dim=64

    # Memory for the launcher's MPI, but not for the model; of one rank.
    big=(lra "$tiny" --threads 1 --no-plot --quiet --set model.dim=512 --set model.mlp_dim=2048 --set model.layers=4 --out "$work/big")
    can_limit_space "a rank without memory" && dies "no memory" 4 '^treeformer: rank 1 .*: out of memory' 2 "${by_rank[@]}" "$program" "${big[@]}" and bash -c 'ulimit -v 400000; exec "$@"' - "$program" "${big[@]}"
    OMPI_COMM_WORLD_SIZE= PMI_SIZE=3 PMI_RANK=0 t "another MPI's launcher" 2 '' '~3 copies were started, but .* sees 1 of them' lra "$tiny"

    # Killed and interrupted, and continued by another number of ranks.
    long=(lra "$tiny" --set train.shards=4 --set train.steps=400 --set train.eval_every=100 --quiet --no-plot --threads 1)
    "$program" "${long[@]}" --out "$work/long-1" >/dev/null 2>&1
    for sig in KILL USR1 TERM; do
        dir=$work/long-$sig
        # Rank 1 tells its process id.
        timeout 120 "${mpirun[@]}" -np 4 bash -c "$as_rank"'; [ $r -ne 1 ] || echo $$ >'"$work/pid-$sig"'; exec "$@"' - "$program" "${long[@]}" --out "$dir" >"$work/err" 2>&1 &
        job=$!
        until [ -n "$(newest "$dir")" ] || ! kill -0 $job 2>/dev/null; do sleep 0.02; done
        expect "$sig to rank 1: is running" strike $sig "$(cat "$work/pid-$sig")"
        from=$(date +%s%N)
        wait $job
        code=$? from=$((($(date +%s%N) - from) / 1000000))
        expect "$sig to rank 1: within 10 s" test $from -le 10000
        [ -z "${TF_TIMES:-}" ] || echo "cli: $sig to rank 1: ended after $from ms"
        if [ $sig = KILL ]; then expect "KILL to rank 1: fails" test $code -ne 0
        else expect "$sig to rank 1: exit code" test $code -eq 130; fi
        expect "$sig to rank 1: not done" test -z "$(ls "$dir/rows")"
        ranks 2 "$program" "${long[@]}" --out "$dir" >/dev/null 2>"$work/err"
        expect "$sig to rank 1: 2 ranks go on" test $? -eq 0
        expect "$sig to rank 1: the bytes of an undisturbed run" same_results "$work/long-1" "$dir"
    done
fi
