import type { Breed } from '../kit/birds.ts';

/** Ticks of equal length, one per frame of a 60 Hz display. */
const TICKS_PER_SECOND = 60;
export const TICK_MS = 1000 / TICKS_PER_SECOND;

const ticksOf = (ms: number): number => (ms * TICKS_PER_SECOND) / 1000;

/** Duration of a round: 7,000 ms (spec section 9), in ticks. */
export const ROUND_TICKS = ticksOf(7000);
/** Ticks per second of the countdown. */
export const SECOND_TICKS = TICKS_PER_SECOND;
/** Interval between birds: 500 ms (spec section 9), in ticks. */
export const BIRD_TICKS = ticksOf(500);
/** Number of birds in a round. */
export const BIRDS = ROUND_TICKS / BIRD_TICKS;
/** Pause before a round: 1.5 s, in ticks. */
export const READY_TICKS = ticksOf(1500);
/** Minimum interval between two shots: 200 ms, in ticks. */
export const REST_TICKS = ticksOf(200);

/** Hits required in the single round, and in each of the five rounds of a season. */
export const CLASSIC_GOALS = [7] as const;
export const SEASON_GOALS = [5, 6, 7, 8, 9] as const;

/** Bird of each round, smaller and faster each time. Speeds are sixteenths of a unit per tick. */
export const BREEDS: readonly Breed[] = [
  { radius: 20, speed: 26, speedChance: 10, sway: 5 },
  { radius: 18, speed: 32, speedChance: 12, sway: 7 },
  { radius: 17, speed: 38, speedChance: 14, sway: 9 },
  { radius: 16, speed: 44, speedChance: 16, sway: 11 },
  { radius: 15, speed: 50, speedChance: 20, sway: 13 },
];
/** Points of a bird in the first round; doubled in the second, tripled in the third, and so on. */
export const BIRD_POINTS = 10;
