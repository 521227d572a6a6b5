#!/bin/sh
# Builds a container image of a package with buildah and mmdebstrap, without a daemon:
#
#     deploy/build-image.sh packages/personal-site-0.1.0-linux-x64.tar.gz
#
# The image is `localhost/personal-site:<version>`. Inside of a container, buildah needs
# BUILDAH_ISOLATION=chroot and STORAGE_DRIVER=vfs.
set -eu

archive=${1:?name the file of a package}
[ -f "$archive" ] || { echo "build-image.sh: there is no file $archive." >&2; exit 1; }
name=$(basename "$archive" .tar.gz)
version=$(echo "$name" | sed 's/^personal-site-\(.*\)-linux-.*$/\1/')
here=$(dirname "$(readlink -f "$0")")
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT

# Debian's essential packages, what Node needs, certificates of other servers, and time zones.
mmdebstrap --quiet --variant=essential --include=libstdc++6,ca-certificates,tzdata \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  bookworm "$context/root.tar"
cp "$archive" "$context/package.tar.gz"
cp "$here/Containerfile" "$context/Containerfile"
# Only Docker's format of images has health checks.
buildah build --format docker --build-arg NAME="$name" --tag "localhost/personal-site:$version" "$context"
