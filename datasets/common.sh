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
        wget -q --tries=3 --timeout=30 -O "$2" "$1" || fail 4 "download failed: $1"
    else
        fail 4 "neither curl nor wget is installed"
    fi
    [ -f "$2" ] || : >"$2" # an empty file is not written by every curl
}
