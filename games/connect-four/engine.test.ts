import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../kit/engine.ts';
import * as engine from './engine.ts';
import {
  cellsOf,
  DRAW_POINTS,
  HELP_POINTS,
  HINTS,
  turnOf,
  UNDOS,
  WIN_POINTS,
  winningSquares,
} from './squares.ts';

const { HINT, outcomeOf, readPosition, ROBOT_MOVES, scoreOf, step, UNDO, winnerOf, writePosition } =
  engine;

test('has the shape of an engine by moves, and reads untrusted options and positions', () => {
  const typedEngine: Engine<engine.State, engine.Options> = engine;
  expect([typedEngine.game, typedEngine.rules, typedEngine.tickMs]).toEqual([
    'connect-four',
    2,
    null,
  ]);
  const state = typedEngine.start(7, { opponent: 'robot', level: 'hard' });
  expect(typedEngine.writePosition(state)).toBe('8/8/8/8/8/8 hard');
});

/** Squares are numbered by rows from the top left: 0 to 7, 8 to 15, … 40 to 47 at the bottom. */
test.each([
  ['makes a square of the bottom row available', '8/8/8/8/8/8', [43], '8/8/8/8/8/3x4', 'playing'],
  [
    'makes no other square of an empty board available',
    '8/8/8/8/8/8',
    [35, 3, 0],
    '8/8/8/8/8/8',
    'playing',
  ],
  [
    'makes a square available when the one below is taken',
    '8/8/8/8/8/3x4',
    [35],
    '8/8/8/8/3o4/3x4',
    'playing',
  ],
  ['does not make a taken square available', '8/8/8/8/8/3x4', [43], '8/8/8/8/8/3x4', 'playing'],
  ['ignores an input without a meaning', '8/8/8/8/8/8', [51, 99999], '8/8/8/8/8/8', 'playing'],
  [
    'ignores a robot move in a game of two people',
    '8/8/8/8/8/3x4',
    [48],
    '8/8/8/8/8/3x4',
    'playing',
  ],
  ['wins with four in a row', '8/8/8/8/8/xxx2ooo', [43], '8/8/8/8/8/xxxx1ooo', 'won'],
  [
    'wins with four in a column, for player two',
    '8/8/8/o6x/o6x/o3x2x',
    [16],
    '8/8/o7/o6x/o6x/o3x2x',
    'lost',
  ],
  [
    'wins with four in a diagonal up to the right',
    '8/8/8/2xo4/1xox4/xooo3x',
    [19],
    '8/8/3x4/2xo4/1xox4/xooo3x',
    'won',
  ],
  [
    'wins with four in a diagonal up to the left',
    '8/8/8/4ox2/4xox1/x3ooox',
    [20],
    '8/8/4x3/4ox2/4xox1/x3ooox',
    'won',
  ],
  [
    'does not continue a line across the edge',
    '8/8/8/8/6xx/x4ooo',
    [41],
    '8/8/8/8/6xx/xx3ooo',
    'playing',
  ],
  [
    'ends a full board without a line as a draw',
    'oxxoxoo1/xxoooxxx/ooxxxooo/xxoooxxx/oxoxxxox/xoooxoxo',
    [7],
    'oxxoxooo/xxoooxxx/ooxxxooo/xxoooxxx/oxoxxxox/xoooxoxo',
    'drawn',
  ],
  [
    'does not change a finished game',
    '8/8/8/8/8/xxxx1ooo',
    [44, UNDO, HINT],
    '8/8/8/8/8/xxxx1ooo',
    'won',
  ],
])('%s', (_, before, inputs, after, outcome) => {
  const state = inputs.reduce(step, readPosition(before));
  expect(writePosition(state)).toBe(after);
  expect(outcomeOf(state)).toBe(outcome);
});

test('returns row, column, owner and availability of a cell', () => {
  const cells = cellsOf(readPosition('8/8/8/8/8/3x4').squares);
  expect(cells).toHaveLength(48);
  expect(cells[43]).toEqual({ indexArray: 5, index: 3, selected: 1, available: false });
  expect(cells[35]).toEqual({ indexArray: 4, index: 3, selected: 0, available: true });
  expect(cells.filter(({ available }) => available)).toHaveLength(8);
});

test('returns all squares of all lines that a disc completes', () => {
  const state = step(readPosition('8/8/x7/ox6/oox5/xxx2ooo'), 43);
  expect(winningSquares(state.squares)).toEqual([16, 25, 34, 40, 41, 42, 43]);
  expect(winnerOf(state)).toBe(1);
});

test('undoes single moves between two people and pairs of moves against the robot, with a limit', () => {
  const played = [43, 35, 27].reduce(step, readPosition('8/8/8/8/8/8'));
  expect(writePosition(step(played, UNDO))).toBe('8/8/8/8/3o4/3x4');
  const stateAfterReply = [43, ROBOT_MOVES].reduce(step, readPosition('8/8/8/8/8/8 medium'));
  expect(writePosition(step(stateAfterReply, UNDO))).toBe('8/8/8/8/8/8 medium');
  let state = readPosition('8/8/8/8/8/8');
  expect(step(state, UNDO)).toEqual(state);
  for (let turn = 0; turn < UNDOS; turn++) state = [43, UNDO].reduce(step, state);
  expect(writePosition(state)).toBe('8/8/8/8/8/8');
  expect(writePosition([43, UNDO].reduce(step, state))).toBe('8/8/8/8/8/3x4');
});

