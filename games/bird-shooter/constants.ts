import type { Breed } from '../kit/birds.ts';

/** Ticks of a second, and the milliseconds of one. */
const TICKS_PER_SECOND = 60;
export const TICK_MS = 1000 / TICKS_PER_SECOND;

const ticksOf = (ms: number): number => (ms * TICKS_PER_SECOND) / 1000;

/** Cartridges of a full gun. */
export const MAGAZINE = 6;
/** Reloading takes 1.2 s, all cartridges at once. */
export const RELOAD_TICKS = ticksOf(1200);
/** Between two shots, in ticks: 150 ms. */
export const REST_TICKS = ticksOf(150);
/** Before a wave, in ticks: 2 s. */
export const READY_TICKS = ticksOf(2000);

/** Speeds are sixteenths of a unit a tick; a screen is 320 units wide. */
export const BREEDS: readonly Breed[] = [
  { radius: 19, speed: 20, speedChance: 8, sway: 5 },
  { radius: 16, speed: 34, speedChance: 10, sway: 9 },
  { radius: 13, speed: 54, speedChance: 14, sway: 3 },
];
/** Goose, pigeon and swift: the smaller and quicker, the more one is worth. */
export const WORTH = [10, 25, 60] as const;

/** One wave: how many birds of each kind come, and the ticks between two of them. */
export interface Wave {
  birds: readonly [geese: number, pigeons: number, swifts: number];
  every: number;
}

/** Eight waves. */
export const WAVES: readonly Wave[] = [
  { birds: [8, 0, 0], every: ticksOf(1100) },
  { birds: [7, 3, 0], every: ticksOf(1000) },
  { birds: [6, 5, 1], every: ticksOf(900) },
  { birds: [5, 7, 2], every: ticksOf(850) },
  { birds: [4, 8, 3], every: ticksOf(800) },
  { birds: [3, 9, 5], every: ticksOf(750) },
  { birds: [2, 9, 7], every: ticksOf(700) },
  { birds: [0, 10, 10], every: ticksOf(650) },
];

/** With so many birds that got away it is over. */
export const MOST_ESCAPES = 15;
/** After so many hits in a row a bird is worth once more its points… */
export const STREAK = 4;
/** …and never more than so many times. */
export const MOST_TIMES = 5;
/** A wave of which no bird got away is worth so much more. */
export const CLEAN_POINTS = 100;
