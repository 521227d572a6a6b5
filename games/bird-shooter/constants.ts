import type { Breed } from '../kit/birds.ts';

/** Ticks of equal length, one per frame of a 60 Hz display. */
const TICKS_PER_SECOND = 60;
export const TICK_MS = 1000 / TICKS_PER_SECOND;

const ticksOf = (ms: number): number => (ms * TICKS_PER_SECOND) / 1000;

/** Cartridges of a full gun. */
export const MAGAZINE = 6;
/** Duration of a reload of all cartridges: 1.2 s, in ticks. */
export const RELOAD_TICKS = ticksOf(1200);
/** Minimum interval between two shots: 150 ms, in ticks. */
export const REST_TICKS = ticksOf(150);
/** Pause before a wave: 2 s, in ticks. */
export const READY_TICKS = ticksOf(2000);

/** Goose, pigeon and swift. Speeds are sixteenths of a unit per tick; the field is 320 units wide. */
export const BREEDS: readonly Breed[] = [
  { radius: 19, speed: 20, speedChance: 8, sway: 5 },
  { radius: 16, speed: 34, speedChance: 10, sway: 9 },
  { radius: 13, speed: 54, speedChance: 14, sway: 3 },
];
/** Points of a goose, a pigeon and a swift; smaller and faster birds have more. */
export const BIRD_POINTS = [10, 25, 60] as const;

/** A wave: the number of birds of each kind, and the ticks between two birds. */
export interface Wave {
  birds: readonly [geese: number, pigeons: number, swifts: number];
  every: number;
}

/** The eight waves. */
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

/** The game ends after this many escaped birds. */
export const ESCAPES_MAX = 15;
/** The multiplier increases after this many hits in a row. */
export const STREAK = 4;
/** Maximum multiplier. */
export const MULTIPLIER_MAX = 5;
/** Bonus for a wave without an escape. */
export const CLEAN_POINTS = 100;
