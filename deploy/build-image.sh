#!/bin/sh
# Builds a container image of a package with buildah and mmdebstrap, without a daemon:
#
#     deploy/build-image.sh packages/personal-site-0.1.0-linux-x64.tar.gz
#
# The image is `localhost/personal-site:<version>`. BUILDAH_FLAGS are passed to buildah, such as
# `--storage-driver vfs`; BUILD_FLAGS to `buildah build`, such as `--isolation chroot`.
set -eu

archive=${1:?name the file of a package}
name=$(basename "$archive" .tar.gz)
version=$(echo "$name" | sed 's/^personal-site-\(.*\)-linux-.*$/\1/')
here=$(dirname "$(readlink -f "$0")")
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT

# What Node and the command's shell script need, certificates of other servers, and time zones.
mmdebstrap --quiet --variant=custom \
  --include=base-files,base-passwd,libc-bin,dash,coreutils,libstdc++6,ca-certificates,tzdata \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' \
  bookworm "$context/root.tar"
cp "$archive" "$context/package.tar.gz"
cp "$here/Containerfile" "$context/Containerfile"
# shellcheck disable=SC2086
buildah ${BUILDAH_FLAGS:-} build ${BUILD_FLAGS:-} --format docker --build-arg NAME="$name" \
  --tag "localhost/personal-site:$version" "$context"
