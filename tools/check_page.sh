#!/bin/bash
# Opens the page of a reported folder in headless Chromium, sorted by its address, and reads what stands there.
# Usage: tools/check_page.sh PROGRAM. Exits 1 when something is wrong; without Chromium it says so and passes.
set -eu
CDPATH='' cd "$(dirname "$0")/.."
command -v chromium >/dev/null || { echo "skipped: no chromium"; exit 0; }
program=${1:-build/treeformer}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
wrong() { echo "page: $1"; bad=1; }

cp -r results/quick-heights "$work/one"
"$program" report "$work/one" --no-plot >/dev/null 2>"$work/err" || { cat "$work/err"; exit 1; }

open_page() { # part of the address behind '#', folder; makes $work/dom
    timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --enable-logging=stderr \
        --virtual-time-budget=3000 --dump-dom "file://$work/${2:-one}/index.html${1:+#$1}" >"$work/dom" 2>"$work/log" || wrong "chromium failed"
    grep 'CONSOLE' "$work/log" && wrong "#$1: messages in the console"
    grep -q '</html>' "$work/dom" || wrong "#$1: no page"
}
column() { # the numbers of a column, from the top, as the page has them
    sed -n '/<tbody>/,/<\/tbody>/p' "$work/dom" | sed -E 's/<(td|tr)/\n<\1/g' |
        awk -v want="$1" '/<tr>/ { n = 0 } /^<td/ { if (++n == want && match($0, /data-v="[^"]*"/)) print substr($0, RSTART + 8, RLENGTH - 9) }'
}
score=$(head -1 "$work/one/table.csv" | tr , '\n' | grep -nx test_score_pct | cut -d: -f1)
rows=$(($(wc -l <"$work/one/table.csv") - 1))
cut -d, -f"$score" "$work/one/table.csv" | sed 1d >"$work/scores"

open_page ""
column 4 | cmp -s - "$work/scores" || wrong "the scores are not those of table.csv"
grep -q '<th[^>]* aria-sort=' "$work/dom" && wrong "sorted before it was asked"
open_page sort=4
column 4 | cmp -s - <(sort -g "$work/scores") || wrong "#sort=4: not by the score"
grep -q '<th class="n" aria-sort="ascending"><button>Test acc. %' "$work/dom" || wrong "#sort=4: the head does not say so"
open_page sort=-4
column 4 | cmp -s - <(sort -gr "$work/scores") || wrong "#sort=-4: not by the score, the largest first"
open_page sort=99
column 4 | cmp -s - "$work/scores" || wrong "#sort=99: there is no such column, yet the lines moved"
click='<script>document.querySelectorAll("th button")[3].click();</script>'
sed -i "s|</body>|$click$click</body>|" "$work/one/index.html"
open_page ""
column 4 | cmp -s - <(sort -gr "$work/scores") || wrong "two clicks on a head: not by the score, the largest first"
# A reference to a name that is not there draws nothing, and says nothing.
grep -oE 'href="#[^"]+"' "$work/dom" | sed -E 's/.*#(.*)"/\1/' | sort -u >"$work/used"
grep -oE ' id="[^"]+"' "$work/dom" | sed -E 's/.*"(.*)"/\1/' | sort >"$work/names"
[ -s "$work/used" ] || wrong "no marks in the figures"
[ -z "$(uniq -d "$work/names")" ] || wrong "names that stand twice: $(uniq -d "$work/names" | head -3)"
[ -z "$(comm -23 "$work/used" "$work/names")" ] || wrong "marks without a name: $(comm -23 "$work/used" "$work/names" | head -3)"

# The page of runs that go on, as it was at their start: its script says that nothing is heard of them any more.
"$program" lra tests/data/tiny.yaml --no-plot --quiet --out "$work/live" --set train.steps=100000 >/dev/null 2>&1 &
pid=$!
for _ in $(seq 100); do [ -s "$work/live/index.html" ] && break; sleep 0.1; done
kill -KILL $pid
wait $pid 2>/dev/null || true
open_page "" live
grep -q 'http-equiv="refresh"' "$work/dom" || wrong "of runs that go on: it does not load itself again"
grep -q '<b>Running.</b>' "$work/dom" || wrong "of runs that go on: it does not say so"
grep -q 'id="news">No news' "$work/dom" && wrong "of runs that go on: they are given up at once"
sed -i -E 's|(Date.now\(\) / 1000 - )[0-9]+|\11000000000|' "$work/live/index.html"
open_page "" live
grep -q 'id="news">No news since then' "$work/dom" || wrong "of runs that were killed: it does not say so"

[ $bad -eq 0 ] && echo "page: $rows lines in order"
exit $bad
