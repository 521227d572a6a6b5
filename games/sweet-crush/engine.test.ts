import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../kit/engine.ts';
import { EMPTY, inputOf, isPlayable, linesOf, SWAP_INPUTS, validSwaps } from './board.ts';
import { CELLS, CLASSIC_SWAPS, HINTS, KIND_POINTS, LEVELS } from './constants.ts';
import * as engine from './engine.ts';
import { goalsOf, swapsMade } from './state.ts';

const {
  bestSwap,
  END,
  HINT,
  outcomeOf,
  readPosition,
  SETTLE,
  scoreOf,
  start,
  step,
  writePosition,
} = engine;
const sweets: Engine<engine.State, engine.Options> = engine;

/** Rows without a line and without a valid swap. */
const quiet = Array.from({ length: 8 }, (_, row) => (row % 2 === 0 ? 'bgtfbgtf' : 'tfbgtfbg'));
const under = (...rows: string[]) => [...rows, ...quiet.slice(0, 8 - rows.length)].join('/');

/** Returns the input that swaps a cell, given as row and column from 1, with its right or lower neighbour. */
const swap = (row: number, column: number, towards: 'right' | 'below') => {
  const cell = (row - 1) * 8 + column - 1;
  return inputOf(cell, towards === 'right' ? cell + 1 : cell + 8) as number;
};
const settle = (state: engine.State): engine.State => {
  let after = state;
  while (after.phase !== 'settled') after = step(after, SETTLE);
  return after;
};
/** Returns the first rows of a state. */
const top = (state: engine.State, rows: number) =>
  (writePosition(state).split(' ')[0] ?? '').split('/').slice(0, rows).join('/');

test('starts with 64 sweets without a line, and thirty swaps or a level', () => {
  const state = sweets.start(8, { mode: 'classic' });
  expect(writePosition(state)).toBe(
    'ltsllffb/ffggtbfl/sflbfssf/bgbgsgtt/ttgbttst/lgfsttgl/gblglglf/fbltbblf',
  );
  expect(state.cells).toHaveLength(CELLS);
  expect(linesOf(state.cells)).toEqual([]);
  expect(state.swaps).toBe(CLASSIC_SWAPS);
  expect(start(8, { mode: 'levels' }).swaps).toBe(LEVELS[0]?.swaps);
});

test.each([
  ['clears three in a row', ['llsltfbg'], swap(1, 3, 'right'), '...stfbg', 3 * 90],
  [
    'turns four in a row into a sweet striped across',
    ['llslbfgt', 'tflbfgbt'],
    swap(1, 3, 'below'),
    '..l-.bfgt/tfsbfgbt',
    4 * 90,
  ],
  [
    'turns four in a column into a sweet striped downwards',
    ['lgtfbgtf', 'lfbgtfbg', 'slgfbgtf', 'lfbgtfbg'],
    swap(3, 1, 'right'),
    '.gtfbgtf/.fbgtfbg/l|sgfbgtf/.fbgtfbg',
    4 * 90,
  ],
  [
    'turns crossing lines into a wrapped sweet at the crossing',
    ['bgltfbgt', 'tflgtfbg', 'llslbgtf'],
    swap(3, 3, 'right'),
    'bg.tfbgt/tf.gtfbg/..l+sbgtf',
    5 * 90,
  ],
  [
    'turns five in a row into a rainbow',
    ['llsllbgt', 'fglgbgtg'],
    swap(1, 3, 'below'),
    '..*..bgt/fgsgbgtg',
    5 * 90,
  ],
  ['clears the row of a sweet striped across', ['l-lsltfbg'], swap(1, 3, 'right'), '........', 640],
  [
    'clears the column of a sweet striped downwards',
    ['l|lsltfbg'],
    swap(1, 3, 'right'),
    '...stfbg/.gtfbgtf/.fbgtfbg/.gtfbgtf',
    3 * 90 + 4 * 50 + 3 * 70 + 100,
  ],
  [
    'clears all cells around a wrapped sweet',
    ['gbtfgbtf', 'l+lsltfbg'],
    swap(2, 3, 'right'),
    '..tfgbtf/...stfbg/..tfbgtf',
    3 * 90 + 2 * 50 + 2 * 60 + 100,
  ],
  [
    'clears all sweets of the kind that is swapped with a rainbow',
    ['*bsltfbg'],
    swap(1, 1, 'right'),
    '..sltf.g/.gtf.gtf/tf.gtf.g/.gtf.gtf',
    16 * 50 + 100,
  ],
  [
    'turns all of them special if a rainbow is swapped with a special sweet',
    ['*b-sltfbg'],
    swap(1, 1, 'right'),
    Array.from({ length: 8 }, () => '........').join('/'),
    16 * 50 + 15 * (60 + 70 + 80) + 90 + 10 + 17 * 100,
  ],
  [
    'clears the board when two rainbows are swapped',
    ['**sltfbg'],
    swap(1, 1, 'right'),
    Array.from({ length: 8 }, () => '........').join('/'),
    15 * (50 + 60 + 70 + 80) + 90 + 10 + 200,
  ],
])('%s', (_, rows, input, after, points) => {
  const swapped = step(readPosition(under(...rows)), input);
  expect(swapped.phase).toBe('swapped');
  const cleared = step(swapped, SETTLE);
  expect(cleared.phase).toBe('cleared');
  expect(top(cleared, after.split('/').length)).toBe(after);
  expect(scoreOf(cleared)).toBe(points);
  expect(cleared.swaps).toBe(CLASSIC_SWAPS - 1);
});

