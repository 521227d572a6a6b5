import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  type SQLWrapper,
  sql,
  sum,
} from 'drizzle-orm';
import type { CrossPostTarget } from '#contracts/cross-post.ts';
import { countRows, type Database, type Queryable, type TimePeriod } from '../database.ts';
import { deriveArticle } from '../derived.ts';
import {
  articleCategories,
  articleSources,
  articles,
  articleTags,
  categories,
  draftLinks,
  formerSlugs,
} from '../schema/articles.ts';
import { articleDays, articleViews, trending } from '../schema/page-views.ts';

export type DraftLink = typeof draftLinks.$inferSelect;

export type FormerSlug = typeof formerSlugs.$inferSelect;

const { articleId, source } = articleSources;

/** Returns the row ID of the article that was imported from a source, or undefined. */
export const findArticleOfSource = ({ query }: Database, name: string): number | undefined =>
  query.select({ articleId }).from(articleSources).where(eq(source, name)).get()?.articleId;

export type ArticleColumns = Omit<typeof articles.$inferInsert, 'id' | 'state'>;

/** Tags and categories, in the order the author gave them. */
export interface ArticleLabels {
  tags?: string[] | undefined;
  categories?: string[] | undefined;
}

export function insertArticle(
  query: Queryable,
  row: ArticleColumns,
  labels: ArticleLabels,
): number {
  const { id } = query.insert(articles).values(row).returning({ id: articles.id }).get();
  writeLabels(query, id, labels);
  deriveArticle(query, id);
  return id;
}

/**
 * Changes an article; its version grows by one.
 * @returns false if the stored version is no longer `expectedVersion`
 */
export function updateArticle(
  query: Queryable,
  id: number,
  expectedVersion: number,
  changes: Partial<ArticleColumns>,
  labels: ArticleLabels = {},
): boolean {
  const updated = query
    .update(articles)
    .set({ ...changes, version: sql`${articles.version} + 1` })
    .where(and(eq(articles.id, id), eq(articles.version, expectedVersion)))
    .run();
  if (updated.changes === 0) return false;
  writeLabels(query, id, labels);
  deriveArticle(query, id);
  return true;
}

function writeLabels(query: Queryable, articleId: number, labels: ArticleLabels): void {
  if (labels.tags) {
    query.delete(articleTags).where(eq(articleTags.articleId, articleId)).run();
    const unique = [...new Set(labels.tags)];
    for (const [position, tag] of unique.entries()) {
      query.insert(articleTags).values({ articleId, position, tag }).run();
    }
  }
  if (labels.categories) {
    query.delete(articleCategories).where(eq(articleCategories.articleId, articleId)).run();
    const unique = [...new Set(labels.categories)];
    for (const [position, name] of unique.entries()) {
      const categoryId = ensureCategory(query, name);
      query
        .insert(articleCategories)
        .values({ articleId, position, categoryId })
        .onConflictDoNothing()
        .run();
    }
  }
}

function ensureCategory(query: Queryable, name: string): number {
  const found = query
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.kind, 'article'), sql`${categories.name} = ${name} COLLATE NOCASE`))
    .get();
  if (found) return found.id;
  return query
    .insert(categories)
    .values({ kind: 'article', name })
    .returning({ id: categories.id })
    .get().id;
}

/** Stores the former slug of an article and removes the new one from its former slugs. */
export function recordSlugChange(
  query: Queryable,
  change: { articleId: number; from: string; to: string; now: number },
): void {
  query.delete(formerSlugs).where(eq(formerSlugs.slug, change.to)).run();
  query
    .insert(formerSlugs)
    .values({ slug: change.from, articleId: change.articleId, createdAt: change.now })
    .onConflictDoNothing()
    .run();
}

