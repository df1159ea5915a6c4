#!/bin/sh
# WikiText-2: wikitext-2/wiki.{train,valid,test}.tokens into DIR (default: datasets/). Usage: datasets/wikitext-2/fetch.sh [DIR]
# FETCH_URL stands in for the archive's address (a mirror, a copy: file:///...), FETCH_SHA256 for the checksums of its files, in their order.
# Exit codes: 0 done, or there already; 2 usage; 3 not the right data; 4 cannot download or write; 130 interrupted. Needs curl or wget, unzip.
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
label=wikitext-2
. "$here/../common.sh"

options "$@"
[ $# -le 1 ] || fail 2 "usage: $0 [DIR]"
texts "${1:-$(dirname "$here")}/wikitext-2" https://s3.amazonaws.com/research.metamind.io/wikitext/wikitext-2-v1.zip "unzip -q" \
    wiki.train.tokens wikitext-2/wiki.train.tokens 728c77e87e176af4730f9a80fc6008bcaff421a7202c1c048877c0eec3685f89 \
    wiki.valid.tokens wikitext-2/wiki.valid.tokens f0737ed31fc1329026e95cb8b98e19c2a182c39c240ab909dc31abf2f8af58e8 \
    wiki.test.tokens wikitext-2/wiki.test.tokens d790b833ef8cf03a90db7bf1271b7520b83c45ce07ba3c1a9699df81e239eca0
