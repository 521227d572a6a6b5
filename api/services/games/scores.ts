import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, utcDayOf } from '#contracts/durations.ts';
import {
  type Challenge,
  type GameReplay,
  type GameSeed,
  LEADERBOARD_ROWS,
  type LeaderboardQuery,
  type LeaderboardResponse,
  type LeaderboardRow,
  type ScoreCounted,
  type ScoreRequest,
  SEED_MS,
  type SeedRequest,
} from '#contracts/game.ts';
import { iso } from '../../context.ts';
import {
  claimSeed,
  countBefore,
  findOnLeaderboard,
  findPlayed,
  findSeed,
  insertGame,
  insertSeed,
  type LeaderboardKey,
  type LeaderboardViewer,
  listLeaderboard,
  markBestGame,
  purgeSeeds,
  type ScoreRow,
  type SeedRow,
} from '../../db/repositories/games.ts';
import { DomainError } from '../../errors.ts';
import { getGameNames } from '../../site-content.ts';
import { createPublicId } from '../identifiers.ts';
import { type GamesContext, getGameName, getRankedMode, type RankedMode } from './games.ts';
import { unpackInputs } from './replay-messages.ts';

/** Formats a day as 2026-11-22. */
const writeDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Parses such a day. */
const readDay = (text: string): number => utcDayOf(Date.parse(text));
const endOfDay = (day: number): number => (day + 1) * DAY_MS;

/** Maximum stored seeds per member. */
const SEEDS_PER_MEMBER_MAX = 50;

/**
 * Issues a seed for a ranked game, valid once for a member, game and mode, for a limited time.
 * @throws DomainError NOT_FOUND, VALIDATION, STATE_CONFLICT for a challenge that is not today's
 */
export function issueSeed(
  context: GamesContext,
  userId: number,
  id: number,
  request: SeedRequest,
): Promise<GameSeed> {
  const { database, clock } = context;
  const { game, mode } = getRankedMode(id, request.mode);
  const now = clock();
  const today = request.challenge ? findChallengeOfDay(context, utcDayOf(now)) : null;
  if (request.challenge && (today?.game.id !== game.id || today.mode.id !== mode.id)) {
    throw new DomainError('STATE_CONFLICT', { msg: 'This is no longer today’s challenge.' });
  }
  const row = {
    publicId: createPublicId(),
    userId,
    game: game.id,
    mode: mode.id,
    seed: today ? today.seed : randomBytes(4).readUInt32BE(0),
    challenge: today ? utcDayOf(now) : null,
    createdAt: now,
    endsAt: now + SEED_MS,
  };
  return database.write(() => {
    // Kept for another hour, so that late scores get the right error message.
    purgeSeeds(database, { before: now - HOUR_MS, userId, keep: SEEDS_PER_MEMBER_MAX });
    insertSeed(database, row);
    return { token: row.publicId, seed: row.seed, until: iso(row.endsAt) };
  });
}

/** Games of challenges in turn, in which each seed gives another game. */
const challengeGames: readonly [game: number, mode: string][] = [
  [8, 'classic'],
  [10, 'arcade'],
  [28, 'season'],
  [9, 'arcade'],
  [27, 'garden'],
  [30, 'waves'],
  [8, 'levels'],
  [28, 'classic'],
];

/**
 * Returns the challenge of a day, the same for everyone; null if the owner's catalogue has none of its games. Another
 * game takes the turn of one that is not in the catalogue.
 */
function findChallengeOfDay(
  { challengeKey, database }: Pick<GamesContext, 'challengeKey' | 'database'>,
  day: number,
): (RankedMode & { seed: number }) | null {
  const turn = day % challengeGames.length;
  const inTurn = [...challengeGames.slice(turn), ...challengeGames.slice(0, turn)];
  const names = getGameNames(database);
  const [game, mode] = inTurn.find(([id]) => names.has(id)) ?? [];
  if (game === undefined) return null;
  const drawn = createHmac('sha256', challengeKey).update(writeDay(day)).digest();
  return { ...getRankedMode(game, mode), seed: drawn.readUInt32BE(0) };
}

/** Returns today's challenge. @throws DomainError NOT_FOUND */
export function getChallenge(
  context: Pick<GamesContext, 'challengeKey' | 'clock' | 'database'>,
): Challenge {
  const day = utcDayOf(context.clock());
  const challenge = findChallengeOfDay(context, day);
  if (!challenge) throw new DomainError('NOT_FOUND');
  const { game, mode, seed } = challenge;
  return {
    day: writeDay(day),
    game: game.id,
    name: getGameName(context.database, game.id),
    mode: mode.id,
    modeName: mode.name,
    seed,
    until: iso(endOfDay(day)),
  };
}

type Context = Pick<GamesContext, 'database' | 'clock'>;

/** Viewer of a leaderboard; null is a guest. */
type Caller = { userId: number; admin: boolean } | null;

const toLeaderboardViewer = (viewer: Caller): LeaderboardViewer =>
  viewer
    ? { kind: viewer.admin ? 'admin' : 'member', userId: viewer.userId }
    : { kind: 'guest', userId: 0 };

const toRow = (
  row: ScoreRow,
  rank: number,
  leaderboardViewer: LeaderboardViewer,
): LeaderboardRow => ({
  _id: row.publicId,
  rank,
  score: row.score,
  at: iso(row.createdAt),
  member: { _id: row.member, name: row.name, avatar: row.avatar },
  mine: row.userId === leaderboardViewer.userId,
});

