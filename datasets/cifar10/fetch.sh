#!/bin/sh
# CIFAR-10, binary version: cifar-10-batches-bin/ into DIR (default: datasets/). Usage: datasets/cifar10/fetch.sh [DIR]
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
label=cifar10
. "$here/../common.sh"

options "$@"
[ $# -le 1 ] || fail 2 "usage: $0 [DIR]"
exec "$here/../fetch.sh" cifar10 https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz \
    c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd cifar-10-batches-bin "${1:-$(dirname "$here")}" \
    data_batch_1.bin data_batch_2.bin data_batch_3.bin data_batch_4.bin data_batch_5.bin test_batch.bin
