import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gt,
  gte,
  lt,
  min,
  type SQL,
  type SQLWrapper,
  sql,
  sum,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Database } from '../database.ts';
import { articles } from '../schema/articles.ts';
import { pageViews, viewDays, viewMonths } from '../schema/page-views.ts';

/** Stands for the paths of a day beyond the limit of distinct paths. */
export const OTHER_PATHS = '*';

/** Views of one page, query and referring host on one day. The host is '' for none and for our own. */
export type PageViewTally = typeof pageViews.$inferSelect;

/** Adds to the row of a page. @returns false if there is none */
export function incrementPageViews({ query }: Database, tally: PageViewTally): boolean {
  const { day, path, query: search, referrer, views, visitors } = pageViews;
  const { changes } = query
    .update(pageViews)
    .set({ views: sql`${views} + ${tally.views}`, visitors: sql`${visitors} + ${tally.visitors}` })
    .where(
      and(
        eq(day, tally.day),
        eq(path, tally.path),
        eq(search, tally.query),
        eq(referrer, tally.referrer),
      ),
    )
    .run();
  return changes > 0;
}

export function insertPageViews({ query }: Database, tally: PageViewTally): void {
  query.insert(pageViews).values(tally).run();
}

/** Adds to a day of the whole site. @returns the number of rows of its pages */
export function incrementViewDay(
  { query }: Database,
  day: number,
  more: { views?: number; visitors?: number; entries?: number },
): number {
  const { views, visitors, entries } = viewDays;
  return query
    .insert(viewDays)
    .values({ day, ...more })
    .onConflictDoUpdate({
      target: viewDays.day,
      set: {
        views: sql`${views} + excluded.views`,
        visitors: sql`${visitors} + excluded.visitors`,
        entries: sql`${entries} + excluded.entries`,
      },
    })
    .returning({ entries })
    .get().entries;
}

/** Period of days; both ends are included. */
export interface PageViewPeriod {
  fromDay: number;
  toDay: number;
}

const isWithin = ({ fromDay, toDay }: PageViewPeriod) => between(pageViews.day, fromDay, toDay);

/** Returns the days with views, oldest first. */
export function listViewDays({ query }: Database, { fromDay, toDay }: PageViewPeriod) {
  const { day, views, visitors } = viewDays;
  return query
    .select({ day, views, visitors })
    .from(viewDays)
    .where(between(day, fromDay, toDay))
    .orderBy(asc(day))
    .all();
}

/** Returns the months whose days are deleted, oldest first. */
export function listViewMonths({ query }: Database) {
  const { month, views, visitors, path } = viewMonths;
  return query
    .select({ month, views, visitors })
    .from(viewMonths)
    .where(and(eq(path, ''), gt(month, 0)))
    .orderBy(asc(month))
    .all();
}

const total = (column: SQLWrapper): SQL<number> => sum(column).mapWith(Number);
const totals = { views: total(pageViews.views), visitors: total(pageViews.visitors) };

/** Returns pages by views, or requested paths without a page. */
export function topPages(
  { query }: Database,
  period: PageViewPeriod,
  pages: 'existing' | 'missing',
  limit: number,
) {
  const { path } = pageViews;
  return query
    .select({ path, ...totals })
    .from(pageViews)
    .where(and(isWithin(period), eq(pageViews.known, pages === 'existing')))
    .groupBy(path)
    .orderBy(desc(totals.views), asc(path))
    .limit(limit)
    .all();
}

/** Returns the known pages by views, months whose days are deleted included. */
export function topPagesOfAllTime({ query }: Database, toDay: number, limit: number) {
  const all = unionAll(
    query
      .select({ path: pageViews.path, views: pageViews.views, visitors: pageViews.visitors })
      .from(pageViews)
      .where(and(isWithin({ fromDay: 0, toDay }), eq(pageViews.known, true))),
    query
      .select({ path: viewMonths.path, views: viewMonths.views, visitors: viewMonths.visitors })
      .from(viewMonths)
      .where(and(gt(viewMonths.month, 0), gt(viewMonths.path, ''))),
  ).as('steps');
  const views = total(all.views);
  return query
    .select({ path: all.path, views, visitors: total(all.visitors) })
    .from(all)
    .groupBy(all.path)
    .orderBy(desc(views), asc(all.path))
    .limit(limit)
    .all();
}

/** Returns known pages with their queries by views. */
export function topQueries({ query }: Database, period: PageViewPeriod, limit: number) {
  const { path, query: search, known } = pageViews;
  const pathWithQuery = sql<string>`${path} || char(63) || ${search}`;
  return query
    .select({ path: pathWithQuery, ...totals })
    .from(pageViews)
    .where(and(isWithin(period), gt(search, ''), eq(known, true)))
    .groupBy(path, search)
    .orderBy(desc(totals.views), asc(pathWithQuery))
    .limit(limit)
    .all();
}

/** Returns the referring hosts by views. */
export function topReferrers({ query }: Database, period: PageViewPeriod, limit: number) {
  const { referrer } = pageViews;
  return query
    .select({ host: referrer, ...totals })
    .from(pageViews)
    .where(and(isWithin(period), gt(referrer, '')))
    .groupBy(referrer)
    .orderBy(desc(totals.views), asc(referrer))
    .limit(limit)
    .all();
}

/** Returns articles by views of their pages; `total` is one view per reader and day, of all time. */
export function topArticles({ query }: Database, period: PageViewPeriod, limit: number) {
  const { path, known } = pageViews;
  return query
    .select({
      _id: articles.publicId,
      title: articles.title,
      slug: articles.slug,
      total: articles.views,
      ...totals,
    })
    .from(pageViews)
    .innerJoin(articles, eq(articles.slug, sql`substr(${path}, 7)`))
    .where(and(isWithin(period), gt(path, '/blog/'), lt(path, '/blog0'), eq(known, true)))
    .groupBy(articles.id)
    .orderBy(desc(totals.views), asc(articles.id))
    .limit(limit)
    .all();
}

/** Returns the oldest day that is not added to its month, or null. */
export const firstViewDay = ({ query }: Database): number | null =>
  query
    .select({ day: min(viewDays.day) })
    .from(viewDays)
    .get()?.day ?? null;

/** Adds the days of a month to the month, and deletes them. Call it in a transaction. */
export function rollUpMonth({ query }: Database, month: number, period: PageViewPeriod): void {
  const named = (table: typeof pageViews | typeof viewDays) => ({
    views: total(table.views).as('views'),
    visitors: total(table.visitors).as('visitors'),
  });
  const isDay = between(viewDays.day, period.fromDay, period.toDay);
  const ofPages = query
    .select({ month: sql`${month}`.as('month'), path: pageViews.path, ...named(pageViews) })
    .from(pageViews)
    .where(and(isWithin(period), eq(pageViews.known, true)))
    .groupBy(pageViews.path);
  const ofSite = query
    .select({ month: sql`${month}`.as('month'), path: sql`''`.as('path'), ...named(viewDays) })
    .from(viewDays)
    .where(isDay)
    .having(gte(count(), 1));
  const { views, visitors } = viewMonths;
  for (const sums of [ofPages, ofSite]) {
    query
      .insert(viewMonths)
      .select(sums)
      .onConflictDoUpdate({
        target: [viewMonths.month, viewMonths.path],
        set: {
          views: sql`${views} + excluded.views`,
          visitors: sql`${visitors} + excluded.visitors`,
        },
      })
      .run();
  }
  query.delete(pageViews).where(isWithin(period)).run();
  query.delete(viewDays).where(isDay).run();
}
