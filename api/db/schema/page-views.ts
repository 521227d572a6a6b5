import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { articles } from './articles.ts';
import { belongsTo, flag, tableWithoutRowid } from './columns.ts';

/** One row for each visitor, article and day. `visitor` is a keyed hash that changes daily. */
export const articleViews = tableWithoutRowid(
  'article_views',
  {
    articleId: belongsTo('article_id', () => articles.id),
    day: integer('day').notNull(),
    visitor: text('visitor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.articleId, table.visitor] })],
);

/** Views of articles by day, for the trending list. */
export const articleDays = tableWithoutRowid(
  'article_days',
  {
    day: integer('day').notNull(),
    articleId: belongsTo('article_id', () => articles.id),
    views: integer('views').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.articleId] }),
    index('article_days_by_article').on(table.articleId),
  ],
);

/** Articles of the trending list. */
export const trending = sqliteTable(
  'trending',
  {
    position: integer('position').primaryKey(),
    articleId: belongsTo('article_id', () => articles.id),
  },
  (table) => [index('trending_by_article').on(table.articleId)],
);

/** Views by page, query and referring host of a day (UTC, in days since 1970). */
export const pageViews = tableWithoutRowid(
  'page_views',
  {
    day: integer('day').notNull(),
    path: text('path').notNull(),
    query: text('query').notNull(),
    referrer: text('referrer').notNull(),
    /** False if no page exists at the path. */
    known: flag('known').notNull(),
    views: integer('views').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path, table.query, table.referrer] })],
);

/** Views of the whole site by day. `entries` is the number of rows in `page_views`, which is limited. */
export const viewDays = sqliteTable('view_days', {
  day: integer('day').primaryKey(),
  views: integer('views').notNull().default(0),
  visitors: integer('visitors').notNull().default(0),
  entries: integer('entries').notNull().default(0),
});

/** Views of pages by month (year * 12 + month - 1), which replace old days. The empty path is the whole site. */
export const viewMonths = tableWithoutRowid(
  'view_months',
  {
    month: integer('month').notNull(),
    path: text('path').notNull(),
    views: integer('views').notNull(),
    visitors: integer('visitors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.path] })],
);
