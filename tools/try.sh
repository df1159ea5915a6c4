#!/bin/sh
# Tries one mechanism: its contracts and limit cases in both precisions, then the tour's ListOps with it and with full attention, about a minute on 2 cores.
# Usage: tools/try.sh BUILD ID [options of `treeformer lra`]       ("make try ATTN=ID" builds what it needs and calls this)
set -eu
CDPATH='' cd "$(dirname "$0")/.."
[ $# -ge 2 ] && [ -n "$2" ] || { echo "usage: make try ATTN=ID [SET='--set attention.OPTION=VALUE']; see 'treeformer list mechanisms'" >&2; exit 2; }
build=$1 id=$2 out=${TRY_OUT:-results/runs/try-$2}
shift 2

"$build/treeformer" show "$id" >/dev/null
for test in 64/test_contract 64/test_limits 32/test_contract 32/test_limits; do
    if CMOCKA_MESSAGE_OUTPUT=STDOUT "$build/$test" "$id" >"$build/try.log" 2>&1; then
        echo "ok    $build/$test $id"
    else
        echo "FAIL  $build/$test $id"
        grep -vE '^\[ +(OK|RUN) +\]' "$build/try.log" | tail -20
        exit 1
    fi
done
rm -rf "$out" # of the mechanism as it was before
names=transformer,$id
[ "$id" != transformer ] || names=$id
# learned positions: every mechanism can have them
exec "$build/treeformer" lra experiments/quick/listops.yaml --no-plot --set attention="[$names]" --set model.position=learned --set train.optimizer=adamw --set train.lr=1e-3 --set train.steps=4000 --out "$out" "$@"
