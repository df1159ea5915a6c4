#!/bin/sh
# GLUE tables: glue/<FOLDER>/ into DIR (default: datasets/), each whole or not at all. Usage: datasets/glue/fetch.sh [DIR [FOLDER...]]
# FOLDER: CoLA SST-2 MRPC RTE QNLI QQP MNLI (default: all). FETCH_BASE stands in for the address in front of the files' names, FETCH_SHA256 for the checksums:
# one a FOLDER in their order, two for MRPC (mrpc_dev_ids.tsv, msr_paraphrase_train.txt).
# Exit codes: 0 done, or there already; 2 usage; 3 not the right data; 4 cannot download or write; 130 interrupted. Needs curl or wget, unzip, awk.
set -eu

label=glue
. "$(dirname "$0")/../common.sh"

options "$@"
dir=${1:-$(dirname "$(CDPATH='' cd -- "$(dirname "$0")" && pwd)")}/glue
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- CoLA SST-2 MRPC RTE QNLI QQP MNLI
data=${FETCH_BASE:-https://dl.fbaipublicfiles.com/glue/data} senteval=${FETCH_BASE:-https://dl.fbaipublicfiles.com/senteval/senteval_data}

find_digest
tmp=
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM
work() { # a place for what comes; a folder that is whole may be one that nobody can write into
    [ -z "$tmp" ] || return 0
    mkdir -p "$dir" || fail 4 "cannot make $dir"
    tmp=$(mktemp -d "$dir/fetch.tmp-XXXXXX") || fail 4 "cannot write into $dir"
}

sums=${FETCH_SHA256:-}
get() { # URL, checksum, file
    want=${sums%% *} sums=${sums#* }
    download "$1" "$3"
    sum=$(digest_of "$3")
    [ "$sum" = "${want:-$2}" ] || fail 3 "$1: wrong checksum: $sum instead of ${want:-$2}"
}

archive() { # folder, archive, checksum
    command -v unzip >/dev/null || fail 4 "unzip is not installed"
    get "$data/$2" "$3" "$tmp/archive.zip"
    unzip -q -o "$tmp/archive.zip" -d "$tmp/$1.new" || fail 4 "cannot unpack $2 into $tmp" # its checksum is right
    [ -d "$tmp/$1.new/$1" ] || [ "$1" != QQP ] || mv "$tmp/$1.new/QQP-clean" "$tmp/$1.new/QQP" 2>/dev/null || fail 3 "$2 has no folder $1"
    [ -d "$tmp/$1.new/$1" ] || fail 3 "$2 has no folder $1"
    mv "$tmp/$1.new/$1" "$tmp/$1"
}

# The paraphrases as Microsoft published them; GLUE's list says which pairs of the training file are the dev set.
mrpc() {
    mkdir "$tmp/MRPC"
    get "$data/mrpc_dev_ids.tsv" 971d7767d81b997fd9060ade0ec23c4fc31cbb226a55d1bd4a1bac474eb81dc7 "$tmp/MRPC/dev_ids.tsv"
    get "$senteval/msr_paraphrase_train.txt" 60a9b09084528f0673eedee2b69cb941920f0b8cd0eeccefc464a98768457f89 "$tmp/MRPC/msr_paraphrase_train.txt"
    awk -F '\t' -v train="$tmp/MRPC/train.tsv" -v dev="$tmp/MRPC/dev.tsv" '
        { sub(/\r$/, "") }
        NR == FNR { held[$1 "\t" $2] = 1; next }
        FNR == 1 { print >train; print >dev; next }
        { if (($2 "\t" $3) in held) print >dev; else print >train }' "$tmp/MRPC/dev_ids.tsv" "$tmp/MRPC/msr_paraphrase_train.txt"
}

for name; do
    case $name in
    CoLA | SST-2 | MRPC | RTE | QNLI | QQP) dev=dev.tsv ;;
    MNLI) dev=dev_matched.tsv ;;
    *) fail 2 "no task $name; usage: fetch.sh [DIR [FOLDER...]], FOLDER: CoLA SST-2 MRPC RTE QNLI QQP MNLI" ;;
    esac
    if [ -e "$dir/$name" ]; then
        for f in train.tsv $dev; do
            [ -e "$dir/$name/$f" ] || fail 3 "$dir/$name is there, but has no $f: remove it, then run this again"
        done
        say "$dir/$name is there"
        sums=${sums#* }
        [ "$name" != MRPC ] || sums=${sums#* }
        continue
    fi
    work
    case $name in
    CoLA) archive CoLA CoLA.zip f212fcd832b8f7b435fb991f101abf89f96b933ab400603bf198960dfc32cbff ;;
    SST-2) archive SST-2 SST-2.zip d67e16fb55739c1b32cdce9877596db1c127dc322d93c082281f64057c16deaa ;;
    MRPC) mrpc ;;
    RTE) archive RTE RTE.zip 6bf86de103ecd335f3441bd43574d23fef87ecc695977a63b82d5efb206556ee ;;
    QNLI) archive QNLI QNLIv2.zip e634e78627a29adaecd4f955359b22bf5e70f2cbd93b493f2d624138a0c0e5f5 ;;
    QQP) archive QQP QQP-clean.zip 40e7c862c04eb26ee04b67fd900e76c45c6ba8e6d8fab4f8f1f8072a1a3fbae0 ;;
    MNLI) archive MNLI MNLI.zip e7c1d896d26ed6caf700110645df426cc2d8ebf02a5ab743d5a5c68ac1c83633 ;;
    esac
    for f in train.tsv $dev; do
        [ -e "$tmp/$name/$f" ] || fail 3 "what was downloaded has no $name/$f"
    done
    place "$tmp/$name" "$dir/$name" train.tsv $dev
    say "$dir/$name is complete"
done
