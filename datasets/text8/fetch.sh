#!/bin/sh
# text8: text8/text8 into DIR (default: datasets/). Usage: datasets/text8/fetch.sh [DIR]
# FETCH_URL stands in for the archive's address (a mirror, a copy: file:///...), FETCH_SHA256 for the checksums of its files, in their order.
# Exit codes: 0 done, or there already; 2 usage; 3 not the right data; 4 cannot download or write; 130 interrupted. Needs curl or wget, unzip.
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
label=text8
. "$here/../common.sh"

options "$@"
[ $# -le 1 ] || fail 2 "usage: $0 [DIR]"
texts "${1:-$(dirname "$here")}/text8" https://mattmahoney.net/dc/text8.zip "unzip -q" \
    text8 text8 6e890197040d37d85beb962ae1f041ff1d9a9ca8d20c7d99c85027eebf51dca7
