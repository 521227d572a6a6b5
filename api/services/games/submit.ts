import type { ScoreCounted, ScoreRequest } from '#contracts/game-score.ts';
import { crownIfBest, keepGame } from '../../db/repositories/game-scores.ts';
import {
  claimSeed,
  findSeed,
  releaseSeed,
  type SeedRow,
} from '../../db/repositories/game-seeds.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import { placeOn } from './boards.ts';
import type { GamesContext } from './context.ts';
import { dayOf } from './days.ts';
import { rankedMode } from './known-games.ts';

/** Milliseconds that a clock may be off: a game in real time cannot be over sooner than it lasts. */
const CLOCKS_DIFFER_MS = 5_000;
/** Seconds after which the game before is counted, as a rule. */
const ONE_S = 1;

/**
 * Counts a game: plays it again from the seed that was issued, and keeps what came of that.
 * @throws DomainError SEED_UNKNOWN, SEED_EXPIRED, SCORE_REFUSED, BUSY, TOO_MANY_REQUESTS
 */
export async function submitScore(
  context: GamesContext,
  userId: number,
  gameId: number,
  sent: ScoreRequest,
): Promise<ScoreCounted> {
  const { underway } = context;
  // One at a time of each member, so that nobody fills the queue alone.
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
  const { database, clock, referee } = context;
  const { game } = rankedMode(gameId);
  const seed = await database.write(() => takeSeed(context, token, { userId, game: game.id }));
  const { options } = rankedMode(gameId, seed.mode).mode;
  const arrived = clock();
  const played = await referee
    .play({ game: game.game, rules, seed: seed.seed, options, inputs })
    .catch(async (error: unknown) => {
      // Nothing is wrong with it: it may be sent again.
      if (error instanceof DomainError && error.code === 'BUSY')
        await database.write(() => releaseSeed(database, seed.id));
      throw error;
    });
  if (played.lasts > arrived - seed.createdAt + CLOCKS_DIFFER_MS) {
    throw new DomainError('SCORE_REFUSED', { cause: 'sooner than it can be played' });
  }
  const { score } = played;
  if (score === 0) {
    return { msg: 'Counted: no points this time.', score, rank: null, improved: false, _id: null };
  }
  const counted = {
    ...{ publicId: createPublicId(), userId, game: game.id, mode: seed.mode, score, rules },
    ...{ outcome: played.outcome, steps: played.steps, inputs: played.packed, seed: seed.seed },
    day: seed.challenge ?? dayOf(arrived),
    challenge: seed.challenge === null ? (0 as const) : (1 as const),
    createdAt: arrived,
  };
  const kept = await database.write(() => {
    const row = keepGame(database, counted);
    if (row !== null) crownIfBest(database, counted);
    return row !== null;
  });
  const rank = placeOn(context, counted, userId);
  return {
    msg: kept ? 'Counted.' : 'Counted. Your best stays where it is.',
    ...{ score, rank, improved: kept, _id: kept ? counted.publicId : null },
  };
}

/** Takes a seed for good, before anything is done with it. @throws DomainError */
function takeSeed(
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
