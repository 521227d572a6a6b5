import type { Connection } from '../connection.ts';
import { prepared } from '../prepared.ts';

/** One entry of a member's timeline as its source has it. Times are milliseconds UTC. */
export interface TimelineRow {
  id: number;
  at: number;
  title: string;
  /** What makes its address. */
  key: string;
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
  const sql = `SELECT id, published_at AS at, title, slug AS key, description AS excerpt
    FROM articles WHERE author_id = @userId AND state = 'live'
      AND (published_at, id) < (@at, @id)
    ORDER BY published_at DESC, id DESC LIMIT @limit`;
  return prepared<[TimelinePlace], TimelineRow>(database, sql).all(place);
}
