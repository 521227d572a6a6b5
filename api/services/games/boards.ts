import {
  BOARD_ROWS,
  type Board,
  type BoardQuery,
  type BoardRow,
  type GameReplay,
} from '#contracts/game-score.ts';
import {
  type BoardKey,
  type BoardLooker,
  countBefore,
  findOnBoard,
  findPlayed,
  listBoard,
  type ScoreRow,
} from '../../db/repositories/game-scores.ts';
import { DomainError } from '../../errors.ts';
import { challengeOn } from './challenge.ts';
import type { GamesContext } from './context.ts';
import { dayOf, readDay, writeDay } from './days.ts';
import { rankedMode } from './known-games.ts';
import { unpackInputs } from './packed-inputs.ts';

type Context = Pick<GamesContext, 'database' | 'clock'>;

/** Who looks, as routes know them. */
export type BoardViewer = { userId: number; admin: boolean } | null;

const lookerOf = (viewer: BoardViewer): BoardLooker =>
  viewer
    ? { kind: viewer.admin ? 'admin' : 'member', userId: viewer.userId }
    : { kind: 'guest', userId: 0 };

const iso = (time: number) => new Date(time).toISOString();

/**
 * The first places of a game, and one's own. Members who keep their scores to themselves stand on no
 * board but their own.
 * @throws DomainError NOT_FOUND, VALIDATION
 */
export function readBoard(
  context: Pick<GamesContext, 'database' | 'clock' | 'challengeKey'>,
  gameId: number,
  query: BoardQuery,
  viewer: BoardViewer,
): Board {
  const { database, clock } = context;
  const day = query.day === undefined ? dayOf(clock()) : readDay(query.day);
  const challenge = query.span === 'challenge' ? challengeOn(context, day) : null;
  const played = challenge?.game.id === gameId ? challenge.mode.id : undefined;
  const { game, mode } = rankedMode(gameId, query.mode ?? played);
  const key: BoardKey = { game: game.id, mode: mode.id, span: query.span, day };
  const looker = lookerOf(viewer);
  const scores = listBoard(database, key, looker, BOARD_ROWS).map((row, index) =>
    toRow(row, index + 1, looker),
  );
  const own = looker.userId === 0 ? undefined : findOnBoard(database, key, looker.userId);
  const mine =
    scores.find((row) => row.mine) ??
    (own ? toRow(own, countBefore(database, key, looker, own) + 1, looker) : null);
  const { span } = query;
  return { game: game.id, mode: mode.id, span, day: writeDay(day), scores, mine };
}

const toRow = (row: ScoreRow, rank: number, looker: BoardLooker): BoardRow => ({
  _id: row.publicId,
  rank,
  score: row.score,
  at: iso(row.createdAt),
  member: { _id: row.member, name: row.name, avatar: row.avatar },
  mine: row.userId === looker.userId,
});

/** Where a member stands on the board of the kind of game they have just played. */
export function placeOn(
  { database }: Context,
  { game, mode, day, challenge }: { game: number; mode: string; day: number; challenge: 0 | 1 },
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
 * A counted game, to be watched. Those of a challenge that goes on are for nobody else: they would say
 * how it is done.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT
 */
export function readReplay(
  { database, clock }: Context,
  publicId: string,
  viewer: BoardViewer,
): GameReplay {
  const looker = lookerOf(viewer);
  const row = findPlayed(database, publicId, looker);
  if (!row) throw new DomainError('NOT_FOUND');
  if (row.challenge === 1 && row.day >= dayOf(clock()) && row.userId !== looker.userId) {
    const msg = "Games of today's challenge can be watched once the day is over.";
    throw new DomainError('STATE_CONFLICT', { msg });
  }
  const { game, mode } = rankedMode(row.game, row.mode);
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
