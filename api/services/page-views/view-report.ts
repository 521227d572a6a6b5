import { DAY_MS } from '#contracts/durations.ts';
import type { PageViewRange, PageViewReport } from '#contracts/overview.ts';
import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { readTrending } from '../../db/hot/published-articles.ts';
import {
  deleteArticleDaysBefore,
  listMostRead,
  replaceTrending,
} from '../../db/repositories/articles.ts';
import {
  firstViewDay,
  listViewDays,
  listViewMonths,
  type PageViewPeriod,
  rollUpMonth,
  topArticles,
  topPages,
  topPagesOfAllTime,
  topQueries,
  topReferrers,
} from '../../db/repositories/page-views.ts';

/** Days whose unique visitors count, including today. */
const DAYS = 7;

/** Number of stored articles: three are shown, without the two newest. */
const MOST_READ_MAX = 8;

/** Rows per list. */
const LINES_MAX = 20;
/** Days that are stored individually: a year and the period to compare with. */
export const VIEW_RETENTION_DAYS = 400;

type ReportContext = Pick<AppContext, 'database' | 'clock'>;
type Bar = PageViewReport['bars'][number];

/** Returns the page views of the last days in UTC, including today, by page and referrer. */
export function getPageViewReport(context: ReportContext, days: PageViewRange): PageViewReport {
  const { database } = context;
  const period = periodOf(context, days);
  return {
    days,
    ...countPageViews(context, days),
    pages:
      days === 'all'
        ? topPagesOfAllTime(database, period.toDay, LINES_MAX)
        : topPages(database, period, 'existing', LINES_MAX),
    articles: topArticles(database, period, LINES_MAX),
    referrers: topReferrers(database, period, LINES_MAX),
    queries: topQueries(database, period, LINES_MAX),
    missing: topPages(database, period, 'missing', LINES_MAX),
  };
}

function periodOf({ clock }: Pick<ReportContext, 'clock'>, days: PageViewRange): PageViewPeriod {
  const toDay = Math.floor(clock() / DAY_MS);
  return { fromDay: days === 'all' ? 0 : toDay - Number(days) + 1, toDay };
}

/** Returns the page views of the last days in UTC, including today, by day or month. */
export function countPageViews(
  context: ReportContext,
  days: PageViewRange,
): Pick<PageViewReport, 'views' | 'visitors' | 'unit' | 'bars'> {
  const { database } = context;
  const all = days === 'all';
  const period = periodOf(context, days);
  const viewDays = listViewDays(database, period);
  const byMonth = all || days === '365';
  const months = all ? listViewMonths(database) : [];
  const bars = byMonth
    ? monthBars([...months, ...viewDays.map(inMonth)], period)
    : dayBars(viewDays, period);
  const sum = (name: 'views' | 'visitors') =>
    [...months, ...viewDays].reduce((total, one) => total + one[name], 0);
  return { views: sum('views'), visitors: sum('visitors'), unit: byMonth ? 'month' : 'day', bars };
}

/** Months are counted as year * 12 + month - 1. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const firstDayOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12) / DAY_MS;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const inMonth = <Row extends { day: number }>(row: Row) => ({ ...row, month: monthOf(row.day) });

function dayBars(rows: ReturnType<typeof listViewDays>, { fromDay, toDay }: PageViewPeriod): Bar[] {
  const viewDays = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: toDay - fromDay + 1 }, (_, index) => {
    const { views = 0, visitors = 0 } = viewDays.get(fromDay + index) ?? {};
    return { from: dateOf(fromDay + index), views, visitors };
  });
}

/** Begins with the first month that has views or contains the start of the period. */
function monthBars(
  rows: { month: number; views: number; visitors: number }[],
  { fromDay, toDay }: PageViewPeriod,
): Bar[] {
  const last = monthOf(toDay);
  const first = fromDay === 0 ? Math.min(last, ...rows.map((row) => row.month)) : monthOf(fromDay);
  const bars = Array.from({ length: last - first + 1 }, (_, index) => ({
    from: dateOf(firstDayOf(first + index)),
    views: 0,
    visitors: 0,
  }));
  for (const { month, views, visitors } of rows) {
    const bar = bars[month - first];
    if (!bar) continue;
    bar.views += views;
    bar.visitors += visitors;
  }
  return bars;
}

/** Adds up days older than VIEW_RETENTION_DAYS, one month at a time. */
export async function rollUpPageViews({ database, clock }: ReportContext): Promise<void> {
  const retainedFrom = firstDayOf(monthOf(Math.floor(clock() / DAY_MS) - VIEW_RETENTION_DAYS));
  for (;;) {
    const oldest = firstViewDay(database);
    if (oldest === null || oldest >= retainedFrom) return;
    const month = monthOf(oldest);
    const period = { fromDay: firstDayOf(month), toDay: firstDayOf(month + 1) - 1 };
    await database.write(() => rollUpMonth(database, month, period));
  }
}

/**
 * Updates the most read articles of the last seven days and renders pages that show them.
 * @returns true if they changed
 */
export async function refreshTrending(
  context: Pick<AppContext, 'database' | 'clock' | 'publisher'>,
): Promise<boolean> {
  const { database, clock, publisher } = context;
  const firstDay = Math.floor(clock() / DAY_MS) - DAYS + 1;
  const found = listMostRead(database, firstDay, MOST_READ_MAX);
  const changed = await database.write(() => {
    deleteArticleDaysBefore(database, firstDay);
    if (found.join() === readTrending(database).join()) return false;
    replaceTrending(database, found);
    enqueueJob(database, {
      kind: 'refresh',
      payload: { tags: ['trending'], paths: [] },
      now: clock(),
    });
    return true;
  });
  if (changed) publisher.wake();
  return changed;
}
