import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PARTS, SKY_HEIGHT, SKY_WIDTH, shotAt } from '../kit/birds.ts';
import type { Engine } from '../kit/engine.ts';
import * as engine from './engine.ts';
import { BIRD_TICKS, BIRDS, READY_TICKS, ROUND_TICKS, tickMs } from './engine.ts';

const { outcomeOf, readPosition, scoreOf, start, step, writePosition } = engine;
const birdShooting: Engine<engine.State, engine.Options> = engine;

test('uses the documented times: seven seconds, a bird every 500 ms', () => {
  expect(ROUND_TICKS * tickMs).toBeCloseTo(7000);
  expect(BIRD_TICKS * tickMs).toBeCloseTo(500);
  expect(birdShooting.readOptions({})).toEqual({ mode: 'classic' });
});

const waits = (state: engine.State, ticks: number): engine.State => {
  let after = state;
  for (let tick = 0; tick < ticks; tick++) after = step(after, 0);
  return after;
};

test('shows fourteen birds per round, and ends it with the countdown', () => {
  let state = waits(start(5, { mode: 'classic' }), READY_TICKS);
  expect(writePosition(state)).toBe('classic round | -');
  let birds = 0;
  while (state.phase === 'round') {
    const before = state.random;
    state = step(state, 0);
    if (state.random !== before) birds++;
  }
  expect(birds).toBe(BIRDS);
  expect(outcomeOf(state)).toBe('lost');
});

test.each([
  [
    'hits the bird at the target',
    'classic round | a160,120+32 | left=100',
    shotAt(160, 120),
    'classic round | A160,120+32 | left=99 rest=12 hits=1 shots=1 score=10',
  ],
  [
    'misses next to a bird',
    'classic round | a160,120+32 | left=100',
    shotAt(200, 120),
    'classic round | a162,119+32 | left=99 rest=12 shots=1',
  ],
  [
    'hits the nearer one of two birds',
    'classic round | a160,120+32 a170,120+32 | left=100',
    shotAt(168, 120),
    'classic round | a162,119+32 A170,120+32 | left=99 rest=12 hits=1 shots=1 score=10',
  ],
  [
    'does not hit a falling bird again',
    'classic round | A160,120+32 | left=100',
    shotAt(160, 120),
    'classic round | A160,120+32 | left=99 rest=12 shots=1',
  ],
  [
    'ignores a shot too soon after another',
    'classic round | a160,120+32 | left=100 rest=3',
    shotAt(160, 120),
    'classic round | a162,119+32 | left=99 rest=2',
  ],
  [
    'ignores shots before a round',
    'classic ready | - | left=9',
    shotAt(9, 9),
    'classic ready | - | left=8',
  ],
  [
    'ignores an input that is not a shot',
    'classic round | a160,120+32 | left=100',
    99_999_999,
    'classic round | a162,119+32 | left=99',
  ],
  [
    'gives 30 points for a bird of the third round',
    'season round | c160,120+32 | round=3 left=100',
    shotAt(160, 120),
    'season round | C160,120+32 | round=3 left=99 rest=12 hits=1 shots=1 score=30',
  ],
  [
    'wins the classic game with enough hits',
    'classic round | - | left=1 hits=7 score=70',
    0,
    'classic won | - | hits=7 score=70',
  ],
  [
    'loses the classic game with too few hits',
    'classic round | - | left=1 hits=6 score=60',
    0,
    'classic lost | - | hits=6 score=60',
  ],
  [
    'continues a season with the next round',
    'season round | - | left=1 hits=5 score=50',
    0,
    'season ready | - | round=2 score=50',
  ],
  [
    'ends a season after the fifth round',
    'season round | - | round=5 left=1 hits=9 score=990',
    0,
    'season won | - | round=5 hits=9 score=990',
  ],
  [
    'does not change a finished game',
    'classic won | - | hits=7',
    shotAt(1, 1),
    'classic won | - | hits=7',
  ],
])('%s', (_, before, input, after) => {
  expect(writePosition(step(readPosition(before), input))).toBe(after);
});

/** Shoots birds that are well within the field. */
function playWell(seed: number, mode: engine.Options['mode']): engine.State {
  let state = start(seed, { mode });
  while (outcomeOf(state) === 'playing') {
    const target = state.birds.find(
      ({ is, x }) => is === 'flying' && x > 20 * PARTS && x < (SKY_WIDTH - 20) * PARTS,
    );
    const shot = target ? shotAt(Math.floor(target.x / PARTS), Math.floor(target.y / PARTS)) : 0;
    state = step(state, shot);
  }
  return state;
}

test.each([
  ['classic', 140],
  ['season', 2100],
] as const)(
  'lets an accurate player win the %s game, with equal scores for equal seeds',
  (mode, score) => {
    const state = playWell(1, mode);
    expect(outcomeOf(state)).toBe('won');
    expect(scoreOf(state)).toBe(score);
  },
);

test('stays legal for any inputs', () => {
  const inputs = fc.array(fc.oneof(fc.nat(SKY_WIDTH * SKY_HEIGHT), fc.nat(0x7fffffff)), {
    minLength: 100,
    maxLength: 700,
  });
  const modes = fc.constantFrom('classic', 'season');
  fc.assert(
    fc.property(fc.nat(0xffffffff), modes, inputs, (seed, mode, shots) => {
      let state = start(seed, { mode });
      for (const shot of shots) {
        const before = state;
        state = step(state, shot);
        expect(state.birds.length).toBeLessThanOrEqual(BIRDS);
        expect(scoreOf(state)).toBeGreaterThanOrEqual(scoreOf(before));
        for (const { x, y } of state.birds) {
          expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
          expect(y).toBeGreaterThan(-20 * PARTS);
        }
      }
      expect(state.hits).toBeLessThanOrEqual(state.shots);
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    }),
    { numRuns: Number(process.env.GAME_RUNS ?? 20) },
  );
});

test.each([
  '',
  'classic round',
  'classic night | -',
  'classic round | q1,1+1',
  'classic round | - | luck=7',
  'classic round | - | round=2',
])('rejects the position "%s"', (text) => {
  expect(() => readPosition(text)).toThrow();
});
