import fc from 'fast-check';
import { expect, test } from 'vitest';
import { below, next } from '../kit/random.ts';
import {
  bestSquare,
  type Level,
  outcomeOf,
  readPosition,
  robotChoice,
  type State,
  start,
  step,
  winnerOf,
  writePosition,
} from './engine.ts';
import { search, valuesOfColumns, WIN } from './search.ts';
import { bitsOf, COLUMNS, findLines, freeSquare, line, turnOf, winningSquares } from './squares.ts';

const people = { opponent: 'human', level: 'easy' } as const;

const drop = (state: State, column: number): State =>
  step(state, freeSquare(state.squares, column));

const columns = Array.from({ length: COLUMNS }, (_, column) => column);
const freeColumns = (state: State) =>
  columns.filter((column) => freeSquare(state.squares, column) >= 0);

/** Positions after the moves in these columns, up to the end of the game. */
const positions = fc
  .array(fc.integer({ min: 0, max: COLUMNS - 1 }), { maxLength: 44 })
  .map((moves) => moves.reduce(drop, start(0, people)))
  .filter((state) => outcomeOf(state) === 'playing');

/**
 * Returns the number of plies in which the side to move wins by force, computed from the rules alone; 0 if it
 * does not win within `plies`.
 */
function winsWithin(state: State, plies: number): number {
  for (let within = 1; within <= plies; within += 2) {
    if (canForce(state, within)) return within;
  }
  return 0;
}

function canForce(state: State, plies: number): boolean {
  return freeColumns(state).some((column) => {
    const after = drop(state, column);
    if (outcomeOf(after) !== 'playing') return winnerOf(after) !== 0;
    if (plies < 3) return false;
    return freeColumns(after).every((reply) => {
      const then = drop(after, reply);
      return outcomeOf(then) === 'playing' && canForce(then, plies - 2);
    });
  });
}

test('finds the same squares with bits as with the rules', () => {
  fc.assert(
    fc.property(positions, (state) => {
      const bits = bitsOf(state.squares);
      findLines(bits.ownLow, bits.ownHigh, bits.allLow, bits.allHigh);
      state.squares.forEach((holder, square) => {
        const column = square % COLUMNS;
        const bit = 1 << ((column % 4) * 7 + 5 - Math.floor(square / COLUMNS));
        const squares = [...state.squares];
        squares[square] = turnOf(squares);
        const wins = holder === 0 && winningSquares(squares).length > 0;
        expect(((column < 4 ? line.low : line.high) & bit) !== 0).toBe(wins);
      });
    }),
    { numRuns: 40 },
  );
});

test('finds exactly the forced wins of the rules when it searches five plies', () => {
  fc.assert(
    fc.property(positions, (state) => {
      const searchResult = search(bitsOf(state.squares), 5, 0);
      const discCount = state.squares.filter((holder) => holder !== 0).length;
      const plies = searchResult.value >= WIN ? 48 - (searchResult.value - WIN) - discCount : 0;
      const sure = winsWithin(state, 5);
      // The search sees two more plies where they are forced.
      expect(plies > 5 ? 0 : plies).toBe(sure);
    }),
    { numRuns: 25 },
  );
});

/** True if Expert, to move, wins within this many plies against every answer. */
function beatsEverything(state: State, plies: number, seen = new Set<string>()): boolean {
  const name = writePosition(state);
  if (seen.has(name)) return true;
  seen.add(name);
  const after = step(state, bestSquare(state.squares));
  if (outcomeOf(after) !== 'playing') return winnerOf(after) === turnOf(state.squares);
  if (plies < 3) return false;
  return freeColumns(after).every((column) => {
    const then = drop(after, column);
    return outcomeOf(then) === 'playing' && beatsEverything(then, plies - 2, seen);
  });
}

