#!/bin/bash
# Who may include and call what. Prints the breaches; exits 1 when there are any.
#   base < {num, io} < {attn, task} < model < train < exp < cmd; a folder uses itself and strictly lower floors, through their one header.
set -eu
cd "$(dirname "$0")/.."

declare -A floor=([base]=0 [num]=1 [io]=1 [attn]=2 [task]=2 [model]=3 [train]=4 [exp]=5 [cmd]=6)
# Headers besides FOLDER/FOLDER.h that others may include: user:header.
extra=" cmd:task/listops.h cmd:task/standin.h cmd:task/wordpiece.h attn:num/tree.h task:io/json.h exp:task/squad.h exp:task/glue.h "
bad=0
breach() { echo "layers: $1"; bad=1; }

# "file:line:header" of every include with quotes
includes() { grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' lib/*/*.[ch] lib/*/*.def cmd/*.[ch] 2>/dev/null |
    sed -E 's/^([^:]*):([0-9]+):[^"]*"([^"]*)".*/\1:\2:\3/'; }

while IFS=: read -r file line header; do
    user=$(basename "$(dirname "$file")")
    if [[ $user == cmd && $header == cmd.h ]]; then continue; fi
    used=${header%%/*}
    if [[ $header != */* || -z ${floor[$used]:-} ]]; then
        breach "$file:$line: \"$header\" does not name a folder"
    elif [[ $used != "$user" && ${floor[$used]} -ge ${floor[$user]} ]]; then
        breach "$file:$line: $user may not use $used"
    elif [[ $used != "$user" && $header != "$used/$used.h" && $extra != *" $user:$header "* ]]; then
        breach "$file:$line: \"$header\" is private to $used"
    fi
done < <(includes)

# forbid WHAT PATTERN ALLOWED FILES...: PATTERN may stand in files that match ALLOWED only. Comments and strings do not count.
forbid() {
    local what=$1 pattern=$2 allowed=$3 file hit
    shift 3
    for file in "$@"; do
        [[ $file =~ $allowed ]] && continue
        while IFS= read -r hit; do breach "$file:${hit%%:*}: $what"; done < <(awk -f tools/strip.awk "$file" | grep -nE "$pattern" || true)
    done
}
all=(lib/*/*.[ch] cmd/*.[ch])
forbid "only cmd/ prints" '\<(printf|vprintf|dprintf|puts|putchar|perror)[[:space:]]*\(|\<(stdout|stderr)\>' '^cmd/|^lib/base/err\.c$' "${all[@]}"
forbid "only cmd/ exits" '\<(exit|_exit|_Exit|quick_exit|abort)[[:space:]]*\(' '^cmd/|^lib/base/(err|jobs)\.c$|^lib/io/gnuplot\.c$' "${all[@]}"
forbid "memory comes from tf_alloc" '\<(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|strdup|strndup|asprintf|vasprintf)[[:space:]]*\(' \
    '^lib/base/mem\.c$|^lib/task/pathfinder_files\.c$' "${all[@]}" # scandir's names are freed there
forbid "only lib/num uses BLAS" '<cblas\.h>|\<(cblas|openblas)_' '^lib/num/' "${all[@]}"
forbid "only lib/num/bf16.c uses oneDNN" '<oneapi/|\<(dnnl|omp)_' '^lib/num/bf16\.c' "${all[@]}"
forbid "only lib/io uses this library" '<(yaml|csv|jansson|png|nettle/[a-z0-9]+)\.h>' '^lib/io/' "${all[@]}"
forbid "only lib/base starts threads" '\<pthread_create[[:space:]]*\(' '^lib/base/' "${all[@]}"

[ $bad -eq 0 ] && echo "layers: ${#all[@]} files in order"
exit $bad
