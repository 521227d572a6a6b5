#!/bin/sh
# Installs a package on Debian, or a newer one over an older one:
#
#     sudo ./install.sh personal-site-0.1.0-linux-x64.tar.gz example.org
#
# Creates the user personal-site, a systemd unit, and a site in Caddy, which gets the certificate of the
# domain. The first run asks for the domain if it is not given. Settings in /etc/personal-site/.env and data
# in /var/lib/personal-site stay as they are. ACME_CA and ACME_CA_ROOT set another certificate authority.
set -eu

user=personal-site
programs=/opt/personal-site
settings=/etc/personal-site
state=/var/lib/personal-site
cache=/var/cache/personal-site
web_user=caddy

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

step() {
  echo "== $1"
}

# Prints the value of a variable in the settings, or nothing, as Node reads them: maybe quoted, maybe with a comment.
read_setting() {
  sed -nE "s/^\s*(export\s+)?$1\s*=\s*//p" "$settings/.env" 2>/dev/null | tail -n 1 |
    sed -E -e "s/^(['\"])(.*)\1.*/\2/; t" -e 's/\s*(#.*)?$//'
}

# Prints the name of a program that listens on a port, or nothing. It reads /proc, because a small Debian has no ss.
find_listener() {
  inode=$(cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    awk -v port="$(printf ':%04X' "$1")" '$4 == "0A" && substr($2, length($2) - 4) == port { print $10; exit }')
  [ -n "$inode" ] || return 0
  process=$(find /proc/[0-9]*/fd -lname "socket:\[$inode\]" 2>/dev/null | head -n 1 | cut -d / -f 3)
  program=$(readlink "/proc/$process/exe" 2>/dev/null || echo 'another program')
  # The kernel marks a program whose file was replaced.
  basename "$program" ' (deleted)'
}

# Prints a sentence about a port that another program than Caddy has, or nothing.
find_taken_port() {
  for port in 80 443; do
    listener=$(find_listener "$port")
    if [ "${listener:-caddy}" != caddy ]; then
      echo "$listener listens on port $port, which Caddy needs. Stop it, then run this again."
      return
    fi
  done
}

has_systemd() {
  [ -d /run/systemd/system ]
}

# Ends a server that an earlier run started without systemd.
stop_process() {
  if [ -f "$1" ] && kill "$(cat "$1")" 2>/dev/null; then
    while kill -0 "$(cat "$1")" 2>/dev/null; do sleep 0.2; done
  fi
  rm -f "$1"
}

is_running() {
  if has_systemd; then
    systemctl is-active --quiet personal-site.service
  else
    [ -f /run/personal-site.pid ] && kill -0 "$(cat /run/personal-site.pid)" 2>/dev/null
  fi
}

stop_site() {
  if has_systemd; then systemctl stop personal-site.service; else stop_process /run/personal-site.pid; fi
}

# Prints how often systemd has started the site again because it had ended.
count_restarts() {
  systemctl show --property NRestarts --value personal-site.service
}

# Installs the unit of the version in use, and starts it.
start_site() {
  mkdir -p /etc/systemd/system
  install -m 0644 "$programs/current/deploy/personal-site.service" /etc/systemd/system/personal-site.service
  if has_systemd; then
    systemctl daemon-reload
    systemctl enable --quiet personal-site.service
    # After an upgrade it runs already; its supervisor and a changed unit are used at the next restart.
    [ -n "$is_switched" ] || systemctl restart personal-site.service
    restarts=$(count_restarts)
  elif [ -z "$is_switched" ]; then
    # A container or a chroot without systemd: the unit is installed, and its command is started once.
    stop_process /run/personal-site.pid
    # It contains the link of the owner.
    install -m 0600 /dev/null "$log"
    (
      cd "$settings"
      umask 0077
      NODE_COMPILE_CACHE=$cache/compiled exec setpriv --reuid "$user" --regid "$user" --init-groups \
        --no-new-privs "$programs/current/personal-site" start
    ) >"$log" 2>&1 &
    echo "$!" >/run/personal-site.pid
  fi
}

