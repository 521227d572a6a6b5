#!/bin/bash
# Tests everything in this folder on Debian, as root: `make test-deploy`. Takes some minutes and Debian's
# packages of mmdebstrap, buildah, pebble, caddy, nginx and acl, which it installs. Uses the ports 80 and 443.
set -euo pipefail

cd "$(dirname "$(readlink -f "$0")")/.."
work=$(mktemp -d)
domain=site.example
pids=()
root=$work/debian

fail() {
  echo "FAILED: $1" >&2
  exit 1
}

passed=0
pass() {
  passed=$((passed + 1))
  echo "ok: $1"
}

finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  # The folders of this machine that are mounted below may not be deleted with it.
  for place in "$root"/{proc,dev} "$work"/image/{proc,dev,tmp,data} "$work/image"; do
    if mountpoint -q "$place"; then umount --recursive --lazy "$place"; fi
  done
  [ -n "${KEEP:-}" ] || rm -rf --one-file-system "$work"
}
trap finish EXIT

wait_for() {
  local tries=0
  until "${@:2}" >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ "$tries" -ge 180 ]; then
      tail -n 5 "$root/var/log/caddy.log" "$work"/*.log >&2 || true
      fail "$1"
    fi
    sleep 1
  done
}

[ "$(id -u)" -eq 0 ] || fail 'run it as root.'
# Mounts of this script are visible to itself only.
if [ -z "${DEPLOY_TEST_MOUNTS:-}" ]; then
  rmdir "$work"
  trap - EXIT
  DEPLOY_TEST_MOUNTS=private exec unshare --mount --propagation private deploy/test.sh
fi
export DEBIAN_FRONTEND=noninteractive
tools=()
for tool in mmdebstrap buildah pebble nginx curl openssl; do
  command -v "$tool" >/dev/null || tools+=("$tool")
done
if [ "${#tools[@]}" -gt 0 ]; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${tools[@]}" >/dev/null
fi

# The units, whether systemd runs here or not: exposure of at most 2.0.
systemd-analyze security --offline=true --threshold=20 deploy/personal-site.service >"$work/exposure" ||
  fail "$(tail -n 1 "$work/exposure")"
pass "unit: $(tail -n 1 "$work/exposure" | grep -o 'personal-site.*[0-9]')"

archive=${PACKAGE:-}
if [ -z "$archive" ]; then
  node api/commands/package.ts TO="$work/packages" >/dev/null
  archive=$(ls "$work"/packages/*.tar.gz)
fi
name=$(basename "$archive" .tar.gz)

# install.sh on a fresh Debian, with a certificate authority of this machine.
mmdebstrap --quiet --variant=minbase bookworm "$root"
mkdir "$root/root/packages"
cp "$archive" "$root/root/packages/"
if [ -f "$archive.sha256" ]; then cp "$archive.sha256" "$root/root/packages/"; fi
cp deploy/install.sh "$root/root/packages/"
echo '127.0.0.1 localhost' >"$root/etc/hosts"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=test authority' -addext 'subjectAltName=DNS:localhost' \
  -keyout "$work/pebble.key" -out "$work/pebble.pem" 2>/dev/null
cp "$work/pebble.pem" "$root/root/authority.pem"
cat >"$work/pebble.json" <<TEXT
{ "pebble": { "listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000",
  "certificate": "$work/pebble.pem", "privateKey": "$work/pebble.key", "httpPort": 80, "tlsPort": 443 } }
TEXT
# It asks the domain's server for the proof at 127.0.0.1, because no name server knows the domain.
pebble-challtestsrv -defaultIPv4 127.0.0.1 -defaultIPv6 '' -dns01 127.0.0.1:8053 -http01 '' -https01 '' \
  -tlsalpn01 '' -management 127.0.0.1:8055 >"$work/names.log" 2>&1 &
pids+=("$!")
PEBBLE_VA_NOSLEEP=1 pebble -config "$work/pebble.json" -dnsserver 127.0.0.1:8053 >"$work/pebble.log" 2>&1 &
pids+=("$!")
wait_for 'pebble did not start' curl -fsS --cacert "$work/pebble.pem" https://localhost:14000/dir

started=$SECONDS
ACME_CA=https://localhost:14000/dir ACME_CA_ROOT=/var/lib/caddy/authority.pem \
  chroot "$root" sh -c 'mkdir -p /var/lib/caddy && cp /root/authority.pem /var/lib/caddy/ &&
    /root/packages/install.sh /root/packages/'"$name.tar.gz $domain" >"$work/install.log" 2>&1 ||
  fail "install.sh: $(tail -n 20 "$work/install.log")"
pids+=("$(cat "$root/run/personal-site.pid")" "$(cat "$root/run/caddy.pid")")
curl -fsS --cacert "$work/pebble.pem" https://localhost:15000/roots/0 >"$work/root.pem"
get() {
  curl -fsS --cacert "$work/root.pem" --resolve "$domain:443:127.0.0.1" --resolve "$domain:80:127.0.0.1" "$@"
}
wait_for 'no https page' get "https://$domain/blog"
pass "install.sh: from a bare Debian to an https page in $((SECONDS - started)) s"
[ $((SECONDS - started)) -lt 180 ] || fail 'it took more than three minutes'

get -D "$work/headers" -o "$work/page" "https://$domain/blog"
grep -qi '^server: caddy' "$work/headers" || fail 'the page does not come from Caddy'
grep -qi '^content-security-policy:' "$work/headers" || fail 'the page has no security policy'
get -D "$work/headers" -o /dev/null "https://$domain/api/health"
grep -qi '^via:\|^server: caddy' "$work/headers" || fail 'the API is not proxied'
[ "$(get -o /dev/null -w '%{http_code} %{redirect_url}' "http://$domain/blog")" = "308 https://$domain/blog" ] ||
  fail 'http does not lead to https'
link=$(sed -n 's|.*owner: \(https://.*\)|\1|p' "$work/install.log")
[ -n "$link" ] || fail "install.sh printed no link for the owner: $(cat "$work/install.log")"
pass 'install.sh: pages come from Caddy, the API from the server, and the owner gets a link'

as_caddy() {
  chroot "$root" setpriv --reuid caddy --regid caddy --init-groups "$@"
}
data=/var/lib/personal-site/var
as_caddy cat "$data/live/index.html" >/dev/null || fail 'Caddy cannot read the release'
for closed in "$data/site.db" "$data/secrets" "$data" /etc/personal-site/.env; do
  if as_caddy ls -R "$closed" >/dev/null 2>&1 && as_caddy head -c 1 "$closed" >/dev/null 2>&1; then
    fail "Caddy can read $closed"
  fi
done
pass 'install.sh: Caddy reads the release, and neither database, secrets nor settings'

chroot "$root" personal-site doctor >"$work/doctor" || fail "doctor: $(cat "$work/doctor")"
chroot "$root" personal-site version >/dev/null
pass 'personal-site doctor: no check failed'

# nginx with the same release, and a certificate made here.
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$domain" -addext "subjectAltName=DNS:$domain" \
  -keyout "$work/site.key" -out "$work/site.pem" 2>/dev/null
sed -e "s|example\.org;|$domain;|" -e "s|/etc/letsencrypt/live/example.org/fullchain.pem|$work/site.pem|" \
  -e "s|/etc/letsencrypt/live/example.org/privkey.pem|$work/site.key|" -e "s|/var/lib/personal-site|$root&|" \
  -e 's|listen 80;|listen 127.0.0.1:8081;|' -e 's|listen 443 ssl|listen 127.0.0.1:8443 ssl|' -e '/listen \[::\]/d' \
  deploy/nginx.conf >"$work/site.conf"
cat >"$work/nginx.conf" <<TEXT
user root; pid $work/nginx.pid; daemon off; error_log $work/nginx.log;
events {}
http {
  include /etc/nginx/mime.types; access_log off;
  client_body_temp_path $work/body; proxy_temp_path $work/proxy;
  include $work/site.conf;
}
TEXT
nginx -c "$work/nginx.conf" 2>"$work/nginx.log" &
pids+=("$!")
nginx_get() {
  curl -fsS --cacert "$work/site.pem" --resolve "$domain:8443:127.0.0.1" "$@"
}
wait_for 'nginx did not start' nginx_get "https://$domain:8443/blog"
nginx_get "https://$domain:8443/api/health" | grep -q '"status":"ok"' || fail 'nginx does not proxy the API'
nginx_get -D "$work/headers" -o "$work/page.nginx" "https://$domain:8443/blog"
cmp "$work/page" "$work/page.nginx" || fail 'nginx serves another page than Caddy'
grep -qi '^content-security-policy:' "$work/headers" || fail 'nginx sends no security policy'
pass 'nginx: the same page, its headers, and the API'

# A newer package over the older one: settings stay.
echo '# kept' >>"$root/etc/personal-site/.env"
kill "$(cat "$root/run/personal-site.pid")" "$(cat "$root/run/caddy.pid")"
while kill -0 "$(cat "$root/run/personal-site.pid")" 2>/dev/null; do sleep 0.2; done
chroot "$root" /root/packages/install.sh "/root/packages/$name.tar.gz" >"$work/again.log" 2>&1 ||
  fail "install.sh again: $(tail -n 20 "$work/again.log")"
pids+=("$(cat "$root/run/personal-site.pid")" "$(cat "$root/run/caddy.pid")")
grep -qx '# kept' "$root/etc/personal-site/.env" || fail 'the settings were replaced'
wait_for 'no https page after the second run' get "https://$domain/blog"
pass 'install.sh: a second run keeps settings, and asks for no domain'
kill "$(cat "$root/run/personal-site.pid")" "$(cat "$root/run/caddy.pid")"

# The image, with its root read-only and one volume.
started=$SECONDS
export BUILDAH_FLAGS="--storage-driver vfs --root $work/storage --runroot $work/run" BUILD_FLAGS='--isolation chroot'
deploy/build-image.sh "$archive" >"$work/image.log" 2>&1 || fail "build-image.sh: $(tail -n 20 "$work/image.log")"
# shellcheck disable=SC2086
container=$(buildah $BUILDAH_FLAGS from --pull-never "localhost/personal-site:$(node -p 'require("./package.json").version')")
# shellcheck disable=SC2086
mounted=$(buildah $BUILDAH_FLAGS mount "$container")
mkdir -p "$work/image" "$work/volume"
chown 65532:65532 "$work/volume"
mount --bind "$mounted" "$work/image"
mkdir -p "$work/image/proc" "$work/image/dev" "$work/image/tmp"
mount -o remount,bind,ro "$work/image"
mount --rbind /proc "$work/image/proc"
mount --rbind /dev "$work/image/dev"
mount -t tmpfs tmpfs "$work/image/tmp"
mount --bind "$work/volume" "$work/image/data"
# shellcheck disable=SC2086
mapfile -t variables < <(buildah $BUILDAH_FLAGS inspect --format '{{range .OCIv1.Config.Env}}{{.}}{{"\n"}}{{end}}' "$container" | sed '/^$/d')
in_image() {
  env -i "${variables[@]}" PORT=3999 chroot --userspec=65532:65532 "$work/image" \
    sh -c 'cd /data && exec /opt/personal-site/personal-site "$@"' sh "$@"
}
in_image start >"$work/container.log" 2>&1 &
pids+=("$!")
wait_for "the container is not healthy: $(tail -n 5 "$work/container.log")" in_image health
curl -fsS http://127.0.0.1:3999/blog | grep -q '</body></html>' || fail 'the container serves no page'
[ -z "$(find "$work/image" -xdev -newer "$work/image.log" -type f | head -n 1)" ] ||
  fail 'the container wrote outside of its volume'
pass "image: built and healthy with a read-only root in $((SECONDS - started)) s"

echo "$passed passed, 0 failed"
