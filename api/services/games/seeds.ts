import { randomBytes } from 'node:crypto';
import { type GameSeed, SEED_MS, type SeedRequest } from '#contracts/game-score.ts';
import { insertSeed, purgeSeeds } from '../../db/repositories/game-seeds.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import { getChallengeOfDay } from './challenge.ts';
import { dayOf } from './days.ts';
import type { GamesContext } from './games-context.ts';
import { getRankedMode } from './known-games.ts';

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
  const today = request.challenge ? getChallengeOfDay(context, dayOf(now)) : null;
  if (today && (today.game.id !== game.id || today.mode.id !== mode.id)) {
    throw new DomainError('STATE_CONFLICT', { msg: 'This is no longer today’s challenge.' });
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
    // Kept for another hour, so that late scores get the right error message.
    purgeSeeds(database, { before: now - 3_600_000, userId, keep: SEEDS_PER_MEMBER_MAX });
    insertSeed(database, row);
    return { token: row.publicId, seed: row.seed, until: new Date(row.endsAt).toISOString() };
  });
}
