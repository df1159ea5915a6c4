#!/bin/bash
# Do the tests see a wrong kernel? Usage: tests/faults/mutate.sh BUILD N LIBRARY...; or: mutate.sh sums FILE. Changes one operator or constant of a file
# (MUTATE_FILES), compiles that file alone into the double-precision tests of its subject, and runs them with the portable kernels: a mutant that passes them
# all is named. N mutants (all: every one), in an order shuffled by MUTATE_SEED. With MUTATE_COUNTS=FILE what became of each is kept there, further runs
# take further ones of the same sources, and `sums` adds up. A survivor that is the same function is listed in equivalent.tsv (file, its line as it then is,
# why) and counted apart. Only CPU time is limited: a busy machine kills no mutant. With MUTATE_ASAN=DIR, a build of `make asan`, survivors are tried there,
# too, where a wrong index shows that changes no number. BUILD holds libraries in double precision (make BUILD/64/libtf.a
# BUILD/64/libfixture.a), LIBRARY... is what they are linked with. The sources stay as they are. Lines that say "no-mutant", and prefetches, are left alone.
set -u
cd "$(dirname "$0")/../.." || exit
mutant() { awk -v l="$line" -v c="$column" -v n="$length" -v t="$text" 'NR == l { $0 = substr($0, 1, c - 1) t substr($0, c + n) } { print }' "$file"; }
is_equivalent() { mutant | sed -n "${line}s/^ *//p" | grep -qxFf - <(awk -F'\t' -v f="$file" '$1 == f { print $2 }' tests/faults/equivalent.tsv); }
if [ "$1" = sums ]; then
    while IFS=$'\t' read -r file line column length text how sum; do
        [ "$how" = survived ] && is_equivalent && how=equivalent
        printf '%s\t%s\n' "$file" "$how"
    done <"$2" | awk -F'\t' '{ k = $1; n[k] += $2 == "killed" || $2 == "survived"; killed[k] += $2 == "killed"; same[k] += $2 == "same"; equal[k] += $2 == "equivalent" }
        END { for (k in n) { N += n[k]; K += killed[k]; E += equal[k]
                             printf "%-28s %4d of %4d mutants killed; %d equivalent, %d the same code\n", k, killed[k], n[k], equal[k], same[k] }
              printf "mutate: %d of %d mutants killed (%.1f %%); with %d equivalent ones %.1f %%\n", K, N, N ? 100 * K / N : 0, E, N + E ? 100 * K / (N + E) : 0 }'
    exit
fi
build=$1 want=${2:-200}
read -ra files <<<"${MUTATE_FILES:-$(echo lib/results/stats.c lib/num/{kernel,elem,feature,tree,scan}_isa.c lib/num/op_*.c)}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TREEFORMER_ISA=portable LC_ALL=C CMOCKA_TEST_ABORT=1 # the first failure is enough
cc=(gcc -std=c17 -D_GNU_SOURCE -DTF_DOUBLE -DTF_ISA=portable -w -O1 -fno-math-errno -ffp-contract=off -pthread -Ilib -Itests)
for dir in /usr/include/*-linux-gnu/openblas-pthread; do [ ! -d "$dir" ] || cc+=(-isystem "$dir"); done
libs=(-lcmocka "${@:3}")
heap=libc_malloc_debug.so.0 # what writes beyond its memory is found when that is freed, as the address sanitizer would; glibc from 2.34 on
[ -z "$(LD_PRELOAD=$heap true 2>&1)" ] || heap=

# The tests of a file, the likeliest first.
tests_of() {
    case $1 in
    */stats.c) echo test_row ;;
    */kernel_isa.c | */op_attend.c) echo test_attend test_ops test_limits test_contract ;;
    */feature_isa.c | */op_feature.c) echo test_feature test_limits test_contract ;;
    */op_tree_even.c) echo test_infer test_contract ;;
    */tree_isa.c | */op_tree*.c) echo test_tree test_tree_modes test_teach test_median test_contract ;;
    */elem_isa.c) echo test_ops test_attend test_bf16 test_tree_modes test_teach test_golden_feature test_contract ;;
    */op_graph.c) echo test_limits test_golden_graph test_contract ;;
    */scan_isa.c | */op_lstm.c | */op_s4d.c | */op_span.c | */op_depth.c) echo test_model test_carry test_limits test_contract ;;
    *) echo test_ops test_limits test_golden_feature test_golden_blocks test_golden_routed test_model test_contract ;;
    esac
}

