import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DOWN,
  LEFT,
  PositionError,
  PRIMARY,
  RIGHT,
  SECONDARY,
  TICKS_PER_SECOND,
  UP,
} from '../kit/engine.ts';
import type { ArcadeState } from './arcade.ts';
import { type ClassicState, isLegalClassic } from './classic.ts';
import {
  BOMBS_MAX,
  EDGE,
  EXPLOSION_TICKS,
  FIELD,
  INVADER_MOVE_TICKS,
  INVADERS,
  LASER_STEP_TICKS,
  LIFE_SCORE,
  PARTS,
  ROW_SCORES,
  SHIP_WIDTH,
  SHOTS_MAX,
  WAVES,
} from './constants.ts';
import * as engine from './engine.ts';
import { invadersLeft, speedOf } from './formation.ts';

/** Returns the state after runs of inputs, in the format of replays. */
function played(position: string, runs: readonly number[]): engine.State {
  let state = engine.readPosition(position);
  for (let run = 0; run < runs.length; run += 2) {
    for (let left = runs[run + 1] as number; left > 0; left--) {
      state = engine.step(state, runs[run] as number);
    }
  }
  return state;
}

const after = (position: string, runs: readonly number[]): string =>
  engine.writePosition(played(position, runs));

test('uses the documented times', () => {
  const ms = (ticks: number) => (ticks * 1000) / TICKS_PER_SECOND;
  expect([INVADER_MOVE_TICKS, LASER_STEP_TICKS, EXPLOSION_TICKS].map(ms)).toEqual([500, 50, 250]);
});

test('starts the classic game with 33 invaders on 400 cells', () => {
  const state = engine.start(1, { mode: 'classic' });
  expect(engine.writePosition(state)).toBe('11i/11i/11i/-16/10.A > 0');
});

test.each<[what: string, position: string, runs: number[], then: string]>([
  ['keeps invaders still for half a second', '11i/-18/10.A > 0', [0, 29], '11i/-18/10.A > 29'],
  ['then moves invaders by one column', '11i/-18/10.A > 29', [0, 1], '.11i/-18/10.A > 30'],
  ['moves invaders to the left as well', '.11i/-18/10.A < 29', [0, 1], '11i/-18/10.A < 30'],
  [
    'moves invaders down at the right edge',
    '9.11i/-18/10.A > 29',
    [0, 1],
    '-1/9.11i/-17/10.A < 30',
  ],
  ['moves invaders down at the left edge', '11i/-18/10.A < 29', [0, 1], '-1/11i/-17/10.A > 30'],
  [
    'uses the remaining invaders to find the edge',
    'i18.i/-18/A > 29',
    [0, 1],
    '-1/i18.i/-17/A < 30',
  ],
  ['moves the shooter by one cell per press', 'i/-18/10.A > 0', [LEFT, 1], 'i/-18/9.A > 1'],
  ['waits before it repeats a held key', 'i/-18/10.A > 0', [LEFT, 12], 'i/-18/9.A > 12'],
  ['then repeats a held key', 'i/-18/10.A > 0', [LEFT, 19], 'i/-18/7.A > 19'],
  ['ignores left and right together', 'i/-18/10.A > 0', [LEFT | RIGHT, 9], 'i/-18/10.A > 9'],
  ['keeps the shooter on the field at the left edge', 'i/-18/A > 0', [LEFT, 29], 'i/-18/A > 29'],
  [
    'keeps the shooter on the field at the right edge',
    'i/-18/19.A > 0',
    [RIGHT, 29],
    'i/-18/19.A > 29',
  ],
  ['ignores other buttons', 'i/-18/10.A > 0', [UP | DOWN | SECONDARY, 9], 'i/-18/10.A > 9'],
  ['starts a laser above the shooter', 'i/-18/10.A > 0', [PRIMARY, 1], 'i/-17/10.|/10.A > 1'],
  [
    'moves a laser up by one cell in 50 ms',
    'i/-18/10.A > 0',
    [PRIMARY, 3],
    'i/-16/10.|/-1/10.A > 3',
  ],
  [
    'fires again while Fire is held',
    'i/-18/10.A > 2',
    [PRIMARY, 26],
    'i/-8/10.|/-8/10.|/10.A > 28',
  ],
  ['removes a laser at the top', '10.|/i/-17/10.A > 2', [0, 1], '-1/i/-17/10.A > 3'],
  ['removes a hit invader and its laser', '10.i/10.|4.i/-17/A > 2', [0, 1], '10.*/15.i/-17/A > 3'],
  [
    'hits an invader that moves into a laser',
    '9.i5.i/10.|/-17/A > 29',
    [0, 1],
    '10.*5.i/-18/A > 30',
  ],
  [
    'shows an explosion for a quarter of a second',
    '9.i5.i/9.|/-17/A > 2',
    [0, 15],
    '9.*5.i/-18/A > 17',
  ],
  ['removes an explosion afterwards', '9.i5.i/9.|/-17/A > 2', [0, 16], '15.i/-18/A > 18'],
])('classic: %s', (_what, position, runs, then) => {
  expect(after(position, runs)).toBe(then);
});

