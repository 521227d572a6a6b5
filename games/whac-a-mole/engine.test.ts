import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../kit/engine.ts';
import * as engine from './engine.ts';
import { MISSES_MAX, POP_TICKS, READY_TICKS, ROUND_TICKS, ROUNDS, SWING_TICKS } from './engine.ts';

const { outcomeOf, readPosition, scoreOf, start, step, writePosition } = engine;

const typedEngine: Engine<engine.State, engine.Options> = engine;

/** Advances by this many ticks without input. */
const wait = (state: engine.State, ticks: number): engine.State => {
  let after = state;
  for (let tick = 0; tick < ticks; tick++) after = step(after, 0);
  return after;
};

test('starts without a visible creature, and begins a round after a second and a half', () => {
  const state = typedEngine.start(1, {});
  expect(writePosition(state)).toBe(`.../.../... left=${READY_TICKS} phase=ready`);
  expect(wait(state, READY_TICKS).phase).toBe('round');
});

test.each([
  ['hits the mole', 'M../.../...', 1, 'm../.../... left=719 moles=1 streak=1'],
  ['hits the ostrich', '.../.O./...', 5, '.../.o./... left=719 ostriches=1 streak=1'],
  [
    'counts a blow on an empty hole as a miss that ends a streak',
    'M../.../... streak=7',
    9,
    'M../.../... left=719 misses=1',
  ],
  [
    'ignores a second blow on a popping creature',
    'm../.../... moles=1 streak=1',
    1,
    'm../.../... left=719 moles=1 streak=1',
  ],
  [
    'doubles the points of the sixth hit in a row',
    'M../.../... streak=5',
    1,
    'm../.../... left=719 moles=1 bonus=10 streak=6',
  ],
  [
    'limits the multiplier to four',
    '..O/.../... streak=99',
    3,
    '..o/.../... left=719 ostriches=1 bonus=60 streak=100',
  ],
  ['ignores an input without a hole', 'M../.../...', 10, 'M../.../... left=719'],
  [
    'ignores blows before a round',
    '.../.../... phase=ready left=9',
    1,
    '.../.../... left=8 phase=ready',
  ],
  [
    'ends the game after too many misses',
    '.../.../... misses=11',
    1,
    '.../.../... left=719 misses=12 phase=lost',
  ],
  [
    'does not change a finished game',
    'M../.../... misses=12 phase=lost',
    1,
    'M../.../... misses=12 phase=lost',
  ],
])('%s', (_, before, input, after) => {
  expect(writePosition(step(readPosition(before), input))).toBe(after);
});

test('keeps the hammer down for a while, in which it hits nothing', () => {
  const struck = step(readPosition('M../O../...'), 1);
  expect(step(struck, 4).ostriches).toBe(0);
  expect(step(wait(struck, SWING_TICKS), 4).ostriches).toBe(1);
});

test('pops a creature that is hit, and shows it elsewhere later', () => {
  let state = step(readPosition('.../M../...'), 4);
  expect(state.creatures[0]).toMatchObject({ is: 'hit', hole: 3, left: POP_TICKS - 1 });
  while (state.creatures[0].is !== 'up') state = step(state, 0);
  expect(state.creatures[0].hole).not.toBe(3);
});

test('counts an escaped creature as a miss', () => {
  let state = readPosition('M../.../...');
  while (state.creatures[0].is === 'up') state = step(state, 0);
  expect(state.misses).toBe(1);
});

/** Hits every creature as soon as the hammer is up. */
function playWell(seed: number): engine.State {
  let state = start(seed);
  while (outcomeOf(state) === 'playing') {
    const target = state.creatures.find(({ is }) => is === 'up');
    state = step(state, target ? target.hole + 1 : 0);
  }
  return state;
}

test('lets a player who hits all creatures win, and an idle one lose', () => {
  const well = playWell(7);
  expect(well).toMatchObject({ phase: 'won', round: ROUNDS, misses: 0 });
  expect(well.moles).toBeGreaterThan(50);
  const asleep = wait(start(7), READY_TICKS + 2 * ROUND_TICKS + READY_TICKS);
  expect(asleep).toMatchObject({ phase: 'lost', misses: MISSES_MAX });
});

test('plays the same game for the same seed and blows', () => {
  expect(playWell(3)).toEqual(playWell(3));
  expect(scoreOf(playWell(3))).toBe(9840);
});

test('makes each round faster than the one before', () => {
  const stays = Array.from({ length: ROUNDS }, (_, index) => {
    const state = readPosition(`M../.../..O round=${index + 1}`);
    return state.creatures.map((creature) => engine.stayTicks(state, creature));
  });
  for (const [index, [mole = 0, ostrich = 0]] of stays.entries()) {
    expect(ostrich).toBeLessThan(mole);
    expect(Number.isInteger(mole) && Number.isInteger(ostrich)).toBe(true);
    if (index > 0) expect(mole).toBeLessThan(stays[index - 1]?.[0] ?? 0);
  }
});

test('keeps a legal game for any inputs, and a score that equals its parts', () => {
  const inputs = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.nat(0x7fffffff)), {
    minLength: 200,
    maxLength: 1200,
  });
  fc.assert(
    fc.property(fc.nat(0xffffffff), inputs, (seed, blows) => {
      let state = start(seed);
      for (const blow of blows) {
        const before = state;
        state = step(state, blow);
        const [mole, ostrich] = state.creatures;
        const share = mole.is !== 'away' && ostrich.is !== 'away' && mole.hole === ostrich.hole;
        expect(share).toBe(false);
        expect(state.misses).toBeLessThanOrEqual(MISSES_MAX);
        expect(scoreOf(state)).toBe(10 * state.moles + 20 * state.ostriches + state.bonus);
        expect(scoreOf(state)).toBeGreaterThanOrEqual(scoreOf(before));
      }
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    }),
    { numRuns: Number(process.env.GAME_RUNS ?? 30) },
  );
});

test.each(['', 'M../...', 'X../.../...', '.../.../... moles', '.../.../... round=9'])(
  'rejects the position "%s"',
  (text) => {
    expect(() => readPosition(text)).toThrow();
  },
);
