#!/bin/sh
# SQuAD v1.1: squad/{train,dev}-v1.1.json into DIR (default: datasets/). Usage: datasets/squad/fetch.sh [DIR]
# FETCH_URL stands in for the folder that the files come from (a mirror, a copy: file:///...), FETCH_SHA256="TRAIN DEV" for their checksums.
# Exit codes: 0 done, or there already; 2 usage; 3 not the right data; 4 cannot download or write; 130 interrupted. Needs curl or wget.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
say() { echo "fetch squad: $*" >&2; }
fail() { # code, what
    code=$1
    shift
    say "$*"
    exit "$code"
}

[ $# -le 1 ] || fail 2 "usage: $0 [DIR]"
dir=${1:-$(dirname "$here")}/squad
url=${FETCH_URL:-https://rajpurkar.github.io/SQuAD-explorer/dataset}
sums=${FETCH_SHA256:-3527663986b8295af4f7fcdff1ba1ff3f72d07d61a20f487cb238a6ef92fd955 \
95aa6a52d5d6a735563366753ca50492a658031da74f301ac5238b03966972c9}
if command -v sha256sum >/dev/null; then digest=sha256sum
elif command -v shasum >/dev/null; then digest='shasum -a 256'
else fail 4 "neither sha256sum nor shasum is installed"
fi

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
    say "downloading $url/$name"
    if command -v curl >/dev/null; then
        curl -fL --retry 3 --connect-timeout 30 -sS -o "$tmp" "$url/$name" || fail 4 "download failed: $url/$name"
    elif command -v wget >/dev/null; then
        wget -q --tries=3 --timeout=30 -O "$tmp" "$url/$name" || fail 4 "download failed: $url/$name"
    else
        fail 4 "neither curl nor wget is installed"
    fi
    got=$($digest "$tmp")
    got=${got%% *}
    [ "$got" = "$sum" ] || fail 3 "wrong checksum of $name: $got instead of $sum ($(wc -c <"$tmp" | tr -d ' ') bytes)"
    chmod 644 "$tmp"
    mv "$tmp" "$dir/$name" || fail 4 "cannot write $dir/$name"
    say "$dir/$name is complete"
done
