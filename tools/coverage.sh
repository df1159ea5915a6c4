#!/bin/bash
# Lines and branches of lib that the tests reach. Usage: tools/coverage.sh BUILD (built with --coverage; unit tests, and the program).
# Prints a line a folder, the files below 85 % of lines, and the sum. Kernels count once, for the best of their builds.
set -u
CDPATH='' cd "$(dirname "$0")/.." || exit
build=$1
find "$build" -name '*.gcda' -delete
for t in $(MAKEFLAGS="" make --no-print-directory -s B="$build" list-tests); do
    if [ -f "$t" ] && [ -x "$t" ]; then "$t" >/dev/null 2>&1 || echo "coverage: $t failed"; fi
done
[ ! -x "$build/treeformer" ] || tests/cli/run.sh "$build/treeformer" | tail -1
for o in "$build"/*/lib/*/*.gcda; do
    gcov -n -b -o "${o%.gcda}.o" "$o" 2>/dev/null
done | awk -F"[':% ]+" '
    /^File/ { file = $2 }
    /^Lines executed/ { lines = $3; n = $5 }
    /^Branches executed/ { seen = 1 }
    /^Taken at least once/ { taken = $5; m = $7; add() }
    /^No branches/ { taken = m = 0; add() }
    function add() {
        if (file !~ /^lib\/[a-z]+\/[a-z_0-9]+\.c$/) return
        if (lines >= best[file]) best[file] = lines
        if (taken >= best_taken[file]) best_taken[file] = taken
        all[file] = n; branches[file] = m
    }
    END {
        for (f in all) {
            split(f, part, "/"); d = part[2]
            L[d] += all[f]; l[d] += all[f] * best[f] / 100; B[d] += branches[f]; b[d] += branches[f] * best_taken[f] / 100
            if (best[f] < 85) printf "below 85 %%: %s %.1f %% of %d lines\n", f, best[f], all[f]
        }
        for (d in L) {
            printf "%-8s %6d lines %5.1f %%  %6d branches %5.1f %%\n", d, L[d], 100 * l[d] / L[d], B[d], B[d] ? 100 * b[d] / B[d] : 100
            SL += L[d]; sl += l[d]; SB += B[d]; sb += b[d]
        }
        printf "coverage: %.1f %% of %d lines, %.1f %% of %d branches of lib\n", 100 * sl / SL, SL, 100 * sb / SB, SB
    }'
