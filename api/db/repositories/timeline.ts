import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { articles } from '../schema/articles.ts';
import { comments } from '../schema/comments.ts';

/** Entry of a member's timeline. */
export interface TimelineRow {
  id: number;
  /** Milliseconds UTC. */
  at: number;
  title: string;
  /** Slug of an article, or number of a game. */
  key: string;
  /** Part of that page; null for all of it. */
  part: string | null;
  excerpt: string;
}

/** Position in a timeline, whose entries are ordered by time and ID, and the number of entries before it. */
export interface TimelinePlace {
  userId: number;
  at: number;
  id: number;
  limit: number;
}

/** Returns the live articles of a member, newest first. */
export function listArticlesBy({ query }: Database, place: TimelinePlace): TimelineRow[] {
  const { id, publishedAt, title, slug, description, authorId, state } = articles;
  return query
    .select({
      id,
      at: sql<number>`${publishedAt}`,
      title,
      key: slug,
      part: sql<null>`NULL`,
      excerpt: description,
    })
    .from(articles)
    .where(
      and(
        eq(authorId, place.userId),
        sql`${state} = 'live'`,
        sql`(${publishedAt}, ${id}) < (${place.at}, ${place.id})`,
      ),
    )
    .orderBy(desc(publishedAt), desc(id))
    .limit(place.limit)
    .all();
}

/** Returns the published comments of a member on public articles, newest first. */
export function listCommentsBy({ query }: Database, place: TimelinePlace): TimelineRow[] {
  const { id, createdAt, publicId, html, userId, state, articleId } = comments;
  return query
    .select({
      id,
      at: createdAt,
      title: articles.title,
      key: articles.slug,
      part: publicId,
      excerpt: html,
    })
    .from(comments)
    .innerJoin(articles, eq(articles.id, articleId))
    .where(
      and(
        eq(userId, place.userId),
        sql`${state} = 'published'`,
        sql`${articles.state} IN ('live', 'archived')`,
        sql`(${createdAt}, ${id}) < (${place.at}, ${place.id})`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(place.limit)
    .all();
}
