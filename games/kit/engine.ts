/** What every engine exports: `import * as engine from './engine.ts'` is an `Engine`. */

/** What JSON can hold, and so what a state, options and a record are made of. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * One tick's or one move's input: a whole number from 0 to `LARGEST_INPUT`. Games in real time add up
 * the bits of what is held or was pressed (0: nothing); games by moves number their moves. What means
 * nothing in a position leaves it as it is; no number can harm a state.
 */
export type Input = number;

/** The largest input; 31 bits, so that bit arithmetic keeps it positive. */
export const LARGEST_INPUT = 0x7fff_ffff;

/** How a game stands. Games without an end but time or lives end as `won` or `lost`, as they say. */
export type Outcome = 'playing' | 'won' | 'lost' | 'drawn';

/**
 * A game's rules as arithmetic on JSON-safe values: the same in Node and in every browser, bit for bit.
 * `step` leaves the state that it is given as it was.
 */
export interface Engine<State, Options extends Json> {
  /** The folder of the game, as in records: `space-invaders`. */
  readonly game: string;
  /** Goes up by one whenever the same inputs would end otherwise, so that older records are known. */
  readonly rules: number;
  /** Milliseconds of a tick; null for a game that goes on by moves alone. */
  readonly tickMs: number | null;
  /** Options out of what a stranger sent, or null. `{}` gives those of the documented game. */
  readOptions(value: unknown): Options | null;
  /** The first state; the seed is a whole number below 2³². */
  start(seed: number, options: Options): State;
  /** The state one tick or one move later; a finished game stays as it is. */
  step(state: State, input: Input): State;
  /** What is compared in lists of the best: a whole number, 0 or more. */
  scoreOf(state: State): number;
  outcomeOf(state: State): Outcome;
  /** A state out of its text notation; throws `PositionError` for what is none. */
  readPosition(text: string): State;
  /** The position as a text that fits on a few lines of a test. What it leaves out says the game. */
  writePosition(state: State): string;
}

/** A text that stands for no position. */
export class PositionError extends Error {
  override name = 'PositionError';
}