/** Tolerated clock difference, in milliseconds: a real-time game cannot end before its duration. */
const CLOCK_TOLERANCE_MS = 5_000;
/** Seconds after which the game before is counted, as a rule. */
const ONE_S = 1;

/**
 * Verifies a game with its issued seed and stores the resulting score.
 * @throws DomainError SEED_UNKNOWN, SEED_EXPIRED, SCORE_REJECTED, BUSY, TOO_MANY_REQUESTS
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
  sent: ScoreRequest,
): Promise<ScoreCounted> {
  const { database, clock } = context;
  const { game } = getRankedMode(gameId);
  const seed = findUnusedSeed(context, sent.token, { userId, game: game.id });
  const consumeSeed = () => {
    if (!claimSeed(database, seed.id, clock())) throw new DomainError('SEED_UNKNOWN');
  };
  const arrived = clock();
  const played = await verifyGame(context, seed, sent, arrived).catch(async (error: unknown) => {
    // After any other error the score may be valid: it can be sent again.
    if (error instanceof DomainError && error.code === 'SCORE_REJECTED')
      await database.write(consumeSeed);
    throw error;
  });
  const { score } = played;
  if (score === 0) {
    await database.write(consumeSeed);
    return { msg: 'Saved: no points this time.', score, rank: null, improved: false, _id: null };
  }
  const counted = {
    publicId: createPublicId(),
    userId,
    game: game.id,
    mode: seed.mode,
    score,
    rules: sent.rules,
    outcome: played.outcome,
    steps: played.steps,
    inputs: played.packed,
    seed: seed.seed,
    day: seed.challenge ?? utcDayOf(arrived),
    challenge: seed.challenge !== null,
    createdAt: arrived,
  };
  const isBest = await database.write(() => {
    consumeSeed();
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

/** Plays a game again. @throws DomainError SCORE_REJECTED, BUSY */
async function verifyGame(
  { replayVerifier }: GamesContext,
  seed: SeedRow,
  { rules, inputs }: ScoreRequest,
  arrived: number,
) {
  const { game, mode } = getRankedMode(seed.game, seed.mode);
  const request = { game: game.game, rules, seed: seed.seed, options: mode.options, inputs };
  const played = await replayVerifier.play(request);
  if (played.lasts > arrived - seed.createdAt + CLOCK_TOLERANCE_MS) {
    throw new DomainError('SCORE_REJECTED', { cause: 'faster than it can be played' });
  }
  return played;
}

/** @throws DomainError SEED_UNKNOWN, SEED_EXPIRED */
function findUnusedSeed(
  { database, clock }: GamesContext,
  token: string,
  { userId, game }: { userId: number; game: number },
): SeedRow {
  const seed = findSeed(database, token);
  if (!seed || seed.userId !== userId || seed.game !== game || seed.usedAt !== null) {
    throw new DomainError('SEED_UNKNOWN');
  }
  if (clock() > seed.endsAt) throw new DomainError('SEED_EXPIRED');
  return seed;
}

/**
 * Returns the best scores of a game and the viewer's own; private scores are only shown to their members.
 * @throws DomainError NOT_FOUND, VALIDATION
 */
export function getLeaderboard(
  context: Pick<GamesContext, 'database' | 'clock' | 'challengeKey'>,
  gameId: number,
  query: LeaderboardQuery,
  viewer: Caller,
): LeaderboardResponse {
  const { database, clock } = context;
  const day = query.day === undefined ? utcDayOf(clock()) : readDay(query.day);
  const challenge = query.period === 'challenge' ? findChallengeOfDay(context, day) : null;
  const played = challenge?.game.id === gameId ? challenge.mode.id : undefined;
  const { game, mode } = getRankedMode(gameId, query.mode ?? played);
  const key: LeaderboardKey = { game: game.id, mode: mode.id, period: query.period, day };
  const leaderboardViewer = toLeaderboardViewer(viewer);
  const scores = listLeaderboard(database, key, leaderboardViewer, LEADERBOARD_ROWS).map(
    (row, index) => toRow(row, index + 1, leaderboardViewer),
  );
  const own =
    leaderboardViewer.userId === 0
      ? undefined
      : findOnLeaderboard(database, key, leaderboardViewer.userId);
  const mine =
    scores.find((row) => row.mine) ??
    (own
      ? toRow(own, countBefore(database, key, leaderboardViewer, own) + 1, leaderboardViewer)
      : null);
  const { period } = query;
  return { game: game.id, mode: mode.id, period, day: writeDay(day), scores, mine };
}

/** Returns a member's rank after a game. */
function getRank(
  { database }: Context,
  { game, mode, day, challenge }: { game: number; mode: string; day: number; challenge: boolean },
  userId: number,
): number | null {
  const key: LeaderboardKey = {
    game,
    mode,
    ...(challenge ? { period: 'challenge', day } : { period: 'all' }),
  };
  const own = findOnLeaderboard(database, key, userId);
  return own ? countBefore(database, key, { kind: 'member', userId }, own) + 1 : null;
}

/**
 * Returns the replay of a ranked game; replays of a running challenge are only for their players.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT
 */
export function getReplay(
  { database, clock }: Context,
  publicId: string,
  viewer: Caller,
): GameReplay {
  const leaderboardViewer = toLeaderboardViewer(viewer);
  const row = findPlayed(database, publicId, leaderboardViewer);
  if (!row) throw new DomainError('NOT_FOUND');
  if (row.challenge && row.day >= utcDayOf(clock()) && row.userId !== leaderboardViewer.userId) {
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
