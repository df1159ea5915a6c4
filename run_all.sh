#!/bin/sh
# From a fresh checkout to tables and figures. See ./run_all.sh --help.
set -eu
cd "$(dirname "$0")"

usage() {
    cat <<'TEXT'
Usage: ./run_all.sh [WHAT] [options of `treeformer lra`]

  quick   a tour: five mechanisms on short ListOps, two to four minutes on 2 cores after the build (the default)
  lra     ListOps of the Long Range Arena, small models: takes hours
  check   all tests: the same as `make check`

Installs missing packages with apt-get, builds the program with make, runs it, prints the table and says where the
figures are. The first build takes a few minutes. Both say how far they are and how long the rest will take; the
page that the program names shows the runs while they go on. Stop it with Ctrl-C whenever you like: the next run
continues where this one stopped and skips what is finished.
TEXT
}

what=quick
case "${1:-}" in
-h | --help | help) usage; exit 0 ;;
quick | lra | check) what=$1; shift ;;
'' | -*) ;;
*) echo "run_all.sh: unknown table '$1'; see ./run_all.sh --help" >&2; exit 2 ;;
esac

tools/deps.sh run
jobs=$(nproc 2>/dev/null || echo 2)
if [ "$what" = check ]; then exec make check; fi

if [ -n "${OPENBLAS_CORETYPE:-}" ]; then
    echo "run_all.sh: OPENBLAS_CORETYPE=$OPENBLAS_CORETYPE is unset here, so that BLAS chooses the fastest kernels for this CPU" >&2
    unset OPENBLAS_CORETYPE
fi

# What all of it will take: a file takes about a third of a second of one CPU; the program measures its runs before it begins.
files=$(make -n 2>/dev/null | grep -c -- ' -c -o ') || true
case "$what" in
quick) runs="five trainings take two to four minutes on 2 CPUs" ;;
lra) runs="training takes hours" ;;
esac
if [ "$files" -gt 0 ]; then
    echo "run_all.sh: compiling $files files takes about $((files / 3 / jobs + 5)) s on $jobs CPUs; then $runs" >&2
else
    echo "run_all.sh: the program is built; $runs" >&2
fi
make -s -j"$jobs"

case "$what" in
quick) build/treeformer lra experiments/quick/listops.yaml "$@" ;;
lra)
    build/treeformer lra experiments/lra/small/listops.yaml "$@"
    build/treeformer lra experiments/lra/small/listops-trees.yaml "$@"
    ;;
esac
