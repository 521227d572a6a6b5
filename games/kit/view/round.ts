/** One game from its first state to its last, played or watched. */
import type { Engine, Input, Json } from '../engine.ts';
import type { GameMode } from '../meta.ts';
import { addInput, type GameRecord, readRecord } from '../record.ts';

export interface Round<State> {
  readonly mode: GameMode;
  readonly record: GameRecord;
  /** Played by somebody now, or shown again out of its record. */
  readonly kind: 'played' | 'watched';
  state(): State;
  /** The state one step before; the same one at the beginning. */
  previous(): State;
  isOver(): boolean;
  /** One tick or move on; a state computed already can come along. */
  step(input: Input, next?: State): void;
  /** The next input of a watched game; null when its record has ended. */
  nextInput(): Input | null;
}

/** A round that begins now and is recorded as it goes. */
export function playRound<State, Options extends Json>(
  engine: Engine<State, Options>,
  mode: GameMode,
  seed: number,
): Round<State> {
  const options = engine.readOptions(mode.options);
  if (options === null) throw new Error(`${engine.game} knows no mode ${mode.id}`);
  const record: GameRecord = { game: engine.game, rules: engine.rules, seed, options, inputs: [] };
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

/** A round that is shown again; throws for a record that this engine does not know. */
export function watchRound<State, Options extends Json>(
  engine: Engine<State, Options>,
  mode: GameMode,
  value: unknown,
): Round<State> {
  const record = readRecord(engine, value);
  if (!record) throw new Error(`this is no game of ${engine.game}`);
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
