#!/bin/bash
# Formats the C files in place; --check: only says which ones would change, and exits 1 when any would.
# Headers are laid out by hand, as tables with one comment column, and are left alone.
set -eu
CDPATH='' cd "$(dirname "$0")/.."
shopt -s nullglob
files=(lib/*/*.c cmd/*.c tests/*.c tests/*/*.c)
tool=clang-format-19 # versions differ in what they write; Debian 12 and 13 have this one
command -v $tool >/dev/null || { echo "format: $tool is not installed" >&2; exit 4; }

if [ "${1:-}" != --check ]; then exec $tool -i "${files[@]}"; fi
if said=$(printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 20 $tool --dry-run --Werror 2>&1); then
    echo "format: ${#files[@]} files as they should be"
    exit
fi
changes=$(sed -nE 's/^([^ :]+):[0-9]+:[0-9]+: error.*/format: \1: run `make format`/p' <<<"$said" | sort -u)
echo "${changes:-$said}"
exit 1
