/** One game from its first state to its last, played or watched. */
import type { Engine, Input, Json } from '../engine.ts';
import type { GameMode } from '../meta.ts';
import { addInput, parseReplay, type ReplayData } from '../replay.ts';

export interface Round<State> {
  readonly mode: GameMode;
  readonly record: ReplayData;
  /** Played now, or watched from a replay. */
  readonly kind: 'played' | 'watched';
  state(): State;
  /** The state one step before; the same state at the start. */
  previous(): State;
  isOver(): boolean;
  /** Advances by one tick or move; `next` is the state after it, if it is already known. */
  step(input: Input, next?: State): void;
  /** Returns the next input of a watched game, or null at the end of its replay. */
  nextInput(): Input | null;
}

/** Starts a game and records it. */
export function playRound<State, Options extends Json>(
  engine: Engine<State, Options>,
  mode: GameMode,
  seed: number,
): Round<State> {
  const options = engine.readOptions(mode.options);
  if (options === null) throw new Error(`${engine.game} knows no mode ${mode.id}`);
  const record: ReplayData = { game: engine.game, rules: engine.rules, seed, options, inputs: [] };
  let state = engine.start(seed, options);
  let previous = state;
  return {
    mode,
    record,
    kind: 'played',
    state: () => state,
    previous: () => previous,
    isOver: () => engine.outcomeOf(state) !== 'playing',
    step(input, next) {
      previous = state;
      state = next ?? engine.step(state, input);
      addInput(record.inputs, input);
    },
    nextInput: () => null,
  };
}

/** Starts a replay; returns null if it does not fit the engine. */
export function watchRound<State, Options extends Json>(
  engine: Engine<State, Options>,
  mode: GameMode,
  value: unknown,
): Round<State> | null {
  const record = parseReplay(engine, value);
  if (!record) return null;
  let state = engine.start(record.seed, record.options);
  let previous = state;
  let run = 0;
  let given = 0;
  return {
    mode,
    record,
    kind: 'watched',
    state: () => state,
    previous: () => previous,
    isOver: () => engine.outcomeOf(state) !== 'playing' || run >= record.inputs.length,
    step(input) {
      previous = state;
      state = engine.step(state, input);
    },
    nextInput() {
      const input = record.inputs[run];
      if (input === undefined) return null;
      given++;
      if (given >= (record.inputs[run + 1] as number)) {
        run += 2;
        given = 0;
      }
      return input;
    },
  };
}
