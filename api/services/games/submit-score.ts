import type { ScoreCounted, ScoreRequest } from '#contracts/game-score.ts';
import { insertGame, markBestGame } from '../../db/repositories/game-scores.ts';
import {
  claimSeed,
  findSeed,
  releaseSeed,
  type SeedRow,
} from '../../db/repositories/game-seeds.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import { dayOf } from './days.ts';
import type { GamesContext } from './games-context.ts';
import { getRankedMode } from './known-games.ts';
import { getRank } from './leaderboards.ts';

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
