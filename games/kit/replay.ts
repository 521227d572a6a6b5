/** A replay consists of the seed, options and inputs of a game. */
import { type Engine, type Input, type Json, LARGEST_INPUT } from './engine.ts';
import { isSeed, type Random } from './random.ts';

/** Replay of a game, JSON-safe. An input that is held for several steps is one run. */
export interface ReplayData {
  game: string;
  rules: number;
  seed: Random;
  options: Json;
  /** Runs of two numbers each: an input, and the number of steps it was given in a row. */
  inputs: number[];
}

/** Maximum number of runs: ten changes of input per second in the longest game. */
export const REPLAY_RUNS_MAX = 40_000;
/** Maximum number of ticks or moves: one hour at 60 ticks per second. */
export const REPLAY_STEPS_MAX = 216_000;

/** Adds one input to the runs, in place. */
export function addInput(inputs: number[], input: Input): void {
  const last = inputs.length - 2;
  if (last >= 0 && inputs[last] === input) inputs[last + 1] = (inputs[last + 1] as number) + 1;
  else inputs.push(input, 1);
}

/** Returns the number of steps in the runs. */
export function stepsOf(inputs: readonly number[]): number {
  let steps = 0;
  for (let index = 1; index < inputs.length; index += 2) steps += inputs[index] as number;
  return steps;
}

const isBetween = (value: unknown, min: number, max: number) =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

/** Returns valid runs from untrusted input, or null. */
function readInputs(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length % 2 !== 0) return null;
  if (value.length > 2 * REPLAY_RUNS_MAX) return null;
  for (let index = 0; index < value.length; index += 2) {
    if (!isBetween(value[index], 0, LARGEST_INPUT)) return null;
    if (!isBetween(value[index + 1], 1, REPLAY_STEPS_MAX)) return null;
  }
  return stepsOf(value) <= REPLAY_STEPS_MAX ? value : null;
}

/** Returns a valid replay of this engine's game from untrusted input, or null. */
export function parseReplay<State, Options extends Json>(
  engine: Engine<State, Options>,
  value: unknown,
): (ReplayData & { options: Options }) | null {
  if (typeof value !== 'object' || value === null) return null;
  const { game, rules, seed, options, inputs } = value as Record<keyof ReplayData, unknown>;
  const validOptions = engine.readOptions(options);
  const runs = readInputs(inputs);
  if (game !== engine.game || rules !== engine.rules || !isSeed(seed)) return null;
  return validOptions === null || runs === null
    ? null
    : { game, rules, seed, options: validOptions, inputs: runs };
}

/** Yields the states of a replay, from the first. It stops when the game or the replay ends. */
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

/** Returns the last state of a replay and the number of its steps. */
export function lastOf<State, Options extends Json>(
  engine: Engine<State, Options>,
  record: { seed: Random; options: Options; inputs: readonly number[] },
): { state: State; steps: number } {
  let steps = -1;
  let state = engine.start(record.seed, record.options);
  for (state of replay(engine, record)) steps++;
  return { state, steps };
}
