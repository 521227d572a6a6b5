#!/bin/bash
# Tests this folder as root on Debian: `make test-deploy`. PACKAGE names the file of a package; otherwise one
# is made from the current build. KEEP=1 keeps the folder with logs. It takes some minutes, uses the ports 80,
# 443, 3000 and 3100, and installs the Debian packages that it needs.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

# The tests run in namespaces of their own, so their mounts and processes always end with them.
if [ -z "${DEPLOY_TEST_FOLDER:-}" ]; then
  [ "$(id -u)" -eq 0 ] || { echo 'Run it as root.' >&2; exit 1; }
  DEPLOY_TEST_FOLDER=$(mktemp -d /tmp/deploy-test.XXXXXX)
  export DEPLOY_TEST_FOLDER
  chmod 0755 "$DEPLOY_TEST_FOLDER"
  unshare --mount --propagation private --pid --fork --mount-proc --kill-child deploy/test.sh &
  child=$!
  # A second signal finds the process gone.
  trap 'kill -KILL "$child" 2>/dev/null || true' INT TERM
  result=0
  wait "$child" || result=$?
  # Control groups of the systemd that was started stay without their processes.
  # shellcheck disable=SC2016
  unshare --mount --propagation private sh -c 'mount -t cgroup2 cgroup2 /mnt && [ -d "/mnt/$1" ] &&
    find "/mnt/$1" -depth -type d -exec rmdir {} +' sh "${DEPLOY_TEST_FOLDER##*/}" 2>/dev/null || true
  if [ -n "${KEEP:-}" ]; then
    echo "Logs are in $DEPLOY_TEST_FOLDER."
  else
    rm -rf --one-file-system "$DEPLOY_TEST_FOLDER"
  fi
  exit "$result"
fi

work=$DEPLOY_TEST_FOLDER
root=$work/debian
domain=site.example
data=/var/lib/personal-site/var
export DEBIAN_FRONTEND=noninteractive
passed=()
failed=()
skipped=()

pass() {
  passed+=("$1")
  echo "ok: $1"
}

# Names a part that cannot run on this machine.
skip() {
  skipped+=("$1")
  echo "not run: $1"
}

fail() {
  failed+=("$1")
  echo "FAILED: $1" >&2
  exit 1
}

summarize() {
  local result=$?
  if [ "$result" -ne 0 ] && [ "${#failed[@]}" -eq 0 ]; then failed+=("a command of this script, with exit code $result"); fi
  echo
  echo '== Summary'
  for line in "${passed[@]}"; do echo "passed   $line"; done
  for line in "${skipped[@]}"; do echo "not run  $line"; done
  for line in "${failed[@]}"; do echo "FAILED   $line"; done
  echo "${#passed[@]} passed, ${#failed[@]} failed, ${#skipped[@]} skipped"
}
trap summarize EXIT

