import type { ArticleListQuery, ArticleState, TocEntry } from '#contracts/article.ts';
import type { ImageVariants } from '#contracts/image.ts';
import { type Connection, foldCase } from '../connection.ts';
import type { Page } from '../database.ts';
import { cachedRead } from '../query-cache.ts';
import { trigramMatch } from '../search-text.ts';
import { findValue, hasRow, prepared, readValues } from '../statement-cache.ts';

/** Article with related data, without its text. Times are milliseconds UTC. */
export interface ArticleSummary {
  id: number;
  publicId: string;
  authorId: number;
  authorPublicId: string;
  authorName: string;
  authorAvatar: string | null;
  title: string;
  subtitle: string;
  description: string;
  words: number;
  language: string;
  slug: string;
  series: string | null;
  seriesSlug: string | null;
  mediaPublicId: string | null;
  mediaId: number | null;
  mediaFile: string | null;
  mediaWidth: number | null;
  mediaHeight: number | null;
  mediaVariants: ImageVariants | null;
  imageAlt: string;
  linkedin: 0 | 1;
  dev: 0 | 1;
  medium: 0 | 1;
  linkedinContent: string;
  draft: 0 | 1;
  archived: 0 | 1;
  state: ArticleState;
  scheduledAt: number | null;
  /** Time zone of its schedule; null for the owner's. */
  scheduleZone: string | null;
  publishedAt: number | null;
  deletedAt: number | null;
  views: number;
  likes: number;
  version: number;
  createdAt: number;
  updatedAt: number;
  /** Public comments. */
  commentCount: number;
  tags: string[];
  categories: string[];
}

export interface ArticleRecord extends ArticleSummary {
  markdown: string;
  html: string;
  toc: TocEntry[];
}

/** An article as a published page needs it. */
export interface ArticlePageRecord extends Omit<ArticleRecord, 'markdown' | 'html'> {
  html: Buffer;
}

const summaryColumns = `
  a.id, a.public_id AS publicId, a.author_id AS authorId, u.public_id AS authorPublicId,
  u.name AS authorName, u.avatar AS authorAvatar, a.title, a.subtitle, a.description, a.words,
  a.language, a.slug, a.series, a.series_slug AS seriesSlug, m.public_id AS mediaPublicId,
  a.media_id AS mediaId, m.file_name AS mediaFile, m.width AS mediaWidth,
  m.height AS mediaHeight, m.variants AS mediaVariants,
  a.image_alt AS imageAlt, a.linkedin, a.dev, a.medium, a.linkedin_content AS linkedinContent,
  a.draft, a.archived, a.state, a.scheduled_at AS scheduledAt,
  a.schedule_zone AS scheduleZone, a.published_at AS publishedAt,
  a.deleted_at AS deletedAt, a.views, a.version, a.created_at AS createdAt,
  a.updated_at AS updatedAt,
  (SELECT count(*) FROM article_likes WHERE article_id = a.id) AS likes,
  coalesce((SELECT published FROM comment_counts WHERE article_id = a.id), 0) AS commentCount,
  (SELECT json_group_array(tag ORDER BY position) FROM article_tags WHERE article_id = a.id)
    AS tags,
  (SELECT json_group_array(c.name ORDER BY ac.position) FROM article_categories ac
    JOIN categories c ON c.id = ac.category_id WHERE ac.article_id = a.id) AS categories`;
const tables = `articles a JOIN users u ON u.id = a.author_id LEFT JOIN media m ON m.id = a.media_id`;

type Stored<Type> = Omit<Type, 'tags' | 'categories' | 'toc' | 'mediaVariants'> & {
  tags: string;
  categories: string;
  mediaVariants: string | null;
  toc?: string;
};

function parseLists(row: Stored<ArticleSummary>) {
  return {
    tags: JSON.parse(row.tags),
    categories: JSON.parse(row.categories),
    mediaVariants: row.mediaVariants === null ? null : JSON.parse(row.mediaVariants),
  };
}

function parseSummary(row: Stored<ArticleSummary>): ArticleSummary {
  return { ...row, ...parseLists(row) };
}

