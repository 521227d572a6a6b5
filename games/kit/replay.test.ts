import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Engine } from './engine.ts';
import { below, next } from './random.ts';
import {
  addInput,
  lastOf,
  parseReplay,
  REPLAY_RUNS_MAX,
  REPLAY_STEPS_MAX,
  replay,
} from './replay.ts';

/** Minimal game: each step adds the input and a random number until the sum reaches the goal. */
interface State {
  random: number;
  sum: number;
}
const engine: Engine<State, { goal: number }> = {
  game: 'adding',
  rules: 1,
  tickMs: null,
  inputCount: 100,
  readOptions: (value) => {
    const goal = (value as { goal?: unknown } | null)?.goal ?? 100;
    return typeof goal === 'number' ? { goal } : null;
  },
  start: (seed) => ({ random: seed, sum: 0 }),
  step: (state, input) => {
    const random = next(state.random);
    return { random, sum: state.sum + input + below(random, 3) };
  },
  scoreOf: ({ sum }) => sum,
  outcomeOf: ({ sum }) => (sum >= 100 ? 'won' : 'playing'),
  readPosition: (text) => ({ random: 0, sum: Number(text) }),
  writePosition: ({ sum }) => `${sum}`,
};

const record = { game: 'adding', rules: 1, seed: 5, options: { goal: 100 }, inputs: [4, 3, 0, 2] };

test('stores equal inputs in a row as one run', () => {
  const inputs: number[] = [];
  for (const input of [0, 0, 0, 7, 7, 0]) addInput(inputs, input);
  expect(inputs).toEqual([0, 3, 7, 2, 0, 1]);
});

test('ends a record that was converted to JSON and back like the game', () => {
  const inputs: number[] = [];
  let state = engine.start(9, { goal: 100 });
  for (let turn = 0; engine.outcomeOf(state) === 'playing'; turn++) {
    addInput(inputs, turn % 4);
    state = engine.step(state, turn % 4);
  }
  const sent: unknown = JSON.parse(JSON.stringify({ ...record, seed: 9, inputs }));
  const read = parseReplay(engine, sent);
  expect(read && lastOf(engine, read).state).toEqual(state);
});

test('ends a replay with the game, even if the record continues', () => {
  const long = { ...record, inputs: [50, 1000] };
  expect(lastOf(engine, long).steps).toBe(2);
  expect([...replay(engine, long)]).toHaveLength(3);
});

test.each<[why: string, value: unknown]>([
  ['nothing', null],
  ['another game', { ...record, game: 'chess' }],
  ['older rules', { ...record, rules: 0 }],
  ['a seed with a fraction', { ...record, seed: 0.5 }],
  ['a seed of 33 bits', { ...record, seed: 2 ** 32 }],
  ['unknown options', { ...record, options: { goal: 'far' } }],
  ['half a run', { ...record, inputs: [1] }],
  ['a run of zero steps', { ...record, inputs: [1, 0] }],
  ['a run with a negative length', { ...record, inputs: [1, -3] }],
  ['an input that is not a number', { ...record, inputs: ['1', 1] }],
  ['an input of 32 bits', { ...record, inputs: [2 ** 31, 1] }],
  ['more steps than any game', { ...record, inputs: [1, REPLAY_STEPS_MAX, 2, 1] }],
  ['more runs than any game', { ...record, inputs: Array(2 * REPLAY_RUNS_MAX + 2).fill(1) }],
])('rejects a record with %s', (_why, value) => {
  expect(parseReplay(engine, value)).toBeNull();
});

test.each(['Math.random()', 'Date.now()', 'performance.now()', 'Math.sin(1)'])(
  'forbids %s to an engine, but not to a test',
  (expression) => {
    const evaluate = (filename: string) => runInThisContext(expression, { filename });
    expect(() => evaluate('/games/some-game/engine.ts')).toThrow('an engine called');
    expect(() => evaluate('/games/some-game/view.ts')).not.toThrow();
    expect(() => evaluate('/games/some-game/engine.test.ts')).not.toThrow();
  },
);