test.each([
  ['with two adjacent discs', '8/8/8/8/8/o1xx3o', 3],
  ['by opening both ends', '8/8/8/8/3oo3/3xx3', 3],
  ['as player two', '8/8/8/5o2/3xooxo/x1oxoxxx', 5],
  ['by a threat above a threat', '8/8/8/4o3/3oxx2/o2oxxox', 5],
  ['by a block that is a threat', '8/8/8/2o5/1oxx4/1xoxox1o', 5],
  ['diagonally', '8/8/8/3x4/1xooox2/xoxoox2', 5],
  ['with one square that makes another available', '8/8/8/8/2xxoo2/ooxxxoxo', 7],
  ['from the edge', '8/8/8/x2x4/xooo4/xxoo2x1', 7],
  ['early, as player two', '8/8/8/8/3xooxo/xxxoooxx', 7],
  ['nine plies ahead', '8/8/8/8/3xxo2/1oxxoo2', 9],
  ['nine plies ahead, far apart', '8/8/8/8/3x2x1/2oxxooo', 9],
])('Expert wins by force %s: %s in %i', (_, position, plies) => {
  const state = readPosition(position);
  const { value } = search(bitsOf(state.squares), 12, 0);
  const discCount = state.squares.filter((holder) => holder !== 0).length;
  expect(48 - (value - WIN) - discCount).toBe(plies);
  expect(beatsEverything(state, plies)).toBe(true);
});

test.each([
  ['three in a column', '8/8/8/3x4/3x2o1/3x2o1', [19]],
  ['three with a gap', '8/8/8/8/8/xx1x2oo', [42]],
  ['three in a diagonal', '8/8/8/2xo4/1xox4/xooox1x1', [19]],
  ['one end of an open three, although the game is lost', '8/8/8/8/8/1xxx2oo', [40, 44]],
])('Expert blocks %s: %s', (_, position, squares) => {
  expect(squares).toContain(bestSquare(readPosition(position).squares));
});

test('returns the same result for equal depths and counts after any earlier search', () => {
  const bits = bitsOf(readPosition('8/8/8/8/3o4/3x4').squares);
  const first = search(bits, 12, 0);
  expect(first.plies).toBe(12);
  search(bitsOf(readPosition('8/8/8/8/8/2x5').squares), 9, 1);
  valuesOfColumns(bits, 6);
  expect(search(bits, 12, 0)).toEqual(first);
  // The replays compare Node with the browser; this is the result that both must give.
  expect(first).toEqual({ column: 3, value: 4, plies: 12, positions: 157_816 });
});

/** Plays Expert against another level from a random opening of up to three discs. */
function playOut(seed: number, level: Level): 'won' | 'drawn' | string {
  let random = seed + 1;
  let state = start(seed, people);
  for (let discCount = seed % 4; discCount > 0; discCount--) {
    random = next(random);
    state = drop(state, below(random, COLUMNS));
  }
  const opening = writePosition(state);
  const expert = 1 + (seed % 2);
  while (outcomeOf(state) === 'playing') {
    const plays = turnOf(state.squares) === expert ? 'expert' : level;
    const choice = robotChoice(state.squares, plays, random);
    random = next(choice.random);
    state = step(state, choice.square);
  }
  const winner = winnerOf(state);
  return winner === expert ? 'won' : winner === 0 ? 'drawn' : `lost against ${level}: ${opening}`;
}

/** Far above the duration of a game, so that a busy machine does not fail the test. */
const SECONDS_A_GAME = 4;
const games = Number(process.env.CONNECT_FOUR_GAMES ?? 3);

const playAll = (count: number) => () => {
  const levels = ['easy', 'medium', 'hard'] as const;
  const results = Array.from({ length: count }, (_, seed) =>
    playOut(seed, levels[seed % 3] as Level),
  );
  expect(results.filter((result) => result !== 'won' && result !== 'drawn')).toEqual([]);
};
const timeout = SECONDS_A_GAME * 1000 * Math.max(games, 30);
test('Expert does not lose a game against a beginner', { timeout, tags: ['topic'] }, playAll(1));
test(
  `Expert loses none of ${games} games against the other levels`,
  { tags: ['verify'], timeout },
  playAll(games),
);
