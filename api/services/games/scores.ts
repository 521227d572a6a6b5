import {
  BOARD_ROWS,
  type Board,
  type BoardQuery,
  type BoardRow,
  type GameReplay,
  type ScoreCounted,
  type ScoreRequest,
} from '#contracts/game-score.ts';
import { iso } from '../../context.ts';
import {
  type BoardKey,
  claimSeed,
  countBefore,
  findOnBoard,
  findPlayed,
  findSeed,
  insertGame,
  type LeaderboardViewer,
  listBoard,
  markBestGame,
  releaseSeed,
  type ScoreRow,
  type SeedRow,
} from '../../db/repositories/game-scores.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../identifiers.ts';
import { type GamesContext, getRankedMode } from './games.ts';
import { unpackInputs } from './replay-messages.ts';
import { dayOf, findChallengeOfDay, readDay, writeDay } from './seeds.ts';

type Context = Pick<GamesContext, 'database' | 'clock'>;

/** Viewer of a leaderboard; null is a guest. */
type BoardViewer = { userId: number; admin: boolean } | null;

const toLeaderboardViewer = (viewer: BoardViewer): LeaderboardViewer =>
  viewer
    ? { kind: viewer.admin ? 'admin' : 'member', userId: viewer.userId }
    : { kind: 'guest', userId: 0 };

const toRow = (row: ScoreRow, rank: number, boardViewer: LeaderboardViewer): BoardRow => ({
  _id: row.publicId,
  rank,
  score: row.score,
  at: iso(row.createdAt),
  member: { _id: row.member, name: row.name, avatar: row.avatar },
  mine: row.userId === boardViewer.userId,
});

/** Tolerated clock difference, in milliseconds: a real-time game cannot end before its duration. */
const CLOCK_TOLERANCE_MS = 5_000;
/** Seconds after which the game before is counted, as a rule. */
const ONE_S = 1;

/**
 * Verifies a game with its issued seed and stores the resulting score.
 * @throws DomainError SEED_UNKNOWN, SEED_EXPIRED, SCORE_REFUSED, BUSY, TOO_MANY_REQUESTS
 */
export async function submitScore(
  context: GamesContext,
  userId: number,
  gameId: number,
  sent: ScoreRequest,
): Promise<ScoreCounted> {
  const { underway } = context;
  // One game per member at a time, so that no member fills the queue.
  if (underway.has(userId)) throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: ONE_S });
  underway.add(userId);
  try {
    return await countGame(context, userId, gameId, sent);
  } finally {
    underway.delete(userId);
  }
}

async function countGame(
  context: GamesContext,
  userId: number,
  gameId: number,
  { token, rules, inputs }: ScoreRequest,
): Promise<ScoreCounted> {
  const { database, clock, replayVerifier } = context;
  const { game } = getRankedMode(gameId);
  const seed = await database.write(() => consumeSeed(context, token, { userId, game: game.id }));
  const { options } = getRankedMode(gameId, seed.mode).mode;
  const arrived = clock();
  const played = await replayVerifier
    .play({ game: game.game, rules, seed: seed.seed, options, inputs })
    .catch(async (error: unknown) => {
      // The score may be valid: it can be sent again.
      if (error instanceof DomainError && error.code === 'BUSY')
        await database.write(() => releaseSeed(database, seed.id));
      throw error;
    });
  if (played.lasts > arrived - seed.createdAt + CLOCK_TOLERANCE_MS) {
    throw new DomainError('SCORE_REFUSED', { cause: 'faster than it can be played' });
  }
  const { score } = played;
  if (score === 0) {
    return { msg: 'Saved: no points this time.', score, rank: null, improved: false, _id: null };
  }
  const counted = {
    publicId: createPublicId(),
    userId,
    game: game.id,
    mode: seed.mode,
    score,
    rules,
    outcome: played.outcome,
    steps: played.steps,
    inputs: played.packed,
    seed: seed.seed,
    day: seed.challenge ?? dayOf(arrived),
    challenge: seed.challenge !== null,
    createdAt: arrived,
  };
  const isBest = await database.write(() => {
    const row = insertGame(database, counted);
    if (row !== null) markBestGame(database, counted);
    return row !== null;
  });
  const rank = getRank(context, counted, userId);
  return {
    msg: isBest ? 'Counted.' : 'Saved. Your best score is unchanged.',
    score,
    rank,
    improved: isBest,
    _id: isBest ? counted.publicId : null,
  };
}

/** Consumes a seed before the verification. @throws DomainError */
function consumeSeed(
  { database, clock }: GamesContext,
  token: string,
  { userId, game }: { userId: number; game: number },
): SeedRow {
  const seed = findSeed(database, token);
  if (!seed || seed.userId !== userId || seed.game !== game || seed.usedAt !== null) {
    throw new DomainError('SEED_UNKNOWN');
  }
  if (clock() > seed.endsAt) throw new DomainError('SEED_EXPIRED');
  if (!claimSeed(database, seed.id, clock())) throw new DomainError('SEED_UNKNOWN');
  return seed;
}

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
  const challenge = query.span === 'challenge' ? findChallengeOfDay(context, day) : null;
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

/** Returns a member's rank after a game. */
function getRank(
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
