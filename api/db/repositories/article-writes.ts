import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { deriveArticle } from '../derived.ts';
import {
  articleCategories,
  articles,
  articleTags,
  categories,
  formerSlugs,
} from '../schema/articles.ts';
import { articleDays, articleViews } from '../schema/page-views.ts';

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
  deriveArticle(query.$client, id);
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
  deriveArticle(query.$client, id);
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
export function countView(
  query: Queryable,
  view: { articleId: number; day: number; reader: string },
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

export function purgeViewsBefore(query: Queryable, day: number): void {
  query.delete(articleViews).where(lt(articleViews.day, day)).run();
}

/** Deletes articles permanently. */
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
