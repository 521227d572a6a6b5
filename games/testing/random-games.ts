/** Games played by chance, the same chance everywhere: what Node and browsers are compared by. */
import type { Engine, Json } from '../kit/engine.ts';
import { below, next, type Random } from '../kit/random.ts';
import { addInput, type GameRecord, lastOf } from '../kit/record.ts';

/** How somebody who knows nothing plays a game. */
export interface RandomPlayer {
  options: readonly Json[];
  /** Inputs are below this. */
  inputs: number;
  /** An input is held for so many steps at most; 1 for moves. */
  longest: number;
  /** A game that goes on longer is left there. */
  steps: number;
}

/** Records of games by chance, and the state that each ended in, as JSON. */
export function playRandomly<State, Options extends Json>(
  engine: Engine<State, Options>,
  player: RandomPlayer,
  games: number,
  seed: Random,
): { record: GameRecord; end: string }[] {
  let random = seed;
  const draw = (count: number) => {
    random = next(random);
    return below(random, count);
  };
  return Array.from({ length: games }, (_, number) => {
    const options = engine.readOptions(player.options[number % player.options.length]);
    if (options === null) throw new Error(`${engine.game} does not know its own options`);
    const record: GameRecord = {
      game: engine.game,
      rules: engine.rules,
      seed: draw(0x10_0000),
      options,
      inputs: [],
    };
    let state = engine.start(record.seed, options);
    for (let step = 0; step < player.steps; ) {
      const input = draw(player.inputs);
      for (let left = 1 + draw(player.longest); left > 0; left--, step++) {
        if (engine.outcomeOf(state) !== 'playing') return { record, end: JSON.stringify(state) };
        state = engine.step(state, input);
        addInput(record.inputs, input);
      }
    }
    return { record, end: JSON.stringify(state) };
  });
}

/** Where recorded games end, each as JSON. */
export function endsOf<State, Options extends Json>(
  engine: Engine<State, Options>,
  records: readonly GameRecord[],
): string[] {
  return records.map((record) => {
    const options = engine.readOptions(record.options);
    if (options === null) throw new Error(`${engine.game} does not know its own options`);
    return JSON.stringify(lastOf(engine, { ...record, options }).state);
  });
}