test.each<[position: string, runs: number[], outcome: string, score: number]>([
  ['-18/19.i/A > 29', [0, 1], 'lost', 32],
  ['-17/19.i/-1/A > 29', [0, 1], 'playing', 32],
  ['-4/10.i/10.|/-13/A > 2', [0, 1], 'won', 33],
  ['11i/11i/11i/-16/10.A > 0', [0, 85 * 60], 'lost', 0],
  ['11i/11i/11i/-16/10.A > 0', [0, 85 * 60 - 1], 'playing', 0],
])('classic: %s, %j: %s with %i', (position, runs, outcome, score) => {
  const state = played(position, runs);
  expect([engine.outcomeOf(state), engine.scoreOf(state)]).toEqual([outcome, score]);
});

const one = 'rows=1,0,0,0,0';
test.each<[what: string, position: string, runs: number[], then: string]>([
  [
    'moves the ship by parts of a pixel',
    `ship=160 ${one} at=10,100>`,
    [RIGHT, 1],
    `ship=162.8 ${one} at=11.11,100>`,
  ],
  [
    'keeps the ship on the field',
    `ship=17 ${one} at=10,100>`,
    [LEFT, 4],
    `ship=16 ${one} at=16.12,100>`,
  ],
  [
    'allows two shots at a time',
    `ship=160 ${one} at=10,100>`,
    [PRIMARY, 31],
    `ship=160 ${one} at=62.5,100> shots=160:133,160:208`,
  ],
  [
    'turns a formation at the edge and moves it down',
    'ship=160 rows=400,0,0,0,0 at=77.15,44>',
    [0, 12],
    'ship=160 rows=400,0,0,0,0 at=72.14,52<',
  ],
])('arcade: %s', (_what, position, runs, then) => {
  const others = 'arcade wave=1 lives=3 score=0';
  expect(after(`${others} ${position}`, runs)).toBe(`${others} ${then}`);
});

