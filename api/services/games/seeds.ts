import { randomBytes } from 'node:crypto';
import { type GameSeed, SEED_MS, type SeedRequest } from '#contracts/game-score.ts';
import { insertSeed, sweepSeeds } from '../../db/repositories/game-seeds.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import { challengeOn } from './challenge.ts';
import type { GamesContext } from './context.ts';
import { dayOf } from './days.ts';
import { rankedMode } from './known-games.ts';

/** Seeds of one member that are kept. */
const KEPT = 50;

/**
 * Begins a game whose score shall count: its seed is for this member, game and mode, once, and for a
 * while.
 * @throws DomainError NOT_FOUND, VALIDATION, STATE_CONFLICT for a challenge that is not today's
 */
export function issueSeed(
  context: GamesContext,
  userId: number,
  id: number,
  wish: SeedRequest,
): Promise<GameSeed> {
  const { database, clock } = context;
  const { game, mode } = rankedMode(id, wish.mode);
  const now = clock();
  const today = wish.challenge ? challengeOn(context, dayOf(now)) : null;
  if (today && (today.game.id !== game.id || today.mode.id !== mode.id)) {
    throw new DomainError('STATE_CONFLICT', { msg: "This is not today's challenge any more." });
  }
  const row = {
    publicId: createPublicId(),
    userId,
    game: game.id,
    mode: mode.id,
    seed: today ? today.seed : randomBytes(4).readUInt32BE(0),
    challenge: today ? dayOf(now) : null,
    createdAt: now,
    endsAt: now + SEED_MS,
  };
  return database.write(() => {
    // An hour longer, so that who comes late hears that, and not that nobody knows of it.
    sweepSeeds(database, { before: now - 3_600_000, userId, keep: KEPT });
    insertSeed(database, row);
    return { token: row.publicId, seed: row.seed, until: new Date(row.endsAt).toISOString() };
  });
}