function parseRecord<Article extends ArticleSummary = ArticleRecord>(
  row: Stored<Article> | undefined,
): Article | null {
  if (!row) return null;
  const { toc = '[]' } = row;
  const parsed = { ...parseLists(row), toc: JSON.parse(toc) };
  // Copied at most once, because the row may contain the text of an article.
  return Object.assign(row as object, parsed) as unknown as Article;
}

function findOne<Key extends string | number>(
  database: Connection,
  column: 'id' | 'public_id' | 'slug',
  key: Key,
): ArticleRecord | null {
  const sql = `SELECT ${summaryColumns}, a.markdown, a.html, a.toc FROM ${tables}
    WHERE a.${column} = ?`;
  return parseRecord(prepared<[Key], Stored<ArticleRecord>>(database, sql).get(key));
}

export const findArticleById = (database: Connection, id: number) => findOne(database, 'id', id);

export const findArticleByPublicId = (database: Connection, publicId: string) =>
  findOne(database, 'public_id', publicId);

export const findArticleBySlug = (database: Connection, slug: string) =>
  findOne(database, 'slug', slug);

/** Returns an article for published pages: its HTML as UTF-8 bytes, without Markdown. */
export function findArticlePage(database: Connection, slug: string): ArticlePageRecord | null {
  const sql = `SELECT ${summaryColumns}, CAST(a.html AS BLOB) AS html, a.toc FROM ${tables} WHERE a.slug = ?`;
  return parseRecord<ArticlePageRecord>(
    prepared<[string], Stored<ArticlePageRecord>>(database, sql).get(slug),
  );
}

/** Returns an article for its Markdown copy: the Markdown without the HTML. */
export function findArticleText(
  database: Connection,
  slug: string,
): (ArticleSummary & { markdown: string }) | null {
  const sql = `SELECT ${summaryColumns}, a.markdown FROM ${tables} WHERE a.slug = ?`;
  return parseRecord(prepared<[string], Stored<ArticleRecord>>(database, sql).get(slug));
}

/** Returns several articles without their text, in no particular order. */
export function findSummaries(database: Connection, ids: number[]): ArticleSummary[] {
  if (ids.length === 0) return [];
  const sql = `SELECT ${summaryColumns} FROM ${tables}
    WHERE a.id IN (SELECT value FROM json_each(?))`;
  return prepared<[string], Stored<ArticleSummary>>(database, sql)
    .all(JSON.stringify(ids))
    .map(parseSummary);
}

/** Filters of a list; `title` is already shortened and matched literally. */
export interface ArticleFilter {
  states: ArticleState[];
  author?: string | undefined;
  tag?: string | undefined;
  category?: string | undefined;
  title?: string | undefined;
}

const orders: Record<ArticleListQuery['sort'], string> = {
  newest: 'a.published_at DESC, a.id DESC',
  oldest: 'a.published_at ASC, a.id ASC',
  updated: 'a.updated_at DESC, a.id DESC',
  title: 'a.title COLLATE NOCASE ASC, a.id ASC',
};

function conditions(filter: ArticleFilter): { sql: string; values: Record<string, unknown> } {
  const values: Record<string, unknown> = {};
  const states = filter.states.map((state, index) => {
    values[`state${index}`] = state;
    return `@state${index}`;
  });
  const parts = [`a.state IN (${states.join(', ')})`];
  if (filter.author !== undefined) {
    parts.push('a.author_id = (SELECT id FROM users WHERE public_id = @author)');
    values.author = filter.author;
  }
  if (filter.tag !== undefined) {
    parts.push('a.id IN (SELECT article_id FROM article_tags WHERE tag = @tag)');
    values.tag = filter.tag;
  }
  if (filter.category !== undefined) {
    parts.push(`a.id IN (SELECT ac.article_id FROM article_categories ac
      JOIN categories c ON c.id = ac.category_id WHERE c.kind = 'article' AND c.name = @category)`);
    values.category = filter.category;
  }
  if (filter.title) {
    const match = trigramMatch(filter.title);
    parts.push(
      match === null
        ? 'instr(fold_case(a.title), @title) > 0'
        : 'a.id IN (SELECT rowid FROM article_titles WHERE article_titles MATCH @title)',
    );
    values.title = match ?? foldCase(filter.title);
  }
  return { sql: parts.join(' AND '), values };
}

