import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';
import type { TimelinePlace, TimelineRow } from './timeline.ts';

/** Who looks at a board: guests see what is shown to everybody, admins all. */
export interface BoardLooker {
  kind: 'guest' | 'member' | 'admin';
  /** 0 for guests. */
  userId: number;
}

/** Which board: the best ever of a game in a mode, or those of a day. */
export type BoardKey = { game: number; mode: string } & (
  | { span: 'all' }
  | { span: 'day' | 'challenge'; day: number }
);

/** One place of a board. */
export interface ScoreRow {
  id: number;
  publicId: string;
  userId: number;
  score: number;
  createdAt: number;
  member: string;
  name: string;
  avatar: string | null;
}

/** A counted game with all it takes to play it again. */
export interface PlayedRow extends ScoreRow {
  game: number;
  mode: string;
  day: number;
  challenge: 0 | 1;
  rules: number;
  seed: number;
  inputs: string;
}

const columns = `s.id, s.public_id AS publicId, s.user_id AS userId, s.score,
  s.created_at AS createdAt, u.public_id AS member, u.name, u.avatar`;

/** Whom the privacy of a member lets see their scores; oneself always. */
const shownTo: Record<BoardLooker['kind'], string> = {
  guest: "coalesce(u.privacy ->> 'scores', 'public') = 'public'",
  member: "coalesce(u.privacy ->> 'scores', 'public') <> 'me'",
  admin: 'TRUE',
};
const visible = (looker: BoardLooker) =>
  `u.status = 'active' AND (u.id = @looker OR ${shownTo[looker.kind]})`;

const boardOf = (key: BoardKey) =>
  key.span === 'all'
    ? 's.game = @game AND s.mode = @mode AND s.best = 1'
    : 's.game = @game AND s.mode = @mode AND s.challenge = @challenge AND s.day = @day';

const valuesOf = (key: BoardKey, looker: BoardLooker) => ({
  game: key.game,
  mode: key.mode,
  looker: looker.userId,
  ...(key.span !== 'all' && { day: key.day, challenge: key.span === 'challenge' ? 1 : 0 }),
});

/** The first places of a board, as far as somebody may see them. */
export function listBoard(
  database: Connection,
  key: BoardKey,
  looker: BoardLooker,
  limit: number,
): ScoreRow[] {
  const sql = `SELECT ${columns} FROM game_scores s JOIN users u ON u.id = s.user_id
    WHERE ${boardOf(key)} AND ${visible(looker)}
    ORDER BY s.score DESC, s.created_at, s.id LIMIT @limit`;
  return prepared<[object], ScoreRow>(database, sql).all({ ...valuesOf(key, looker), limit });
}

/** What somebody themselves has on a board. */
export function findOnBoard(
  database: Connection,
  key: BoardKey,
  userId: number,
): ScoreRow | undefined {
  const sql = `SELECT ${columns} FROM game_scores s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = @looker AND ${boardOf(key)}`;
  const values = valuesOf(key, { kind: 'member', userId });
  return prepared<[object], ScoreRow>(database, sql).get(values);
}

/** How many places of a board somebody sees before one. */
export function countBefore(
  database: Connection,
  key: BoardKey,
  looker: BoardLooker,
  { score, createdAt, id }: Pick<ScoreRow, 'score' | 'createdAt' | 'id'>,
): number {
  const sql = `SELECT count(*) AS found FROM game_scores s JOIN users u ON u.id = s.user_id
    WHERE ${boardOf(key)} AND s.score >= @score AND ${visible(looker)}
      AND (s.score > @score OR (s.created_at, s.id) < (@createdAt, @id))`;
  const values = { ...valuesOf(key, looker), score, createdAt, id };
  return prepared<[object], { found: number }>(database, sql).get(values)?.found ?? 0;
}

/** A counted game by its public id, if somebody may see it. */
export function findPlayed(
  database: Connection,
  publicId: string,
  looker: BoardLooker,
): PlayedRow | undefined {
  const sql = `SELECT ${columns}, s.game, s.mode, s.day, s.challenge, s.rules, s.seed, s.inputs
    FROM game_scores s JOIN users u ON u.id = s.user_id
    WHERE s.public_id = @publicId AND ${visible(looker)}`;
  const values = { publicId, looker: looker.userId };
  return prepared<[object], PlayedRow>(database, sql).get(values);
}

/** What the server computed of a game, to be kept. */
export interface CountedGame {
  publicId: string;
  userId: number;
  game: number;
  mode: string;
  day: number;
  challenge: 0 | 1;
  score: number;
  outcome: string;
  rules: number;
  seed: number;
  steps: number;
  inputs: string;
  createdAt: number;
}

/** Keeps a game where it is the best of its member on its day. @returns its row if it is */
export function keepGame(database: Connection, counted: CountedGame): number | null {
  const sql = `INSERT INTO game_scores (public_id, user_id, game, mode, day, challenge, score,
      outcome, rules, seed, steps, inputs, created_at)
    VALUES (@publicId, @userId, @game, @mode, @day, @challenge, @score, @outcome, @rules, @seed,
      @steps, @inputs, @createdAt)
    ON CONFLICT (user_id, game, mode, day, challenge) DO UPDATE SET
      public_id = excluded.public_id, score = excluded.score, outcome = excluded.outcome,
      rules = excluded.rules, seed = excluded.seed, steps = excluded.steps,
      inputs = excluded.inputs, created_at = excluded.created_at
    WHERE excluded.score > game_scores.score RETURNING id`;
  return prepared<[object], { id: number }>(database, sql).get(counted)?.id ?? null;
}

/** Makes a row the best of all days where it is; challenges never are. */
export function crownIfBest(
  database: Connection,
  { userId, game, mode }: Pick<CountedGame, 'userId' | 'game' | 'mode'>,
): void {
  const whose = { userId, game, mode };
  const best = `SELECT id FROM game_scores
    WHERE user_id = @userId AND game = @game AND mode = @mode AND challenge = 0
    ORDER BY score DESC, created_at, id LIMIT 1`;
  const row = prepared<[object], { id: number }>(database, best).get(whose);
  const uncrown = `UPDATE game_scores SET best = 0
    WHERE user_id = @userId AND game = @game AND mode = @mode AND best = 1 AND id <> @id`;
  const crown = 'UPDATE game_scores SET best = 1 WHERE id = @id AND best = 0';
  if (!row) return;
  prepared<[object], unknown>(database, uncrown).run({ ...whose, id: row.id });
  prepared<[object], unknown>(database, crown).run({ id: row.id });
}

/** Games of a member that were counted, the newest first: `key` is the game, `title` the points. */
export function listScoresBy(database: Connection, place: TimelinePlace): TimelineRow[] {
  const sql = `SELECT id, created_at AS at, CAST(score AS TEXT) AS title, CAST(game AS TEXT) AS key,
      public_id AS part, mode AS excerpt
    FROM game_scores WHERE user_id = @userId AND (created_at, id) < (@at, @id)
    ORDER BY created_at DESC, id DESC LIMIT @limit`;
  return prepared<[TimelinePlace], TimelineRow>(database, sql).all(place);
}
