#!/bin/sh
# Packs what `make install` installs into BUILD/treeformer_VERSION_ARCH.deb, for the Debian release that it runs on. Usage: tools/deb.sh BUILD
# Needs dpkg-dev (of build-essential) and scdoc. DEBFULLNAME and DEBEMAIL name the maintainer (default: the last commit's author).
set -eu
flags=${MAKEFLAGS-}
# `make -n` runs lines with the name of make in them: nothing is to be done then.
case "${flags%% *}" in -* | *=* | '') ;; *n*) exit 0 ;; esac
umask 022
CDPATH='' cd "$(dirname "$0")/.."
build=$(realpath "${1:-build}")
for tool in dpkg-deb dpkg-shlibdeps scdoc; do
    command -v $tool >/dev/null || { echo "deb: $tool is missing: apt-get install dpkg-dev scdoc" >&2; exit 4; }
done

version=$("$build/treeformer" version | awk '$1 == "treeformer" { print $2 }')
release=$(. /etc/os-release && echo "${VERSION_ID:-}")
[ -z "$release" ] || version=$version~deb${release}u1
arch=$(dpkg --print-architecture)
name=${DEBFULLNAME:-$(git log -1 --format=%an 2>/dev/null || id -un)}
email=${DEBEMAIL:-$(git log -1 --format=%ae 2>/dev/null || echo root@localhost)}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y docs/treeformer.1.scd)}
export SOURCE_DATE_EPOCH
stage=$build/deb root=$build/deb/root
doc=$root/usr/share/doc/treeformer
rm -rf "$stage" "$build"/treeformer_*.deb
mkdir -p "$stage/debian" "$root/DEBIAN" "$doc"

"${MAKE:-make}" -s --no-print-directory B="$(realpath --relative-to=. "$build")" DESTDIR="$root" PREFIX=/usr ZSHDIR=/usr/share/zsh/vendor-completions install
strip --strip-unneeded --remove-section=.comment "$root/usr/bin/treeformer"
find "$root/usr/share/treeformer" -type f ! -name '*.sh' -exec chmod 644 {} +
gzip -9n "$root/usr/share/man/man1/treeformer.1"
cp README.md docs/*.md "$doc"
chmod -R u=rwX,go=rX "$root/usr"

printf 'treeformer (%s) unstable; urgency=medium\n\n  * See the history of the sources.\n\n -- %s <%s>  %s\n' \
    "$version" "$name" "$email" "$(date -Ru -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$doc/changelog.gz"
cat >"$doc/copyright" <<TEXT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: treeformer

Files: *
Copyright: $(date -ud "@$SOURCE_DATE_EPOCH" +%Y) the treeformer authors
License: Apache-2.0
 On Debian systems, the full text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
TEXT

# The libraries that the program is linked with. Of OpenBLAS's builds only the one for threads will do (docs/dependencies.md).
printf 'Source: treeformer\n\nPackage: treeformer\nArchitecture: any\n' >"$stage/debian/control"
depends=$(cd "$stage" && dpkg-shlibdeps -O -e"$root/usr/bin/treeformer" 2>/dev/null | sed -nE 's/^shlibs:Depends=//; s/libopenblas0\b/libopenblas0-pthread/p')
[ -n "$depends" ] || { echo "deb: dpkg-shlibdeps found no libraries" >&2; exit 1; }
cat >"$root/DEBIAN/control" <<TEXT
Package: treeformer
Version: $version
Architecture: $arch
Maintainer: $name <$email>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends
Recommends: gnuplot-nox
Section: science
Priority: optional
Description: train and compare attention mechanisms, reproduce LRA and GLUE tables
 A native program that trains transformers with exchangeable attention
 mechanisms - Treeformer's TF-A and TC-A, Linformer, Performer, BigBird and
 others - from YAML files, and writes tables and figures with confidence
 intervals next to the numbers of the papers. Results have the same bytes at
 any number of threads and after an interruption.
TEXT
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find "$root" -depth -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$build/treeformer_${version}_$arch.deb" >/dev/null
rm -rf "$stage"
echo "$build/treeformer_${version}_$arch.deb"
