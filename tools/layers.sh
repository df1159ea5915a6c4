#!/bin/bash
# Who may include and call what. Prints the breaches; exits 1 when there are any.
# A folder includes itself and folders of strictly lower floors; every include names the folder. So no folder is in a circle.
set -eu
CDPATH='' cd "$(dirname "$0")/.."

declare -A floor=([base]=0 [num]=1 [io]=1 [data]=1 [attn]=2 [text]=2 [model]=3 [task]=3 [train]=4 [spec]=5 [results]=6 [report]=7 [run]=8 [cmd]=9)
bad=0
breach() { echo "layers: $1"; bad=1; }

# "file:line:header" of every include with quotes
includes() { grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' lib/*/*.[ch] lib/*/*.def cmd/*.[ch] 2>/dev/null |
    sed -E 's/^([^:]*):([0-9]+):[^"]*"([^"]*)".*/\1:\2:\3/'; }

while IFS=: read -r file line header; do
    user=$(basename "$(dirname "$file")")
    if [[ $user == cmd && $header == cmd.h ]]; then continue; fi
    used=${header%%/*}
    if [[ -z ${floor[$user]:-} ]]; then
        breach "$file: the folder $user has no floor"
    elif [[ $header != */* || -z ${floor[$used]:-} ]]; then
        breach "$file:$line: \"$header\" does not name a folder"
    elif [[ $used != "$user" && ${floor[$used]} -ge ${floor[$user]} ]]; then
        breach "$file:$line: $user may not use $used"
    elif [[ $user == report && $used =~ ^(model|train|num)$ ]]; then
        breach "$file:$line: tables and figures are made of what was left, not of a $used"
    fi
done < <(includes)

# A file is known by its name alone.
while IFS= read -r name; do
    breach "two files are called $name: $(find lib cmd tests -name "$name" | sort | tr '\n' ' ')"
done < <(find lib cmd tests -name '*.[ch]' -printf '%f\n' | sort | uniq -d)

# forbid WHAT PATTERN ALLOWED: PATTERN may stand in files that match ALLOWED only. Comments and strings do not count.
all=(lib/*/*.[ch] cmd/*.[ch])
text=$(mktemp)
trap 'rm -f "$text"' EXIT
awk -v place=1 -f tools/strip.awk "${all[@]}" >"$text"
forbid() {
    local what=$1 pattern=$2 allowed=$3 file line
    while IFS=: read -r file line _; do
        [[ $file =~ $allowed ]] || breach "$file:$line: $what"
    done < <(grep -E "$pattern" "$text")
}
forbid "only cmd/ prints" '\<(printf|vprintf|dprintf|puts|putchar|perror)[[:space:]]*\(|\<(stdout|stderr)\>' '^cmd/|^lib/base/err\.c$'
forbid "only cmd/ exits" '\<(exit|_exit|_Exit|quick_exit|abort)[[:space:]]*\(' '^cmd/|^lib/base/(err|jobs)\.c$|^lib/io/gnuplot\.c$'
forbid "memory comes from tf_alloc" '\<(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|strdup|strndup|asprintf|vasprintf)[[:space:]]*\(' \
    '^lib/base/mem\.c$|^lib/task/pathfinder_files\.c$' # scandir's names are freed there
forbid "only lib/num uses BLAS" '<cblas\.h>|\<(cblas|openblas)_' '^lib/num/'
forbid "only lib/num/bf16.c uses oneDNN" '<oneapi/|\<(dnnl|omp)_' '^lib/num/bf16\.c'
forbid "only lib/train/ranks_mpi.c uses MPI" '<mpi\.h>|\<MPI_[A-Z]' '^lib/train/ranks_mpi\.c'
forbid "only lib/io uses this library" '<(yaml|csv|jansson|png|nettle/[a-z0-9]+)\.h>' '^lib/io/'
forbid "only lib/base starts threads" '\<pthread_create[[:space:]]*\(' '^lib/base/'

[ $bad -eq 0 ] && echo "layers: ${#all[@]} files in order"
exit $bad
