import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** Stands for the addresses of a day beyond the most that are told apart. */
export const OTHER_PATHS = '*';

/** Views of one page, query and referrer on one day. */
export interface ViewTally {
  /** Days since 1970, UTC. */
  day: number;
  path: string;
  query: string;
  /** Host, or '' for none and our own. */
  referrer: string;
  known: boolean;
  views: number;
  visitors: number;
}

/** Adds to a row that is there. @returns false when there is none */
export function raisePageViews(database: Connection, tally: ViewTally): boolean {
  const { changes } = prepared<[number, number, number, string, string, string], never>(
    database,
    `UPDATE page_views SET views = views + ?, visitors = visitors + ?
     WHERE day = ? AND path = ? AND query = ? AND referrer = ?`,
  ).run(tally.views, tally.visitors, tally.day, tally.path, tally.query, tally.referrer);
  return changes > 0;
}

export function insertPageViews(database: Connection, tally: ViewTally): void {
  prepared<[number, string, string, string, number, number, number], never>(
    database,
    `INSERT INTO page_views (day, path, query, referrer, known, views, visitors)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ...([tally.day, tally.path, tally.query, tally.referrer, tally.known ? 1 : 0] as const),
    ...([tally.views, tally.visitors] as const),
  );
}

/** Adds to a day of the whole site. @returns how many rows its pages have now */
export function raiseViewDay(
  database: Connection,
  day: number,
  more: { views?: number; visitors?: number; entries?: number },
): number {
  const row = prepared<[number, number, number, number], { entries: number }>(
    database,
    `INSERT INTO view_days (day, views, visitors, entries) VALUES (?, ?, ?, ?)
     ON CONFLICT (day) DO UPDATE SET views = views + excluded.views,
       visitors = visitors + excluded.visitors, entries = entries + excluded.entries
     RETURNING entries`,
  ).get(day, more.views ?? 0, more.visitors ?? 0, more.entries ?? 0);
  return row?.entries ?? 0;
}

/** A stretch of days and of the months before them, both ends included. */
export interface ViewSpan {
  fromDay: number;
  toDay: number;
}

interface Counted {
  views: number;
  visitors: number;
}

/** The site's days that had views, oldest first. */
export function listViewDays(database: Connection, span: ViewSpan): (Counted & { day: number })[] {
  return prepared<[number, number], Counted & { day: number }>(
    database,
    'SELECT day, views, visitors FROM view_days WHERE day BETWEEN ? AND ? ORDER BY day',
  ).all(span.fromDay, span.toDay);
}

/** The site's months of which the days are gone, oldest first. */
export function listViewMonths(database: Connection): (Counted & { month: number })[] {
  return prepared<[], Counted & { month: number }>(
    database,
    "SELECT month, views, visitors FROM view_months WHERE path = '' AND month > 0 ORDER BY month",
  ).all();
}

export interface ViewedPage extends Counted {
  path: string;
}

/** Pages by views. `known` false: addresses without a page. */
export function topPages(
  database: Connection,
  span: ViewSpan,
  known: boolean,
  limit: number,
): ViewedPage[] {
  return prepared<[number, number, number, number], ViewedPage>(
    database,
    `SELECT path, sum(views) AS views, sum(visitors) AS visitors FROM page_views
     WHERE day BETWEEN ? AND ? AND known = ?
     GROUP BY path ORDER BY sum(views) DESC, path LIMIT ?`,
  ).all(span.fromDay, span.toDay, known ? 1 : 0, limit);
}

/** As topPages, with the months of which the days are gone. */
export function topPagesOfAllTime(
  database: Connection,
  toDay: number,
  limit: number,
): ViewedPage[] {
  return prepared<[number, number], ViewedPage>(
    database,
    `SELECT path, sum(views) AS views, sum(visitors) AS visitors FROM (
       SELECT path, views, visitors FROM page_views WHERE day BETWEEN 0 AND ? AND known = 1
       UNION ALL SELECT path, views, visitors FROM view_months WHERE month > 0 AND path > '')
     GROUP BY path ORDER BY sum(views) DESC, path LIMIT ?`,
  ).all(toDay, limit);
}

/** Pages with what stood behind the question mark. */
export function topQueries(database: Connection, span: ViewSpan, limit: number): ViewedPage[] {
  return prepared<[number, number, number], ViewedPage>(
    database,
    `SELECT path || char(63) || query AS path, sum(views) AS views, sum(visitors) AS visitors
     FROM page_views WHERE day BETWEEN ? AND ? AND query > '' AND known = 1
     GROUP BY path, query ORDER BY sum(views) DESC, 1 LIMIT ?`,
  ).all(span.fromDay, span.toDay, limit);
}

export function topReferrers(
  database: Connection,
  span: ViewSpan,
  limit: number,
): (Counted & { host: string })[] {
  return prepared<[number, number, number], Counted & { host: string }>(
    database,
    `SELECT referrer AS host, sum(views) AS views, sum(visitors) AS visitors
     FROM page_views WHERE day BETWEEN ? AND ? AND referrer > ''
     GROUP BY referrer ORDER BY sum(views) DESC, referrer LIMIT ?`,
  ).all(span.fromDay, span.toDay, limit);
}

export interface ViewedArticle extends Counted {
  _id: string;
  title: string;
  slug: string;
  /** Views the article carries itself, of all time: one a reader and day. */
  total: number;
}

export function topArticles(database: Connection, span: ViewSpan, limit: number): ViewedArticle[] {
  return prepared<[number, number, number], ViewedArticle>(
    database,
    `SELECT a.public_id AS _id, a.title, a.slug, a.views AS total,
       sum(p.views) AS views, sum(p.visitors) AS visitors
     FROM page_views p JOIN articles a ON a.slug = substr(p.path, 7)
     WHERE p.day BETWEEN ? AND ? AND p.path > '/blog/' AND p.path < '/blog0' AND p.known = 1
     GROUP BY a.id ORDER BY sum(p.views) DESC, a.id LIMIT ?`,
  ).all(span.fromDay, span.toDay, limit);
}

/** The oldest day that is kept one by one, or null. */
export function firstViewDay(database: Connection): number | null {
  const row = prepared<[], { day: number | null }>(
    database,
    'SELECT min(day) AS day FROM view_days',
  ).get();
  return row?.day ?? null;
}

/** Adds the days of one month up and forgets them. Belongs in a transaction. */
export function rollUpMonth(database: Connection, month: number, span: ViewSpan): void {
  const days = [span.fromDay, span.toDay] as const;
  const add = `ON CONFLICT (month, path) DO UPDATE SET views = views + excluded.views,
    visitors = visitors + excluded.visitors`;
  prepared<[number, number, number], never>(
    database,
    `INSERT INTO view_months (month, path, views, visitors)
     SELECT ?, path, sum(views), sum(visitors) FROM page_views
     WHERE day BETWEEN ? AND ? AND known = 1 GROUP BY path ${add}`,
  ).run(month, ...days);
  prepared<[number, number, number], never>(
    database,
    `INSERT INTO view_months (month, path, views, visitors)
     SELECT ?, '', sum(views), sum(visitors) FROM view_days
     WHERE day BETWEEN ? AND ? HAVING count(*) > 0 ${add}`,
  ).run(month, ...days);
  for (const table of ['page_views', 'view_days']) {
    prepared<[number, number], never>(
      database,
      `DELETE FROM ${table} WHERE day BETWEEN ? AND ?`,
    ).run(...days);
  }
}
