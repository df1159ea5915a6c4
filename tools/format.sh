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
bad=0
for f in "${files[@]}"; do
    if ! $tool --dry-run --Werror "$f" 2>/dev/null; then
        echo "format: $f: run \`make format\`"
        bad=1
    fi
done
[ $bad -eq 0 ] && echo "format: ${#files[@]} files as they should be"
exit $bad
