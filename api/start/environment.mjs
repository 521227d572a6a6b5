/**
 * The environment variables of this site. They are checked before packages are installed, and read by
 * api/config.ts. Plain JavaScript without packages, for Node 20 or newer.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import * as util from 'node:util';

/** A wrong value or name of a variable. Each line of the message is a sentence about one variable. */
export class InvalidConfigError extends Error {}

/**
 * A kind of value.
 * @template T
 * @typedef {object} Kind
 * @property {string} rule follows the variable's name: 'must be …'
 * @property {(text: string) => T | undefined} read returns undefined for a wrong value
 */

/** @type {<const T extends string[]>(...words: T) => Kind<T[number]>} */
const oneOf = (...allowed) => ({
  rule: `must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`,
  read: (text) => allowed.find((word) => word === text),
});

/** @type {(min: number, max: number) => Kind<number>} */
const wholeNumber = (min, max) => ({
  rule: `must be a whole number from ${min} to ${max}`,
  read: (text) => (/^\d+$/.test(text) && +text >= min && +text <= max ? +text : undefined),
});

/** @type {(min: number, max: number) => Kind<string>} */
const boundedText = (min, max) => ({
  rule: `must have ${min} to ${max} characters`,
  read: (value) => (value.length >= min && value.length <= max ? value : undefined),
});

/** @type {Kind<number>} */
const share = {
  rule: 'must be a number from 0 to 1',
  read: (value) => (/^(?:\d+|\d*\.\d+)$/.test(value) && +value <= 1 ? +value : undefined),
};

/** @type {Kind<boolean>} */
const flag = {
  rule: 'must be true or false',
  read(value) {
    const word = value.toLowerCase();
    if (['1', 'true', 'yes'].includes(word)) return true;
    return ['0', 'false', 'no'].includes(word) ? false : undefined;
  },
};

/** @type {Kind<string>} */
const email = {
  rule: 'must be an email address such as you@example.org',
  read: (value) =>
    /^[\w'+-]+(\.[\w'+-]+)*@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(value)
      ? value.toLowerCase()
      : undefined,
};

const webProtocols = ['http:', 'https:'];

/** @type {(protocols: string[], value: string) => URL | undefined} */
const parseUrl = (protocols, value) => {
  if (!URL.canParse(value)) return undefined;
  const parsed = new URL(value);
  return parsed.host !== '' && protocols.includes(parsed.protocol) ? parsed : undefined;
};

/** @type {(example: string, protocols?: string[]) => Kind<string>} */
const url = (example, protocols = webProtocols) => ({
  rule: `must be a URL such as ${example}`,
  read: (value) => (parseUrl(protocols, value) ? value : undefined),
});

/** @type {Kind<string>} */
const origin = {
  rule: 'must be a URL such as https://example.org',
  read: (value) => parseUrl(webProtocols, value)?.origin,
};

/**
 * URL that receives secrets or personal data, without a trailing slash.
 * @type {(example: string) => Kind<string>}
 */
const confidentialUrl = (example) => ({
  rule: `must be a URL such as ${example}, with https unless it is on this machine`,
  read(value) {
    const parsed = parseUrl(webProtocols, value);
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(parsed?.hostname ?? '');
    if (!parsed || (parsed.protocol !== 'https:' && !isLocal)) return undefined;
    return value.replace(/(?<!\/)\/+$/, '');
  },
});

/**
 * As `confidentialUrl`, without a path.
 * @type {(example: string) => Kind<string>}
 */
const confidentialOrigin = (example) => {
  const { rule, read } = confidentialUrl(example);
  return {
    rule,
    read(value) {
      const found = read(value);
      return found === undefined || new URL(found).origin !== found ? undefined : found;
    },
  };
};

/** @type {Kind<string[]>} */
const proxies = {
  rule: 'must be IP addresses or CIDR ranges such as 127.0.0.1,10.0.0.0/8, separated by commas',
  read(value) {
    const entries = value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    return entries.every(isAddressOrRange) ? entries : undefined;
  },
};

/** @param {string} entry */
function isAddressOrRange(entry) {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && +bits <= (version === 4 ? 32 : 128));
}

/**
 * Reads `https://key@host/42`, optionally with folders before the number.
 * @type {Kind<{ url: string, key: string }>}
 */
const dsn = {
  rule: 'must be a DSN such as https://key@errors.example.org/42',
  read(value) {
    const parsed = parseUrl(webProtocols, value);
    const [, folder, project] = /^(.*)\/(\d+)$/.exec(parsed?.pathname ?? '') ?? [];
    if (!parsed || parsed.username === '' || project === undefined) return undefined;
    const { protocol, host, username: key } = parsed;
    return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key };
  },
};

