# What the fetch scripts share; sourced by them. They set `label`, which names the dataset in messages.
say() { echo "fetch $label: $*" >&2; }
fail() { # code, what
    code=$1
    shift
    say "$*"
    exit "$code"
}

# The arguments of a script with options in them: --help prints the comment at its head.
options() {
    for option; do
        case $option in
        -h | --help)
            sed -n '2,/^set/s/^# //p' "$0"
            exit 0
            ;;
        -*) fail 2 "no option $option, see $0 --help" ;;
        esac
    done
}

find_digest() {
    if command -v sha256sum >/dev/null; then digest=sha256sum
    elif command -v shasum >/dev/null; then digest='shasum -a 256'
    else fail 4 "neither sha256sum nor shasum is installed"
    fi
}

digest_of() { # file
    hex=$($digest "$1")
    echo "${hex%% *}"
}

download() { # URL, file
    say "downloading $1"
    if command -v curl >/dev/null; then
        curl -fL --retry 3 --connect-timeout 30 --speed-limit 1 --speed-time 60 -sS -o "$2" "$1" || fail 4 "download failed: $1"
    elif command -v wget >/dev/null; then
        case $1 in file://*) fail 4 "wget does not read $1: install curl" ;; esac
        wget -nv --tries=3 --timeout=30 -O "$2" "$1" || fail 4 "download failed: $1"
    else
        fail 4 "neither curl nor wget is installed"
    fi
    [ -f "$2" ] || : >"$2" # an empty file is not written by every curl
}

lacks() { # directory, files: prints the first that is not there
    at=$1
    shift
    for f; do
        [ -e "$at/$f" ] || { echo "$f"; return; }
    done
}

place() { # folder, where it belongs, files that it has; -T: never into a folder that came meanwhile, from another fetch, which will do if it has the files
    new=$1 old=$2
    shift 2
    mv -T "$new" "$old" 2>/dev/null || { [ -d "$old" ] && [ -z "$(lacks "$old" "$@")" ]; } || fail 4 "cannot write $old"
}

# Files of an archive into a folder, each verified, whole or not at all: folder, URL, unpacker ("tar --no-same-owner -xzf", "unzip -q"), then for each file its name, its place in
# the archive, its checksum. FETCH_URL stands in for the URL, FETCH_SHA256 for the checksums.
texts() {
    dir=$1 url=${FETCH_URL:-$2} unpack=$3
    shift 3
    find_digest
    command -v "${unpack%% *}" >/dev/null || fail 4 "${unpack%% *} is not installed"
    mkdir -p "$dir" || fail 4 "cannot make $dir"
    there=yes i=0
    for name; do
        [ $((i % 3)) -ne 0 ] || [ -e "$dir/$name" ] || there=no
        i=$((i + 1))
    done
    if [ $there = yes ]; then
        say "$dir is there"
        return
    fi
    tmp=$(mktemp -d "$dir/fetch.tmp-XXXXXX") || fail 4 "cannot write into $dir"
    trap 'rm -rf "$tmp"' EXIT
    trap 'exit 130' HUP INT TERM
    download "$url" "$tmp/archive"
    mkdir "$tmp/new" "$tmp/good"
    (cd "$tmp/new" && $unpack ../archive) 2>/dev/null || {
        case $unpack in unzip*) unzip -tq "$tmp/archive" ;; *) gzip -t <"$tmp/archive" ;; esac >/dev/null 2>&1 && fail 4 "cannot unpack into $tmp"
        fail 3 "the archive is damaged or cut short"
    }
    sums=${FETCH_SHA256:-}
    while [ $# -ge 3 ]; do
        want=${sums%% *} sums=${sums#* }
        [ -e "$tmp/new/$2" ] || fail 3 "the archive has no $2"
        got=$(digest_of "$tmp/new/$2")
        [ "$got" = "${want:-$3}" ] || fail 3 "wrong checksum of $1: $got instead of ${want:-$3}"
        chmod 644 "$tmp/new/$2"
        mv "$tmp/new/$2" "$tmp/good/$1" || fail 4 "cannot write into $tmp"
        shift 3
    done
    mv "$tmp/good"/* "$dir" || fail 4 "cannot write into $dir"
    say "$dir is complete"
}
