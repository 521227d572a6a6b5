import type { ViewRange, ViewReport } from '#contracts/views.ts';
import type { AppContext } from '../../context.ts';
import {
  firstViewDay,
  listViewDays,
  listViewMonths,
  rollUpMonth,
  topArticles,
  topPages,
  topPagesOfAllTime,
  topQueries,
  topReferrers,
  type ViewSpan,
} from '../../db/repositories/views.ts';
import { DAY_MS } from './readers.ts';

/** Lines of each list. */
const LINES = 20;
/** Days kept one by one: a year to look back, and what may be compared with it. */
export const VIEW_DAYS_KEPT = 400;

type ReportContext = Pick<AppContext, 'database' | 'clock'>;
type Bar = ViewReport['bars'][number];

/** What was read in the last days, today included. Days are those of UTC. */
export function readViews({ database, clock }: ReportContext, days: ViewRange): ViewReport {
  const toDay = Math.floor(clock() / DAY_MS);
  const all = days === 'all';
  const span = { fromDay: all ? 0 : toDay - Number(days) + 1, toDay };
  const known = listViewDays(database, span);
  const byMonth = all || days === '365';
  const months = all ? listViewMonths(database) : [];
  const bars = byMonth ? monthBars([...months, ...known.map(inMonth)], span) : dayBars(known, span);
  const sum = (name: 'views' | 'visitors') =>
    [...months, ...known].reduce((total, one) => total + one[name], 0);
  return {
    days,
    views: sum('views'),
    visitors: sum('visitors'),
    unit: byMonth ? 'month' : 'day',
    bars,
    pages: all ? topPagesOfAllTime(database, toDay, LINES) : topPages(database, span, true, LINES),
    articles: topArticles(database, span, LINES),
    referrers: topReferrers(database, span, LINES),
    queries: topQueries(database, span, LINES),
    missing: topPages(database, span, false, LINES),
  };
}

/** Months are counted as year * 12 + month - 1. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const firstDayOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12) / DAY_MS;
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const inMonth = <Row extends { day: number }>(row: Row) => ({ ...row, month: monthOf(row.day) });

function dayBars(rows: ReturnType<typeof listViewDays>, { fromDay, toDay }: ViewSpan): Bar[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: toDay - fromDay + 1 }, (_, index) => {
    const { views = 0, visitors = 0 } = known.get(fromDay + index) ?? {};
    return { from: dateOf(fromDay + index), views, visitors };
  });
}

/** From the first month that has views, or that the span begins in. */
function monthBars(
  rows: { month: number; views: number; visitors: number }[],
  { fromDay, toDay }: ViewSpan,
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

/** Adds days up to months that are over VIEW_DAYS_KEPT days old, a month at a time. */
export async function rollUpViews({ database, clock }: ReportContext): Promise<void> {
  const keptFrom = firstDayOf(monthOf(Math.floor(clock() / DAY_MS) - VIEW_DAYS_KEPT));
  for (;;) {
    const oldest = firstViewDay(database);
    if (oldest === null || oldest >= keptFrom) return;
    const month = monthOf(oldest);
    const span = { fromDay: firstDayOf(month), toDay: firstDayOf(month + 1) - 1 };
    await database.write(() => rollUpMonth(database, month, span));
  }
}
