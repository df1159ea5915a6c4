#!/bin/sh
# Downloads an archive, verifies it, and unpacks it into DIR so that what it holds is there whole or not at all. Called by datasets/*/fetch.sh:
#   fetch.sh NAME URL SHA256 FOLDER DIR FILE...
# FOLDER is the archive's one folder; the FILEs must be in it. FETCH_URL and FETCH_SHA256 stand in for URL and SHA256 (a mirror, a copy: file:///...).
# Exit codes: 0 done, or there already; 2 usage; 3 not the right data; 4 cannot download or write; 130 interrupted. Needs curl or wget, tar, gzip.
set -eu

say() { echo "fetch $name: $*" >&2; }
fail() { # code, what
    code=$1
    shift
    say "$*"
    exit "$code"
}

name=${1:-}
[ $# -ge 6 ] || fail 2 "usage: fetch.sh NAME URL SHA256 FOLDER DIR FILE..."
url=${FETCH_URL:-$2} sum=${FETCH_SHA256:-$3} folder=$4 dir=$5
shift 5

lacks() { # directory, files: prints the first that is not there
    at=$1
    shift
    for f; do
        [ -e "$at/$f" ] || { echo "$f"; return; }
    done
}

if [ -e "$dir/$folder" ]; then
    missing=$(lacks "$dir/$folder" "$@")
    [ -z "$missing" ] || fail 3 "$dir/$folder is there, but has no $missing: remove it, then run this again"
    say "$dir/$folder is there"
    exit 0
fi
for tool in tar gzip; do
    command -v $tool >/dev/null || fail 4 "$tool is not installed"
done
if command -v sha256sum >/dev/null; then digest=sha256sum
elif command -v shasum >/dev/null; then digest='shasum -a 256'
else fail 4 "neither sha256sum nor shasum is installed"
fi

mkdir -p "$dir" || fail 4 "cannot make $dir"
tmp=$(mktemp -d "$dir/fetch.tmp-XXXXXX") || fail 4 "cannot write into $dir"
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

say "downloading $url"
if command -v curl >/dev/null; then
    curl -fL --retry 3 --connect-timeout 30 -sS -o "$tmp/archive" "$url" || fail 4 "download failed: $url"
elif command -v wget >/dev/null; then
    wget -q --tries=3 --timeout=30 -O "$tmp/archive" "$url" || fail 4 "download failed: $url"
else
    fail 4 "neither curl nor wget is installed"
fi
[ -f "$tmp/archive" ] || : >"$tmp/archive" # an empty file is not written by every curl

got=$($digest "$tmp/archive")
got=${got%% *}
[ "$got" = "$sum" ] || fail 3 "wrong checksum: $got instead of $sum ($(wc -c <"$tmp/archive" | tr -d ' ') bytes)"

mkdir "$tmp/new"
gzip -t "$tmp/archive" 2>/dev/null || fail 3 "the archive is damaged or cut short"
tar -xzf "$tmp/archive" -C "$tmp/new" --no-same-owner || fail 4 "cannot unpack into $tmp"
missing=$(lacks "$tmp/new/$folder" "$@")
[ -z "$missing" ] || fail 3 "the archive has no $folder/$missing"
mv -T "$tmp/new/$folder" "$dir/$folder" || fail 4 "cannot write $dir/$folder" # -T: never into a folder that came meanwhile
say "$dir/$folder is complete"
