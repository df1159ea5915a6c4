#!/bin/sh
# Installs what is missing, and only that. Usage: tools/deps.sh run|check
#   run:   what building and running need      check: also what `make check` needs
set -eu

case "${1:-}" in
run | check) ;;
*)
    echo "usage: tools/deps.sh run|check" >&2
    exit 2
    ;;
esac

missing=
need_command() { # command package
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}
is_installed() { # for some architecture
    dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}
need_package() {
    is_installed "$1" || missing="$missing $1"
}

CC=${CC:-gcc} # or "ccache gcc"
need_command make make
need_command "${CC%% *}" build-essential
need_command gnuplot gnuplot-nox
if [ "$1" = check ]; then
    need_command clang clang
    need_command clang-format-19 clang-format-19
    need_command strace strace
    need_command curl curl
fi

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "deps: not a Debian system: install OpenBLAS (pthread build), libyaml, libcsv, jansson, nettle, utf8proc, libpng with their headers yourself" >&2
    [ -z "$missing" ] || { echo "deps: these programs are missing too (Debian's package names):$missing" >&2; exit 4; }
    exit 0
fi

for p in libc6-dev libopenblas0-pthread libopenblas-pthread-dev libyaml-dev libcsv-dev libjansson-dev nettle-dev libutf8proc-dev libpng-dev; do need_package "$p"; done
if [ "$1" = check ]; then
    for p in libcmocka-dev librandom123-dev; do need_package "$p"; done
fi
# oneDNN is optional (precision bf16): installed where the system offers it, and nothing fails without it.
onednn='' mpi=''
is_installed libdnnl-dev || onednn=yes
# So is MPI (several ranks); whoever has another one than Open MPI keeps it.
if [ "$1" = check ] && ! command -v mpicc >/dev/null 2>&1; then mpi=yes; fi
[ -n "$missing$onednn$mpi" ] || exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    if ! command -v sudo >/dev/null 2>&1; then
        [ -n "$missing" ] || exit 0
        echo "deps: as root, run: apt-get install$missing" >&2
        exit 4
    fi
fi
# The package lists may be absent or stale: try with what is there, then update once.
install() { # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2
}
if [ -n "$missing" ]; then
    echo "deps: installing$missing" >&2
    install || { $sudo apt-get update -qq >&2 && install; } || { echo "deps: apt-get could not install$missing" >&2; exit 4; }
fi
try() { # what is missed without it, and its packages
    without=$1
    shift
    echo "deps: trying $* (optional)" >&2
    { { apt-cache show "$@" || ${sudo:+$sudo -n} apt-get update -qq; } && ${sudo:+$sudo -n} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } >/dev/null 2>&1 || echo "deps: without $* there is $without; all else works" >&2
}
[ -z "$onednn" ] || try "no precision bf16" libdnnl-dev
[ -z "$mpi" ] || try "one rank only" libopenmpi-dev openmpi-bin
