import { expect, it } from 'vitest';
import { findMisspelled } from './environment.mjs';

/** Returns the variables that a process with these names in its environment is told about. */
const told = (...names: string[]) =>
  findMisspelled(names, false, {}).map((line) => line.split(' ')[0]);

it.each([
  ['PROT', 'PORT'],
  ['port', 'PORT'],
  ['DATADIR', 'DATA_DIR'],
  ['DATA_DIRS', 'DATA_DIR'],
  ['SITE_ULR', 'SITE_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['ADMIN_MAIL', 'ADMIN_EMAIL'],
  ['PAYPAL_CLIENT_SECERT', 'PAYPAL_CLIENT_SECRET'],
])('names the closest variable for %s: %s', (wrong, real) => {
  expect(findMisspelled([wrong], false, {})).toEqual([
    `${wrong} is not a variable of this site: rename it to ${real}, or unset it.`,
  ]);
});

it('lets the names of ordinary environments pass', () => {
  const ordinary =
    'PATH HOME USER SHELL TERM LANG LC_ALL PWD OLDPWD HOSTNAME HOSTTYPE EDITOR PAGER SHLVL MAIL LOGNAME ' +
    'DISPLAY TZ TMPDIR XDG_DATA_DIRS XDG_CONFIG_HOME SSH_AUTH_SOCK COLUMNS LINES NO_COLOR FORCE_COLOR CI ' +
    'MAKEFLAGS MAKELEVEL MAKE_TERMOUT MAKE_TERMERR MFLAGS INIT_CWD NODE NODE_PATH NODE_OPTIONS NODE_VERSION ' +
    'npm_config_loglevel npm_lifecycle_event npm_package_name http_proxy HTTPS_PROXY NO_PROXY ' +
    'BUILD_ID BUILD_URL BUILD_TAG BUILD_NUMBER BUILD_USER JOB_NAME JOB_URL GIT_URL GIT_BRANCH BASE_URL ' +
    'GITHUB_API_URL GITHUB_SERVER_URL CI_PAGES_URL CI_API_V4_URL DATABASE_URL REDIS_URL SMTP_HOST SMTP_PORT ' +
    'INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY LISTEN_PID NOTIFY_SOCKET KUBERNETES_PORT SITE_PORT ' +
    'SITE_SERVICE_HOST DB_HOST PGHOST PGPORT DOCKER_HOST DEBUG TO FROM FILE FORCE ALL EMAIL';
  expect(told(...ordinary.split(' '))).toEqual([]);
});

it('takes a similar name for another program’s if the real variable is set', () => {
  expect(findMisspelled(['LOGLEVEL'], false, { LOG_LEVEL: 'warn' })).toEqual([]);
});

it('expects in the .env file only names that the site or a tool reads', () => {
  const names = ['PAYPAL_SECRET', 'SITE_NAME', 'NODE_OPTIONS', 'COMPOSE_PROJECT_NAME', 'MY_TOKEN'];
  const sentences = findMisspelled(names, true, {});
  expect(sentences).toEqual([
    expect.stringMatching(/^PAYPAL_SECRET .* PAYPAL_/),
    expect.stringMatching(/^SITE_NAME .* SITE_URL/),
  ]);
});