point_current_at() {
  ln -sfn "$1" "$programs/.current"
  mv -T "$programs/.current" "$programs/current"
}

# Starts the version before, on its data, after the version that $upgraded is about did not start.
go_back() {
  step "Going back to $previous"
  stop_site
  point_current_at "$previous"
  case $upgraded in
    *' 0 migrations'*) ;;
    *)
      backup=$(echo "$upgraded" | sed -n 's/^\(.*\) holds .*/\1/p' | head -n 1)
      /usr/local/bin/personal-site restore "FILE=$backup" ||
        fail "the new version did not start, and $previous needs its data: see above, and restore $backup."
      ;;
  esac
  start_site
}

write_command() {
  cat >/usr/local/bin/personal-site <<TEXT
#!/bin/sh
# Runs a command of the installed site with its settings, as its user.
set -eu
# Files are named relative to the folder of the caller.
for argument; do
  shift
  case \$argument in
    FILE=s3://*) ;;
    FILE=?* | FROM=?* | TO=?* | ALL=?* | IDENTITY=?*)
      argument=\${argument%%=*}=\$(realpath -ms -- "\${argument#*=}") ;;
  esac
  set -- "\$@" "\$argument"
done
# Programs belong to root, so root installs them, without the cache of compiled code that the user writes.
# Commands that change the data run as the user here, too.
if [ "\${1:-}" = upgrade ]; then
  file=\${2:-}
  file=\${file#FILE=}
  # The command itself says that no file is named, or that it is missing.
  file=\${file:+FILE=\$(realpath -m -- "\$file")}
  cd $settings
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin $programs/current/personal-site upgrade \${file:+"\$file"}
fi
cd $settings
as_user='setpriv --reuid $user --regid $user --init-groups --reset-env'
site="\$as_user env NODE_COMPILE_CACHE=$cache/compiled $programs/current/personal-site"
[ "\${1:-}" = restore ] || exec \$site "\$@"
\$site "\$@"
# Restored files have the access rights of their backup, which are those of their owner only.
exec \$as_user $programs/current/deploy/grant-access.sh $web_user $data
TEXT
  chmod 0755 /usr/local/bin/personal-site
}

[ "$(id -u)" -eq 0 ] || fail 'run it as root, for example with sudo.'
command -v apt-get >/dev/null || fail 'this is not Debian: apt-get is missing.'
archive=${1:-}
[ -f "$archive" ] || fail 'name the file of a package, such as personal-site-0.1.0-linux-x64.tar.gz.'
name=$(basename "$archive" .tar.gz)
case $(uname -m) in
  x86_64) platform=linux-x64 ;;
  aarch64) platform=linux-arm64 ;;
  *) fail "there is no package for $(uname -m)." ;;
esac
case $name in
  personal-site-*-"$platform") ;;
  *) fail "$name is no package for $platform." ;;
esac
if [ -f "$archive.sha256" ]; then
  (cd "$(dirname "$archive")" && sha256sum --check --quiet "$name.tar.gz.sha256") ||
    fail "$archive is damaged: copy it again."
fi

domain=${2:-}
if [ -f "$settings/.env" ]; then
  configured=$(read_setting SITE_URL | sed -n 's|^https://\([^/]*\).*|\1|p')
  if [ -n "$configured" ] && [ "${domain:-$configured}" != "$configured" ]; then
    fail "the site is https://$configured: change SITE_URL in $settings/.env, then run this without a domain."
  fi
  domain=${domain:-$configured}
fi
if [ -z "$domain" ]; then
  printf 'Domain of the site, such as example.org: '
  # The last line may end without a line break.
  read -r domain || [ -n "$domain" ] || fail 'name the domain of the site after the file of the package.'
fi
echo "$domain" | grep -Eq '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$' ||
  fail "$domain is no domain name in lower case, such as example.org."

# Later runs first upgrade the site, whatever serves it.
if [ ! -e /etc/caddy/personal-site.caddy ]; then
  taken=$(find_taken_port)
  [ -z "$taken" ] || fail "$taken"