/** @type {Kind<string>} */
const month = {
  rule: 'must be a year and a month such as 202607',
  read: (value) => (/^20\d{2}(0[1-9]|1[0-2])$/.test(value) ? value : undefined),
};

/**
 * Public key of age, X25519 or post-quantum, or a passphrase.
 * @type {Kind<string>}
 */
const encryptionKey = {
  rule: 'must be an age recipient such as age1…, or a passphrase of at least 16 characters',
  read(value) {
    if (value.startsWith('age1'))
      return /^age1[02-9ac-hj-np-z]{50,4000}$/.test(value) ? value : undefined;
    return value.length >= 16 && value.length <= 500 ? value : undefined;
  },
};

/** Token as RFC 6750 allows it in a header. @type {Kind<string>} */
const bearerToken = {
  rule: 'must have 16 to 500 letters, digits or characters of -._~+/',
  read: (value) => (/^[\w.~+/-]{16,500}$/.test(value) ? value : undefined),
};

/** @type {Kind<string>} */
const replicaUrl = {
  rule: 'must be a URL such as s3://bucket/site?endpoint=https://…&region=… or file:///mnt/replica',
  read(value) {
    const bucket = parseUrl(['s3:'], value);
    if (bucket) {
      const names = [...bucket.searchParams.keys()];
      return names.every((name) => name === 'endpoint' || name === 'region') ? value : undefined;
    }
    return URL.canParse(value) && /^file:\/\/\/./.test(value) ? value : undefined;
  },
};

/**
 * Reads `s3://bucket` or `s3://bucket/folder`.
 * @type {Kind<{ bucket: string, prefix: string }>}
 */
const bucketUrl = {
  rule: 'must be a URL such as s3://bucket or s3://bucket/folder',
  read(value) {
    const [, bucket, folder] =
      /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/[\w-][\w.-]{0,99}){0,8})\/?$/.exec(value) ?? [];
    if (bucket === undefined || folder === undefined) return undefined;
    return { bucket, prefix: folder === '' ? '' : `${folder.slice(1)}/` };
  },
};

/** @type {Kind<string>} */
const region = {
  rule: 'must be the name of a region such as eu-central-1',
  read: (value) => (/^[a-z\d][a-z\d-]{0,49}$/.test(value) ? value : undefined),
};

const providerUrl = confidentialUrl('https://github.com');
const name = boundedText(1, 200);
const secret = boundedText(1, 500);

/** @type {<T>(kind: Kind<T>) => { kind: Kind<T>, fallback: undefined }} */
const optional = (kind) => ({ kind, fallback: undefined });
/** @type {<T>(kind: Kind<T>, fallback: NoInfer<T>) => { kind: Kind<T>, fallback: T }} */
const withDefault = (kind, fallback) => ({ kind, fallback });