# "line<TAB>column<TAB>length<TAB>replacement" for every change; comments, strings and directives are left alone.
mutants_of() { # file
    awk -f tools/strip.awk "$1" | awk '
        FNR == NR { code[FNR] = $0; next }
        /no-mutant|__builtin_prefetch/ || code[FNR] ~ /^[ \t]*#|^static const|^enum|^extern|_Static_assert|TF_BUG_IF|^[a-z].*[;)] *$/ { next }
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
counts=${MUTATE_COUNTS:-$work/counts}
touch "$counts"
# survivors are tried again, first of all, by tests that may be new
printf '%s\n' "${files[@]}" | awk -F'\t' -v again="$work/again" 'FILENAME == "-" { try[$1] = 1; next } $6 == "survived" && $1 in try { print > again; next } { print }' - "$counts" >"$work/counts-before" && cat "$work/counts-before" >"$counts"
touch "$work/again"
# of a source that has changed nothing is known
awk -F'\t' -v seed="$seed" 'BEGIN { srand(seed) } FILENAME == ARGV[1] { known[$7, $1, $2, $3, $5] = 1; next } FILENAME == ARGV[2] { again[$7, $1, $2, $3, $5] = 1; next }
    { r = rand(); if (!($1 in sum)) { ("cksum <" $1) | getline sum[$1]; sub(/ .*/, "", sum[$1]) }; key = sum[$1] SUBSEP $1 SUBSEP $2 SUBSEP $3 SUBSEP $5 }
    !(key in known) { print(key in again ? -1 : r) "\t" $0 "\t" sum[$1] }' "$counts" "$work/again" "$work/all" | sort -n | cut -f2- | head -"$want" >"$work/some"

object() { # test: compiled once
    [ -e "$work/$1.o" ] || "${cc[@]}" -c -o "$work/$1.o" tests/*/"$1".c || exit 1
}
passes() { # test, with $work/mutant.o (none: undisturbed)
    object "$1"
    "${cc[@]}" ${MUTATE_LDFLAGS:-} -o "$work/$1" "$work/$1.o" "${@:2}" "$build/64/libfixture.a" "$build/64/libtf.a" "${libs[@]}" 2>"$work/link" || { cat "$work/link" && exit 1; }
    { (ulimit -c 0 && ulimit -t 60 && exec env LD_PRELOAD="$heap" MALLOC_CHECK_=3 "$work/$1" >/dev/null); } 2>/dev/null
}
sanitized() { # do the tests of the file pass with the sanitizers?
    local asan=${MUTATE_ASAN:-} test
    [ -n "$asan" ] || return 0
    "${cc[@]}" -fsanitize=address,undefined -fno-sanitize-recover=undefined -I"$(dirname "$file")" -c -o "$work/mutant-asan.o" "$work/mutant.c" || exit 1
    for test in $(tests_of "$file"); do
        "${cc[@]}" -fsanitize=address,undefined -o "$work/$test-asan" "$work/$test.o" "$work/mutant-asan.o" "$asan/64/libfixture.a" "$asan/64/libtf.a" "${libs[@]}" || exit 1
        { (ulimit -c 0 && ulimit -t 300 && ASAN_OPTIONS=detect_leaks=0 exec "$work/$test-asan" >/dev/null); } 2>/dev/null || return 1
    done
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
killed=0 invalid=0 survived=0 same=0 equivalent=0
note() { printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$file" "$line" "$column" "$length" "$text" "$1" "$sum" >>"$counts"; }
while IFS=$'\t' read -r file line column length text sum; do
    mutant >"$work/mutant.c"
    compile "$work/mutant.o" || { invalid=$((invalid + 1)) && note invalid && continue; }
    cmp -s "$work/mutant.o" "$work/same-${file##*/}.o" && { same=$((same + 1)) && note same && continue; }
    is_equivalent && { equivalent=$((equivalent + 1)) && note equivalent && continue; }
    for t in $(tests_of "$file"); do
        passes "$t" "$work/mutant.o" || { killed=$((killed + 1)) && note killed && continue 2; }
    done
    sanitized || { killed=$((killed + 1)) && note killed && continue; }
    survived=$((survived + 1))
    note survived
    echo "survived: $file:$line:$column '$text': $(sed -n "${line}s/^ *//p" "$work/mutant.c")"
done <"$work/some"
echo "mutate: $((killed + survived)) mutants of $total, $killed killed, $survived survived; $equivalent equivalent, $same the same code, $invalid not C"