/** Maximum number of rows of a cached page. */
const REMEMBERED_LIMIT = 24;

/** Returns one page of articles without their text. Drafts are sorted by their last edit. */
export function listArticles(
  database: Connection,
  filter: ArticleFilter,
  page: Page & { sort: ArticleListQuery['sort'] },
): ArticleSummary[] {
  const where = conditions(filter);
  const unpublished = filter.states.some((state) => state !== 'live' && state !== 'archived');
  const order =
    unpublished && page.sort === 'newest' ? 'a.created_at DESC, a.id DESC' : orders[page.sort];
  const sql = `SELECT ${summaryColumns} FROM ${tables} WHERE ${where.sql}
    ORDER BY ${order} LIMIT @limit OFFSET @offset`;
  const values = { ...where.values, limit: page.limit, offset: page.offset };
  const read = () =>
    prepared<[Record<string, unknown>], Stored<ArticleSummary>>(database, sql)
      .all(values)
      .map(parseSummary);
  if (page.limit > REMEMBERED_LIMIT) return read();
  return cachedRead(database, sql + JSON.stringify(values), read);
}

export function countArticles(database: Connection, filter: ArticleFilter): number {
  const where = conditions(filter);
  const sql = `SELECT count(*) AS total FROM articles a WHERE ${where.sql}`;
  return cachedRead(database, sql + JSON.stringify(where.values), () => {
    const statement = prepared<[Record<string, unknown>], { total: number }>(database, sql);
    return statement.get(where.values)?.total ?? 0;
  });
}

/** Returns public ids of an author's newest articles in these states, by date of publication. */
export function listNewestIdsBy(
  database: Connection,
  { userId, states, limit }: { userId: number; states: ArticleState[]; limit: number },
): string[] {
  const of = (state: ArticleState) => `SELECT * FROM (
    SELECT public_id AS id, coalesce(published_at, created_at) AS at, id AS row FROM articles
    WHERE author_id = @userId AND state = '${state}' ORDER BY published_at DESC, id DESC LIMIT @limit)`;
  const sql = `${states.map(of).join(' UNION ALL ')} ORDER BY at DESC, row DESC LIMIT @limit`;
  return readValues<string>(database, sql, { userId, limit });
}

export function listArticleIdsOf(database: Connection, authorId: number): number[] {
  const sql = 'SELECT id FROM articles WHERE author_id = ? ORDER BY id';
  return readValues<number>(database, sql, authorId);
}

/** Returns the article with this former slug. */
export function findFormerSlug(database: Connection, slug: string): number | null {
  const sql = 'SELECT article_id AS id FROM former_slugs WHERE slug = ?';
  return findValue<number>(database, sql, slug);
}

export function listFormerSlugs(database: Connection, articleId: number): string[] {
  const sql = 'SELECT slug FROM former_slugs WHERE article_id = ? ORDER BY slug';
  return readValues<string>(database, sql, articleId);
}

/** True if a slug is or was used by another article. */
export function slugIsTaken(database: Connection, slug: string, except: number | null): boolean {
  const sql = `SELECT 1 FROM articles WHERE slug = @slug AND id IS NOT @except
    UNION ALL SELECT 1 FROM former_slugs WHERE slug = @slug AND article_id IS NOT @except
    UNION ALL SELECT 1 FROM articles WHERE public_id = @slug LIMIT 1`;
  return hasRow(database, sql, { slug, except });
}

/** Returns existing names for suggestions in the editor, most used first. */
export function findTaxonomy(database: Connection): {
  categories: string[];
  tags: { tag: string; count: number }[];
  series: string[];
} {
  return {
    categories: readValues<string>(
      database,
      "SELECT name FROM categories WHERE kind = 'article' ORDER BY name",
    ),
    tags: prepared<[], { tag: string; count: number }>(
      database,
      'SELECT tag, count(*) AS count FROM article_tags GROUP BY tag ORDER BY count DESC, tag',
    ).all(),
    series: readValues<string>(
      database,
      `SELECT series FROM articles WHERE series_slug IS NOT NULL AND deleted_at IS NULL
       GROUP BY series_slug ORDER BY max(updated_at) DESC`,
    ),
  };
}
