import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '#contracts/durations.ts';
import type { PageViewRequest } from '#contracts/overview.ts';
import { withoutIndex } from '#contracts/site-routes.ts';
import type { AppContext, Clock } from '../../context.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { findArticleBySlug } from '../../db/hot/articles.ts';
import { recordArticleView } from '../../db/repositories/articles.ts';
import {
  incrementPageViews,
  incrementViewDay,
  insertPageViews,
  OTHER_PATHS,
  type PageViewTally,
} from '../../db/repositories/page-views.ts';

/** Maximum pairs of visitor and page per day; further ones are not distinguished. */
const VISITS_MAX = 200_000;

/**
 * Distinguishes the visitors of one day anonymously. Hashes IP addresses with a random salt that stays in memory and
 * is destroyed at the end of the day, so that visitors cannot be identified or recognised on another day.
 */
interface DailyVisitors {
  /** Days since 1970, UTC. */
  today(): number;
  /** Returns a hash of IP address and browser for this day. */
  visitorOf(ip: string, userAgent: string): string;
  /** True if this is the visitor's first view of `what` today. */
  isNew(visitor: string, what: string): boolean;
  /** Destroys the salt of a past day. */
  expire(): void;
}

/** Interval between writes, in milliseconds; a crash loses at most this time. */
const FLUSH_MS = 1000;
/** Maximum rows per day; beyond it, query and referrer are omitted and unknown paths are combined. */
export const ENTRIES_PER_DAY = 1000;
/** Maximum number of different views in memory while writing fails. */
const PENDING_MAX = 20_000;

interface PageView {
  path: string;
  query: string;
  /** Host, or ''. */
  referrer: string;
  /** True if a page exists at this path. */
  known: boolean;
  /** See DailyVisitors. */
  visitor: string;
}

/** Counts views in memory and writes them together, so that many views cost one write per second. */
interface PageViewCounter {
  dailyVisitors: DailyVisitors;
  add(view: PageView): void;
  /** Resolves when all views so far are stored. */
  flush(): Promise<void>;
  /** Stores pending views. */
  close(): Promise<void>;
}

type CounterContext = Pick<AppContext, 'database' | 'clock'>;

interface Batch {
  tallies: Map<string, PageViewTally>;
  /** Unique visitors of the site, by day. */
  visitors: Map<number, number>;
  articles: { slug: string; day: number; visitor: string; key: string }[];
}

const emptyBatch = (): Batch => ({ tallies: new Map(), visitors: new Map(), articles: [] });

/** @param onError called if views cannot be written; they are tried again */
export function createPageViewCounter(
  context: CounterContext,
  onError: (error: unknown) => void,
): PageViewCounter {
  const dailyVisitors = createDailyVisitors(context.clock);
  let batch = emptyBatch();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function add({ visitor, ...view }: PageView): void {
    const day = dailyVisitors.today();
    const key = JSON.stringify([day, view.path, view.query, view.referrer]);
    let tally = batch.tallies.get(key);
    if (!tally) {
      if (batch.tallies.size >= PENDING_MAX) return;
      tally = { ...view, day, views: 0, visitors: 0 };
      batch.tallies.set(key, tally);
    }
    tally.views += 1;
    if (dailyVisitors.isNew(visitor, ''))
      batch.visitors.set(day, (batch.visitors.get(day) ?? 0) + 1);
    if (dailyVisitors.isNew(visitor, view.path)) {
      const slug = /^\/blog\/([^/]+)$/.exec(view.path)?.[1];
      // Unique visitors of an article come from its own count, so that both agree.
      if (slug !== undefined && view.known) batch.articles.push({ slug, day, visitor, key });
      else tally.visitors += 1;
    }
    timer ??= setTimeout(() => void flush().catch(onError), FLUSH_MS).unref();
  }

  function flush(): Promise<void> {
    const next = writing.then(async () => {
      clearTimeout(timer);
      timer = undefined;
      if (batch.tallies.size === 0) return;
      const full = batch;
      batch = emptyBatch();
      try {
        await context.database.write((query) => storeBatch(context, query, full));
      } catch (error) {
        putBack(full);
        throw error;
      }
    });
    writing = next.catch(() => undefined);
    return next;
  }

  function putBack(full: Batch): void {
    const since = batch;
    batch = full;
    for (const [key, tally] of since.tallies) {
      const before = full.tallies.get(key);
      if (before) {
        before.views += tally.views;
        before.visitors += tally.visitors;
      } else if (full.tallies.size < PENDING_MAX) full.tallies.set(key, tally);
    }
    for (const [day, more] of since.visitors) {
      full.visitors.set(day, (full.visitors.get(day) ?? 0) + more);
    }
    full.articles.push(...since.articles);
    timer ??= setTimeout(() => void flush().catch(onError), FLUSH_MS).unref();
  }

  return {
    dailyVisitors,
    add,
    flush,
    async close() {
      clearTimeout(timer);
      await flush();
    },
  };
}