fi

step 'Installing Caddy'
export DEBIAN_FRONTEND=noninteractive
if ! command -v caddy >/dev/null || ! command -v setfacl >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends caddy acl ca-certificates >/dev/null
fi

if ! id "$user" >/dev/null 2>&1; then
  useradd --system --user-group --home-dir "$state" --shell /usr/sbin/nologin "$user"
fi
mkdir -p "$programs"
previous=$(readlink "$programs/current" || true)
data=$(read_setting DATA_DIR)
case $data in
  '') data=$state/var ;;
  /*) ;;
  # The site starts in the folder of its settings.
  *) data=$(realpath -ms -- "$settings/$data") ;;
esac
log=
has_systemd || log=/var/log/personal-site.log
is_switched=
upgraded=
if [ -n "$previous" ] && [ "$previous" != "$name" ] && [ -x "$programs/current/personal-site" ] &&
  [ -f "$data/site.db" ]; then
  step "Upgrading to $name"
  rm -rf "${programs:?}/$name"
  write_command
  was_running=
  # A running site switches to another version without a refused request; the socket is that of its supervisor. Any
  # other is upgraded while it is stopped.
  if [ -S "$data/.supervisor.sock" ] && /usr/local/bin/personal-site health >/dev/null 2>&1; then
    is_switched=1
  elif is_running; then
    was_running=1
    stop_site
  fi
  if ! upgraded=$(/usr/local/bin/personal-site upgrade "FILE=$archive"); then
    echo "$upgraded"
    [ -z "$was_running" ] || start_site
    fail "$previous stays in use; the reason is above."
  fi
  echo "$upgraded"
else
  step "Unpacking $name"
  if [ ! -x "$programs/$name/personal-site" ]; then
    rm -rf "$programs/.unpacking"
    mkdir "$programs/.unpacking"
    tar -xzf "$archive" -C "$programs/.unpacking" --no-same-owner
    rm -rf "${programs:?}/$name"
    mv "$programs/.unpacking/$name" "$programs/$name"
    rmdir "$programs/.unpacking"
  fi
  point_current_at "$name"
fi

step 'Writing settings'
install -d -m 0750 -o root -g "$user" "$settings"
if [ ! -e "$settings/.env" ]; then
  # All variables are explained in .env.example of the package.
  (umask 0027 && cat >"$settings/.env") <<TEXT
SITE_URL=https://$domain
DATA_DIR=$state/var
TRUSTED_PROXIES=127.0.0.1
LOG_FORMAT=json
TEXT
  chgrp "$user" "$settings/.env"
fi
write_command

install -d -m 0711 -o "$user" -g "$user" "$state"
install -d -m 0700 -o "$user" -g "$user" "$cache"
[ -d "$data" ] || install -d -m 0700 -o "$user" -g "$user" "$data"
# A running site deletes files meanwhile; after a switch it has its access already.
if [ -z "$is_switched" ]; then
  stop_site 2>/dev/null || true
  setpriv --reuid "$user" --regid "$user" --init-groups --reset-env \
    "$programs/current/deploy/grant-access.sh" "$web_user" "$data"
fi

step 'Starting the site'
started=$(date '+%Y-%m-%d %H:%M:%S')
start_site

read_log() {
  if [ -n "$log" ]; then
    cat "$log"
  else
    journalctl --unit personal-site.service --output cat --since "$started"
  fi
}

# The unit restarts the site without end, so that it returns after each crash, and so it hardly ever counts as failed.
is_starting() {
  if [ -n "$log" ]; then
    kill -0 "$(cat /run/personal-site.pid)" 2>/dev/null
  else
    ! systemctl is-failed --quiet personal-site.service && [ "$(count_restarts)" = "$restarts" ]
  fi
}

seconds=0
until /usr/local/bin/personal-site health >/dev/null 2>&1; do
  seconds=$((seconds + 1))
  if [ "$seconds" -gt 300 ] || ! is_starting; then
    read_log | tail -n 20 >&2
    if [ -n "$upgraded" ] && [ -z "$is_switched" ]; then
      go_back
      fail "the new version did not start; the last lines of its log are above. $previous is started again."
    fi
    fail 'the site did not start; the last lines of its log are above.'
  fi
  sleep 1
done

step "Setting up https://$domain"
port=$(read_setting PORT)
host=$(read_setting HOST)
case $host in
  '' | 0.0.0.0) host=127.0.0.1 ;;
  ::) host='[::1]' ;;
  *:*) host="[$host]" ;;
esac
replacement=$(echo "$data" | sed 's/[\\&|]/\\&/g')
{
  echo '# install.sh writes this file at each run. What you add belongs in the file Caddyfile beside it.'
  sed -e "s|^example\.org |$domain |" -e "s|127\.0\.0\.1:3000|$host:${port:-3000}|" \
    -e "s|/var/lib/personal-site/var/|$replacement/|" "$programs/current/deploy/Caddyfile"
} >/etc/caddy/personal-site.caddy
if ! grep -qx 'import personal-site.caddy' /etc/caddy/Caddyfile; then
  # A Caddyfile that no one has edited only contains a welcome page.
  if ! dpkg --verify caddy | grep -q /etc/caddy/Caddyfile; then
    cp /etc/caddy/Caddyfile /etc/caddy/Caddyfile.debian
    : >/etc/caddy/Caddyfile
  fi
  if [ -n "${ACME_CA:-}" ]; then
    printf '{\n\tacme_ca %s\n%s}\n' "$ACME_CA" "${ACME_CA_ROOT:+	acme_ca_root $ACME_CA_ROOT
}" >>/etc/caddy/Caddyfile
  fi
  echo 'import personal-site.caddy' >>/etc/caddy/Caddyfile
fi
# Replaces the shell, so that its process ID is that of the command.
exec_as_web() {
  exec setpriv --reuid "$web_user" --regid "$web_user" --init-groups --inh-caps +net_bind_service \
    --ambient-caps +net_bind_service env HOME=/var/lib/caddy "$@"
}
print_link() {
  link=$(read_log | sed -n 's/.*"setupLink":"\([^"]*\)".*/\1/p' | tail -n 1)
  if [ -n "$link" ]; then
    echo "Open this link within seven days to become its owner: $link"
  fi
}
# The site runs already, so its owner gets the link without a web server, too.
fail_web() {
  print_link
  fail "$1"
}
fail_start() {
  taken=$(find_taken_port)
  fail_web "${taken:-Caddy does not start or reload; the last lines of its log are above. Correct it, then run this again.}"
}
if ! checked=$(exec_as_web caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile 2>&1); then
  echo "$checked" >&2
  fail_web 'Caddy refuses its configuration, as it says above.'
