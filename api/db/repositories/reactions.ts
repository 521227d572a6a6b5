import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';
import { articleLikes, savedArticles, users } from '../schema.ts';

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

/** Public ids of what somebody likes and can be read, newest first. */
export function listLikedIds(database: Connection, userId: number, limit: number): string[] {
  const sql = `SELECT a.public_id AS id FROM article_likes l ${readable}
    ORDER BY l.created_at DESC LIMIT @limit`;
  const found = prepared<[object], { id: string }>(database, sql).all({ userId, limit });
  return found.map(({ id }) => id);
}

/** What somebody has saved and can be read, newest first. */
export function listSaved(
  database: Connection,
  page: { userId: number; limit: number; offset: number },
): { articleId: number; publicId: string; savedAt: number }[] {
  const sql = `SELECT s.article_id AS articleId, a.public_id AS publicId, s.created_at AS savedAt
    FROM saved_articles s ${readable}
    ORDER BY s.created_at DESC, s.article_id DESC LIMIT @limit OFFSET @offset`;
  return prepared<[object], ReturnType<typeof listSaved>[number]>(database, sql).all(page);
}

export function countSaved(database: Connection, userId: number): number {
  const sql = `SELECT count(*) AS found FROM saved_articles s ${readable}`;
  return prepared<[object], { found: number }>(database, sql).get({ userId })?.found ?? 0;
}
