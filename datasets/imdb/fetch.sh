#!/bin/sh
# IMDB reviews: aclImdb/ into DIR (default: datasets/). Usage: datasets/imdb/fetch.sh [DIR]
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
label=imdb
. "$here/../common.sh"

options "$@"
[ $# -le 1 ] || fail 2 "usage: $0 [DIR]"
exec "$here/../fetch.sh" imdb https://ai.stanford.edu/~amaas/data/sentiment/aclImdb_v1.tar.gz \
    c40f74a18d3b61f90feba1e17730e0d38e8b97c05fde7008942e91923d1658fe aclImdb "${1:-$(dirname "$here")}" train/neg train/pos test/neg test/pos
