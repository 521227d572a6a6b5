import { createHmac, randomBytes } from 'node:crypto';
import { type Challenge, type GameSeed, SEED_MS, type SeedRequest } from '#contracts/game-score.ts';
import { insertSeed, purgeSeeds } from '../../db/repositories/game-scores.ts';
import { DomainError } from '../../errors.ts';
import { getGameNames } from '../../site-content.ts';
import { createPublicId } from '../identifiers.ts';
import { type GamesContext, getGameName, getRankedMode, type RankedMode } from './games.ts';

const DAY_MS = 86_400_000;

/** Returns the day of a time; leaderboards and challenges use days in UTC. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** Formats a day as 2026-11-22. */
export const writeDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Parses such a day. */
export const readDay = (text: string): number => dayOf(Date.parse(text));

/** Returns the end of a day. */
export const endOfDay = (day: number): number => (day + 1) * DAY_MS;

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
  const today = request.challenge ? findChallengeOfDay(context, dayOf(now)) : null;
  if (request.challenge && (today?.game.id !== game.id || today.mode.id !== mode.id)) {
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
export function findChallengeOfDay(
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
  const day = dayOf(context.clock());
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
    until: new Date(endOfDay(day)).toISOString(),
  };
}
