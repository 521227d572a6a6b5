import process from 'node:process';
import { toDecimal } from '#contracts/money.ts';
import type {
  AdminWarning,
  Decisions,
  Overview,
  OverviewRange,
  PendingCounts,
} from '#contracts/overview.ts';
import { dayAt, shiftDay, startOfDay } from '#contracts/zoned-time.ts';
import type { Config } from '../../config.ts';
import { type AppContext, iso } from '../../context.ts';
import type { TimePeriod } from '../../db/database.ts';
import { findRelease } from '../../db/hot/releases.ts';
import { listContentProblems, settingOf } from '../../db/hot/site.ts';
import {
  countArticlesIn,
  listDrafts,
  listScheduled,
  type UnpublishedArticle,
} from '../../db/repositories/articles.ts';
import { countContactMessages } from '../../db/repositories/contact-messages.ts';
import { countCrossPosts } from '../../db/repositories/cross-posts.ts';
import { countEmails } from '../../db/repositories/emails.ts';
import { countReviews } from '../../db/repositories/games.ts';
import { countJobs, findFailedRelease } from '../../db/repositories/jobs.ts';
import { countSubscribed, countSubscribers } from '../../db/repositories/newsletter.ts';
import { countOrders } from '../../db/repositories/orders.ts';
import { countOpenDisputes, countUnmatchedPayments } from '../../db/repositories/payments.ts';
import { countPricedProducts } from '../../db/repositories/products.ts';
import {
  listSaleCurrencies,
  type SalePeriod,
  sumPaid,
  sumRefunded,
} from '../../db/repositories/sales.ts';
import { countMembersJoined, countUsers } from '../../db/repositories/users.ts';
import { version } from '../../installation.ts';
import { getBackupStatus } from '../backup/backup-status.ts';
import { getCurrentProvider } from '../checkout/payment-context.ts';
import { getQueueCounts } from '../comments/moderation.ts';
import { countPageViews } from '../page-views/view-report.ts';
import { toDecimalSums } from '../sales/sales-report.ts';
import { lowDiskBytes, readDiskSpace } from '../status/disk-space.ts';
import { checkState, readOldestDue } from '../status/readiness.ts';

/** One bar of a chart, and its first day. */
interface Period extends TimePeriod {
  day: string;
}

/** Articles per list. */
const ARTICLES_MAX = 5;

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/** Returns the figures of the last days, pending decisions and the state of the site. */
export async function getOverview(context: Context, days: OverviewRange): Promise<Overview> {
  const { config, database, clock } = context;
  const now = clock();
  const { unit, ...visitors } = countPageViews(context, days);
  const figures = countFigures(context, days);
  const decisions = countDecisions(context);
  const disk = await readDiskSpace(config.dataFolder);
  const checks = await checkState(context);
  return {
    days,
    now: iso(now),
    unit,
    visitors,
    ...figures,
    isNew: isNew(context, { ...figures, visitors }),
    decisions,
    ...listArticles(context),
    queues: getQueues(context, decisions),
    disk: disk && { ...disk, low: lowDiskBytes(disk) },
    backups: getBackupStatus(context),
    versions: getVersions(database),
    warnings: checks.filter(({ state }) => state !== 'ok').map(({ msg }) => msg),
  };
}

function countFigures({ database, clock }: Context, days: OverviewRange) {
  const currency = settingOf(database, 'currency');
  const zone = settingOf(database, 'timezone');
  const periods = listPeriods(clock(), zone, days);
  const counts = periods.map(({ day, from, to }) => ({
    from: day,
    ...sumPaid(database, { currency, from, to }),
    newMembers: countMembersJoined(database.query, { from, to }),
    newSubscribers: countSubscribed(database.query, { from, to }),
  }));
  const sum = (name: 'orders' | 'paid' | 'newMembers' | 'newSubscribers') =>
    counts.reduce((total, one) => total + one[name], 0);
  const period = { from: periods[0]?.from ?? 0, to: periods.at(-1)?.to ?? 0 };
  const refunded = sumRefunded(database, { currency, ...period });
  return {
    zone,
    currency,
    bars: counts.map((one) => ({ ...one, paid: toDecimal(one.paid, currency) })),
    sales: { orders: sum('orders'), ...toDecimalSums({ paid: sum('paid'), refunded }, currency) },
    otherSales: listSaleCurrencies(database)
      .filter((other) => other !== currency)
      .map((other) => sumSales(database, { currency: other, ...period }))
      .filter((sums) => sums.orders > 0 || sums.refunded > 0),
    people: {
      members: countUsers(database, { search: '', show: 'members' }),
      subscribers: countSubscribers(database.query, 'confirmed'),
      newMembers: sum('newMembers'),
      newSubscribers: sum('newSubscribers'),
    },
  };
}

function sumSales(
  database: Context['database'],
  period: SalePeriod,
): Overview['otherSales'][number] {
  const { orders, paid } = sumPaid(database, period);
  const refunded = sumRefunded(database, period);
  return {
    currency: period.currency,
    orders,
    ...toDecimalSums({ paid, refunded }, period.currency),
  };
}

/** True if the site has no data for figures yet. */
function isNew(
  { database }: Context,
  { people, visitors }: Pick<Overview, 'people' | 'visitors'>,
): boolean {
  return (
    countArticlesIn(database.query, 'live') === 0 &&
    people.members === 0 &&
    people.subscribers === 0 &&
    visitors.views === 0 &&
    listSaleCurrencies(database).length === 0
  );
}

