#!/bin/sh
# Penn Treebank for language models: ptb/ptb.{train,valid,test}.txt into DIR (default: datasets/). Usage: datasets/ptb/fetch.sh [DIR]
# FETCH_URL stands in for the archive's address (a mirror, a copy: file:///...), FETCH_SHA256 for the checksums of its files, in their order.
# Exit codes: 0 done, or there already; 2 usage; 3 not the right data; 4 cannot download or write; 130 interrupted. Needs curl or wget, tar, gzip.
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
label=ptb
. "$here/../common.sh"

options "$@"
[ $# -le 1 ] || fail 2 "usage: $0 [DIR]"
texts "${1:-$(dirname "$here")}/ptb" https://www.fit.vutbr.cz/~imikolov/rnnlm/simple-examples.tgz "tar --no-same-owner -xzf" \
    ptb.train.txt simple-examples/data/ptb.train.txt fcea919f6cf83f35d4d00c6cbf08040d13d4155226340912e2fef9c9c4102cbf \
    ptb.valid.txt simple-examples/data/ptb.valid.txt c9fe6985fe0d4ccb578183407d7668fc6066c20700cb4cf87d8ff1cc34df1bf2 \
    ptb.test.txt simple-examples/data/ptb.test.txt dd65dff31e70846b2a6030a87482edcd5d199130cdcfa1f3dccbb033728deee0