# Waits up to three minutes until a command succeeds.
wait_for() {
  local what=$1 end=$((SECONDS + 180))
  shift
  until "$@" >/dev/null 2>&1; do
    if [ "$SECONDS" -ge "$end" ]; then
      tail -n 5 "$root"/var/log/{caddy,personal-site}.log "$work"/*.log >&2 || true
      fail "$what"
    fi
    sleep 0.5
  done
}

install_tools() {
  local missing=()
  # A command, and the package that has it.
  while read -r command package; do
    command -v "$command" >/dev/null || missing+=("$package")
  done <<'TEXT'
mmdebstrap mmdebstrap
buildah buildah
podman podman
crun crun
podman-compose podman-compose
docker-compose docker-compose
ip iproute2
pebble pebble
curl curl
openssl openssl
systemd-analyze systemd
TEXT
  [ "${#missing[@]}" -gt 0 ] || return 0
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >"$work/apt.log"
}

test_unit() {
  systemd-analyze security --offline=true --threshold=20 deploy/personal-site.service >"$work/exposure" ||
    fail "unit: $(tail -n 1 "$work/exposure")"
  pass "unit: $(grep -o 'Overall exposure level.*: [0-9.]*' "$work/exposure"), at most 2.0"
}

start_authority() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=test authority' \
    -addext 'subjectAltName=DNS:localhost' -keyout "$work/pebble.key" -out "$work/pebble.pem" 2>/dev/null
  cat >"$work/pebble.json" <<TEXT
{ "pebble": { "listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000",
  "certificate": "$work/pebble.pem", "privateKey": "$work/pebble.key", "httpPort": 80, "tlsPort": 443 } }
TEXT
  # Leads the authority to this machine, because no name server knows the domain.
  pebble-challtestsrv -defaultIPv4 127.0.0.1 -defaultIPv6 '' -dns01 127.0.0.1:8053 -http01 '' -https01 '' \
    -tlsalpn01 '' -management 127.0.0.1:8055 >"$work/names.log" 2>&1 &
  PEBBLE_VA_NOSLEEP=1 pebble -config "$work/pebble.json" -dnsserver 127.0.0.1:8053 >"$work/pebble.log" 2>&1 &
  wait_for 'pebble does not start' curl -fsS --cacert "$work/pebble.pem" https://localhost:14000/dir
  curl -fsS --cacert "$work/pebble.pem" https://localhost:15000/roots/0 >"$work/root.pem"
}

make_debian() {
  mmdebstrap --quiet --variant=minbase bookworm "$root" >"$work/mmdebstrap.log" 2>&1 ||
    fail "mmdebstrap: $(tail -n 5 "$work/mmdebstrap.log")"
  echo '127.0.0.1 localhost' >"$root/etc/hosts"
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  # Debian's packages would start their servers themselves.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod 0755 "$root/usr/sbin/policy-rc.d"
  mkdir "$root/root/packages"
  cp "$archive" deploy/install.sh "$root/root/packages/"
  if [ -f "$archive.sha256" ]; then cp "$archive.sha256" "$root/root/packages/"; fi
  install -m 0755 -d "$root/usr/local/share/authority"
  cp "$work/pebble.pem" "$root/usr/local/share/authority/"
  mount --rbind /proc "$root/proc"
  mount --rbind /dev "$root/dev"
}

# Reads from the site through its web server, with the certificate authority that it uses.
get() {
  curl -fsS --cacert "$work/root.pem" --resolve "$domain:443:127.0.0.1" --resolve "$domain:80:127.0.0.1" "$@"
}

# Checks that a stream begins at once, although it does not end.
check_events() {
  local article
  article=$(get "https://$domain/api/articles" | grep -o '"_id":"[^"]*"' | sed -n '1s/.*:"\(.*\)"/\1/p' || true)
  [ -n "$article" ] || fail "$1: the API lists no article"
  get --no-buffer --max-time 5 "https://$domain/api/events?channel=article:$article:comments" \
    >"$work/events" 2>/dev/null || true
  grep -q '^retry: ' "$work/events" || fail "$1: the event stream is not passed on at once"
}

# Runs install.sh with the package, and the given arguments.
run_installer() {
  chroot "$root" env ACME_CA=https://localhost:14000/dir \
    ACME_CA_ROOT=/usr/local/share/authority/pebble.pem /root/packages/install.sh "/root/packages/$name.tar.gz" "$@"
}

# Checks that a user of the machine reads the release, and nothing that is private.
check_access() {
  local as=(chroot "$root" setpriv --reuid "$1" --regid "$1" --init-groups)
  "${as[@]}" cat "$data/live/index.html" >/dev/null || fail "$1 cannot read the release"
  for closed in "$data/site.db" "$data/secrets/master.key" /etc/personal-site/.env; do
    [ -f "$root$closed" ] || fail "$closed is missing"
    ! "${as[@]}" cat "$closed" >/dev/null 2>&1 || fail "$1 can read $closed"
  done
  for closed in "$data" "$data/secrets" "$data/uploads/products"; do
    ! "${as[@]}" ls "$closed" >/dev/null 2>&1 || fail "$1 can list $closed"
  done
}

# Listens on a port in the place of another web server, as the process $other.
take_port() {
  node -e 'require("node:net").createServer().listen(process.argv[1])' "$1" &
  other=$!
  wait_for "no program takes port $1" bash -c ": </dev/tcp/127.0.0.1/$1"
}

free_port() {
  kill "$other"
  wait "$other" || true
}

test_refused_install() {
  local other
  if run_installer </dev/null >"$work/refused.log" 2>&1; then fail 'install.sh: no domain is needed'; fi
  grep -q 'name the domain of the site' "$work/refused.log" || fail "install.sh: $(cat "$work/refused.log")"
  take_port 80
  if run_installer "$domain" >"$work/refused.log" 2>&1; then fail 'install.sh: a port of Caddy may be taken'; fi
  grep -q 'node listens on port 80, which Caddy needs' "$work/refused.log" || fail "install.sh: $(cat "$work/refused.log")"
  free_port
  [ ! -e "$root/opt/personal-site" ] && [ ! -e "$root/etc/caddy" ] || fail 'install.sh: a refused run changes the machine'
  pass 'install.sh: without a domain, or while a program has port 80, it says so and changes nothing'
}

# Runs while the site has no owner; the next run starts Caddy again.
test_taken_port() {
  local other
  stop_server caddy
  take_port 443
  if run_installer </dev/null >"$work/taken.log" 2>&1; then fail 'install.sh: Caddy need not start'; fi
  grep -q 'node listens on port 443, which Caddy needs' "$work/taken.log" || fail "install.sh: $(cat "$work/taken.log")"
  grep -q "become its owner: https://$domain/" "$work/taken.log" || fail "install.sh without Caddy: no owner's link is printed"
  free_port
  pass "install.sh: if Caddy cannot start, it names the program on the port, and prints the owner's link"
}

test_install() {
  local started=$SECONDS seconds link status
  # The domain is asked for once, on standard input.
  echo "$domain" | run_installer >"$work/install.log" 2>&1 ||
    fail "install.sh: $(tail -n 20 "$work/install.log")"
  wait_for 'install.sh: no https page' get "https://$domain/blog"
  seconds=$((SECONDS - started))
  [ "$seconds" -lt 180 ] || fail "install.sh took $seconds s to an https page, more than three minutes"
  pass "install.sh: a bare Debian serves an https page after $seconds s (limit 180 s)"

  get -D "$work/headers" -o "$work/page" "https://$domain/blog"
  grep -qi '^server: caddy' "$work/headers" || fail 'Caddy: the page comes from another server'
  grep -qi '^content-security-policy:' "$work/headers" || fail 'Caddy: the page has no security policy'
  get "https://$domain/api/health" | grep -q '"status":"ok"' || fail 'Caddy: the API is not proxied'
  status=$(get -o /dev/null -w '%{http_code} %{redirect_url}' "http://$domain/blog")
  [ "$status" = "308 https://$domain/blog" ] || fail "Caddy: http answers $status"
  check_events Caddy
  pass 'Caddy: certificate from pebble, pages from the release, API and event stream from the server'

  link=$(grep -o "https://$domain/[^ ]*" "$work/install.log" | tail -n 1 || true)
  grep -q "become its owner: $link\$" "$work/install.log" || fail "install.sh: no owner's link is printed"
  get -o /dev/null "$link" || fail "install.sh: the owner's link $link does not answer"
  [ "$(stat -c %a "$root/var/log/personal-site.log")" = 600 ] || fail 'install.sh: others can read the log'
  pass "install.sh: the owner's link is printed and answers, and others cannot read it in the log"

  check_access caddy
  pass 'install.sh: Caddy reads the release, and neither database, keys, product files nor settings'

  chroot "$root" personal-site doctor >"$work/doctor" || true
  # No name server leads to the site, so the doctor cannot reach it by its domain.
  grep -v '^failed *\(site-url\|certificate\)' "$work/doctor" | sed -n '/^failed/p' >"$work/doctor.failed"
  [ ! -s "$work/doctor.failed" ] || fail "personal-site doctor: $(cat "$work/doctor.failed")"
  grep -q '^ok *server' "$work/doctor" || fail "personal-site doctor: $(cat "$work/doctor")"
  pass 'personal-site doctor: no check fails except those that ask for the domain'
}

test_second_install() {
  local before
  chroot "$root" personal-site admin EMAIL=owner@site.example >/dev/null
  echo '# kept' >>"$root/etc/personal-site/.env"
  before=$(sha256sum "$root$data/secrets/master.key" "$root/etc/personal-site/.env")
  run_installer </dev/null >"$work/again.log" 2>&1 ||
    fail "install.sh again: $(tail -n 20 "$work/again.log")"
  wait_for 'install.sh again: no https page' get "https://$domain/blog"
  [ "$before" = "$(sha256sum "$root$data/secrets/master.key" "$root/etc/personal-site/.env")" ] ||
    fail 'install.sh again: settings or keys changed'
  # There is a link only while the site has no owner.
  ! grep -q 'become its owner' "$work/again.log" || fail 'install.sh again: the account of the owner is lost'
  check_access caddy
  if chroot "$root" personal-site upgrade >"$work/unnamed.log" 2>&1; then fail 'personal-site upgrade: no file is needed'; fi
  grep -q '^Name the package: ' "$work/unnamed.log" || fail "personal-site upgrade: $(cat "$work/unnamed.log")"
  if chroot "$root" personal-site upgrade FILE=/missing/later.tar.gz >"$work/missing.log" 2>&1; then
    fail 'personal-site upgrade: a missing file is accepted'
  fi
  grep -qx 'There is no file /missing/later.tar.gz.' "$work/missing.log" ||
    fail "personal-site upgrade: $(cat "$work/missing.log")"
  pass 'personal-site upgrade: says that no package is named, or that it is missing'
  if run_installer other.example >"$work/other.log" 2>&1; then
    fail 'install.sh again: another domain than that of the settings is accepted'
  fi
  grep -q 'change SITE_URL in /etc/personal-site/.env' "$work/other.log" || fail "install.sh: $(cat "$work/other.log")"
  get -o /dev/null "https://$domain/blog" || fail 'install.sh again: another domain has changed the site'
  pass 'install.sh: a second run asks nothing, keeps settings, keys and accounts, and refuses another domain'
}

# Moves the site to another port and another data folder, as docs/deploy.md describes, and back.
test_moved_site() {
  local settings=$root/etc/personal-site/.env moved=/srv/site
  cp -p "$settings" "$work/settings"
  stop_server personal-site
  chroot "$root" install -d -m 0711 -o personal-site -g personal-site "$moved"
  mv "$root$data" "$root$moved/var"
  # Another program has the port from before.
  node -e 'require("node:http").createServer((_, response) => response.end("another program")).listen(3000)' &
  local other=$!
  { grep -v '^DATA_DIR=' "$work/settings"; echo "DATA_DIR = '$moved/var' # moved"; echo 'PORT=3100'; } >"$settings"
  run_installer </dev/null >"$work/moved.log" 2>&1 || fail "moved site: $(tail -n 20 "$work/moved.log")"
  wait_for 'moved site: no https page' get "https://$domain/blog"
  get "https://$domain/api/health" | grep -q '"status":"ok"' || fail 'moved site: Caddy proxies to the port from before'
  get -D "$work/headers" -o "$work/page" "https://$domain/blog"
  # The server itself sends no such header.
  grep -qi '^last-modified:' "$work/headers" || fail 'moved site: Caddy does not serve the release of the moved folder'
  kill "$other"
  stop_server personal-site
  mv "$root$moved/var" "$root$data"
  cp -p "$work/settings" "$settings"
  run_installer </dev/null >"$work/moved.log" 2>&1 || fail "moved site: $(tail -n 20 "$work/moved.log")"
  wait_for 'moved site: no https page after the way back' get "https://$domain/blog"
  pass 'install.sh: PORT and DATA_DIR of the settings are also those of Caddy'
}

start_caddy() {
  chroot "$root" setpriv --reuid caddy --regid caddy --init-groups --inh-caps +net_bind_service \
    --ambient-caps +net_bind_service env HOME=/var/lib/caddy caddy run --adapter caddyfile \
    --config /etc/caddy/Caddyfile >"$root/var/log/caddy.log" 2>&1 &
  echo "$!" >"$root/run/caddy.pid"
}

# Ends a server that install.sh or this script started in the Debian.
stop_server() {
  local pid
  pid=$(cat "$root/run/$1.pid")
  kill "$pid"
  wait_for "$1 does not stop" sh -c "! kill -0 $pid"
}

test_restore() {
  local images=() image
  chroot "$root" install -d -o personal-site /srv/kept
  # Both commands get a path relative to the folder of the caller.
  chroot "$root" sh -c 'cd /srv/kept && personal-site backup TO=.' >"$work/backup.log" 2>&1 ||
    fail "personal-site backup: $(cat "$work/backup.log")"
  stop_server personal-site
  stop_server caddy
  chroot "$root" sh -c 'cd /srv/kept && personal-site restore FILE="$(ls *.tar.gz)"' >"$work/restore.log" 2>&1 ||
    fail "personal-site restore: $(cat "$work/restore.log")"
  # As after a reboot, before the site has rendered its pages.
  start_caddy
  chroot "$root" sh -c "umask 0077; cd /etc/personal-site && exec setpriv --reuid personal-site \
    --regid personal-site --init-groups --no-new-privs /opt/personal-site/current/personal-site start" \
    >"$root/var/log/personal-site.log" 2>&1 &
  echo "$!" >"$root/run/personal-site.pid"
  wait_for 'restore: no https page' get "https://$domain/blog"
  chroot "$root" caddy reload --adapter caddyfile --config /etc/caddy/Caddyfile >"$work/reload.log" 2>&1 ||
    fail "restore: Caddy does not reload: $(tail -n 5 "$work/reload.log")"
  get -D "$work/headers" -o "$work/page" "https://$domain/blog"
  # The server itself sends no such header.
  grep -qi '^last-modified:' "$work/headers" || fail 'restore: Caddy does not serve the release'
  mapfile -t images < <(grep -o '/media/[^" ,?]*' "$work/page" | sort -u)
  for image in "${images[@]}"; do
    get -o /dev/null "https://$domain$image" || fail "restore: $image is not served"
  done
  check_access caddy
  pass "personal-site: backup and restore in the caller's folder; Caddy starts before the release and then serves it"
}

# Makes a package of another version from the tested one, with a migration and a first line of its server if they are given.
make_later_package() {
  local later=personal-site-$1-linux-$platform
  mkdir "$work/later"
  tar -xzf "$archive" -C "$work/later"
  mv "$work/later/$name" "$work/later/$later"
  sed -i "s/\"version\": \"[^\"]*\"/\"version\": \"$1\"/" "$work/later/$later/package.json"
  if [ -n "${2:-}" ]; then echo "$2" >"$work/later/$later/api/db/migrations/9999-later.sql"; fi
  if [ -n "${3:-}" ]; then sed -i "1i $3" "$work/later/$later/server/server.js"; fi
  tar -c -C "$work/later" "$later" | gzip -1 >"$root/root/packages/$later.tar.gz"
  rm -r "$work/later"
}

# Requests a page and the API one after the other, until the file $work/enough exists. Each pair comes from another
# client of a proxy, because a slow upgrade lasts longer than the rate limit allows one client.
request_meanwhile() {
  local client=0
  until [ -e "$work/enough" ]; do
    client=$((client + 1))
    for target in /blog /api/health; do
      curl -fsS -o /dev/null --header "X-Forwarded-For: 10.0.$((client / 250)).$((client % 250))" \
        "http://127.0.0.1:$1$target" 2>>"$work/refused" || true
    done
  done
}

test_upgrade() {
  local server requests
  server=$(cat "$root/run/personal-site.pid")
  make_later_package 9.0.0
  make_later_package 9.0.1 'INSERT INTO missing VALUES (1);'
  : >"$work/refused"
  request_meanwhile 3000 &
  requests=$!
  name=personal-site-9.0.0-linux-$platform run_installer </dev/null >"$work/upgrade.log" 2>&1 ||
    fail "install.sh with a newer package: $(tail -n 20 "$work/upgrade.log")"
  # Without systemd, install.sh starts Caddy again.
  wait_for 'upgrade: no https page' get "https://$domain/blog"
  get "https://$domain/api/health" | grep -q '"version":"9.0.0"' || fail 'upgrade: the old version answers'
  if name=personal-site-9.0.1-linux-$platform run_installer </dev/null >"$work/broken.log" 2>&1; then
    fail 'upgrade: a package with a failing migration is in use'
  fi
  grep -q 'no such table: missing' "$work/broken.log" || fail "upgrade: $(tail -n 20 "$work/broken.log")"
  touch "$work/enough"
  wait "$requests"
  [ ! -s "$work/refused" ] || fail "upgrade: $(sort "$work/refused" | uniq -c | head -n 5)"
  get "https://$domain/api/health" | grep -q '"version":"9.0.0"' || fail 'upgrade: the version in use is lost'
  [ "$(readlink "$root/opt/personal-site/current")" = "personal-site-9.0.0-linux-$platform" ] ||
    fail 'upgrade: the link leads to another version'
  [ "$(cat "$root/run/personal-site.pid")" = "$server" ] || fail 'upgrade: the site was restarted'
  [ "$(stat -c '%U %a' "$root/opt/personal-site/current/server/server.js")" = 'root 644' ] ||
    fail 'upgrade: the user of the site owns programs, or cannot read them'
  check_access caddy
  pass 'install.sh: a running site switches to a newer package without a refused request, and keeps it after a broken one'
}

# Ends the site as an operator does without systemd.
stop_site() {
  local server
  server=$(cat "$root/run/personal-site.pid")
  kill "$server"
  while kill -0 "$server" 2>/dev/null; do sleep 0.2; done
}

test_stopped_upgrade() {
  local migration='CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;' backups
  backups=$(find "$root$data/backups" -name 'site-*' | wc -l)
  stop_site
  # It works in the trial, and ends after it has migrated the database.
  make_later_package 9.0.2 "$migration" \
    "import http from 'node:http'; http.Server.prototype.listen = () => process.exit(1);"
  if name=personal-site-9.0.2-linux-$platform run_installer </dev/null >"$work/dead.log" 2>&1; then
    fail 'stopped upgrade: a version that does not start is in use'
  fi
  grep -q 'Tried on a copy of the data: 1 migrations' "$work/dead.log" ||
    fail "stopped upgrade: no trial: $(tail -n 20 "$work/dead.log")"
  grep -q 'Going back to personal-site-9.0.0' "$work/dead.log" ||
    fail "stopped upgrade: no way back: $(tail -n 20 "$work/dead.log")"
  wait_for 'stopped upgrade: the version before is not back' get "https://$domain/api/health"
  get "https://$domain/api/health" | grep -q '"version":"9.0.0"' || fail 'stopped upgrade: another version answers'
  [ "$(find "$root$data/backups" -name 'site-*' | wc -l)" -gt "$backups" ] || fail 'stopped upgrade: no backup'
  check_access caddy

  stop_site
  make_later_package 9.0.3 "$migration"
  name=personal-site-9.0.3-linux-$platform run_installer </dev/null >"$work/stopped.log" 2>&1 ||
    fail "install.sh with a newer package for a stopped site: $(tail -n 20 "$work/stopped.log")"
  wait_for 'stopped upgrade: no https page' get "https://$domain/blog"
  get "https://$domain/api/health" | grep -q '"version":"9.0.3"' || fail 'stopped upgrade: the old version answers'
  pass 'install.sh: a stopped site is backed up, upgraded and started, and returns to its version and data after a broken one'
}

test_nginx() {
  kill "$(cat "$root/run/caddy.pid")"
  chroot "$root" apt-get install -y -qq --no-install-recommends nginx-light >"$work/nginx-apt.log" 2>&1 ||
    fail "nginx: $(tail -n 5 "$work/nginx-apt.log")"
  # As docs/operate.md describes under "Releases and rollback".
  chroot "$root" setpriv --reuid personal-site --regid personal-site --init-groups \
    /opt/personal-site/current/deploy/grant-access.sh www-data "$data"
  local certificate=$root/etc/letsencrypt/live/$domain
  mkdir -p "$certificate"
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$domain" -addext "subjectAltName=DNS:$domain" \
    -keyout "$certificate/privkey.pem" -out "$certificate/fullchain.pem" 2>/dev/null
  cp "$certificate/fullchain.pem" "$work/root.pem"
  sed "s/example\.org/$domain/" deploy/nginx.conf >"$root/etc/nginx/sites-enabled/personal-site"
  rm -f "$root/etc/nginx/sites-enabled/default"
  # nginx also starts while no release is live, such as after a restore.
  mv "$root$data/live" "$root$data/aside"
  chroot "$root" nginx -t >"$work/nginx.log" 2>&1 || fail "nginx without a release: $(cat "$work/nginx.log")"
  mv "$root$data/aside" "$root$data/live"
  chroot "$root" nginx -g 'daemon off;' >>"$work/nginx.log" 2>&1 &
  local server=$! status
  wait_for 'nginx: no https page' get "https://$domain/blog"
  get -D "$work/headers" -o "$work/page.nginx" "https://$domain/blog"
  cmp "$work/page" "$work/page.nginx" || fail 'nginx: the page is not the one of Caddy'
  grep -qi '^server: nginx' "$work/headers" || fail 'nginx: the page comes from another server'
  grep -qi '^content-security-policy:' "$work/headers" || fail 'nginx: the page has no security policy'
  get "https://$domain/api/health" | grep -q '"status":"ok"' || fail 'nginx: the API is not proxied'
  status=$(get -o /dev/null -w '%{http_code} %{redirect_url}' "http://$domain/blog")
  [ "$status" = "308 https://$domain/blog" ] || fail "nginx: http answers $status"
  check_events nginx
  check_access www-data
  pass 'nginx: the same page and headers, API and event stream from the server, nothing private readable'
  kill "$server" "$(cat "$root/run/personal-site.pid")"
  wait "$server" || true
}

# buildah and podman keep everything in the folder of the tests.
use_own_storage() {
  cat >"$work/storage.conf" <<TEXT
[storage]
driver = "vfs"
graphroot = "$work/storage"
runroot = "$work/run"
TEXT
  # The limits are those that this machine allows.
  cat >"$work/containers.conf" <<TEXT
[containers]
cgroups = "disabled"
default_ulimits = ["nofile=4096:4096", "nproc=1000:1000"]
[engine]
cgroup_manager = "cgroupfs"
[network]
network_config_dir = "$work/networks"
TEXT
  export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf BUILDAH_ISOLATION=chroot
  # No systemd runs the health check here.
  export DISABLE_HC_SYSTEMD=true
  mount -t tmpfs tmpfs /run
  # crun refuses both versions of control groups at once; the container gets none.
  if mountpoint -q /sys/fs/cgroup/unified; then umount /sys/fs/cgroup/unified; fi
}

test_image() {
  local started=$SECONDS built seconds image
  image=localhost/personal-site:$(node -p 'require("./package.json").version')
  use_own_storage
  deploy/build-image.sh "$archive" >"$work/image.log" 2>&1 ||
    fail "build-image.sh: $(tail -n 20 "$work/image.log")"
  built=$((SECONDS - started))
  pass "image: built in $built s, $(($(podman image inspect --format '{{.Size}}' "$image") / 1000000)) MB"

  # Caddy in front of the container, as docs/operate.md describes, with a certificate of its own.
  started=$SECONDS
  cat >"$root/etc/caddy/container.caddy" <<TEXT
{
  acme_ca https://localhost:14000/dir
  acme_ca_root /usr/local/share/authority/pebble.pem
  storage file_system /var/lib/caddy/container
}
$domain {
  reverse_proxy 127.0.0.1:3000
}
TEXT
  chroot "$root" env HOME=/var/lib/caddy caddy run --adapter caddyfile --config /etc/caddy/container.caddy \
    >"$root/var/log/caddy.log" 2>&1 &
  local proxy=$!
  # As in compose.yaml, but in the network of this machine.
  podman run --detach --name site --network=host --read-only --tmpfs /tmp --volume site:/data \
    --cap-drop=ALL --security-opt no-new-privileges --env SITE_URL="https://$domain" \
    --env TRUSTED_PROXIES=127.0.0.1 --env HOST=127.0.0.1 "$image" >"$work/container.log" 2>&1 ||
    fail "podman: $(tail -n 5 "$work/container.log")"
  curl -fsS --cacert "$work/pebble.pem" https://localhost:15000/roots/0 >"$work/root.pem"
  wait_for 'image: no https page' get "https://$domain/blog"
  seconds=$((SECONDS - started))
  [ "$seconds" -lt 180 ] || fail "image: $seconds s to an https page, more than three minutes"
  pass "image: podman serves an https page behind Caddy after $seconds s (limit 180 s)"

  podman healthcheck run site >"$work/health.log" 2>&1 || fail "image: $(cat "$work/health.log")"
  [ "$(podman exec site id -u)" -ne 0 ] || fail 'image: the site runs as root'
  # The owner of /opt could write there, if the file system were writable.
  podman exec --user 0 site sh -c ': >/tmp/written' || fail 'image: /tmp is not writable'
  ! podman exec --user 0 site sh -c ': >/opt/written' 2>/dev/null || fail 'image: the root file system is writable'
  podman exec site sh -c ': >/data/written' || fail 'image: the volume is not writable'
  [ "$(podman image inspect --format '{{len .Config.Volumes}}' "$image")" = 1 ] || fail 'image: more than one volume'
  pass 'image: health check, user without rights, read-only root and one writable volume'
  # As docs/deploy.md describes for Docker.
  buildah push "$image" "docker-archive:$work/image.tar:$image" >"$work/push.log" 2>&1 ||
    fail "image: $(tail -n 5 "$work/push.log")"
  tar -xOf "$work/image.tar" manifest.json | grep -qF "\"$image\"" || fail 'image: its archive for Docker has no name'
  # As in compose.yaml.
  podman stop --time 30 site >/dev/null 2>&1 || fail 'image: the container does not stop'
  [ "$(podman inspect --format '{{.State.ExitCode}}' site)" = 0 ] || fail 'image: the server did not end'
  pass 'image: the container stops after SIGTERM'
  kill "$proxy"
}

# Starts compose.yaml as docs/deploy.md describes, with podman or Docker, in a network of its own.
start_compose() {
  cat >"$work/compose.sh" <<'TEXT'
set -eu
engine=$1
ip link set lo up
wait_for() {
  for _ in $(seq 180); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 1
  done
  echo "It never succeeded: $*"
  exit 1
}
if [ "$engine" = docker ]; then
  export PATH="$DEPLOY_TEST_FOLDER/docker/usr/bin:$DEPLOY_TEST_FOLDER/docker/usr/sbin:$PATH"
  export DOCKER_HOST="unix://$DEPLOY_TEST_FOLDER/docker.sock"
  dockerd --host "$DOCKER_HOST" --data-root "$DEPLOY_TEST_FOLDER/docker/data" --exec-root /run/docker \
    --pidfile /run/docker.pid --oom-score-adjust 0 2>"$DEPLOY_TEST_FOLDER/dockerd.log" &
  wait_for docker version
  docker load --input "$DEPLOY_TEST_FOLDER/image.tar"
fi
"$engine" network create --subnet 10.89.253.0/24 personal-site
"$engine-compose" --file deploy/compose.yaml up --detach
wait_for curl -fsS http://127.0.0.1:3000/blog
container=$("$engine" ps --quiet)
"$engine" exec "$container" /opt/personal-site/personal-site health
# The owner of /opt could write there, if the file system were writable.
"$engine" exec --user 0 "$container" sh -c ': >/tmp/written'
if "$engine" exec --user 0 "$container" sh -c ': >/opt/written' 2>/dev/null; then
  echo 'The root file system is writable.'
  exit 1
fi
# Visitors behind the proxy have limits of their own, because the site trusts the network that requests come from.
for visitor in $(seq 65); do
  curl -sS -o /dev/null -w '%{http_code}\n' -H "X-Forwarded-For: 203.0.113.$visitor" http://127.0.0.1:3000/api/missing
done | sort | uniq -c | tee /dev/stderr | grep -q '^ *65 404$'
if [ "$engine" = docker ]; then
  [ "$(docker inspect --format '{{.Config.StopTimeout}}' "$container")" = 30 ] || { echo 'It may not take 30 s to stop.'; exit 1; }
  docker-compose --file deploy/compose.yaml stop
else
  # Debian's podman-compose ignores stop_grace_period.
  podman-compose --file deploy/compose.yaml stop --timeout 30
fi
code=$("$engine" inspect --format '{{.State.ExitCode}}' "$container")
[ "$code" = 0 ] || { echo "The server ended with exit code $code."; exit 1; }
"$engine-compose" --file deploy/compose.yaml down
TEXT
  unshare --net --pid --fork --mount-proc --kill-child bash "$work/compose.sh" "$1" >"$work/compose-$1.log" 2>&1 ||
    fail "compose.yaml with $1: $(tail -n 20 "$work/compose-$1.log")"
}

test_compose() {
  docker-compose --file deploy/compose.yaml config >"$work/compose.config" 2>"$work/compose.log" ||
    fail "compose.yaml: $(cat "$work/compose.log")"
  # As TimeoutStopSec of the unit.
  grep -q 'stop_grace_period: 30s' "$work/compose.config" ||
    fail 'compose.yaml: a container has less than 30 s to stop'
  pass 'compose.yaml: valid, and gives the server 30 s to stop'
  if ! unshare --net ip link add bridge0 type bridge 2>"$work/bridge.log"; then
    skip "compose.yaml: not started, because there are no bridges here: $(cat "$work/bridge.log")"
    return
  fi
  start_compose podman
  pass 'compose.yaml: podman-compose starts the site, which trusts its network and stops'
  # Unpacked, because Debian's package would start its daemon.
  (
    mkdir "$work/docker"
    cd "$work/docker"
    apt-get download -qq docker.io containerd runc
    for package in *.deb; do dpkg -x "$package" .; done
  ) >"$work/docker-apt.log" 2>&1 || fail "Docker: $(tail -n 5 "$work/docker-apt.log")"
  start_compose docker
  pass 'compose.yaml: Docker loads the image and starts the site, which trusts its network and stops'
}

# Starts systemd as the first process of namespaces of its own in the Debian of the tests.
boot_systemd() {
  cat >"$work/boot.sh" <<'TEXT'
set -eu
root=$1
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=0755 tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs -o mode=0755 tmpfs dev
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir -p dev/pts dev/shm mnt/old
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
# systemd writes its messages there.
touch dev/console
mount --bind "$2" dev/console
# systemd creates namespaces for units, which is refused in a plain chroot.
pivot_root . mnt/old
umount --lazy /mnt/old
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . /lib/systemd/systemd
TEXT
  local group=$work/cgroup/${work##*/}
  : >"$work/console.log"
  mkdir "$work/cgroup"
  mount -t cgroup2 cgroup2 "$work/cgroup" && mkdir "$group" || return 1
  (
    echo "$BASHPID" >"$group/cgroup.procs"
    exec unshare --mount --propagation private --pid --fork --cgroup --net --uts --ipc --kill-child \
      sh "$work/boot.sh" "$root" "$work/console.log"
  ) >"$work/boot.log" 2>&1 &
  systemd=$!
}