/** Each variable with its kind and default, in the order of .env.example. */
const variables = {
  NODE_ENV: withDefault(oneOf('production', 'development', 'test'), 'production'),
  PORT: withDefault(wholeNumber(0, 65_535), 3000),
  HOST: withDefault(boundedText(1, 255), '127.0.0.1'),
  DATA_DIR: withDefault(boundedText(1, 4096), './var'),
  CONTENT_DIR: optional(boundedText(1, 4096)),
  BUILD_DIR: withDefault(boundedText(1, 4096), './dist'),
  SITE_URL: optional(origin),
  SEED: withDefault(oneOf('demo', 'none'), 'demo'),
  ADMIN_EMAIL: optional(email),
  ADMIN_PASSWORD: optional(boundedText(6, 128)),
  TRUSTED_PROXIES: withDefault(proxies, []),
  LOG_LEVEL: withDefault(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
  ),
  LOG_FORMAT: optional(oneOf('pretty', 'json')),
  ACCESS_LOG: withDefault(flag, false),
  METRICS_TOKEN: optional(bearerToken),
  RATE_LIMITS: withDefault(flag, true),
  MAKE_PICTURES: withDefault(flag, true),
  CHECK_LINKS: withDefault(flag, true),
  GAMES_PUBLIC: withDefault(flag, true),
  SHOP_PUBLIC: withDefault(flag, true),
  SMTP_URL: optional(url('smtps://user:password@mail.example.org:465', ['smtp:', 'smtps:'])),
  MAIL_FROM: optional(email),
  SUBSCRIBE_FORM_URL: optional(confidentialUrl('https://forms.example.org/f/abc')),
  ANALYTICS_URL: optional(url('https://collector.example.org/views')),
  ERROR_REPORT_DSN: optional(dsn),
  TRACE_SAMPLE_RATE: withDefault(share, 0.01),
  CODE_HOST_CLIENT_ID: optional(name),
  CODE_HOST_CLIENT_SECRET: optional(secret),
  CODE_HOST_NAME: withDefault(boundedText(1, 40), 'GitHub'),
  CODE_HOST_URL: withDefault(providerUrl, 'https://github.com'),
  CODE_HOST_API_URL: withDefault(providerUrl, 'https://api.github.com'),
  CODE_HOST_AVATAR_URL: withDefault(providerUrl, 'https://avatars.githubusercontent.com'),
  QUOTES_URL: optional(confidentialUrl('https://quotes.example.org/random')),
  JOKES_URL: optional(confidentialUrl('https://jokes.example.org/random')),
  DEV_TO_URL: withDefault(confidentialUrl('https://dev.to'), 'https://dev.to'),
  MEDIUM_API_URL: withDefault(confidentialUrl('https://api.medium.com'), 'https://api.medium.com'),
  LINKEDIN_CLIENT_ID: optional(name),
  LINKEDIN_CLIENT_SECRET: optional(secret),
  LINKEDIN_VERSION: withDefault(month, '202607'),
  LINKEDIN_URL: withDefault(
    confidentialUrl('https://www.linkedin.com'),
    'https://www.linkedin.com',
  ),
  LINKEDIN_API_URL: withDefault(
    confidentialUrl('https://api.linkedin.com'),
    'https://api.linkedin.com',
  ),
  PAYPAL_CLIENT_ID: optional(name),
  PAYPAL_CLIENT_SECRET: optional(secret),
  PAYPAL_WEBHOOK_ID: optional(name),
  PAYPAL_MERCHANT_ID: optional(name),
  PAYPAL_API_URL: withDefault(
    confidentialUrl('https://api-m.paypal.com'),
    'https://api-m.paypal.com',
  ),
  TEXT_GENERATION_KEY: optional(secret),
  TEXT_GENERATION_URL: withDefault(
    confidentialUrl('https://api.openai.com/v1'),
    'https://api.openai.com/v1',
  ),
  TEXT_GENERATION_MODEL: withDefault(name, 'gpt-3.5-turbo'),
  PRODUCT_FILE_MAX_MB: withDefault(wholeNumber(1, 1_000_000_000), 2048),
  STORAGE: optional(bucketUrl),
  PUBLISH_TO: optional(bucketUrl),
  CDN_PURGE_URL: optional(
    confidentialUrl('https://api.cloudflare.com/client/v4/zones/ZONE/purge_cache'),
  ),
  CDN_PURGE_TOKEN: optional(secret),
  STORAGE_ENDPOINT: optional(confidentialOrigin('https://s3.eu-central-1.amazonaws.com')),
  STORAGE_REGION: withDefault(region, 'us-east-1'),
  STORAGE_ACCESS_KEY_ID: optional(name),
  STORAGE_SECRET_ACCESS_KEY: optional(secret),
  BACKUP_KEY: optional(encryptionKey),
  LITESTREAM_URL: optional(replicaUrl),
  LITESTREAM_ACCESS_KEY_ID: optional(name),
  LITESTREAM_SECRET_ACCESS_KEY: optional(secret),
};

