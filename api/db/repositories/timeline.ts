import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** One entry of a member's timeline as its source has it. Times are milliseconds UTC. */
export interface TimelineRow {
  id: number;
  at: number;
  title: string;
  /** What makes its address. */
  key: string;
  /** Which part of that page; null for all of it. */
  part: string | null;
  excerpt: string;
}

/** Entries before a place in the order of time: those at the same instant by their ids. */
export interface TimelinePlace {
  userId: number;
  at: number;
  id: number;
  limit: number;
}

/** Articles of a member that everybody can read, the newest first. */
export function listArticlesBy(database: Connection, place: TimelinePlace): TimelineRow[] {
  const sql = `SELECT id, published_at AS at, title, slug AS key, NULL AS part,
      description AS excerpt
    FROM articles WHERE author_id = @userId AND state = 'live'
      AND (published_at, id) < (@at, @id)
    ORDER BY published_at DESC, id DESC LIMIT @limit`;
  return prepared<[TimelinePlace], TimelineRow>(database, sql).all(place);
}

/** What a member has said below articles, as far as everybody can read it, the newest first. */
export function listCommentsBy(database: Connection, place: TimelinePlace): TimelineRow[] {
  const sql = `SELECT c.id, c.created_at AS at, a.title, a.slug AS key, c.public_id AS part,
      c.text AS excerpt
    FROM comments c JOIN articles a ON a.id = c.article_id
    WHERE c.user_id = @userId AND c.state = 'published' AND a.state IN ('live', 'archived')
      AND (c.created_at, c.id) < (@at, @id)
    ORDER BY c.created_at DESC, c.id DESC LIMIT @limit`;
  return prepared<[TimelinePlace], TimelineRow>(database, sql).all(place);
}