# Runs a command in the namespaces of that systemd.
in_systemd() {
  local init
  # The line ends with a space.
  init=$(cat "/proc/$systemd/task/$systemd/children") || return 1
  nsenter --target "${init% }" --mount --pid --net --cgroup --uts --ipc --root env -i HOME=/root \
    PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c 'cd / && exec "$@"' sh "$@"
}

test_systemd() {
  chroot "$root" apt-get install -y -qq --no-install-recommends systemd systemd-sysv \
    >"$work/systemd-apt.log" 2>&1 || fail "systemd: $(tail -n 5 "$work/systemd-apt.log")"
  ln -sf /dev/null "$root/etc/systemd/system/nginx.service"
  rm -rf "$root/var/lib/personal-site"
  local end=$((SECONDS + 60)) systemd pid started seconds
  if ! boot_systemd; then
    skip 'unit: not started, because there are no control groups here'
    return
  fi
  until in_systemd systemctl is-active --quiet multi-user.target 2>/dev/null; do
    if [ "$SECONDS" -ge "$end" ]; then
      skip 'unit: not started, because systemd does not start in namespaces here'
      return
    fi
    sleep 0.5
  done
  in_systemd "/root/packages/install.sh" "/root/packages/$name.tar.gz" </dev/null >"$work/systemd.log" 2>&1 ||
    fail "install.sh with systemd: $(tail -n 20 "$work/systemd.log")"
  in_systemd systemctl is-active --quiet personal-site.service caddy.service || fail 'systemd: a unit is not active'
  grep -q 'become its owner: https' "$work/systemd.log" || fail "systemd: no owner's link is printed"
  pid=$(in_systemd systemctl show --property MainPID --value personal-site.service)
  in_systemd /root/packages/install.sh "/root/packages/personal-site-9.0.0-linux-$platform.tar.gz" </dev/null \
    >"$work/systemd-upgrade.log" 2>&1 || fail "systemd: no upgrade: $(tail -n 20 "$work/systemd-upgrade.log")"
  grep -q 'The site runs the new version' "$work/systemd-upgrade.log" || fail 'systemd: the site did not switch'
  [ "$(in_systemd systemctl show --property MainPID --value personal-site.service)" = "$pid" ] ||
    fail 'systemd: the unit was restarted during an upgrade'
  in_systemd systemctl restart personal-site.service
  wait_for 'systemd: the site is not healthy after a restart' in_systemd personal-site health
  started=$SECONDS
  echo 'RATE_LIMITS=perhaps' >>"$root/etc/personal-site/.env"
  if in_systemd /root/packages/install.sh "/root/packages/personal-site-9.0.0-linux-$platform.tar.gz" </dev/null \
    >"$work/invalid.log" 2>&1; then
    fail 'systemd: install.sh accepts an invalid setting'
  fi
  grep -q 'RATE_LIMITS' "$work/invalid.log" || fail "systemd: no reason of a failed start: $(cat "$work/invalid.log")"
  seconds=$((SECONDS - started))
  # A start may take 300 s.
  [ "$seconds" -lt 60 ] || fail "systemd: install.sh waits $seconds s for a site that ends at once"
  sed -i '/^RATE_LIMITS=perhaps$/d' "$root/etc/personal-site/.env"
  # systemd restarts the unit automatically.
  wait_for 'systemd: the site does not return after its settings are corrected' in_systemd personal-site health
  test_standby
  in_systemd systemctl stop personal-site.service
  in_systemd systemctl show --property Result personal-site.service | grep -qx 'Result=success' ||
    fail 'systemd: the unit did not end'
  pass 'unit: systemd starts, upgrades, restarts and stops it, and install.sh reads its log, also at once after a failed start'
  kill -KILL "$systemd"
  wait "$systemd" 2>/dev/null || true
}

