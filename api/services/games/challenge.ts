import { createHmac } from 'node:crypto';
import type { Challenge } from '#contracts/game-score.ts';
import type { GamesContext } from './context.ts';
import { dayOf, endOfDay, writeDay } from './days.ts';
import { type RankedMode, rankedMode } from './known-games.ts';

/** What a challenge can be, in turn: games in which each seed is another game. */
const turns: readonly [game: number, mode: string][] = [
  [8, 'classic'],
  [10, 'arcade'],
  [28, 'season'],
  [9, 'arcade'],
  [27, 'garden'],
  [30, 'waves'],
  [8, 'levels'],
  [28, 'classic'],
];

/** The game of a day, the same for everybody. */
export function challengeOn(
  { challengeKey }: Pick<GamesContext, 'challengeKey'>,
  day: number,
): RankedMode & { seed: number } {
  const [game, mode] = turns[day % turns.length] ?? [8, 'classic'];
  const drawn = createHmac('sha256', challengeKey).update(writeDay(day)).digest();
  return { ...rankedMode(game, mode), seed: drawn.readUInt32BE(0) };
}

/** Today's. */
export function readChallenge(context: Pick<GamesContext, 'challengeKey' | 'clock'>): Challenge {
  const day = dayOf(context.clock());
  const { game, mode, seed } = challengeOn(context, day);
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
