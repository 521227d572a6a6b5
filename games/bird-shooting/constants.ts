import type { Breed } from '../kit/birds.ts';

/** Ticks of a second, and the milliseconds of one. */
const TICKS_PER_SECOND = 60;
export const TICK_MS = 1000 / TICKS_PER_SECOND;

const ticksOf = (ms: number): number => (ms * TICKS_PER_SECOND) / 1000;

/** A round, in ticks: 7,000 ms (spec section 9). */
export const ROUND_TICKS = ticksOf(7000);
/** What the countdown counts: seconds of 60 ticks, from 7. */
export const SECOND_TICKS = TICKS_PER_SECOND;
/** A new bird comes every 500 ms (spec section 9). */
export const BIRD_TICKS = ticksOf(500);
/** Birds of a round. */
export const BIRDS = ROUND_TICKS / BIRD_TICKS;
/** Before a round, in ticks: 1.5 s. */
export const READY_TICKS = ticksOf(1500);
/** Between two shots, in ticks: 200 ms. */
export const REST_TICKS = ticksOf(200);

/** How many of fourteen have to be hit: in the one round, and in each of five. */
export const CLASSIC_GOALS = [7] as const;
export const SEASON_GOALS = [5, 6, 7, 8, 9] as const;

/** The bird of each round: smaller and quicker each time. Speeds are sixteenths of a unit a tick. */
export const BREEDS: readonly Breed[] = [
  { radius: 20, speed: 26, speedChance: 10, sway: 5 },
  { radius: 18, speed: 32, speedChance: 12, sway: 7 },
  { radius: 17, speed: 38, speedChance: 14, sway: 9 },
  { radius: 16, speed: 44, speedChance: 16, sway: 11 },
  { radius: 15, speed: 50, speedChance: 20, sway: 13 },
];
/** A bird is worth so much in the first round, twice as much in the second… */
export const BIRD_POINTS = 10;
