import { withoutIndex } from '#contracts/page-path.ts';
import type { ViewRequest } from '#contracts/views.ts';

/** Characters kept of an address, of its query and of a referring host. */
const PATH_MAX = 300;
const QUERY_MAX = 200;
const HOST_MAX = 100;
/** Characters of a value; longer ones are no words. */
const VALUE_MAX = 60;

/** Programs as they call themselves. A phone is called Cubot. */
const programs =
  /(?<!cu)bot\b|bot[/;_-]|crawl|spider|slurp|headless|lighthouse|phantom|selenium|playwright|puppeteer|preview|scan|monitor|uptime|probe|archiver|facebookexternalhit|facebot|embedly|quora link|outbrain|pinterest\/|whatsapp|telegram|feed|rss|curl|wget|httpie|python|urllib|scrapy|java\/|okhttp|go-http|node-fetch|undici|axios|got \(|libwww|perl|ruby|php\/|guzzle|postman|insomnia|http-?client/i;

/** What a request says about who sends it. */
export interface ViewHeaders {
  userAgent: string;
  /** `DNT` and `Sec-GPC`: '1' asks not to be counted. */
  doNotTrack: unknown;
  globalPrivacyControl: unknown;
}

/** Whether the reader is a person who has not asked to be left out. */
export function mayCount({ userAgent, doNotTrack, globalPrivacyControl }: ViewHeaders): boolean {
  if (doNotTrack === '1' || globalPrivacyControl === '1') return false;
  return userAgent !== '' && !programs.test(userAgent);
}

/** What of a view may be kept, or null when it is none of a reader's page. */
export function cleanView(
  view: ViewRequest,
  ownHosts: readonly string[],
): { path: string; query: string; referrer: string } | null {
  const path = cleanPath(view.path);
  if (/^\/(admin|api|user)(\/|$)/.test(path)) return null;
  return {
    path,
    query: cleanQuery(view.query),
    referrer: cleanReferrer(view.referrer, ownHosts),
  };
}

function cleanPath(path: string): string {
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // A broken escape stays as it was asked for.
  }
  const bare = plain
    .normalize('NFC')
    .replace(/[?#].*$/s, '')
    .replace(/\p{Cc}/gu, ' ');
  return withoutIndex(bare).slice(0, PATH_MAX);
}

/** Names of what opens a door or tells of a person, as words of a name or anywhere in it. */
const secretWords =
  /(^|[^a-z])(code|state|setup|key|auth|sid|sig|nonce|otp|pin|user|uid|name|phone|next|ip)([^a-z]|$)/i;
const secretParts = /token|secret|passw|passphrase|pwd|session|signature|e-?mail|apikey|clid$|jwt/i;

/** Keeps the words of a query that tell which view of a page it was, and nothing that opens one. */
export function cleanQuery(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(
    ([name, value]) =>
      !secretWords.test(name) &&
      !secretParts.test(name) &&
      !looksSecret(name) &&
      !looksSecret(value),
  );
  const clean = new URLSearchParams(kept.sort(([one], [other]) => (one < other ? -1 : 1)));
  const text = clean.toString();
  return text.length > QUERY_MAX ? '' : text;
}

/** Addresses of people, and strings that no person writes. */
function looksSecret(value: string): boolean {
  if (value.length > VALUE_MAX || value.includes('@') || /\p{Cc}/u.test(value)) return true;
  return /[A-Za-z0-9_+/=-]{20,}/.test(value) && /\d/.test(value);
}

function cleanReferrer(referrer: string, ownHosts: readonly string[]): string {
  if (!URL.canParse(referrer)) return '';
  const { protocol, host } = new URL(referrer);
  if (!/^https?:$/.test(protocol) || ownHosts.includes(host)) return '';
  return host.replace(/^www\./, '').slice(0, HOST_MAX);
}
