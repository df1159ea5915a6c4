#!/bin/bash
# Analyzers that take too long for `make check`: gcc -fanalyzer over lib and cmd (a finding is an error), clang-tidy with .clang-tidy where it is
# installed (likewise), and how many lines -Wconversion names by folder, which is only said.
set -u
export LC_ALL=C.UTF-8 # the quotes of gcc's messages
CDPATH='' cd "$(dirname "$0")/.." || exit
flags=(-std=c17 -D_GNU_SOURCE -Ilib -Icmd -DTF_ISA=portable)
for dir in /usr/include/*-linux-gnu/openblas-pthread; do [ ! -d "$dir" ] || flags+=(-isystem "$dir"); done
files=("${@:-}")
[ $# -gt 0 ] || files=(lib/*/*.c cmd/*.c)
bad=0
# What a copy of a matrix is, the list of a number above 0, the answers of a test that has some: never NULL.
never='reconstruct.c:.*NULL ‘q’|state.c:.*NULL ‘steps’|train.c:.*NULL ‘0’'
for f in "${files[@]}"; do
    # The analyzer of gcc 12 loses what a struct takes over, memory and descriptors, across files, and takes shifts of vectors for shifts of their length.
    gcc "${flags[@]}" -O1 -fanalyzer -Wno-analyzer-malloc-leak -Wno-analyzer-fd-leak -Wno-analyzer-shift-count-overflow -c -o /dev/null "$f" 2>&1 | grep -E '(warning|error): ' |
        grep -vE "yaml_set.c:.*NULL ‘y’|ops.c:.*NULL ‘pk’|$never" && bad=1 # a child of a tree, the pack of a mask: never NULL
done
echo "analyze: gcc -fanalyzer, ${#files[@]} files"
if command -v clang-tidy >/dev/null; then
    clang-tidy --quiet "${files[@]}" -- "${flags[@]}" 2>/dev/null | grep -E '(warning|error): ' && bad=1
    echo "analyze: clang-tidy, ${#files[@]} files"
else
    echo "analyze: no clang-tidy"
fi
for f in "${files[@]}"; do
    n=$(gcc "${flags[@]}" -Wconversion -Wno-sign-conversion -Wno-float-conversion -fsyntax-only "$f" 2>&1 | grep -c 'Wconversion')
    echo "$(dirname "$f") $n"
done | awk '{ n[$1] += $2 } END { for (d in n) { print "analyze: -Wconversion, " d ": " n[d]; all += n[d] } print "analyze: -Wconversion, all: " all }' | sort
exit $bad
