import { createHmac } from 'node:crypto';
import type { Challenge } from '#contracts/game-score.ts';
import { dayOf, endOfDay, writeDay } from './days.ts';
import type { GamesContext } from './games-context.ts';
import { getRankedMode, type RankedMode } from './known-games.ts';

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

/** Returns the challenge of a day, the same for everyone. */
export function getChallengeOfDay(
  { challengeKey }: Pick<GamesContext, 'challengeKey'>,
  day: number,
): RankedMode & { seed: number } {
  const [game, mode] = challengeGames[day % challengeGames.length] ?? [8, 'classic'];
  const drawn = createHmac('sha256', challengeKey).update(writeDay(day)).digest();
  return { ...getRankedMode(game, mode), seed: drawn.readUInt32BE(0) };
}

/** Returns today's challenge. */
export function getChallenge(context: Pick<GamesContext, 'challengeKey' | 'clock'>): Challenge {
  const day = dayOf(context.clock());
  const { game, mode, seed } = getChallengeOfDay(context, day);
  return {
    day: writeDay(day),
    game: game.id,
    name: game.name,
    mode: mode.id,
    modeName: mode.name,
    seed,
    until: new Date(endOfDay(day)).toISOString(),
  };
}
