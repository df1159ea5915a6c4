#!/bin/sh
# SQuAD v1.1: squad/{train,dev}-v1.1.json into DIR (default: datasets/). Usage: datasets/squad/fetch.sh [DIR]
# FETCH_URL stands in for the folder that the files come from (a mirror, a copy: file:///...), FETCH_SHA256="TRAIN DEV" for their checksums.
# Exit codes: 0 done, or there already; 2 usage; 3 not the right data; 4 cannot download or write; 130 interrupted. Needs curl or wget.
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
label=squad
. "$here/../common.sh"

options "$@"
[ $# -le 1 ] || fail 2 "usage: $0 [DIR]"
dir=${1:-$(dirname "$here")}/squad
url=${FETCH_URL:-https://rajpurkar.github.io/SQuAD-explorer/dataset}
sums=${FETCH_SHA256:-3527663986b8295af4f7fcdff1ba1ff3f72d07d61a20f487cb238a6ef92fd955 \
95aa6a52d5d6a735563366753ca50492a658031da74f301ac5238b03966972c9}
find_digest

mkdir -p "$dir" || fail 4 "cannot make $dir"
tmp=
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM
for name in train-v1.1.json dev-v1.1.json; do
    sum=${sums%% *} sums=${sums#* }
    if [ -e "$dir/$name" ]; then
        say "$dir/$name is there"
        continue
    fi
    tmp=$(mktemp "$dir/fetch.tmp-XXXXXX") || fail 4 "cannot write into $dir"
    download "$url/$name" "$tmp"
    got=$(digest_of "$tmp")
    [ "$got" = "$sum" ] || fail 3 "wrong checksum of $name: $got instead of $sum ($(wc -c <"$tmp" | tr -d ' ') bytes)"
    chmod 644 "$tmp"
    mv "$tmp" "$dir/$name" || fail 4 "cannot write $dir/$name"
    say "$dir/$name is complete"
done