test.each<[what: string, position: string, then: string]>([
  [
    'hits the lowest invader in the way of a shot',
    'rows=1,0,0,0,1 at=100,100> shots=108:194',
    'score=10',
  ],
  ['gives 30 points for the top row', 'rows=3,0,0,0,0 at=100,100> shots=108:113', 'score=30'],
  [
    'gives an extra life at 1,500 points',
    'score=1490 rows=3,0,0,0,0 at=100,100> shots=108:113',
    'lives=4',
  ],
  [
    'gives the points of the bonus ship',
    `${one} at=10,100> bonus=150>300 shots=160:30`,
    'score=300',
  ],
  ['takes a life for a bomb hit', `${one} at=10,100> bombs=160:287`, 'phase=dying wave=1 lives=2'],
  ['takes no life for a bomb next to the ship', `${one} at=10,100> bombs=180:287`, 'lives=3'],
  [
    'continues with the next life',
    `lives=1 phase=dying ${one} at=10,100>`,
    'arcade wave=1 lives=1',
  ],
  ['ends the game after the last life', `lives=0 phase=dying ${one} at=10,100>`, 'phase=lost'],
  [
    'ends the game when invaders land, regardless of lives',
    `${one} at=10,284>`,
    'phase=lost wave=1 lives=0',
  ],
  ['damages a shield with a bomb', `${one} at=10,100> bombs=50:241`, 'shields=31c,79e,'],
  [
    'damages a shield when invaders walk through it',
    'rows=0,0,0,0,1 at=32,166>',
    'shields=7c,7e,7f,7f,fff,',
  ],
  [
    'clears a wave with its last invader',
    `${one} at=100,100> shots=108:113`,
    'phase=cleared wave=1',
  ],
  ['starts the next wave lower', 'phase=cleared wave=2 rows=0,0,0,0,0', 'wave=3 lives=3'],
  [
    'gives points for remaining lives after the last wave',
    `phase=cleared wave=${WAVES} lives=2 score=9000`,
    `phase=won wave=${WAVES} lives=2 score=${9000 + 2 * LIFE_SCORE}`,
  ],
])('arcade: %s', (_what, position, then) => {
  expect(after(`arcade ${position}`, [0, 1])).toContain(then);
});

test('makes invaders faster when fewer are left, and with each wave', () => {
  for (let left = 55; left > 1; left--) {
    expect(speedOf(1, left - 1)).toBeGreaterThanOrEqual(speedOf(1, left));
  }
  expect(speedOf(1, 1)).toBeGreaterThan(4 * speedOf(1, 55));
  for (let wave = 1; wave < WAVES; wave++) {
    expect(speedOf(wave + 1, 30)).toBeGreaterThan(speedOf(wave, 30));
  }
});

test.each([
  '',
  'chess',
  '11i > 0',
  '11i/-18/10.A',
  '21i/-18/10.A > 0',
  'arcade wave=11',
  'arcade x=1',
])('rejects the position %j', (text) => {
  expect(() => engine.readPosition(text)).toThrow(PositionError);
});

test.each<[value: unknown, mode: string | undefined]>([
  [{}, 'classic'],
  [{ mode: 'arcade' }, 'arcade'],
  [{ mode: 'chess' }, undefined],
  [{ mode: 'arcade', lives: 99 }, undefined],
  [null, undefined],
])('reads the options %j as the mode %s', (value, mode) => {
  expect(engine.readOptions(value)?.mode).toBe(mode);
});

/** Random runs of held intents, changed as fast as fingers can. */
const holding = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 40 })),
  { minLength: 50, maxLength: 120 },
);
const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
/** Number of runs; GAME_RUNS=1000 tests more than 1.5 million inputs. */
const numRuns = Number(process.env.GAME_RUNS ?? 25);

function walk<State>(
  first: engine.State,
  runs: readonly (readonly [number, number])[],
  look: (state: State, previous: State) => void,
): engine.State {
  let state = first;
  for (const [input, ticks] of runs) {
    for (let left = ticks; left > 0; left--) {
      const previous = state;
      state = engine.step(state, input);
      look(state as State, previous as State);
    }
  }
  return state;
}

test('keeps a legal classic position for any inputs', () => {
  fc.assert(
    fc.property(seeds, holding, (seed, runs) => {
      const first = engine.start(seed, { mode: 'classic' });
      const last = walk<ClassicState>(first, runs, (state, previous) => {
        if (!isLegalClassic(state)) throw new Error(engine.writePosition(state));
        if (state.invaders.length > previous.invaders.length) throw new Error('one came back');
        if (engine.scoreOf(state) !== INVADERS - state.invaders.length) throw new Error('score');
      });
      expect(engine.writePosition(engine.readPosition(engine.writePosition(last)))).toBe(
        engine.writePosition(last),
      );
      expect(JSON.parse(JSON.stringify(last))).toEqual(last);
    }),
    { numRuns },
  );
});