/** Variables that have to be set together. */
const groups = /** @type {const} */ ([
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['CODE_HOST_CLIENT_ID', 'CODE_HOST_CLIENT_SECRET'],
  ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
  ['LITESTREAM_ACCESS_KEY_ID', 'LITESTREAM_SECRET_ACCESS_KEY'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_MERCHANT_ID'],
  ['STORAGE_ACCESS_KEY_ID', 'STORAGE_SECRET_ACCESS_KEY'],
]);

/** Variables that do not work without another one. */
const needs = /** @type {const} */ ([
  ['STORAGE', 'STORAGE_ACCESS_KEY_ID'],
  ['PUBLISH_TO', 'STORAGE_ACCESS_KEY_ID'],
  ['CDN_PURGE_URL', 'PUBLISH_TO'],
  ['CDN_PURGE_TOKEN', 'CDN_PURGE_URL'],
]);

/**
 * @template {{ kind: Kind<unknown>, fallback: unknown }} V
 * @typedef {V extends { kind: Kind<infer T>, fallback: infer D } ? (D extends undefined ? T | undefined : T) : never} ValueOf
 */
/** @typedef {{ [N in keyof typeof variables]: ValueOf<(typeof variables)[N]> }} Environment */

/** Names of all variables of this site. */
export const environmentNames = /** @type {(keyof Environment)[]} */ (Object.keys(variables));

/**
 * Returns the value of each variable. Empty values count as unset.
 * @param {Record<string, string | undefined>} given
 * @returns {Environment}
 * @throws {InvalidConfigError}
 */
export function parseEnvironment(given) {
  /** @type {Record<string, unknown>} */
  const values = {};
  /** @type {string[]} */
  const mistakes = [];
  for (const [variable, { kind, fallback }] of Object.entries(variables)) {
    const entry = given[variable];
    const value = entry ? kind.read(entry) : fallback;
    if (entry && value === undefined) mistakes.push(describeMistake(variable));
    values[variable] = value;
  }
  for (const group of groups) {
    const [missing, ...others] = group.filter((variable) => !given[variable]);
    if (missing === undefined || others.length === group.length - 1) continue;
    const present = group.filter((variable) => given[variable]).join(' and ');
    mistakes.push(`${missing} is missing: set it beside ${present}, or unset all of them.`);
  }
  for (const [variable, needed] of needs) {
    if (!given[variable] || given[needed]) continue;
    mistakes.push(`${needed} is missing: ${variable} needs it. Set it, or unset ${variable}.`);
  }
  const environment = /** @type {Environment} */ (values);
  const { STORAGE, STORAGE_ENDPOINT = null, PUBLISH_TO, LITESTREAM_URL = '' } = environment;
  const replica = parseUrl(['s3:'], LITESTREAM_URL);
  const isSameStore = replica?.searchParams.get('endpoint') === STORAGE_ENDPOINT;
  for (const [other, bucket] of [
    ['STORAGE', STORAGE?.bucket],
    ['LITESTREAM_URL', isSameStore ? replica?.host : undefined],
  ]) {
    if (bucket === undefined || bucket !== PUBLISH_TO?.bucket) continue;
    mistakes.push(
      `PUBLISH_TO must name another bucket than ${other}, because everyone can read it: correct one of them.`,
    );
  }
  if (mistakes.length > 0) throw new InvalidConfigError(mistakes.join('\n'));
  return environment;
}

/** @param {string} variable */
function describeMistake(variable) {
  const { kind, fallback } = variables[/** @type {keyof Environment} */ (variable)];
  const isShort = ['string', 'number', 'boolean'].includes(typeof fallback);
  const otherwise = isShort ? `unset it to use ${fallback}` : 'unset it';
  return `${variable} ${kind.rule}: correct it, or ${otherwise}.`;
}

/**
 * Returns the variables of the process, and those of a `.env` file in the working folder that are missing in the
 * process.
 * @returns {Record<string, string | undefined>}
 * @throws {InvalidConfigError} also for names that are probably misspelled
 */
export function loadEnvironment() {
  const file = readEnvFile();
  const given = { ...file, ...process.env };
  const mistakes = [
    ...findMisspelled(Object.keys(file), true, given),
    ...findMisspelled(Object.keys(process.env), false, given),
  ];
  if (mistakes.length > 0) throw new InvalidConfigError([...new Set(mistakes)].join('\n'));
  return given;
}

/** @returns {Record<string, string | undefined>} */
function readEnvFile() {
  let content;
  try {
    content = readFileSync('.env', 'utf8');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return {};
    throw new InvalidConfigError(`The file .env cannot be read (${code}): correct or remove it.`);
  }
  // parseEnv exists since Node 20.12. Older versions only prepare the start; the project's own Node reads the file.
  return util.parseEnv?.(content) ?? {};
}

/** Names of variables of other tools in the same file. */
const otherTools = /^(NODE|NPM|MAKE|COMPOSE|DOCKER|VITEST|PLAYWRIGHT)_/;

/**
 * Returns a sentence for each name that is probably a misspelled variable of this site. In the `.env` file, which
 * belongs to the site, the same first word is enough. The environment of a process contains variables of many
 * programs, so a name there may have at most one typing error per five letters.
 * @param {string[]} names
 * @param {boolean} isOurFile
 * @param {Record<string, string | undefined>} given
 */
export function findMisspelled(names, isOurFile, given) {
  const validNames = new Set(/** @type {string[]} */ (environmentNames));
  return names.flatMap((candidate) => {
    if (validNames.has(candidate)) return [];
    const upper = candidate.toUpperCase();
    const ranked = environmentNames
      .map((real) => ({ real, distance: countTypingErrors(upper, real) }))
      .sort((a, b) => a.distance - b.distance);
    const firstWord = `${upper.split('_')[0]}_`;
    const match = ranked.find(
      ({ real, distance }) =>
        distance <= Math.max(1, Math.floor(real.length / 5)) ||
        (isOurFile && !otherTools.test(upper) && real.startsWith(firstWord)),
    );
    // If the real variable is set too, the candidate belongs to another program.
    if (match === undefined || given[match.real]) return [];
    return [
      `${candidate} is not a variable of this site: rename it to ${match.real}, or unset it.`,
    ];
  });
}

/**
 * Counts the letters that are missing, superfluous, wrong or swapped with the next one (optimal string
 * alignment distance).
 * @param {string} a
 * @param {string} b
 */
function countTypingErrors(a, b) {
  /** @type {number[][]} */
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i += 1) {
    const above = /** @type {number[]} */ (rows[i - 1]);
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}
