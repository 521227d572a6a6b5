import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_SHOT, PARTS, SKY_WIDTH, shotAt } from '../kit/birds.ts';
import type { Engine } from '../kit/engine.ts';
import * as engine from './engine.ts';
import { BIRD_POINTS, BREEDS, ESCAPES_MAX, MAGAZINE, RELOAD_TICKS, WAVES } from './engine.ts';

const { outcomeOf, readPosition, RELOAD, scoreOf, start, step, writePosition } = engine;
const birdShooter: Engine<engine.State, engine.Options> = engine;

const waits = (state: engine.State, ticks: number): engine.State => {
  let after = state;
  for (let tick = 0; tick < ticks; tick++) after = step(after, 0);
  return after;
};

test('starts before the first wave, with a full gun', () => {
  const state = birdShooter.start(4, {});
  expect(state).toMatchObject({ phase: 'ready', wave: 1, ammunition: MAGAZINE });
  expect(state.coming).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test('gives more points for smaller and faster birds', () => {
  for (let kind = 1; kind < BREEDS.length; kind++) {
    expect(BREEDS[kind]?.radius).toBeLessThan(BREEDS[kind - 1]?.radius ?? 0);
    expect(BREEDS[kind]?.speed).toBeGreaterThan(BREEDS[kind - 1]?.speed ?? 0);
    expect(BIRD_POINTS[kind]).toBeGreaterThan(BIRD_POINTS[kind - 1] ?? 0);
  }
});

const there = shotAt(160, 120);
test.each([
  [
    'gives 10 points for a goose',
    'wave | a160,120+16 | 0 | left=50',
    there,
    'wave | A160,120+16 | 0 | left=49 ammunition=5 rest=9 streak=1 score=10',
  ],
  [
    'gives 60 points for a swift',
    'wave | c160,120+16 | 0 | left=50',
    there,
    'wave | C160,120+16 | 0 | left=49 ammunition=5 rest=9 streak=1 score=60',
  ],
  [
    'doubles the points after four hits in a row',
    'wave | b160,120+16 | 0 | left=50 streak=4',
    there,
    'wave | B160,120+16 | 0 | left=49 ammunition=5 rest=9 streak=5 score=50',
  ],
  [
    'ends a streak with a missed shot',
    'wave | a30,120+16 | 0 | left=50 streak=4',
    there,
    'wave | a31,119+16 | 0 | left=49 ammunition=5 rest=9',
  ],
  [
    'ignores a shot with an empty gun',
    'wave | a160,120+16 | 0 | left=50 ammunition=0',
    there,
    'wave | a161,119+16 | 0 | left=49 ammunition=0',
  ],
  [
    'ignores a shot during a reload',
    'wave | a160,120+16 | 0 | left=50 reload=9 ammunition=0',
    there,
    'wave | a161,119+16 | 0 | left=49 ammunition=0 reload=8',
  ],
  [
    'ignores a reload of a full gun',
    'wave | a160,120+16 | 0 | left=50',
    RELOAD,
    'wave | a161,119+16 | 0 | left=49',
  ],
  [
    'starts a reload',
    'wave | - | 0 | left=50 ammunition=2',
    RELOAD,
    'wave | - | 0 | left=49 ammunition=2 reload=72',
  ],
  [
    'fills the gun at the end of a reload',
    'wave | - | 0 | left=50 ammunition=2 reload=1',
    0,
    'wave | - | 0 | left=49',
  ],
  [
    'ends a streak with an escaped bird',
    'wave | a338,120+32 | 0 | left=50 streak=4',
    0,
    'wave | - | 0 | left=49 waveEscapes=1 escapes=1',
  ],
  [
    'ends the game after too many escapes',
    'wave | a338,120+32 | 0 | left=50 escapes=14',
    0,
    'lost | - | 0 | left=50 waveEscapes=1 escapes=15',
  ],
  [
    'gives 100 points for a last wave without an escape',
    'wave | - | - | wave=8 escapes=3 score=500',
    0,
    'won | - | - | wave=8 escapes=3 score=600',
  ],
  [
    'gives no points for a last wave with an escape',
    'wave | - | - | wave=8 waveEscapes=1 escapes=3 score=500',
    0,
    'won | - | - | wave=8 waveEscapes=1 escapes=3 score=500',
  ],
  [
    'does not change a finished game',
    'won | - | - | wave=8 score=9',
    there,
    'won | - | - | wave=8 score=9',
  ],
])('%s', (_, before, input, after) => {
  expect(writePosition(step(readPosition(before), input))).toBe(after);
});

test('starts the next wave with all its birds after the last bird of a wave', () => {
  const state = step(readPosition('wave | - | - | wave=2'), 0);
  expect(state).toMatchObject({ phase: 'ready', wave: 3, score: 100 });
  expect([...state.coming].sort().join('')).toBe('000000111112');
});

/** Shoots birds that are well within the field, and reloads an empty gun. */
function playWell(seed: number): engine.State {
  let state = start(seed);
  while (outcomeOf(state) === 'playing') {
    const target = state.birds.find(
      ({ is, x }) => is === 'flying' && x > 10 * PARTS && x < (SKY_WIDTH - 10) * PARTS,
    );
    const shot = target ? shotAt(Math.floor(target.x / PARTS), Math.floor(target.y / PARTS)) : 0;
    state = step(state, state.ammunition === 0 ? RELOAD : shot);
  }
  return state;
}

test('lets an accurate player win, with equal scores for equal seeds', () => {
  const state = playWell(2);
  expect(state).toMatchObject({ phase: 'won', wave: WAVES.length });
  expect(scoreOf(state)).toBe(scoreOf(playWell(2)));
  expect(scoreOf(state)).toBe(16_835);
});

test('lets an idle player lose', () => {
  const state = waits(start(2), 3600);
  expect(state).toMatchObject({ phase: 'lost', escapes: ESCAPES_MAX, score: 0 });
});

test('stays legal for any inputs', () => {
  const shots = fc.oneof(fc.nat(NO_SHOT), fc.constant(RELOAD), fc.nat(0x7fffffff));
  const inputs = fc.array(fc.tuple(shots, fc.nat(20)), { minLength: 30, maxLength: 120 });
  fc.assert(
    fc.property(fc.nat(0xffffffff), inputs, (seed, runs) => {
      let state = start(seed);
      for (const [input, pause] of runs) {
        const before = state;
        state = waits(step(state, input), pause);
        expect(state.ammunition).toBeGreaterThanOrEqual(0);
        expect(state.ammunition).toBeLessThanOrEqual(MAGAZINE);
        expect(state.reload).toBeLessThanOrEqual(RELOAD_TICKS);
        expect(state.escapes).toBeLessThanOrEqual(ESCAPES_MAX + 3);
        expect(scoreOf(state)).toBeGreaterThanOrEqual(scoreOf(before));
        for (const { x, y } of state.birds) expect(Number.isInteger(x + y)).toBe(true);
      }
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    }),
    { numRuns: Number(process.env.GAME_RUNS ?? 20) },
  );
});

test.each([
  '',
  'wave | -',
  'night | - | -',
  'wave | q1,1+1 | -',
  'wave | - | 7',
  'wave | - | - | wave=9',
])('rejects the position "%s"', (text) => {
  expect(() => readPosition(text)).toThrow();
});