# Loses the data of the machine with systemd, prepares it as a standby and lets it take over, as docs/operate.md and
# docs/deploy.md describe.
test_standby() {
  local unit=/etc/systemd/system/personal-site.service.d
  in_systemd install -d -o personal-site /mnt/replica /mnt/kept
  mkdir -p "$root$unit"
  printf '[Service]\nReadWritePaths=/mnt/replica\n' >"$root$unit/override.conf"
  echo 'LITESTREAM_URL=file:///mnt/replica' >>"$root/etc/personal-site/.env"
  in_systemd systemctl daemon-reload
  in_systemd systemctl restart personal-site.service
  wait_for 'standby: the first machine is not healthy' in_systemd personal-site health
  in_systemd personal-site backup TO=/mnt/kept >"$work/standby.log" 2>&1 || fail "standby: $(cat "$work/standby.log")"
  # Only the replica has this account.
  in_systemd personal-site admin EMAIL=owner@site.example >>"$work/standby.log" 2>&1
  in_systemd systemctl stop personal-site.service
  in_systemd mv "$data" "$data.lost"

  in_systemd systemctl disable --now personal-site >>"$work/standby.log" 2>&1
  in_systemd sh -c 'personal-site restore FILE="$(ls /mnt/kept/*.tar.gz)"' >>"$work/standby.log" 2>&1 ||
    fail "standby: no restore of the backup: $(cat "$work/standby.log")"
  in_systemd sh -c 'personal-site restore REPLICA=1 && systemctl enable --now personal-site' >>"$work/standby.log" 2>&1 ||
    fail "standby: no start from the replica: $(cat "$work/standby.log")"
  wait_for 'standby: it is not healthy' in_systemd personal-site health
  in_systemd personal-site admin EMAIL=owner@site.example | grep -q 'was an admin already' ||
    fail 'standby: a change after the backup is lost'
  in_systemd systemctl is-enabled --quiet personal-site.service || fail 'standby: the unit is not enabled'
  in_systemd systemctl reload caddy >>"$work/standby.log" 2>&1 || fail 'standby: Caddy does not reload'
  pass 'unit: a standby restores the backup, then the replica, and takes over with all changes'
}