/** Stores a batch without changing it, because the transaction is repeated while another process writes. */
function storeBatch({ database }: CounterContext, query: Queryable, batch: Batch): void {
  const counted = new Map<string, number>();
  for (const { slug, key, ...view } of batch.articles) {
    const article = findArticleBySlug(database, slug);
    const added = !article || recordArticleView(query, { ...view, articleId: article.id });
    if (added) counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  for (const [key, tally] of batch.tallies) {
    const visitors = tally.visitors + (counted.get(key) ?? 0);
    storeWithinLimit(database, { ...tally, visitors });
  }
  for (const [day, visitors] of batch.visitors) incrementViewDay(database, day, { visitors });
}

/**
 * Stores a view in the first form for which there is space: complete, only its page, or all unknown paths together.
 */
function storeWithinLimit(database: Database, tally: PageViewTally): void {
  const entries = incrementViewDay(database, tally.day, { views: tally.views });
  const plain = { ...tally, query: '', referrer: '' };
  const forms = tally.known ? [tally, plain] : [tally, { ...plain, path: OTHER_PATHS }];
  for (const form of forms) if (incrementPageViews(database, form)) return;
  const room = entries < ENTRIES_PER_DAY;
  insertPageViews(database, room ? tally : (forms[1] ?? plain));
  incrementViewDay(database, tally.day, { entries: 1 });
}

function createDailyVisitors(clock: Clock): DailyVisitors {
  let day = -1;
  let salt = Buffer.alloc(0);
  const visitors = new Set<string>();

  function expire(): void {
    const today = Math.floor(clock() / DAY_MS);
    if (today === day) return;
    day = today;
    salt.fill(0);
    salt = randomBytes(32);
    visitors.clear();
  }
  const hash = (...parts: string[]) =>
    createHash('sha256').update(salt).update(parts.join('\n')).digest('base64url').slice(0, 22);

  return {
    today() {
      expire();
      return day;
    },
    visitorOf(ip, userAgent) {
      expire();
      return hash(ip, userAgent);
    },
    isNew(visitor, what) {
      expire();
      const key = hash(visitor, what);
      if (visitors.has(key) || visitors.size >= VISITS_MAX) return false;
      visitors.add(key);
      return true;
    },
    expire,
  };
}

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
interface PageViewHeaders {
  userAgent: string;
  /** `DNT` and `Sec-GPC`: '1' opts out. */
  doNotTrack: unknown;
  globalPrivacyControl: unknown;
}

/** True if the visitor is not a bot and has not opted out. */
export function isCountable({
  userAgent,
  doNotTrack,
  globalPrivacyControl,
}: PageViewHeaders): boolean {
  if (doNotTrack === '1' || globalPrivacyControl === '1') return false;
  return userAgent !== '' && !botPattern.test(userAgent);
}

/** Returns the data of a view to store, or null for pages that are not counted. */
export function sanitizePageView(
  view: PageViewRequest,
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
      !secretWords.test(name) && !secretParts.test(name) && !isSecret(name) && !isSecret(value),
  );
  const clean = new URLSearchParams(parameters.sort(([one], [other]) => (one < other ? -1 : 1)));
  const text = clean.toString();
  return text.length > QUERY_MAX ? '' : text;
}

/** True for email addresses and generated strings. */
function isSecret(value: string): boolean {
  if (value.length > VALUE_MAX || value.includes('@') || /\p{Cc}/u.test(value)) return true;
  return /[A-Za-z0-9_+/=-]{20,}/.test(value) && /\d/.test(value);
}

function sanitizeReferrer(referrer: string, ownHosts: readonly string[]): string {
  if (!URL.canParse(referrer)) return '';
  const { protocol, host } = new URL(referrer);
  if (!/^https?:$/.test(protocol) || ownHosts.includes(host)) return '';
  return host.replace(/^www\./, '').slice(0, HOST_MAX);
}
