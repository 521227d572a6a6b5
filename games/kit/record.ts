/** A finished game is its seed, its options and its inputs: enough to play it again anywhere. */
import { type Engine, type Input, type Json, LARGEST_INPUT } from './engine.ts';
import { isSeed, type Random } from './random.ts';

/** A game as it was played. JSON-safe, and small: what is held for a second is one run. */
export interface GameRecord {
  game: string;
  rules: number;
  seed: Random;
  options: Json;
  /** Runs, two numbers each: an input, and how many ticks or moves in a row it was given. */
  inputs: number[];
}

/** The most runs of a record: more than ten changes of input in each second of the longest game. */
export const LONGEST_RECORD_RUNS = 40_000;
/** The most ticks or moves of a record: an hour at 60 ticks a second. */
export const LONGEST_RECORD_STEPS = 216_000;

/** Adds one input to the runs, in place. */
export function addInput(inputs: number[], input: Input): void {
  const last = inputs.length - 2;
  if (last >= 0 && inputs[last] === input) inputs[last + 1] = (inputs[last + 1] as number) + 1;
  else inputs.push(input, 1);
}

/** How many ticks or moves the runs are. */
export function stepsOf(inputs: readonly number[]): number {
  let steps = 0;
  for (let index = 1; index < inputs.length; index += 2) steps += inputs[index] as number;
  return steps;
}

const isBetween = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** Runs out of what a stranger sent, or null where it is none or longer than any game. */
function readInputs(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length % 2 !== 0) return null;
  if (value.length > 2 * LONGEST_RECORD_RUNS) return null;
  for (let index = 0; index < value.length; index += 2) {
    if (!isBetween(value[index], 0, LARGEST_INPUT)) return null;
    if (!isBetween(value[index + 1], 1, LONGEST_RECORD_STEPS)) return null;
  }
  return stepsOf(value) <= LONGEST_RECORD_STEPS ? value : null;
}

/** A record of this engine's game out of what a stranger sent, or null. */
export function readRecord<State, Options extends Json>(
  engine: Engine<State, Options>,
  value: unknown,
): (GameRecord & { options: Options }) | null {
  if (typeof value !== 'object' || value === null) return null;
  const { game, rules, seed, options, inputs } = value as Record<keyof GameRecord, unknown>;
  const known = engine.readOptions(options);
  const runs = readInputs(inputs);
  if (game !== engine.game || rules !== engine.rules || !isSeed(seed)) return null;
  return known === null || runs === null
    ? null
    : { game, rules, seed, options: known, inputs: runs };
}

/**
 * The states of a recorded game, the first one included. It ends with the game or with the record,
 * whichever comes first, so that whoever walks it can stop at any time.
 */
export function* replay<State, Options extends Json>(
  engine: Engine<State, Options>,
  record: { seed: Random; options: Options; inputs: readonly number[] },
): Generator<State, void> {
  let state = engine.start(record.seed, record.options);
  yield state;
  for (let run = 0; run < record.inputs.length; run += 2) {
    const input = record.inputs[run] as Input;
    for (let left = record.inputs[run + 1] as number; left > 0; left--) {
      if (engine.outcomeOf(state) !== 'playing') return;
      state = engine.step(state, input);
      yield state;
    }
  }
}

/** Where a recorded game ended, and after how many of its ticks or moves. */
export function lastOf<State, Options extends Json>(
  engine: Engine<State, Options>,
  record: { seed: Random; options: Options; inputs: readonly number[] },
): { state: State; steps: number } {
  let steps = -1;
  let state = engine.start(record.seed, record.options);
  for (state of replay(engine, record)) steps++;
  return { state, steps };
}
