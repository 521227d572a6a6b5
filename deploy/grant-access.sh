#!/bin/sh
# Lets the user of a web server read releases and images in a data folder, and nothing else there:
#
#     deploy/grant-access.sh www-data /var/lib/personal-site/var
#
# Run it as the user who runs the site, while the site is stopped, and again after a restore.
set -eu

reader=${1:?name a user}
cd "${2:?name the data folder}"
umask 0077
mkdir -p releases uploads images
setfacl -m "u:$reader:x" .
# Product files are for buyers only. Links lead to files that get their access here, too.
find releases uploads images -path uploads/products -prune -o ! -type l -exec setfacl -m "u:$reader:rX" {} +
find releases uploads images -path uploads/products -prune -o -type d -exec setfacl -m "d:u:$reader:rX" {} +
