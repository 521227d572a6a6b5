/** Games played at random from a seed; the same games in Node and in every browser. */
import type { Engine, Json } from '../kit/engine.ts';
import { below, next, type Random } from '../kit/random.ts';
import { addInput, lastOf, type ReplayData } from '../kit/replay.ts';

/** Maximum number of steps that an input is held in real time. */
const HOLD_STEPS_MAX = 40;

export interface RandomGames {
  /** Options of the games, in turn. */
  options: readonly Json[];
  games: number;
  seed: Random;
  /** A game that takes longer is left unfinished. */
  stepsMax: number;
}

/** Plays games at random. Returns their records, and the last state of each as JSON. */
export function playRandomly<State, Options extends Json>(
  engine: Engine<State, Options>,
  { options: choices, games, seed, stepsMax }: RandomGames,
): { record: ReplayData; end: string }[] {
  let random = seed;
  const draw = (count: number) => {
    random = next(random);
    return below(random, count);
  };
  const holdMax = engine.tickMs === null ? 1 : HOLD_STEPS_MAX;
  return Array.from({ length: games }, (_, number) => {
    const options = engine.readOptions(choices[number % choices.length]);
    if (options === null) throw new Error(`${engine.game} does not know its own options`);
    const record: ReplayData = {
      game: engine.game,
      rules: engine.rules,
      seed: draw(0x10_0000),
      options,
      inputs: [],
    };
    let state = engine.start(record.seed, options);
    for (let step = 0; step < stepsMax; ) {
      const input = draw(engine.inputCount);
      for (let left = 1 + draw(holdMax); left > 0; left--, step++) {
        if (engine.outcomeOf(state) !== 'playing') return { record, end: JSON.stringify(state) };
        state = engine.step(state, input);
        addInput(record.inputs, input);
      }
    }
    return { record, end: JSON.stringify(state) };
  });
}

/** Returns the last state of each record as JSON. */
export function endsOf<State, Options extends Json>(
  engine: Engine<State, Options>,
  records: readonly ReplayData[],
): string[] {
  return records.map((record) => {
    const options = engine.readOptions(record.options);
    if (options === null) throw new Error(`${engine.game} does not know its own options`);
    return JSON.stringify(lastOf(engine, { ...record, options }).state);
  });
}
