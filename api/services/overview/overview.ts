import { iso } from '../../clock.ts';
import { statfs } from 'node:fs/promises';
import process from 'node:process';
import { toDecimal } from '#contracts/money.ts';
import type { Overview, OverviewRange } from '#contracts/overview.ts';
import type { AppContext } from '../../context.ts';
import { countCrossPosts } from '../../db/repositories/cross-posts.ts';
import { countJobs } from '../../db/repositories/jobs.ts';
import { countMails } from '../../db/repositories/mails.ts';
import { readQueueAges } from '../../db/repositories/queue-ages.ts';
import { findRelease, listReleases } from '../../db/repositories/releases.ts';
import { firstSale, sumPaid, sumRefunded } from '../../db/repositories/sales.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import { countSubscribed, countSubscribers } from '../../db/repositories/subscribers.ts';
import {
  countArticlesIn,
  listDrafts,
  listScheduled,
  type UnpublishedArticle,
} from '../../db/repositories/unpublished-articles.ts';
import { countUsers } from '../../db/repositories/user-list.ts';
import { countMembersJoined } from '../../db/repositories/users.ts';
import { version } from '../../version.ts';
import { getBackupStatus } from '../backup/backup-status.ts';
import { countViews } from '../page-views/view-report.ts';
import { toDecimalSums } from '../sales/sales-report.ts';
import { countDecisions } from '../waiting.ts';
import { listPeriods } from './periods.ts';

/** Articles per list. */
const ARTICLES_MAX = 5;

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Returns the figures of the last days, pending decisions and the state of the site. */
export async function getOverview(context: Context, days: OverviewRange): Promise<Overview> {
  const { config, database, clock } = context;
  const now = clock();
  const { unit, ...visitors } = countViews(context, days);
  const figures = countFigures(context, days);
  const decisions = countDecisions(context);
  const { bavail, bsize, blocks } = await statfs(config.dataFolder);
  return {
    days,
    now: new Date(now).toISOString(),
    unit,
    visitors,
    ...figures,
    isNew: isNew(context, { ...figures, visitors }),
    decisions,
    ...listArticles(context),
    queues: getQueues(context, decisions),
    disk: { free: bavail * bsize, total: blocks * bsize },
    backups: getBackupStatus(context),
    versions: getVersions(database),
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
  const span = { from: periods[0]?.from ?? 0, to: periods.at(-1)?.to ?? 0 };
  const refunded = sumRefunded(database, { currency, ...span });
  return {
    zone,
    currency,
    bars: counts.map((one) => ({ ...one, paid: toDecimal(one.paid, currency) })),
    sales: { orders: sum('orders'), ...toDecimalSums({ paid: sum('paid'), refunded }, currency) },
    people: {
      members: countUsers(database, { search: '', show: 'members' }),
      subscribers: countSubscribers(database.query, 'confirmed'),
      newMembers: sum('newMembers'),
      newSubscribers: sum('newSubscribers'),
    },
  };
}

/** True if there is nothing yet that figures could be about. */
function isNew(
  { database }: Context,
  { currency, people, visitors }: Pick<Overview, 'currency' | 'people' | 'visitors'>,
): boolean {
  return (
    countArticlesIn(database.query, 'live') === 0 &&
    people.members === 0 &&
    people.subscribers === 0 &&
    visitors.views === 0 &&
    firstSale(database, currency) === null
  );
}

function listArticles({ database: { query } }: Context): Pick<Overview, 'drafts' | 'scheduled'> {
  const shown = ({ publicId, title, language, updatedAt, scheduledAt }: UnpublishedArticle) => ({
    ...{ _id: publicId, title, language },
    ...{ updatedAt: new Date(updatedAt).toISOString(), scheduledAt: iso(scheduledAt) },
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
  const ages = readQueueAges(query, clock());
  return {
    publishing: {
      waiting: countJobs(database, 'waiting'),
      failed: failed.jobs,
      oldestAt: iso(ages.publishing),
    },
    mail: {
      waiting: countMails(query, { show: 'waiting' }),
      failed: failed.emails,
      oldestAt: iso(ages.mail),
    },
    posts: {
      waiting: countCrossPosts(query, 'waiting'),
      failed: failed.crossPosts,
      oldestAt: iso(ages.posts),
    },
  };
}

function getVersions(database: Context['database']): Overview['versions'] {
  const live = findRelease(database, 'live');
  const [last] = listReleases(database, 1);
  return {
    app: version,
    node: process.versions.node,
    build: live?.buildId ?? null,
    liveAt: iso(live?.liveAt),
    failure: last?.state === 'failed' ? last.error : null,
  };
}
