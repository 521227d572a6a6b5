import {
  BOARD_ROWS,
  type Board,
  type BoardQuery,
  type BoardRow,
  type GameReplay,
} from '#contracts/game-score.ts';
import { iso } from '../../clock.ts';
import {
  type BoardKey,
  countBefore,
  findOnBoard,
  findPlayed,
  type LeaderboardViewer,
  listBoard,
  type ScoreRow,
} from '../../db/repositories/game-scores.ts';
import { DomainError } from '../../errors.ts';
import { getChallengeOfDay } from './challenge.ts';
import { dayOf, readDay, writeDay } from './days.ts';
import type { GamesContext } from './games-context.ts';
import { getRankedMode } from './known-games.ts';
import { unpackInputs } from './packed-inputs.ts';

type Context = Pick<GamesContext, 'database' | 'clock'>;

/** Viewer of a leaderboard; null is a guest. */
export type BoardViewer = { userId: number; admin: boolean } | null;

const toLeaderboardViewer = (viewer: BoardViewer): LeaderboardViewer =>
  viewer
    ? { kind: viewer.admin ? 'admin' : 'member', userId: viewer.userId }
    : { kind: 'guest', userId: 0 };

/**
 * Returns the best scores of a game and the viewer's own; private scores are only shown to their
 * members.
 * @throws DomainError NOT_FOUND, VALIDATION
 */
export function getLeaderboard(
  context: Pick<GamesContext, 'database' | 'clock' | 'challengeKey'>,
  gameId: number,
  query: BoardQuery,
  viewer: BoardViewer,
): Board {
  const { database, clock } = context;
  const day = query.day === undefined ? dayOf(clock()) : readDay(query.day);
  const challenge = query.span === 'challenge' ? getChallengeOfDay(context, day) : null;
  const played = challenge?.game.id === gameId ? challenge.mode.id : undefined;
  const { game, mode } = getRankedMode(gameId, query.mode ?? played);
  const key: BoardKey = { game: game.id, mode: mode.id, span: query.span, day };
  const boardViewer = toLeaderboardViewer(viewer);
  const scores = listBoard(database, key, boardViewer, BOARD_ROWS).map((row, index) =>
    toRow(row, index + 1, boardViewer),
  );
  const own = boardViewer.userId === 0 ? undefined : findOnBoard(database, key, boardViewer.userId);
  const mine =
    scores.find((row) => row.mine) ??
    (own ? toRow(own, countBefore(database, key, boardViewer, own) + 1, boardViewer) : null);
  const { span } = query;
  return { game: game.id, mode: mode.id, span, day: writeDay(day), scores, mine };
}

const toRow = (row: ScoreRow, rank: number, boardViewer: LeaderboardViewer): BoardRow => ({
  _id: row.publicId,
  rank,
  score: row.score,
  at: iso(row.createdAt),
  member: { _id: row.member, name: row.name, avatar: row.avatar },
  mine: row.userId === boardViewer.userId,
});

/** Returns a member's rank after a game. */
export function getRank(
  { database }: Context,
  { game, mode, day, challenge }: { game: number; mode: string; day: number; challenge: boolean },
  userId: number,
): number | null {
  const key: BoardKey = {
    game,
    mode,
    ...(challenge ? { span: 'challenge', day } : { span: 'all' }),
  };
  const own = findOnBoard(database, key, userId);
  return own ? countBefore(database, key, { kind: 'member', userId }, own) + 1 : null;
}

/**
 * Returns the replay of a ranked game; replays of a running challenge are only for their players.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT
 */
export function getReplay(
  { database, clock }: Context,
  publicId: string,
  viewer: BoardViewer,
): GameReplay {
  const boardViewer = toLeaderboardViewer(viewer);
  const row = findPlayed(database, publicId, boardViewer);
  if (!row) throw new DomainError('NOT_FOUND');
  if (row.challenge && row.day >= dayOf(clock()) && row.userId !== boardViewer.userId) {
    const msg = 'Replays of today’s challenge are available when the day is over.';
    throw new DomainError('STATE_CONFLICT', { msg });
  }
  const { game, mode } = getRankedMode(row.game, row.mode);
  return {
    _id: row.publicId,
    game: row.game,
    mode: row.mode,
    score: row.score,
    at: iso(row.createdAt),
    member: { _id: row.member, name: row.name, avatar: row.avatar },
    record: {
      game: game.game,
      rules: row.rules,
      seed: row.seed,
      options: mode.options,
      inputs: unpackInputs(row.inputs),
    },
  };
}
