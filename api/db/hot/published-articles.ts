import type { Connection } from '../connection.ts';
import { findValue, prepared, readValues } from '../statement-cache.ts';
import {
  type ArticleSummary,
  findArticlePage,
  findArticleText,
  findSummaries,
} from './articles.ts';

/**
 * Returns an article that readers may see: a live or archived one. Every published page, feed and
 * list reads articles through this file.
 */
export function findReadableArticle(database: Connection, slug: string) {
  return readable(findArticlePage(database, slug));
}

export function findReadableText(database: Connection, slug: string) {
  return readable(findArticleText(database, slug));
}

function readable<Article extends ArticleSummary>(article: Article | null): Article | null {
  return article && isReadableArticle(article) ? article : null;
}

/** True if readers may see an article: it is live or archived. */
export function isReadableArticle(article: Pick<ArticleSummary, 'state'> | null): boolean {
  return article?.state === 'live' || article?.state === 'archived';
}

/** Returns summaries of live articles in the order of their ids. */
export function readListedSummaries(database: Connection, ids: number[]): ArticleSummary[] {
  const found = new Map(findSummaries(database, ids).map((article) => [article.id, article]));
  return ids.flatMap((id) => {
    const article = found.get(id);
    return article?.state === 'live' ? [article] : [];
  });
}

interface SeriesPart {
  id: number;
  slug: string;
  title: string;
  language: string;
  series: string;
}

/** Returns the live articles of a series, oldest first. */
export function readSeries(database: Connection, slug: string): SeriesPart[] {
  const sql = `SELECT id, slug, title, language, series FROM articles
    WHERE series_slug = ? AND state = 'live' ORDER BY published_at, id`;
  return prepared<[string], SeriesPart>(database, sql).all(slug);
}

/** Neighbour of an article, by date. */
export interface Neighbour {
  slug: string;
  title: string;
  language: string;
}

const neighbourColumns = "slug, title, language FROM articles WHERE state = 'live' AND";

/**
 * Returns the live articles directly before and after a position in the order of publication,
 * without the article at that position.
 */
export function readNeighbours(
  database: Connection,
  { time, id }: { time: number; id: number },
): { older: Neighbour | null; newer: Neighbour | null } {
  const read = (comparison: '<' | '>', order: 'ASC' | 'DESC') =>
    prepared<[number, number], Neighbour>(
      database,
      `SELECT ${neighbourColumns} (published_at, id) ${comparison} (?, ?)
       ORDER BY published_at ${order}, id ${order} LIMIT 1`,
    ).get(time, id) ?? null;
  return { older: read('<', 'DESC'), newer: read('>', 'ASC') };
}

/** Returns the current slug of a readable article by a former one, or null. */
export function findRedirectTarget(
  database: Connection,
  key: string,
): { id: number; slug: string } | null {
  const sql = `SELECT id, slug FROM articles
    WHERE state IN ('live', 'archived') AND (
      public_id = @key OR id = (SELECT article_id FROM former_slugs WHERE slug = @key))`;
  return (
    prepared<[{ key: string }], { id: number; slug: string }>(database, sql).get({ key }) ?? null
  );
}

/** Yields the current and former slugs of all readable articles, for a new release. */
export function* readReadableKeys(
  database: Connection,
): Generator<{ slug: string; publicId: string; formerSlugs: string[] }> {
  const sql = `SELECT slug, public_id AS publicId, (SELECT json_group_array(f.slug)
      FROM former_slugs f WHERE f.article_id = articles.id) AS formerSlugs
    FROM articles WHERE state IN ('live', 'archived') ORDER BY id`;
  type Row = { slug: string; publicId: string; formerSlugs: string };
  // Read all rows, because an open iterator would block the connection.
  for (const row of prepared<[], Row>(database, sql).all()) {
    yield { ...row, formerSlugs: JSON.parse(row.formerSlugs) };
  }
}

export function readSeriesSlugs(database: Connection): string[] {
  const sql = `SELECT DISTINCT series_slug AS slug FROM articles
    WHERE series_slug IS NOT NULL AND state = 'live' ORDER BY slug`;
  return readValues<string>(database, sql);
}

export function findReadableSlug(database: Connection, id: number): string | null {
  const sql = "SELECT slug FROM articles WHERE id = ? AND state IN ('live', 'archived')";
  return findValue<string>(database, sql, id);
}

/** Lists the articles of the stored trending list in its order. */
export function readTrending(database: Connection): number[] {
  const sql = 'SELECT article_id AS id FROM trending ORDER BY position';
  return readValues<number>(database, sql);
}
