# Fetching data sets: from archives made here, by way of file:// addresses. Sourced by run.sh.
if have "fetch.sh of the datasets" command -v curl; then
    away=$work/away # archives
    mkdir -p "$away"/aclImdb/{train,test}/{neg,pos} "$away/cifar-10-batches-bin"
    for s in train test; do
        for i in 1 2 3 4 5 6; do
            echo "a $s film to forget, $i" >"$away/aclImdb/$s/neg/${i}_2.txt"
            echo "a $s film to remember, $i" >"$away/aclImdb/$s/pos/${i}_9.txt"
        done
    done
    for i in 1 2 3 4 5; do truncate -s 30730000 "$away/cifar-10-batches-bin/data_batch_$i.bin"; done
    truncate -s 30730000 "$away/cifar-10-batches-bin/test_batch.bin"
    tar -czf "$away/imdb.tgz" -C "$away" aclImdb
    tar -czf "$away/cifar10.tgz" -C "$away" cifar-10-batches-bin
    tar -czf "$away/part.tgz" -C "$away" aclImdb/train
    head -c 300 "$away/imdb.tgz" >"$away/short.tgz"

    # fetch NAME DIR ARCHIVE [CHECKSUM]: leaves $rc and $work/err
    fetch() {
        local sum=${4:-$(sha256sum <"$away/$3" | cut -d' ' -f1)}
        FETCH_URL=file://$away/$3 FETCH_SHA256=$sum "$root/datasets/$1/fetch.sh" "$2" >"$work/out" 2>"$work/err"
        rc=$?
    }
    # said NAME CODE ERE: what the last fetch did
    said() {
        expect "$1: exit code $rc" test "$rc" -eq "$2"
        expect "$1: message" grep -qE "$3" "$work/err"
        expect "$1: nothing on stdout" test ! -s "$work/out"
    }

    got=$work/fetched
    fetch imdb "$got" imdb.tgz wrong
    said "fetch, wrong checksum" 3 'fetch imdb: wrong checksum: [0-9a-f]{64} instead of wrong'
    expect "fetch, wrong checksum: nothing left" test -z "$(ls -A "$got")"
    fetch imdb "$got" short.tgz
    said "fetch, cut short" 3 'fetch imdb: the archive is damaged or cut short'
    expect "fetch, cut short: nothing left" test -z "$(ls -A "$got")"
    fetch imdb "$got" part.tgz
    said "fetch, incomplete" 3 'fetch imdb: the archive has no aclImdb/test/neg'
    expect "fetch, incomplete: nothing left" test -z "$(ls -A "$got")"
    fetch imdb "$got" none.tgz 0
    said "fetch, no such file" 4 'fetch imdb: download failed: file://.*/none.tgz'
    expect "fetch, no such file: nothing left" test -z "$(ls -A "$got")"
    t "no data" 3 '' '~aclImdb/train: not found in .*/fetched.*run datasets/imdb/fetch.sh' \
        lra "$(spec text 's/^task:.*/task: {name: text, heldout: 4, max_length: 20}/')" --quiet --no-plot --data "$got" --out "$work/no-data"

    fetch imdb "$got" imdb.tgz
    said "fetch imdb" 0 'fetched/aclImdb is complete'
    expect "fetch imdb: whole" diff -r "$away/aclImdb" "$got/aclImdb"
    expect "fetch imdb: nothing else" test "$(ls -A "$got")" = aclImdb
    fetch imdb "$got" none.tgz 0
    said "fetch again" 0 'fetched/aclImdb is there'
    t "text" 0 '*' '' lra "$work/text.yaml" --quiet --no-plot --data "$got" --out "$work/text"
    rm -r "$got/aclImdb/test/pos"
    fetch imdb "$got" imdb.tgz
    said "fetch over a part" 3 'aclImdb is there, but has no test/pos: remove it'
    expect "fetch over a part: left alone" test -d "$got/aclImdb/test/neg"

    fetch cifar10 "$got" cifar10.tgz
    said "fetch cifar10" 0 'fetched/cifar-10-batches-bin is complete'
    t "image" 0 '*' '' lra "$(spec image 's/^task:.*/task: {name: image, train: 4, valid: 2, test: 2}/; s/warmup: 5, steps: 30, batch: 8/warmup: 1, steps: 2, batch: 4/')" \
        --quiet --no-plot --data "$got" --out "$work/image"

    # GLUE's MRPC is of two files, each with a checksum; that of a folder which is there already is passed over.
    mkdir -p "$away/glue" "$got/glue/RTE"
    touch "$got/glue/RTE/train.tsv" "$got/glue/RTE/dev.tsv"
    printf '1\t2\n' >"$away/glue/mrpc_dev_ids.tsv"
    printf 'Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\r\n1\t1\t2\ta\tb\r\n0\t3\t4\tc\td\r\n' >"$away/glue/msr_paraphrase_train.txt"
    sums="rte $(sha256sum <"$away/glue/mrpc_dev_ids.tsv" | cut -d' ' -f1) $(sha256sum <"$away/glue/msr_paraphrase_train.txt" | cut -d' ' -f1)"
    FETCH_BASE=file://$away/glue FETCH_SHA256="${sums% *} wrong" "$root/datasets/glue/fetch.sh" "$got" RTE MRPC >"$work/out" 2>"$work/err"
    rc=$?
    said "fetch glue, wrong second checksum" 3 'msr_paraphrase_train.txt: wrong checksum: [0-9a-f]{64} instead of wrong'
    FETCH_BASE=file://$away/glue FETCH_SHA256=$sums "$root/datasets/glue/fetch.sh" "$got" RTE MRPC >"$work/out" 2>"$work/err"
    rc=$?
    said "fetch glue" 0 'fetched/glue/MRPC is complete'
    expect "fetch glue: divided by the list" grep -q '^1.*a.*b$' "$got/glue/MRPC/dev.tsv"

    # A server that stalls: curl is told to give up.
    mkdir "$away/bin"
    printf '#!/bin/sh\necho "$@"\nexit 28\n' >"$away/bin/curl"
    chmod +x "$away/bin/curl"
    PATH=$away/bin:$PATH "$root/datasets/imdb/fetch.sh" "$work/stalled" >"$work/out" 2>"$work/err"
    expect "fetch, stalled: exit code" test $? -eq 4
    expect "fetch, stalled: a limit" grep -q -- '--speed-limit 1 --speed-time 60' "$work/out"

    # Options are no folders.
    export FETCH_URL=file:///none FETCH_BASE=file:///none # nor is anything fetched
    for name in cifar10 glue imdb squad ptb wikitext-2 text8 sst1; do
        (cd "$work" && "$root/datasets/$name/fetch.sh" --help) >"$work/out" 2>"$work/err"
        rc=$?
        expect "fetch $name --help: exit code $rc" test $rc -eq 0
        expect "fetch $name --help: usage" grep -q "Usage: datasets/$name/fetch.sh \[DIR" "$work/out"
        expect "fetch $name --help: nothing else" test ! -s "$work/err"
        (cd "$work" && "$root/datasets/$name/fetch.sh" --force) >"$work/out" 2>"$work/err"
        rc=$?
        said "fetch $name --force" 2 "fetch $name: no option --force"
        expect "fetch $name: no such folder" test ! -e "$work/--help" -a ! -e "$work/--force"
    done
    unset FETCH_URL FETCH_BASE

    # Interrupted: the download never ends.
    mkfifo "$away/slow"
    mkdir "$work/slow"
    FETCH_URL=file://$away/slow FETCH_SHA256=0 setsid "$root/datasets/imdb/fetch.sh" "$work/slow" >/dev/null 2>"$work/err" &
    slow_fetch=$!
    for _ in $(seq 100); do
        if grep -q downloading "$work/err" 2>/dev/null; then break; fi
        sleep 0.05
    done
    kill -TERM -- -$slow_fetch
    wait $slow_fetch
    expect "fetch, interrupted: exit code" test $? -eq 130
    expect "fetch, interrupted: nothing left" test -z "$(ls -A "$work/slow")"

    (mkdir "$work/closed" && cd "$work/closed" && touch aside && FETCH_URL=x "$root/datasets/imdb/fetch.sh" "$work/closed/aside" >/dev/null 2>"$work/err")
    expect "fetch into a file: exit code" test $? -eq 4
    "$root/datasets/imdb/fetch.sh" one two >/dev/null 2>"$work/err"
    expect "fetch: usage" test $? -eq 2
fi
