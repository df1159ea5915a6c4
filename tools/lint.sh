#!/bin/bash
# What compilers do not say: sizes, widths, leftovers. Prints the breaches; exits 1 when there are any.
set -eu
cd "$(dirname "$0")/.."
shopt -s nullglob
code=(lib/*/*.[ch] lib/*/*.def cmd/*.[ch] tests/*.[ch] tests/*/*.[ch])
scripts=(run_all.sh tools/*.sh tests/cli/*.sh datasets/fetch.sh datasets/*/fetch.sh .ci/run)
bad=0

report() { # what, then lines on stdin
    local line
    while IFS= read -r line; do
        echo "lint: $line: $1"
        bad=1
    done
}
report "more than 650 lines" < <(awk 'FNR == 651 { print FILENAME }' "${code[@]}")
report "a test of this name stands elsewhere" < <(printf '%s\n' tests/*.[ch] tests/*/*.[ch] | awk -F/ 'seen[$NF]++')
report "function of more than 70 lines" < <(awk '
    FNR == 1 { start = 0 }
    /^[A-Za-z_].*[)] [{]$/ { start = FNR }
    /^[}]/ { if (start && FNR - start > 70) print FILENAME ":" start; start = 0 }' "${code[@]}")
report "tab" < <(grep -HnP '\t' "${code[@]}" | cut -d: -f1,2)
report "blank at the end of the line" < <(grep -HnE '[[:space:]]+$' "${code[@]}" "${scripts[@]}" | cut -d: -f1,2)
# Code is wrapped at 140 by the formatter; headers are laid out by hand.
report "more than 160 columns (headers: 170)" < <(awk 'length($0) > (FILENAME ~ /[.]h$/ ? 170 : 160) { print FILENAME ":" FNR }' "${code[@]}")
report "standard output past terminal_print" < <(grep -HnE '(^|[^a-z_])(v?printf|puts|putchar) *\(|[^a-z](fwrite|fprintf|fputs|fputc) *\([^;]*stdout' cmd/*.c lib -r | grep -v '^cmd/terminal.c' | cut -d: -f1,2)
report "left to do" < <(grep -HnE '\<(TODO|FIXME|XXX|HACK)\>' lib cmd docs experiments tests/*.[ch] tests/*/*.[ch] -r | cut -d: -f1,2)
report "no comment at the head" < <(awk 'FNR == 1 && !/^\/[*\/]/ { print FILENAME }' lib/*/*.[ch] cmd/*.[ch])
for s in "${scripts[@]}"; do
    [ -x "$s" ] || report "not executable" <<<"$s"
    if head -1 "$s" | grep -q '^#!/bin/sh'; then sh -n "$s" || bad=1; else bash -n "$s" || bad=1; fi
done

[ $bad -eq 0 ] && echo "lint: ${#code[@]} files clean"
exit $bad
