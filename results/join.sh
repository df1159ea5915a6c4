#!/bin/bash
# Writes the tables of results/ that stand over several folders again, and the papers' tables: `results/join.sh`, or with the names of some.
# A folder's own table.csv and table.md come from `treeformer report FOLDER`; this script says how the others were made. Figures stay.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
program=$(realpath "${TREEFORMER:-$here/../build/treeformer}")
cd "$here/.." # where the papers' tables are found
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
declare -a names=("$@")
known=" "

join() { # the folder of the tables, what is joined: takes over the tables that the folder has
    local to=results/$1 file
    known+="$1 "
    [ ${#names[@]} -eq 0 ] || [[ " ${names[*]} " == *" $1 "* ]] || return 0
    shift
    rm -rf "$work/out"
    "$program" report "${@/#/results/}" --out "$work/out" --no-plot --quiet >/dev/null
    for file in "$work/out"/*; do
        [ "results/$1" != "$to" ] || [[ ${file##*/} == *[0-9].* ]] || continue # of one folder the papers' tables alone
        [ ! -f "$to/${file##*/}" ] || cmp -s "$file" "$to/${file##*/}" || { cp "$file" "$to/" && echo "$to/${file##*/}"; }
    done
}

shopt -s extglob
cells=(results/bert-table9/!(longer|*.*)/)
join bert-table9 "${cells[@]#results/}"
join bert-table9-xeon bert-table9-xeon/{words-full,words-tf-a,words-kary-tf-a,words-others,full-squad,tf-a-squad,tf-a-squad-frozen,kary-tf-a-squad} \
    bert-table9-xeon/{tc-a-squad,tc-a-squad-frozen,tc-a-9-squad,tc-a-9-squad-frozen,tc-a-6-squad-frozen,linformer-squad}
join bert-taught bert-taught/{control,others} bert-taught/taught=by-kl bert-taught/frozen=window-by-kl-frozen bert-taught/frozen-mass=window-by-mass \
    bert-taught/less-work=window-17-by-mass bert-taught/less-work-3=window-17-price-3 bert-taught/window-17=window-17 \
    bert-taught/window-29=window-29 bert-taught/untaught=untaught bert-taught/bootstrap bert-taught/bootstrap-tc-a \
    bert-taught/combined=window-by-mass bert-taught/combined-17=window-17-by-mass bert-taught/combined-17-3=window-17-price-3
for folder in imdb lm-ptb lm-ptb-320 lm-ptb-long lm-text8-universal lm-wikitext-2 sst; do join $folder $folder; done
join lra-paper-tables lra-paper-image
join lra-recipes lra-recipes/{options,masked,short-first=short-first,collapsed=collapsed,shuffled=shuffled}
join lra-rotary lra-rotary/{control,taught-window}
join lra-short lra-short/{listops,image,text,retrieval}
join lra-taught lra-taught/control lra-taught/at-once="at once" lra-taught/taught=taught lra-taught/frozen="taught, frozen" \
    lra-taught/taught-window="taught, window" lra-taught/window="with window" lra-taught/local="9 tokens" lra-taught/local-33="33 tokens"
join lra-taught-arena lra-taught-arena/{listops-plain=plain,listops-taught=taught-gradient,text-plain=plain,text-taught=taught} \
    lra-taught-arena/{text-taught-gradient=taught-gradient,image-plain=plain,image-taught-gradient=taught-gradient}

for name in ${names[@]+"${names[@]}"}; do [[ $known == *" $name "* ]] || { echo "join.sh: no tables of $name; there are:$known" >&2; exit 2; }; done
