#!/bin/sh
# What `make -s` says of a file that it compiles: on a terminal one line for all of them. Usage: tools/compiling.sh NUMBER ALL SINCE FILE
# SINCE: when the first of them began, in seconds of the epoch.
n=$1 all=$2 file=$4
passed=$(($(date +%s) - $3)) left=
if [ "$n" -gt 8 ] && [ $passed -gt 2 ]; then # before that nothing is known
    s=$((passed * (all - n) / n))
    if [ $s -ge 90 ]; then left=", about $(((s + 30) / 60)) min left"; elif [ $s -gt 0 ]; then left=", about $s s left"; fi
fi
line=$(printf '[%3d/%d] %s%s' "$n" "$all" "$file" "$left")
if ! [ -t 2 ]; then echo "$line" >&2
elif [ "$n" -lt "$all" ]; then printf '\r\033[K%.78s' "$line" >&2
else printf '\r\033[K%.78s\n' "$line" >&2; fi
