#!/bin/bash
# Do the tests see a wrong kernel? Usage: tests/faults/mutate.sh BUILD [N [FILE...]]. Changes one operator or constant of a file, compiles that file alone into
# the double-precision tests of its subject, and runs them with the portable kernels: a mutant that passes them all is named. N mutants (all: every one),
# spread evenly over the files from a start that MUTATE_SEED gives. BUILD holds libraries in double precision (make BUILD/64/libtf.a BUILD/64/libfixture.a).
# The sources stay as they are. Lines that say "no-mutant" are left alone.
set -u
cd "$(dirname "$0")/../.." || exit
build=$1 want=${2:-200}
shift $(($# < 2 ? $# : 2))
files=("$@")
[ $# -gt 0 ] || files=(lib/results/stats.c lib/num/kernel_isa.c lib/num/elem_isa.c lib/num/feature_isa.c lib/num/tree_isa.c lib/num/op_*.c)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TREEFORMER_ISA=portable LC_ALL=C
cc=(gcc -std=c17 -D_GNU_SOURCE -DTF_DOUBLE -DTF_ISA=portable -w -O1 -fno-math-errno -ffp-contract=off -pthread -Ilib -Itests
    -isystem "$(ls -d /usr/include/*-linux-gnu/openblas-pthread 2>/dev/null | head -1)")
libs=(-lcmocka -lopenblas -lyaml -lcsv -ljansson -lnettle -lutf8proc -lpng -lm)

# The tests of a file, the likeliest first.
tests_of() {
    case $1 in
    */stats.c) echo test_row ;;
    */kernel_isa.c | */op_attend.c) echo test_attend test_ops test_limits ;;
    */feature_isa.c | */op_feature.c) echo test_feature test_limits ;;
    */tree_isa.c | */op_tree*.c) echo test_tree test_tree_modes test_teach test_median ;;
    */elem_isa.c) echo test_ops test_attend test_tree_modes test_golden_feature ;;
    */op_graph.c) echo test_limits test_golden_graph ;;
    *) echo test_ops test_limits test_golden_feature test_golden_blocks test_golden_routed ;;
    esac
}

# "line<TAB>column<TAB>length<TAB>replacement" for every change; comments, strings and directives are left alone.
mutants_of() { # file
    awk -f tools/strip.awk "$1" | awk '
        FNR == NR { code[FNR] = $0; next }
        /no-mutant/ || code[FNR] ~ /^[ \t]*#|^static const|^enum|^extern|_Static_assert|TF_BUG_IF|^[a-z].*[;)] *$/ { next }
        code[FNR] == substr($0, 1, length(code[FNR])) {
            n = split(" + | - ; - | + ; * | / ; / | * ; < | <= ; <= | < ; > | >= ; >= | > ; == | != ; != | == ; && | || ; || | && ;+=|-=;-=|+=; ? | ?! ", all, ";")
            s = code[FNR]
            for (i = 1; i < length(s); i++) {
                for (k = 1; k <= n; k++) {
                    split(all[k], p, "|")
                    if (k == 11) { p[1] = " && "; p[2] = " || " }
                    if (k == 12) { p[1] = " || "; p[2] = " && " }
                    if (k == 15) { p[1] = " ? "; p[2] = " && 0 ? " }
                    if (substr(s, i, length(p[1])) == p[1]) print FNR "\t" i "\t" length(p[1]) "\t" p[2]
                }
                c = substr(s, i, 1); before = i > 1 ? substr(s, i - 1, 1) : " "; after = substr(s, i + 1, 1)
                if (c ~ /[012]/ && before !~ /[A-Za-z0-9_.]/ && after !~ /[A-Za-z0-9_.]/) print FNR "\t" i "\t1\t" (c + 1)
            }
        }' - "$1"
}

for f in "${files[@]}"; do
    mutants_of "$f" | sed "s|^|$f\t|"
done >"$work/all"
total=$(wc -l <"$work/all")
[ "$want" != all ] && [ "$want" -lt "$total" ] || want=$total
seed=${MUTATE_SEED:-1}
awk -v n="$want" -v total="$total" -v seed="$seed" 'BEGIN { srand(seed); at = rand() } NR - 1 >= (taken + at) * total / n && taken < n { taken++; print }' "$work/all" >"$work/some"

object() { # test: compiled once
    [ -e "$work/$1.o" ] || "${cc[@]}" -c -o "$work/$1.o" tests/*/"$1".c || exit 1
}
passes() { # test, with $work/mutant.o (none: undisturbed)
    object "$1"
    "${cc[@]}" ${MUTATE_LDFLAGS:-} -o "$work/$1" "$work/$1.o" "${@:2}" "$build/64/libfixture.a" "$build/64/libtf.a" "${libs[@]}" 2>"$work/link" || { cat "$work/link" && exit 1; }
    { timeout 60 "$work/$1" >/dev/null; } 2>/dev/null
}
for f in $(cut -f1 "$work/some" | sort -u); do
    for t in $(tests_of "$f"); do
        [ -e "$work/good-$t" ] || { passes "$t" && touch "$work/good-$t"; } || { echo "mutate: $t fails without a mutant" && exit 1; }
    done
done
compile() { "${cc[@]}" -I"$(dirname "$file")" -c -o "$1" "$work/mutant.c" 2>/dev/null; }
for file in $(cut -f1 "$work/some" | sort -u); do # the compiler knows some mutants to be the same: what is not compiled here, what cannot matter
    cp "$file" "$work/mutant.c" && compile "$work/same-${file##*/}.o"
done
killed=0 invalid=0 survived=0 same=0
while IFS=$'\t' read -r file line column length text; do
    awk -v l="$line" -v c="$column" -v n="$length" -v t="$text" 'NR == l { $0 = substr($0, 1, c - 1) t substr($0, c + n) } { print }' "$file" >"$work/mutant.c"
    compile "$work/mutant.o" || { invalid=$((invalid + 1)) && continue; }
    cmp -s "$work/mutant.o" "$work/same-${file##*/}.o" && { same=$((same + 1)) && continue; }
    for t in $(tests_of "$file"); do
        passes "$t" "$work/mutant.o" || { killed=$((killed + 1)) && continue 2; }
    done
    survived=$((survived + 1))
    echo "survived: $file:$line:$column '$text': $(sed -n "${line}s/^ *//p" "$work/mutant.c")"
done <"$work/some"
echo "mutate: $((killed + survived)) mutants of $total, $killed killed, $survived survived; $same the same code, $invalid not C"
