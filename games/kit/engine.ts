/** The interface of engines: `import * as engine from './engine.ts'` is an `Engine`. */

/** JSON values, of which states, options and replays consist. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * Input of one tick or move: a whole number from 0 to `LARGEST_INPUT`. In real time it is the sum of the held intents
 * (0: none); in games by moves it is the number of a move. An input without a meaning leaves the state unchanged.
 */
export type Input = number;

/** Largest input; 31 bits, so that bit arithmetic keeps it positive. */
export const LARGEST_INPUT = 0x7fff_ffff;

/** One tick per frame of a 60 Hz display: all documented times of the games are whole numbers of ticks. */
export const TICKS_PER_SECOND = 60;
/** Duration of a tick, in milliseconds. */
export const TICK_MS = 1000 / TICKS_PER_SECOND;

/** Converts milliseconds to ticks. */
export const ticksOf = (ms: number): number => (ms * TICKS_PER_SECOND) / 1000;

/** Outcome of a game. Games that end only by time or lives decide between `won` and `lost` themselves. */
export type Outcome = 'playing' | 'won' | 'lost' | 'drawn';

/**
 * Rules of a game as arithmetic on JSON-safe values, bit-identical in Node and in every browser. `step` does
 * not modify its arguments.
 */
export interface Engine<State, Options extends Json> {
  /** Folder of the game, as in replays: `space-invaders`. */
  readonly game: string;
  /**
   * Version of the rules; increases when the same inputs would end differently, so that older replays are recognised.
   */
  readonly rules: number;
  /** Milliseconds of a tick; null for a game that advances by moves alone. */
  readonly tickMs: number | null;
  /** Every input with a meaning is below this number. */
  readonly inputCount: number;
  /** Returns valid options from untrusted input, or null. `{}` gives the documented game. */
  readOptions(value: unknown): Options | null;
  /** Returns the first state. The seed is a whole number below 2³². */
  start(seed: number, options: Options): State;
  /** Returns the state one tick or move later; a finished game stays unchanged. */
  step(state: State, input: Input): State;
  /** Score for leaderboards: a whole number of at least 0. */
  scoreOf(state: State): number;
  outcomeOf(state: State): Outcome;
  /** Reads a state from the game's text notation. @throws PositionError if the text is invalid */
  readPosition(text: string): State;
  /** Writes the state as a few lines of text for tests. */
  writePosition(state: State): string;
}

/** An engine whose types of state and options are not known where it is used. */
export type AnyEngine = Engine<unknown, Json>;

/** Thrown for text that is not a valid position. */
export class PositionError extends Error {
  override name = 'PositionError';
}

/** Reads a whole number of a position. @throws PositionError if it is not within the range */
export function readCount(text: string, min: number, max: number): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < min || count > max) {
    throw new PositionError(`no number from ${min} to ${max}: ${text}`);
  }
  return count;
}

/** Counts the bits of a number of 32 bits that are set. */
export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * Actions of a player, independent of the input device, as bits. Engines in real time receive the sum of the
 * held bits, unless their view computes another input.
 */
export const LEFT = 1;
export const RIGHT = 2;
export const UP = 4;
export const DOWN = 8;
/** Fire, choose, drop. */
export const PRIMARY = 16;
/** Reload, hint, and other secondary actions. */
export const SECONDARY = 32;

export type Intent =
  | typeof LEFT
  | typeof RIGHT
  | typeof UP
  | typeof DOWN
  | typeof PRIMARY
  | typeof SECONDARY;

/** All intents in the order of their bits. */
export const INTENTS: readonly Intent[] = [LEFT, RIGHT, UP, DOWN, PRIMARY, SECONDARY];