/** Counts a view once per visitor and day. @returns true if it is new */
export function recordArticleView(
  query: Queryable,
  view: { articleId: number; day: number; visitor: string },
): boolean {
  const added = query.insert(articleViews).values(view).onConflictDoNothing().run().changes > 0;
  if (added) {
    query
      .insert(articleDays)
      .values({ day: view.day, articleId: view.articleId, views: 1 })
      .onConflictDoUpdate({
        target: [articleDays.day, articleDays.articleId],
        set: { views: sql`${articleDays.views} + 1` },
      })
      .run();
    query
      .update(articles)
      .set({ views: sql`${articles.views} + 1` })
      .where(eq(articles.id, view.articleId))
      .run();
  }
  return added;
}

export function purgeArticleViewsBefore(query: Queryable, day: number): void {
  query.delete(articleViews).where(lt(articleViews.day, day)).run();
}

export function eraseArticles(query: Queryable, ids: number[]): void {
  query.delete(articles).where(inArray(articles.id, ids)).run();
}

export function listBinnedBefore(query: Queryable, before: number): number[] {
  return query
    .select({ id: articles.id })
    .from(articles)
    .where(lt(articles.deletedAt, before))
    .all()
    .map((row) => row.id);
}

/** Assigns all articles of a user to another author. @returns the number of articles */
export function reassignArticles(
  query: Queryable,
  { from, to }: { from: number; to: number },
): number {
  return query.update(articles).set({ authorId: to }).where(eq(articles.authorId, from)).run()
    .changes;
}

/** Returns the sources of an imported article: the platform, a colon, and the ID there. */
export function listSourcesOf({ query }: Database, id: number): string[] {
  const rows = query.select({ source }).from(articleSources).where(eq(articleId, id)).all();
  return rows.map((row) => row.source);
}

/** Stores the source of an article unless it is known. */
export function insertArticleSource(
  query: Queryable,
  row: typeof articleSources.$inferInsert,
): void {
  query.insert(articleSources).values(row).onConflictDoNothing().run();
}

/** Returns all articles, whatever their state, in the order of their current slugs. */
export function listSlugs(query: Queryable): { id: number; slug: string }[] {
  const { id, slug } = articles;
  return query.select({ id, slug }).from(articles).orderBy(asc(slug)).all();
}

/** Returns the former slugs of an article with the time of the change, milliseconds UTC. */
export function readFormerSlugs(query: Queryable, articleId: number): FormerSlug[] {
  return query
    .select()
    .from(formerSlugs)
    .where(eq(formerSlugs.articleId, articleId))
    .orderBy(asc(formerSlugs.slug))
    .all();
}

/** Adds a former slug; an existing one is unchanged. */
export function insertFormerSlug(query: Queryable, former: FormerSlug): void {
  query.insert(formerSlugs).values(former).onConflictDoNothing().run();
}

export function insertDraftLink(query: Queryable, row: typeof draftLinks.$inferInsert): DraftLink {
  return query.insert(draftLinks).values(row).returning().get();
}

export function findDraftLink(query: Queryable, publicId: string): DraftLink | undefined {
  return query.select().from(draftLinks).where(eq(draftLinks.publicId, publicId)).get();
}

/** Returns the active links to an article, the next to expire first. */
export function listOpenDraftLinks(query: Queryable, articleId: number, now: number): DraftLink[] {
  return query
    .select()
    .from(draftLinks)
    .where(and(eq(draftLinks.articleId, articleId), gt(draftLinks.endsAt, now)))
    .orderBy(asc(draftLinks.endsAt))
    .all();
}

/** Deletes the expired links to an article. */
export function deleteEndedDraftLinks(query: Queryable, articleId: number, now: number): void {
  query
    .delete(draftLinks)
    .where(and(eq(draftLinks.articleId, articleId), lte(draftLinks.endsAt, now)))
    .run();
}

export function deleteDraftLink(query: Queryable, id: number): void {
  query.delete(draftLinks).where(eq(draftLinks.id, id)).run();
}

export function setDraftLinkSeen(query: Queryable, id: number, seenAt: number): void {
  query.update(draftLinks).set({ seenAt }).where(eq(draftLinks.id, id)).run();
}

const columns = {
  publicId: articles.publicId,
  title: articles.title,
  language: articles.language,
  updatedAt: articles.updatedAt,
  scheduledAt: articles.scheduledAt,
};