function listArticles({ database: { query } }: Context): Pick<Overview, 'drafts' | 'scheduled'> {
  const shown = ({ publicId, title, language, updatedAt, scheduledAt }: UnpublishedArticle) => ({
    _id: publicId,
    title,
    language,
    updatedAt: iso(updatedAt),
    scheduledAt: iso(scheduledAt),
  });
  return {
    drafts: {
      count: countArticlesIn(query, 'draft'),
      first: listDrafts(query, ARTICLES_MAX).map(shown),
    },
    scheduled: {
      count: countArticlesIn(query, 'scheduled'),
      first: listScheduled(query, ARTICLES_MAX).map(shown),
    },
  };
}

function getQueues(
  { database, clock }: Context,
  failed: Overview['decisions'],
): Overview['queues'] {
  const { query } = database;
  const oldest = readOldestDue(database, clock());
  return {
    publishing: {
      waiting: countJobs(database, 'waiting'),
      failed: failed.jobs,
      oldestAt: iso(oldest.publishing),
    },
    mail: {
      waiting: countEmails(query, { show: 'waiting' }),
      failed: failed.emails,
      oldestAt: iso(oldest.mail),
    },
    posts: {
      waiting: countCrossPosts(query, 'waiting'),
      failed: failed.crossPosts,
      oldestAt: iso(oldest.posts),
    },
  };
}

function getVersions(database: Context['database']): Overview['versions'] {
  const live = findRelease(database, 'live');
  return {
    app: version,
    node: process.versions.node,
    build: live?.buildId ?? null,
    liveAt: iso(live?.liveAt),
    failure: findFailedRelease(database)?.error ?? null,
  };
}

/**
 * Returns the days of a zone up to today, or months for long ranges. The first month begins with
 * the first requested day, so that all periods together cover exactly the range.
 */
function listPeriods(now: number, zone: string, range: OverviewRange): Period[] {
  const today = dayAt(now, zone);
  const days = Array.from({ length: Number(range) }, (_, index) =>
    shiftDay(today, index + 1 - Number(range)),
  );
  const first =
    range === '365' ? days.filter((day, index) => index === 0 || day.endsWith('-01')) : days;
  return first.map((day, index) => ({
    day,
    from: startOfDay(day, zone),
    to: startOfDay(first[index + 1] ?? shiftDay(today, 1), zone),
  }));
}

/** Returns the numbers of decisions and failures that await an admin, by kind. */
function countDecisions({ database }: Pick<AppContext, 'database'>): Decisions {
  const { held, reported } = getQueueCounts({ database });
  return {
    heldComments: held,
    reportedComments: reported,
    reviews: countReviews(database, 'held'),
    messages: countContactMessages(database.query, 'unread'),
    disputes: countOpenDisputes(database),
    unmatchedPayments: countUnmatchedPayments(database),
    failedRefunds: countOrders(database, { search: '', state: 'refund-failed' }),
    jobs: countJobs(database, 'failed'),
    emails: countEmails(database.query, { show: 'failed' }),
    crossPosts: countCrossPosts(database.query, 'failed'),
  };
}

/** Returns the numbers of items that await an admin, by page. */
export function countPending(context: Pick<AppContext, 'database'>): PendingCounts {
  const decisions = countDecisions(context);
  return {
    comments: decisions.heldComments + decisions.reportedComments,
    reviews: decisions.reviews,
    messages: decisions.messages,
    emails: decisions.emails,
    orders: decisions.disputes + decisions.unmatchedPayments + decisions.failedRefunds,
    posts: decisions.crossPosts,
  };
}

/** Lists faults of the configuration, for the log at the start and for every admin page. */
export function listWarnings({
  siteUrl,
  trustedProxies,
}: Pick<Config, 'siteUrl' | 'trustedProxies'>): AdminWarning[] {
  // This server speaks no TLS itself, so an https site has a proxy before it.
  if (!siteUrl.startsWith('https:') || trustedProxies.length > 0) return [];
  return [
    {
      code: 'NO_TRUSTED_PROXY',
      msg: 'All visitors share one rate limit: SITE_URL is https, but TRUSTED_PROXIES is empty, so each request seems to come from the proxy. Set TRUSTED_PROXIES to the address of the proxy, for example 127.0.0.1, and start again. docs/operate.md shows how.',
    },
  ];
}

/** Returns a warning if live products cannot be bought because no payment provider sells them. */
export function listShopWarnings(context: Pick<AppContext, 'config' | 'database'>): AdminWarning[] {
  const provider = getCurrentProvider(context);
  if (provider === 'paypal') return [];
  const count = countPricedProducts(context.database, { samples: provider === null });
  if (count === 0) return [];
  const products = count === 1 ? '1 product is' : `${count} products are`;
  return [
    {
      code: 'PRODUCTS_NOT_FOR_SALE',
      msg: `${products} not for sale yet: no payment provider is configured, and the demo provider only sells the sample products. Set PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_MERCHANT_ID on the server and start again. Free products need no payment provider.`,
    },
  ];
}

/** Returns a warning that lists the invalid files in CONTENT_DIR. */
export function listContentWarnings({ database }: Pick<AppContext, 'database'>): AdminWarning[] {
  const problems = listContentProblems(database).map(({ problem }) => problem);
  if (problems.length === 0) return [];
  return [
    {
      code: 'CONTENT_INVALID',
      msg: `${problems.join('. ')}. Pages show the last valid content until you correct the file in CONTENT_DIR.`,
    },
  ];
}
