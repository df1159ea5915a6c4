#!/bin/bash
# What compilers do not say: sizes, widths, leftovers. Prints the breaches; exits 1 when there are any.
set -eu
CDPATH='' cd "$(dirname "$0")/.."
shopt -s nullglob
code=(lib/*/*.[ch] lib/*/*.def cmd/*.[ch] tests/*.[ch] tests/*/*.[ch])
scripts=(run_all.sh tools/*.sh tests/*.sh tests/cli/*.sh tests/faults/*.sh tests/bench/*.sh experiments/*.sh datasets/fetch.sh datasets/*/fetch.sh .ci/run)
bad=0

report() { # what, then lines on stdin
    local line
    while IFS= read -r line; do
        echo "lint: $line: $1"
        bad=1
    done
}
report "too many lines of a mechanism (120)" < <(awk 'FNR == 121 { print FILENAME }' lib/attn/attn_*.c)
report "too many lines (600; tests: 650)" < <(awk 'FNR == 1 { if (n > most) print file ": " n; n = 0; file = FILENAME; most = file ~ /^tests/ ? 650 : 600 } { n = FNR } END { if (n > most) print file ": " n }' "${code[@]}")
report "there is another test of this name" < <(printf '%s\n' tests/*.[ch] tests/*/*.[ch] | awk -F/ 'seen[$NF]++')
report "too long a function (60 lines; tests: 70)" < <(awk '
    FNR == 1 { start = 0 }
    /^[A-Za-z_].*[)] [{]$/ { start = FNR }
    /^[}]/ { if (start && FNR - start > (FILENAME ~ /^tests/ ? 70 : 60)) print FILENAME ":" start; start = 0 }' "${code[@]}")
report "tab" < <(grep -HnP '\t' "${code[@]}" | cut -d: -f1,2)
report "blank at the end of the line" < <(grep -HnE '[[:space:]]+$' "${code[@]}" "${scripts[@]}" | cut -d: -f1,2)
# Code is wrapped at 140 by the formatter; headers are laid out by hand.
report "too wide (160 columns; headers of lib and cmd: 110)" < <(awk '
    length($0) > (FILENAME ~ /^tests|[^h]$/ ? 160 : 110) { print FILENAME ":" FNR }' "${code[@]}")
report "standard output past terminal_print" < <(grep -HnE '(^|[^a-z_])(v?printf|puts|putchar) *\(|[^a-z](fwrite|fprintf|fputs|fputc) *\([^;]*stdout' cmd/*.c lib -r | grep -v '^cmd/terminal.c' | cut -d: -f1,2)
report "left to do" < <(grep -HnE '\<(TODO|FIXME|XXX|HACK)\>' lib cmd docs experiments tests/*.[ch] tests/*/*.[ch] -r | cut -d: -f1,2)
report "no comment at the head" < <(awk 'FNR == 1 && !/^\/[*\/]/ { print FILENAME }' lib/*/*.[ch] cmd/*.[ch])
for s in "${scripts[@]}"; do
    [ -x "$s" ] || report "not executable" <<<"$s"
    if head -1 "$s" | grep -q '^#!/bin/sh'; then sh -n "$s" || bad=1; else bash -n "$s" || bad=1; fi
done

[ $bad -eq 0 ] && echo "lint: ${#code[@]} files clean"
exit $bad