test.each([
  ['a swap without a line', swap(2, 2, 'right')],
  ['an input without a cell', 9999],
  ['a swap across the right edge', 2 * 7],
  ['settling a settled board', SETTLE],
])('ignores %s without a cost', (_, input) => {
  const state = readPosition(under('llsltfbg'));
  expect(step(state, input)).toBe(state);
});

test('lets sweets fall into empty cells, and new ones from above', () => {
  const swapped = step(
    readPosition(under('bgtfsgtf', 'tfbglfbg', 'llslbgtf')),
    swap(3, 3, 'right'),
  );
  const filled = step(step(swapped, SETTLE), SETTLE);
  expect(filled.phase).toBe('filled');
  expect(filled.cells).not.toContain(EMPTY);
  // The two sweets above each of the three cleared ones are one row lower.
  const rows = (writePosition(filled).split(' ')[0] ?? '').split('/');
  expect(rows[1]?.slice(0, 3)).toBe('bgt');
  expect(rows[2]).toBe('tfbsbgtf');
  expect(rows.slice(3)).toEqual(quiet.slice(0, 5));
});

test('multiplies the points of a chain by two, three, four', () => {
  const lines = under('lllstfbg');
  const points = [0, 1, 2].map((chain) =>
    scoreOf(step(readPosition(`${lines} phase=filled chain=${chain}`), SETTLE)),
  );
  expect(points).toEqual([270, 540, 810]);
});

test.each([
  [
    'starts the next level when all goals are reached, with 100 points per swap left',
    'level=1 swaps=3 done=2500',
    'level=2 bonus=300',
  ],
  [
    'ends the game without a swap left before a goal is reached',
    'level=1 swaps=0 done=2499',
    'level=1 swaps=0 done=2499 end=lost',
  ],
  [
    'continues the level if only one of two goals is reached',
    'level=3 swaps=1 done=10,9',
    'level=3 swaps=1 done=10,9',
  ],
  [
    'ends the game after the last level',
    'level=8 swaps=2 done=14,14,3',
    'level=8 swaps=0 bonus=200 done=14,14,3 end=won',
  ],
  ['ends the classic game after its last swap', 'swaps=0', 'swaps=0 end=won'],
  [
    'ends an endless game after its last swap',
    'mode=endless swaps=0',
    'mode=endless swaps=0 end=won',
  ],
])('%s', (_, before, after) => {
  const board = under('llsltfbg');
  const settled = step(readPosition(`${board} ${before} phase=filled`), SETTLE);
  expect(writePosition(settled)).toBe(`${board} ${after}`);
  if (outcomeOf(settled) !== 'playing') expect(step(settled, swap(1, 3, 'right'))).toBe(settled);
});

test('counts cleared sweets for goals', () => {
  const cleared = (facts: string) => {
    const state = readPosition(`${under('l-lsltfbg')} ${facts}`);
    return step(step(state, swap(1, 3, 'right')), SETTLE).done;
  };
  expect(cleared('level=1')).toEqual([640]);
  expect(cleared('level=4')).toEqual([1]);
  expect(cleared('level=6')).toEqual([1, 3]);
});

test('shuffles a board without a swap, keeping all sweets', () => {
  const dead = readPosition(`${quiet.join('/')} swaps=5 phase=filled`);
  expect(validSwaps(dead.cells)).toEqual([]);
  const mixed = step(dead, SETTLE);
  expect(mixed).toMatchObject({ shuffles: 1, phase: 'settled', swaps: 5 });
  expect(mixed.cells.toSorted()).toEqual(dead.cells.toSorted());
  expect(isPlayable(mixed.cells)).toBe(true);
});

test('continues an endless game until the player ends it', () => {
  const state = start(8, { mode: 'endless' });
  expect(writePosition(state)).toMatch(/ mode=endless$/);
  expect(goalsOf(state)).toEqual([]);
  const ended = step(state, END);
  expect([ended.end, scoreOf(ended)]).toEqual(['won', 0]);
  expect(step(ended, bestSwap(ended))).toBe(ended);
});

test('counts the effects of the last swap when a player ends an endless game', () => {
  const swapped = step(readPosition(`${under('llsltfbg')} mode=endless`), swap(1, 3, 'right'));
  expect(swapped.phase).toBe('swapped');
  const ended = step(swapped, END);
  expect(ended).toEqual({ ...settle(swapped), end: 'won' });
  expect(scoreOf(ended)).toBeGreaterThanOrEqual(3 * 90);
});