test('hints the square that Expert would play, once per move and ten times per game', () => {
  const state = step(readPosition('8/8/8/8/8/xxx2ooo easy'), HINT);
  expect(state.hint).toBe(43);
  expect(step(state, HINT)).toEqual(state);
  expect(step(state, 43).hint).toBeNull();
  const tired = { ...readPosition('8/8/8/8/8/xxx2ooo'), hints: HINTS };
  expect(step(tired, HINT)).toEqual(tired);
});

test.each([
  ['8/8/8/8/8/xxxx1ooo expert', WIN_POINTS.expert + 41],
  ['8/8/8/8/8/xxxx1ooo easy', WIN_POINTS.easy + 41],
  ['8/8/8/8/xxx5/oooo3x hard', 0],
  ['oxxoxooo/xxoooxxx/ooxxxooo/xxoooxxx/oxoxxxox/xoooxoxo hard', DRAW_POINTS.hard],
  ['8/8/8/8/8/xxxx1ooo', 0],
])('scores %s with %i points', (position, points) => {
  const state = readPosition(position);
  expect(scoreOf(state)).toBe(points);
  const helped = { ...state, hints: 1, undos: 2 };
  expect(scoreOf(helped)).toBe(Math.max(points - 3 * HELP_POINTS, 0));
});

test.each([
  ['the first of an empty board', '8/8/8/8/8/x7 easy', 32],
  ['above its own disc', '8/8/8/8/8/o2xx3 easy', 32],
  ['the highest available one', '8/8/8/8/3x4/3xo3 easy', 27],
])('Easy plays the first available square: %s', (_, position, square) => {
  const state = step(readPosition(position), ROBOT_MOVES);
  expect(state.moves).toEqual([square]);
});

test.each(['medium', 'hard', 'expert'])('%s completes its own line and blocks one', (level) => {
  // Expert does not use random numbers, and its searches are slow.
  for (let seed = 0; seed < (level === 'expert' ? 1 : 5); seed++) {
    const reply = (position: string) =>
      step({ ...readPosition(`${position} ${level}`), random: seed }, ROBOT_MOVES).moves;
    // Player one has three in a row too: winning has priority over blocking.
    expect(reply('8/8/8/8/xxx5/ooo4x')).toEqual([43]);
    expect(reply('8/8/8/8/8/xxx3oo')).toEqual([43]);
    expect(reply('8/8/8/x7/x7/x5oo')).toEqual([16]);
  }
});

test.each(['hard', 'expert'])('%s prevents an open three', (level) => {
  const state = step(readPosition(`8/8/8/8/3o4/2xx4 ${level}`), ROBOT_MOVES);
  expect([41, 44]).toContain(state.moves[0]);
});

test.each([[null], ['robot'], [{ opponent: 'queen' }], [{ level: 'genius' }]])(
  'rejects the options %j',
  (value) => {
    expect(engine.readOptions(value)).toBeNull();
  },
);

test('defaults to the documented robot', () => {
  expect(engine.readOptions({})).toEqual({ opponent: 'robot', level: 'easy' });
});

test.each([
  ['too few rows', '8/8/8/8/8'],
  ['a short row', '8/8/8/8/8/7'],
  ['an unknown sign', '8/8/8/8/8/7q'],
  ['a floating disc', '8/8/8/8/7x/8'],
  ['a first move by player two', '8/8/8/8/8/7o'],
  ['an unknown level', '8/8/8/8/8/8 genius'],
])('rejects a position with %s', (_, text) => {
  expect(() => readPosition(text)).toThrow();
});

test('keeps a legal board for any inputs, without lost or floating discs', () => {
  const inputs = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.nat(0x7fffffff)), {
    maxLength: 80,
  });
  fc.assert(
    fc.property(fc.constantFrom('human', 'easy', 'medium'), inputs, (against, moves) => {
      let state = readPosition(against === 'human' ? '8/8/8/8/8/8' : `8/8/8/8/8/8 ${against}`);
      for (const move of moves.filter((input) => input !== HINT)) {
        const turn = turnOf(state.squares);
        const after = step(state, move);
        const changed = after.squares.flatMap((holder, square) =>
          holder === state.squares[square] ? [] : [square],
        );
        if (move !== UNDO) {
          expect(changed.length).toBeLessThan(2);
          for (const square of changed) {
            expect([state.squares[square], after.squares[square]]).toEqual([0, turn]);
          }
        }
        // Floating discs and two moves of one player are rejected.
        expect(readPosition(writePosition(after)).squares).toEqual(after.squares);
        expect(JSON.parse(JSON.stringify(after))).toEqual(after);
        state = after;
      }
    }),
    { numRuns: Number(process.env.GAME_RUNS ?? 60) },
  );
});