fi
if has_systemd; then
  if ! systemctl enable --quiet caddy.service || ! systemctl reload-or-restart caddy.service; then
    journalctl --unit caddy.service --output cat --lines 10 >&2 || true
    fail_start
  fi
else
  stop_process /run/caddy.pid
  (exec_as_web caddy run --adapter caddyfile --config /etc/caddy/Caddyfile) >/var/log/caddy.log 2>&1 &
  echo "$!" >/run/caddy.pid
  tries=0
  # Options in its own file may give it other ports.
  until [ "$(find_listener 443)" = caddy ] || [ "$tries" -ge 50 ]; do
    if ! kill -0 "$(cat /run/caddy.pid)" 2>/dev/null; then
      tail -n 10 /var/log/caddy.log >&2
      fail_start
    fi
    tries=$((tries + 1))
    sleep 0.2
  done
fi

echo
echo "https://$domain serves the site as soon as the domain leads to this machine."
print_link
if [ -n "$previous" ] && [ "$previous" != "$name" ]; then
  echo 'Readers get the old pages until all new ones are rendered. Then run: systemctl reload caddy'
fi
has_systemd || echo 'systemd is not running here: both servers end with this machine or container.'
echo 'Settings: /etc/personal-site/.env. Commands: personal-site help. Checks: personal-site doctor.'