test.each<engine.Options['mode']>(['classic', 'levels'])(
  'ignores the end of a game in the mode %s',
  (mode) => {
    const state = start(8, { mode });
    expect(step(state, END)).toBe(state);
  },
);

test('never runs out of recorded swaps in an endless game, and shuffles a board without one', () => {
  let state = start(3, { mode: 'endless' });
  let mixed = 0;
  for (let made = 0; made < 400; made++) {
    const possibleSwaps = validSwaps(state.cells);
    expect(possibleSwaps.length).toBeGreaterThan(0);
    const next = settle(step(state, possibleSwaps[0] as number));
    mixed += next.shuffles - state.shuffles;
    state = next;
  }
  const dead = readPosition(`${quiet.join('/')} mode=endless phase=filled`);
  expect(validSwaps(settle(dead).cells).length).toBeGreaterThan(0);
  expect(state.shuffles).toBe(mixed);
  expect(swapsMade(state)).toBe(400);
});

test('hints the swap with the most points, three times per game', () => {
  const state = readPosition(under('llsltfbg'));
  const hinted = step(state, HINT);
  expect(hinted.hint).toBe(swap(1, 3, 'right'));
  expect(step(hinted, HINT)).toBe(hinted);
  expect(step(hinted, swap(1, 3, 'right')).hint).toBeNull();
  const spent = readPosition(`${under('llsltfbg')} hints=${HINTS}`);
  expect(step(spent, HINT)).toBe(spent);
});

/** Plays the best swap until the game ends. */
function playWell(seed: number, mode: engine.Options['mode']): engine.State {
  let state = start(seed, { mode });
  while (outcomeOf(state) === 'playing') state = settle(step(state, bestSwap(state)));
  return state;
}

test('plays the same game for the same seed and swaps', () => {
  expect(writePosition(playWell(8, 'levels'))).toBe(
    'ssbbltfb/bbsbslgg/bfsftflb/sgblgtbs/lltsfgls/gssgftsb/tbgsbbts/tbtlsgbt level=8 swaps=0 specials=20 bonus=28680 popped=83,115,90,100,93,102 done=15,26,4 end=won',
  );
  expect(scoreOf(playWell(8, 'levels'))).toBe(65_420);
  expect(scoreOf(playWell(8, 'classic'))).toBe(27_890);
  expect(outcomeOf(playWell(1, 'levels'))).toBe('lost');
});

const runs = { numRuns: Number(process.env.GAME_RUNS ?? 25) };
/** Mostly valid swaps, chosen by a number, and some random inputs. */
const inputs = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.nat(1000) }, { weight: 1, arbitrary: fc.nat(0x7fffffff) }),
  { minLength: 20, maxLength: 200 },
);

test('keeps a full board with a swap and without a line for any inputs, and a score that equals its parts', () => {
  fc.assert(
    fc.property(
      fc.nat(0xffffffff),
      fc.constantFrom<engine.Options['mode']>('classic', 'levels', 'endless'),
      inputs,
      (seed, mode, chosen) => {
        let state = start(seed, { mode });
        for (const act of chosen) {
          const before = state;
          const possibleSwaps = state.phase === 'settled' ? validSwaps(state.cells) : [];
          const input =
            act > 1000 || possibleSwaps.length === 0
              ? act
              : (possibleSwaps[act % possibleSwaps.length] ?? act);
          state = step(state, input);
          expect(state.cells).toHaveLength(CELLS);
          expect(state.cells.includes(EMPTY)).toBe(state.phase === 'cleared');
          expect(state.swaps).toBeGreaterThanOrEqual(0);
          expect(scoreOf(state)).toBeGreaterThanOrEqual(scoreOf(before));
          const kindPoints = state.popped.map((count, index) => count * (KIND_POINTS[index] ?? 0));
          expect(scoreOf(state)).toBe(
            kindPoints.reduce((sum, points) => sum + points, 0) +
              100 * state.specials +
              state.bonus,
          );
          if (state.phase !== 'settled' || outcomeOf(state) !== 'playing') continue;
          expect(linesOf(state.cells)).toEqual([]);
          expect(validSwaps(state.cells).length).toBeGreaterThan(0);
        }
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
        expect(writePosition(readPosition(writePosition(state)))).toBe(writePosition(state));
      },
    ),
    runs,
  );
});

test('encodes 112 swaps, whichever cell comes first', () => {
  expect(SWAP_INPUTS).toHaveLength(112);
  expect(inputOf(9, 10)).toBe(inputOf(10, 9));
  expect(inputOf(7, 8)).toBeNull();
  expect(inputOf(0, 9)).toBeNull();
});

test.each([
  '',
  quiet.slice(1).join('/'),
  quiet.join('/').replace('b', 'x'),
  `${quiet.join('/')} swaps`,
  `${quiet.join('/')} level=9`,
  `${quiet.join('/')} mode=dozen`,
  `${quiet.join('/')} done=3`,
])('rejects the position "%s"', (text) => {
  expect(() => readPosition(text)).toThrow();
});
