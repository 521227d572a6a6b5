import type { ViewRequest } from '#contracts/overview.ts';
import { withoutIndex } from '#contracts/site-routes.ts';

/** Maximum characters of a path, query and referring host. */
const PATH_MAX = 300;
const QUERY_MAX = 200;
const HOST_MAX = 100;
/** Maximum characters of a query value; longer ones are not words. */
const VALUE_MAX = 60;

/** User agents of bots; Cubot is a phone. */
const botPattern =
  /(?<!cu)bot\b|bot[/;_-]|crawl|spider|slurp|headless|lighthouse|phantom|selenium|playwright|puppeteer|preview|scan|monitor|uptime|probe|archiver|facebookexternalhit|facebot|embedly|quora link|outbrain|pinterest\/|whatsapp|telegram|feed|rss|curl|wget|httpie|python|urllib|scrapy|java\/|okhttp|go-http|node-fetch|undici|axios|got \(|libwww|perl|ruby|php\/|guzzle|postman|insomnia|http-?client/i;

/** Headers that decide if a view is counted. */
export interface ViewHeaders {
  userAgent: string;
  /** `DNT` and `Sec-GPC`: '1' opts out. */
  doNotTrack: unknown;
  globalPrivacyControl: unknown;
}

/** True if the visitor is not a bot and has not opted out. */
export function isCountable({ userAgent, doNotTrack, globalPrivacyControl }: ViewHeaders): boolean {
  if (doNotTrack === '1' || globalPrivacyControl === '1') return false;
  return userAgent !== '' && !botPattern.test(userAgent);
}

/** Returns the data of a view to store, or null for pages that are not counted. */
export function sanitizeView(
  view: ViewRequest,
  ownHosts: readonly string[],
): { path: string; query: string; referrer: string } | null {
  const path = sanitizePath(view.path);
  if (/^\/(admin|api|user)(\/|$)/.test(path)) return null;
  return {
    path,
    query: sanitizeQuery(view.query),
    referrer: sanitizeReferrer(view.referrer, ownHosts),
  };
}

function sanitizePath(path: string): string {
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // Invalid escapes are stored unchanged.
  }
  const bare = plain
    .normalize('NFC')
    .replace(/[?#].*$/s, '')
    .replace(/\p{Cc}/gu, ' ');
  return withoutIndex(bare).slice(0, PATH_MAX);
}

/** Parameter names of secrets and personal data, as words or anywhere in the name. */
const secretWords =
  /(^|[^a-z])(code|state|setup|key|auth|sid|sig|nonce|otp|pin|user|uid|name|phone|next|ip)([^a-z]|$)/i;
const secretParts = /token|secret|passw|passphrase|pwd|session|signature|e-?mail|apikey|clid$|jwt/i;

/** Keeps query parameters that identify a page, and drops secrets. */
export function sanitizeQuery(query: string): string {
  const parameters = [...new URLSearchParams(query)].filter(
    ([name, value]) =>
      !secretWords.test(name) &&
      !secretParts.test(name) &&
      !looksSecret(name) &&
      !looksSecret(value),
  );
  const clean = new URLSearchParams(parameters.sort(([one], [other]) => (one < other ? -1 : 1)));
  const text = clean.toString();
  return text.length > QUERY_MAX ? '' : text;
}

/** True for email addresses and generated strings. */
function looksSecret(value: string): boolean {
  if (value.length > VALUE_MAX || value.includes('@') || /\p{Cc}/u.test(value)) return true;
  return /[A-Za-z0-9_+/=-]{20,}/.test(value) && /\d/.test(value);
}

function sanitizeReferrer(referrer: string, ownHosts: readonly string[]): string {
  if (!URL.canParse(referrer)) return '';
  const { protocol, host } = new URL(referrer);
  if (!/^https?:$/.test(protocol) || ownHosts.includes(host)) return '';
  return host.replace(/^www\./, '').slice(0, HOST_MAX);
}