# Upgrades a site of each tagged version, or of the commit before this one while there are no tags.
test_earlier_versions() {
  local versions=() from folder=$work/earlier later=personal-site-9.1.0-linux-$platform
  mapfile -t versions < <(git tag --list 'v[0-9]*' --merged HEAD)
  if [ "${#versions[@]}" -eq 0 ]; then versions=(HEAD~1); fi
  if ! git rev-parse --quiet --verify "${versions[0]}^{commit}" >/dev/null; then
    skip 'upgrade from an earlier version: this clone has neither tags nor an earlier commit'
    return
  fi
  make_later_package 9.1.0
  for from in "${versions[@]}"; do
    rm -rf "$folder"
    git clone --quiet --no-checkout . "$folder/clone"
    git -C "$folder/clone" checkout --quiet --detach "$(git rev-parse "$from^{commit}")"
    env -u MAKEFLAGS -u MAKELEVEL make -C "$folder/clone" package TO="$folder" >"$work/earlier-package.log" 2>&1 ||
      fail "upgrade from $from: no package: $(tail -n 20 "$work/earlier-package.log")"
    upgrade_earlier "$from"
  done
}

# Starts the package in the folder of an earlier version, as docs/deploy.md describes, and upgrades it as in docs/upgrade.md.
upgrade_earlier() {
  local health=http://127.0.0.1:3100/api/health server requests before
  cd "$folder"
  tar -xzf personal-site-*.tar.gz
  ln -s personal-site-*-linux-"$platform" current
  printf 'PORT=3100\nMAKE_PICTURES=false\nTRUSTED_PROXIES=127.0.0.1\n' >.env
  chmod 0600 .env
  current/personal-site start >"$work/earlier-site.log" 2>&1 &
  server=$!
  wait_for "upgrade from $1: the site does not start" curl -fsS "$health"
  current/personal-site admin EMAIL=owner@site.example >"$work/earlier-admin.log"
  before=$(current/personal-site export TO=before | tail -n 1)
  rm -f "$work/enough"
  : >"$work/refused"
  request_meanwhile 3100 &
  requests=$!
  current/personal-site upgrade FILE="$root/root/packages/$later.tar.gz" >"$work/earlier-upgrade.log" 2>&1 ||
    fail "upgrade from $1: $(tail -n 20 "$work/earlier-upgrade.log")"
  touch "$work/enough"
  wait "$requests"
  [ ! -s "$work/refused" ] || fail "upgrade from $1: $(sort "$work/refused" | uniq -c | head -n 5)"
  curl -fsS "$health" | grep -q '"version":"9.1.0"' || fail "upgrade from $1: the old version answers"
  [ "$(readlink current)" = "$later" ] || fail "upgrade from $1: the link leads to another version"
  current/personal-site doctor >"$work/earlier-doctor.log" || fail "upgrade from $1: $(grep ^failed "$work/earlier-doctor.log")"
  grep -q '^ok *database' "$work/earlier-doctor.log" || fail "upgrade from $1: $(grep database "$work/earlier-doctor.log")"
  [ "${before%% *}" = "$(current/personal-site export TO=after | tail -n 1 | cut -d ' ' -f 1)" ] ||
    fail "upgrade from $1: articles are lost"
  kill "$server"
  wait "$server" || true
  cd "$OLDPWD"
  pass "upgrade from $1: the running site switches without a refused request, and keeps its data"
}

install_tools
for port in 80 443 3000 3100; do
  ! curl -s --max-time 2 -o /dev/null "http://127.0.0.1:$port/" || fail "port $port of this machine is in use"
done
archive=${PACKAGE:-}
if [ -z "$archive" ]; then
  node api/commands/package.ts TO="$work/packages" >"$work/package.log"
  archive=$(ls "$work"/packages/*.tar.gz)
fi
name=$(basename "$archive" .tar.gz)
platform=${name##*-linux-}

test_unit
start_authority
make_debian
test_refused_install
test_install
test_taken_port
test_second_install
test_moved_site
test_restore
test_upgrade
test_stopped_upgrade
test_nginx
test_systemd
test_earlier_versions
test_image
test_compose
