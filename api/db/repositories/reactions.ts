import { and, count, desc, eq, exists, sql } from 'drizzle-orm';
import { countRows, type Database, type Page, type Queryable } from '../database.ts';
import { users } from '../schema/accounts.ts';
import { articleLikes, articles, savedArticles } from '../schema/articles.ts';

/** Row ids of an article and a user. */
export interface Pair {
  articleId: number;
  userId: number;
}

/** @returns true if it is new */
export function insertLike(query: Queryable, pair: Pair, now: number): boolean {
  const row = { ...pair, createdAt: now };
  return query.insert(articleLikes).values(row).onConflictDoNothing().run().changes > 0;
}

export function deleteLike(query: Queryable, { articleId, userId }: Pair): void {
  query
    .delete(articleLikes)
    .where(and(eq(articleLikes.articleId, articleId), eq(articleLikes.userId, userId)))
    .run();
}

/** Saves an article; saving it again keeps its position in the list. */
export function insertSave(query: Queryable, pair: Pair, now: number): void {
  query
    .insert(savedArticles)
    .values({ ...pair, createdAt: now })
    .onConflictDoNothing()
    .run();
}

export function deleteSave(query: Queryable, { articleId, userId }: Pair): void {
  query
    .delete(savedArticles)
    .where(and(eq(savedArticles.articleId, articleId), eq(savedArticles.userId, userId)))
    .run();
}

/** True if the user wants alerts about new articles. */
export function setAlerts(query: Queryable, userId: number, notifications: boolean): void {
  query.update(users).set({ notifications }).where(eq(users.id, userId)).run();
}

export function countLikes({ query }: Database, articleId: number): number {
  const ofArticle = eq(articleLikes.articleId, articleId);
  return countRows(query, articleLikes, ofArticle);
}

/** Returns what a member has done with an article. */
export function findReactions({ query }: Database, { articleId, userId }: Pair) {
  const madeIn = (table: typeof articleLikes | typeof savedArticles) => {
    const isPair = and(eq(table.articleId, articleId), eq(table.userId, userId));
    return exists(query.select({ found: sql`1` }).from(table).where(isPair)).mapWith(Boolean);
  };
  return query
    .select({
      alerts: users.notifications,
      liked: madeIn(articleLikes),
      saved: madeIn(savedArticles),
    })
    .from(users)
    .where(eq(users.id, userId))
    .get();
}

/** Lists of liked and saved articles of a member. */
export type ReactionList = 'liked' | 'saved';
const tables = { liked: articleLikes, saved: savedArticles } as const;

const isReadable = sql`${articles.state} IN ('live', 'archived')`;

/** Returns one page of the readable articles that a member has liked or saved, newest first. */
export function listReactions(
  { query }: Database,
  list: ReactionList,
  { userId, limit, offset }: Page & { userId: number },
) {
  const table = tables[list];
  return query
    .select({ articleId: table.articleId, publicId: articles.publicId, at: table.createdAt })
    .from(table)
    .innerJoin(articles, eq(articles.id, table.articleId))
    .where(and(eq(table.userId, userId), isReadable))
    .orderBy(desc(table.createdAt), desc(table.articleId))
    .limit(limit)
    .offset(offset)
    .all();
}

/** Counts the readable articles that a member has liked or saved. */
export function countReactions({ query }: Database, list: ReactionList, userId: number): number {
  const table = tables[list];
  const row = query
    .select({ found: count() })
    .from(table)
    .innerJoin(articles, eq(articles.id, table.articleId))
    .where(and(eq(table.userId, userId), isReadable))
    .get();
  return row?.found ?? 0;
}
