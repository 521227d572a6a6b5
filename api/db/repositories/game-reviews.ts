import type { ReviewState } from '#contracts/game-review.ts';
import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A review with who wrote it. */
export interface ReviewRow {
  id: number;
  publicId: string;
  userId: number;
  game: number;
  stars: number;
  text: string;
  state: ReviewState;
  reason: string | null;
  signals: string[];
  createdAt: number;
  editedAt: number | null;
  decidedAt: number | null;
  member: string;
  name: string;
  avatar: string | null;
  email: string;
}

type Raw = Omit<ReviewRow, 'signals'> & { signals: string };

const columns = `r.id, r.public_id AS publicId, r.user_id AS userId, r.game, r.stars, r.text,
  r.state, r.reason, r.signals, r.created_at AS createdAt, r.edited_at AS editedAt,
  r.decided_at AS decidedAt, u.public_id AS member, u.name, u.avatar, u.email`;
const from = 'FROM game_reviews r JOIN users u ON u.id = r.user_id';
const read = (row: Raw): ReviewRow => ({ ...row, signals: JSON.parse(row.signals) });

export interface ReviewPage {
  limit: number;
  offset: number;
}

/** What everybody can read about a game, the newest first. */
export function listReviewsOf(database: Connection, game: number, page: ReviewPage): ReviewRow[] {
  const sql = `SELECT ${columns} ${from} WHERE r.game = @game AND r.state = 'published'
    ORDER BY r.created_at DESC, r.id DESC LIMIT @limit OFFSET @offset`;
  return prepared<[object], Raw>(database, sql)
    .all({ game, ...page })
    .map(read);
}

/** How many there are of a game that everybody can read, and how many stars they give together. */
export function sumReviewsOf(database: Connection, game: number): { count: number; stars: number } {
  const sql = `SELECT count(*) AS count, coalesce(sum(stars), 0) AS stars FROM game_reviews
    WHERE game = ? AND state = 'published'`;
  const found = prepared<[number], { count: number; stars: number }>(database, sql).get(game);
  return found ?? { count: 0, stars: 0 };
}

/** Reviews of all games in one state; those that wait the oldest first. */
export function listReviews(
  database: Connection,
  state: ReviewState,
  page: ReviewPage,
): ReviewRow[] {
  const order = state === 'held' ? '' : 'DESC';
  const sql = `SELECT ${columns} ${from} WHERE r.state = @state
    ORDER BY r.created_at ${order}, r.id ${order} LIMIT @limit OFFSET @offset`;
  return prepared<[object], Raw>(database, sql)
    .all({ state, ...page })
    .map(read);
}

export function countReviews(database: Connection, state: ReviewState): number {
  const sql = 'SELECT count(*) AS found FROM game_reviews WHERE state = ?';
  return prepared<[string], { found: number }>(database, sql).get(state)?.found ?? 0;
}

export function findReview(
  database: Connection,
  { userId, game }: { userId: number; game: number },
): ReviewRow | undefined {
  const sql = `SELECT ${columns} ${from} WHERE r.user_id = @userId AND r.game = @game`;
  const found = prepared<[object], Raw>(database, sql).get({ userId, game });
  return found && read(found);
}

export function findReviewById(database: Connection, publicId: string): ReviewRow | undefined {
  const sql = `SELECT ${columns} ${from} WHERE r.public_id = ?`;
  const found = prepared<[string], Raw>(database, sql).get(publicId);
  return found && read(found);
}

/** Writes a review, or changes the one that is there. */
export function saveReview(
  database: Connection,
  review: Pick<
    ReviewRow,
    'publicId' | 'userId' | 'game' | 'stars' | 'text' | 'state' | 'signals'
  > & {
    now: number;
  },
): void {
  const sql = `INSERT INTO game_reviews
      (public_id, user_id, game, stars, text, state, signals, created_at)
    VALUES (@publicId, @userId, @game, @stars, @text, @state, @signals, @now)
    ON CONFLICT (user_id, game) DO UPDATE SET stars = excluded.stars, text = excluded.text,
      state = excluded.state, signals = excluded.signals, reason = NULL, decided_at = NULL,
      edited_at = excluded.created_at`;
  const values = { ...review, signals: JSON.stringify(review.signals) };
  prepared<[object], unknown>(database, sql).run(values);
}

export function decideReview(
  database: Connection,
  decided: { id: number; state: ReviewState; reason: string | null; now: number },
): void {
  const sql = `UPDATE game_reviews SET state = @state, reason = @reason, decided_at = @now
    WHERE id = @id`;
  prepared<[object], unknown>(database, sql).run(decided);
}

export function deleteReview(database: Connection, id: number): void {
  prepared<[number], unknown>(database, 'DELETE FROM game_reviews WHERE id = ?').run(id);
}