/** Returns the rule that the step from `previous` to `state` breaks, or null. */
function illegality(state: ArcadeState, previous: ArcadeState): string | null {
  const reach = (EDGE + SHIP_WIDTH / 2) * PARTS;
  if (state.ship < reach || state.ship > FIELD * PARTS - reach) return 'the ship left the field';
  if (state.shots.length > SHOTS_MAX || state.bombs.length > BOMBS_MAX) return 'too many fly';
  if (state.lives < 0 || previous.lives - state.lives > 1 + previous.lives) return 'lives';
  if (state.wave < previous.wave || state.wave > WAVES) return 'waves';
  const numbers = [state.ship, state.score, state.formation.x, state.formation.y, state.random];
  if (!numbers.every(Number.isInteger)) return 'a fraction';
  let earned = state.phase === 'won' && previous.phase !== 'won' ? state.lives * LIFE_SCORE : 0;
  if (state.wave === previous.wave) {
    for (const [row, bits] of previous.formation.rows.entries()) {
      const now = state.formation.rows[row] as number;
      if ((now & ~bits) !== 0) return 'an invader came back';
      const gone = invadersLeft({ ...state.formation, rows: [bits & ~now] });
      earned += gone * (ROW_SCORES[row] as number);
    }
  }
  // A vanished bonus ship was hit or has left, possibly in the tick in which a bomb hits the ship.
  const bonus = previous.bonus && !state.bonus ? previous.bonus.points : 0;
  const rest = state.score - previous.score - earned;
  return rest === 0 || rest === bonus ? null : 'the score is not the sum of its parts';
}

test('keeps a legal arcade position for any inputs, and scores exactly the hits', () => {
  fc.assert(
    fc.property(seeds, holding, (seed, runs) => {
      const last = walk<ArcadeState>(
        engine.start(seed, { mode: 'arcade' }),
        [[PRIMARY, 100], ...runs],
        (state, previous) => {
          const wrong = illegality(state, previous);
          if (wrong) throw new Error(`${wrong}: ${engine.writePosition(state)}`);
        },
      );
      expect(engine.writePosition(engine.readPosition(engine.writePosition(last)))).toBe(
        engine.writePosition(last),
      );
      expect(JSON.parse(JSON.stringify(last))).toEqual(last);
    }),
    { numRuns },
  );
});

test('does not change a finished game', () => {
  const over = engine.readPosition('-19/A18.i > 40');
  expect(engine.step(over, PRIMARY)).toBe(over);
});

test.each<[seed: number, then: string]>([
  [
    7,
    'arcade phase=lost wave=1 lives=0 score=400 ship=16 rows=7fe,3fe,3fc,35c,d4 at=-13.2,92> shields=fc,f8,9fd,fff,fe7,fc7,f07,e07/1c,11e,fff,fff,fff,fff,f0f,e07/23c,678,ff9,fff,fff,ff3,f03,e07/3e0,7f6,fff,fff,ffb,ff1,f01,e01',
  ],
  [
    8,
    'arcade phase=lost wave=1 lives=0 score=250 ship=16 rows=7fe,3fc,3fc,3fc,d4 at=5.4,76> bonus=192.8<300 shields=f0,5f8,ff8,fff,fff,fff,f0b,e01/3fc,7fe,fff,fff,fff,fff,f0f,e07/3fc,7fe,fff,fff,fff,ff7,f03,e07/3fc,7fe,fff,fff,ffb,ff1,f01,e01',
  ],
])('arcade with seed %i always ends the same way', (seed, then) => {
  const runs: [number, number][] = [
    [0, 100],
    [PRIMARY | RIGHT, 200],
    [PRIMARY | LEFT, 500],
    [PRIMARY, 900],
    [LEFT, 30],
    [PRIMARY | RIGHT, 400],
  ];
  const last = walk<ArcadeState>(engine.start(seed, { mode: 'arcade' }), runs, () => undefined);
  expect(engine.writePosition(last)).toBe(then);
});
