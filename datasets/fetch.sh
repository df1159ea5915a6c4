#!/bin/sh
# Downloads an archive, verifies it, and unpacks it into DIR so that what it holds is there whole or not at all. Called by datasets/*/fetch.sh:
#   fetch.sh NAME URL SHA256 FOLDER DIR FILE...
# FOLDER is the archive's one folder; the FILEs must be in it. FETCH_URL and FETCH_SHA256 stand in for URL and SHA256 (a mirror, a copy: file:///...).
# Exit codes: 0 done, or there already; 2 usage; 3 not the right data; 4 cannot download or write; 130 interrupted. Needs curl or wget, tar, gzip.
set -eu

label=${1:-}
. "$(dirname "$0")/common.sh"

[ $# -ge 6 ] || fail 2 "usage: fetch.sh NAME URL SHA256 FOLDER DIR FILE..."
url=${FETCH_URL:-$2} sum=${FETCH_SHA256:-$3} folder=$4 dir=$5
shift 5

if [ -e "$dir/$folder" ]; then
    missing=$(lacks "$dir/$folder" "$@")
    [ -z "$missing" ] || fail 3 "$dir/$folder is there, but has no $missing: remove it, then run this again"
    say "$dir/$folder is there"
    exit 0
fi
for tool in tar gzip; do
    command -v $tool >/dev/null || fail 4 "$tool is not installed"
done
find_digest

mkdir -p "$dir" || fail 4 "cannot make $dir"
tmp=$(mktemp -d "$dir/fetch.tmp-XXXXXX") || fail 4 "cannot write into $dir"
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

download "$url" "$tmp/archive"
got=$(digest_of "$tmp/archive")
[ "$got" = "$sum" ] || fail 3 "wrong checksum: $got instead of $sum ($(wc -c <"$tmp/archive" | tr -d ' ') bytes)"

mkdir "$tmp/new"
gzip -t "$tmp/archive" 2>/dev/null || fail 3 "the archive is damaged or cut short"
tar -xzf "$tmp/archive" -C "$tmp/new" --no-same-owner || fail 4 "cannot unpack into $tmp"
missing=$(lacks "$tmp/new/$folder" "$@")
[ -z "$missing" ] || fail 3 "the archive has no $folder/$missing"
place "$tmp/new/$folder" "$dir/$folder" "$@"
say "$dir/$folder is complete"
