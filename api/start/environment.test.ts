import { expect, it } from 'vitest';
import { findMisspelled } from './environment.mjs';

/** Returns the names that are reported for a process with these variables. */
const reportedNames = (...names: string[]) =>
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
])('suggests the closest variable for %s: %s', (wrong, real) => {
  expect(findMisspelled([wrong], false, {})).toEqual([
    `${wrong} is not a variable of this site: rename it to ${real}, or unset it.`,
  ]);
});

it('accepts the names of ordinary environments', () => {
  const ordinary =
    'PATH HOME USER SHELL TERM LANG LC_ALL PWD OLDPWD HOSTNAME HOSTTYPE EDITOR PAGER SHLVL MAIL LOGNAME ' +
    'DISPLAY TZ TMPDIR XDG_DATA_DIRS XDG_CONFIG_HOME SSH_AUTH_SOCK COLUMNS LINES NO_COLOR FORCE_COLOR CI ' +
    'MAKEFLAGS MAKELEVEL MAKE_TERMOUT MAKE_TERMERR MFLAGS INIT_CWD NODE NODE_PATH NODE_OPTIONS NODE_VERSION ' +
    'npm_config_loglevel npm_lifecycle_event npm_package_name http_proxy HTTPS_PROXY NO_PROXY ' +
    'BUILD_ID BUILD_URL BUILD_TAG BUILD_NUMBER BUILD_USER JOB_NAME JOB_URL GIT_URL GIT_BRANCH BASE_URL ' +
    'GITHUB_API_URL GITHUB_SERVER_URL CI_PAGES_URL CI_API_V4_URL DATABASE_URL REDIS_URL SMTP_HOST SMTP_PORT ' +
    'INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY LISTEN_PID NOTIFY_SOCKET KUBERNETES_PORT SITE_PORT ' +
    'SITE_SERVICE_HOST DB_HOST PGHOST PGPORT DOCKER_HOST DEBUG TO FROM FILE FORCE ALL EMAIL';
  expect(reportedNames(...ordinary.split(' '))).toEqual([]);
});

it('accepts a similar name of another program if the real variable is set', () => {
  expect(findMisspelled(['LOGLEVEL'], false, { LOG_LEVEL: 'warn' })).toEqual([]);
});

it('reports names in the .env file that share a first word with a variable', () => {
  const names = ['PAYPAL_SECRET', 'SITE_NAME', 'NODE_OPTIONS', 'COMPOSE_PROJECT_NAME', 'MY_TOKEN'];
  const sentences = findMisspelled(names, true, {});
  expect(sentences).toEqual([
    expect.stringMatching(/^PAYPAL_SECRET .* PAYPAL_/),
    expect.stringMatching(/^SITE_NAME .* SITE_URL/),
  ]);
});
