import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import type { Connection } from '../connection.ts';
import { users } from '../schema/accounts.ts';
import { articleLikes, savedArticles } from '../schema/articles.ts';
import { prepared } from '../statement-cache.ts';

/** Which article, for whom: row ids. */
export interface Pair {
  articleId: number;
  userId: number;
}

/** @returns whether it is new */
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

/** Saving again changes nothing: its place in the list is that of the first time. */
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

/** Whether new articles are told of. */
export function setAlerts(query: Queryable, userId: number, notifications: boolean): void {
  query.update(users).set({ notifications }).where(eq(users.id, userId)).run();
}

export function countLikes(database: Connection, articleId: number): number {
  const sql = 'SELECT count(*) AS found FROM article_likes WHERE article_id = ?';
  return prepared<[number], { found: number }>(database, sql).get(articleId)?.found ?? 0;
}

interface Mine {
  liked: 0 | 1;
  saved: 0 | 1;
  alerts: 0 | 1;
}

/** What somebody has done with an article. */
export function findReactions(database: Connection, pair: Pair): Mine | undefined {
  return prepared<[Pair], Mine>(
    database,
    `SELECT notifications AS alerts,
       EXISTS (SELECT 1 FROM article_likes WHERE article_id = @articleId AND user_id = @userId)
         AS liked,
       EXISTS (SELECT 1 FROM saved_articles WHERE article_id = @articleId AND user_id = @userId)
         AS saved
     FROM users WHERE id = @userId`,
  ).get(pair);
}

const readable = `JOIN articles a ON a.id = article_id
  WHERE user_id = @userId AND a.state IN ('live', 'archived')`;

/** The two lists of articles that a member makes by reacting. */
export type ReactionList = 'liked' | 'saved';
const tables = { liked: 'article_likes', saved: 'saved_articles' } as const;

interface ReactionRow {
  articleId: number;
  publicId: string;
  /** Milliseconds UTC. */
  at: number;
}

/** One page of the readable articles that a member has liked or saved, newest first. */
export function listReactions(
  database: Connection,
  list: ReactionList,
  page: { userId: number; limit: number; offset: number },
): ReactionRow[] {
  const sql = `SELECT r.article_id AS articleId, a.public_id AS publicId, r.created_at AS at
    FROM ${tables[list]} r ${readable}
    ORDER BY r.created_at DESC, r.article_id DESC LIMIT @limit OFFSET @offset`;
  return prepared<[object], ReactionRow>(database, sql).all(page);
}

/** Counts the readable articles that a member has liked or saved. */
export function countReactions(database: Connection, list: ReactionList, userId: number): number {
  const sql = `SELECT count(*) AS found FROM ${tables[list]} r ${readable}`;
  return prepared<[object], { found: number }>(database, sql).get({ userId })?.found ?? 0;
}