/** An article that readers cannot see yet. */
export type UnpublishedArticle = Pick<typeof articles.$inferSelect, keyof typeof columns>;

/** Article in the calendar. Times are milliseconds UTC. */
export type CalendarRow = ReturnType<typeof listScheduledBetween>[number];

/** `at` must not be null in the selected rows. */
const select = ({ query }: Database, at: SQLWrapper) =>
  query
    .select({
      publicId: articles.publicId,
      title: articles.title,
      slug: articles.slug,
      language: articles.language,
      state: articles.state,
      version: articles.version,
      zone: articles.scheduleZone,
      at: sql<number>`${at}`,
      newsletter: sql`EXISTS (SELECT 1 FROM newsletters
        WHERE article_id = articles.id AND started_at IS NULL)`.mapWith(Boolean),
      posts: sql`(SELECT json_group_array(target ORDER BY target) FROM cross_posts
        WHERE article_id = articles.id AND state = 'scheduled')`.mapWith(
        (json: string): CrossPostTarget[] => JSON.parse(json),
      ),
    })
    .from(articles);

/** Returns the articles scheduled in a period, drafts included, in order of time. */
export function listScheduledBetween(database: Database, { from, to }: TimePeriod) {
  const { scheduledAt, deletedAt, id } = articles;
  return select(database, scheduledAt)
    .where(and(gte(scheduledAt, from), lt(scheduledAt, to), isNull(deletedAt)))
    .orderBy(asc(scheduledAt), asc(id))
    .all();
}

/** Returns the live articles published in a period, newest first, at most `limit`. */
export function listPublished(
  database: Database,
  { from, to, limit }: TimePeriod & { limit: number },
): CalendarRow[] {
  const { publishedAt, state, id } = articles;
  return select(database, publishedAt)
    .where(and(sql`${state} = 'live'`, gte(publishedAt, from), lt(publishedAt, to)))
    .orderBy(desc(publishedAt), desc(id))
    .limit(limit)
    .all();
}

/** Lists drafts, last edited first. */
export function listDrafts(query: Queryable, limit: number): UnpublishedArticle[] {
  return query
    .select(columns)
    .from(articles)
    .where(eq(articles.state, 'draft'))
    .orderBy(desc(articles.updatedAt), desc(articles.id))
    .limit(limit)
    .all();
}

/** Lists scheduled articles, next first. */
export function listScheduled(query: Queryable, limit: number): UnpublishedArticle[] {
  return query
    .select(columns)
    .from(articles)
    .where(
      // The definition of the state, which lets SQLite read the index of due articles in order.
      and(isNotNull(articles.scheduledAt), eq(articles.draft, false), isNull(articles.deletedAt)),
    )
    .orderBy(asc(articles.scheduledAt))
    .limit(limit)
    .all();
}

export function countArticlesIn(query: Queryable, state: 'draft' | 'scheduled' | 'live'): number {
  return countRows(query, articles, eq(articles.state, state));
}

/** Lists live articles by their unique visitors since a day, most read first; of two alike, the newer. */
export function listMostRead({ query }: Database, sinceDay: number, limit: number): number[] {
  const { articleId, day, views } = articleDays;
  return query
    .select({ id: articleId })
    .from(articleDays)
    .innerJoin(articles, eq(articles.id, articleId))
    .where(and(gte(day, sinceDay), eq(articles.state, 'live')))
    .groupBy(articleId)
    .orderBy(desc(sum(views)), desc(articles.publishedAt), desc(articleId))
    .limit(limit)
    .all()
    .map(({ id }) => id);
}

/** Replaces the stored trending list; call it in a transaction. */
export function replaceTrending({ query }: Database, ids: number[]): void {
  query.delete(trending).run();
  if (ids.length === 0) return;
  query
    .insert(trending)
    .values(ids.map((articleId, position) => ({ position, articleId })))
    .run();
}

export function deleteArticleDaysBefore({ query }: Database, day: number): void {
  query.delete(articleDays).where(lt(articleDays.day, day)).run();
}
