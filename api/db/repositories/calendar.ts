import type { ArticleState } from '#contracts/article.ts';
import type { CrossPostTarget } from '#contracts/cross-post.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** An article at its place in the calendar. Times are milliseconds UTC. */
export interface CalendarRow {
  publicId: string;
  title: string;
  slug: string;
  language: string;
  state: ArticleState;
  at: number;
  zone: string | null;
  version: number;
  newsletter: 0 | 1;
  posts: CrossPostTarget[];
}

interface Range {
  from: number;
  /** Not part of it. */
  to: number;
}

type Stored = Omit<CalendarRow, 'posts'> & { posts: string };

const columns = `public_id AS publicId, title, slug, language, state, version,
  schedule_zone AS zone,
  EXISTS (SELECT 1 FROM newsletters
    WHERE article_id = articles.id AND started_at IS NULL) AS newsletter,
  (SELECT json_group_array(target ORDER BY target) FROM cross_posts
    WHERE article_id = articles.id AND state = 'planned') AS posts`;

const parse = (row: Stored): CalendarRow => ({ ...row, posts: JSON.parse(row.posts) });

/** What is planned for a time, drafts included, in its order. */
export function listPlanned(database: Connection, { from, to }: Range): CalendarRow[] {
  const sql = `SELECT ${columns}, scheduled_at AS at FROM articles
    WHERE scheduled_at >= ? AND scheduled_at < ? AND deleted_at IS NULL
    ORDER BY scheduled_at, id`;
  return prepared<[number, number], Stored>(database, sql).all(from, to).map(parse);
}

/** What was published at a time and can be read, the newest first where there is too much. */
export function listPublished(
  database: Connection,
  { from, to, limit }: Range & { limit: number },
): CalendarRow[] {
  const sql = `SELECT ${columns}, published_at AS at FROM articles
    WHERE state = 'live' AND published_at >= ? AND published_at < ?
    ORDER BY published_at DESC, id DESC LIMIT ?`;
  return prepared<[number, number, number], Stored>(database, sql).all(from, to, limit).map(parse);
}
