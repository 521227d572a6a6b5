import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../kit/engine.ts';
import * as engine from './engine.ts';
import { DRAW_POINTS } from './engine.ts';

const { outcomeOf, readPosition, ROBOT_MOVES, scoreOf, step, winningSquares, writePosition } =
  engine;

test('has the shape of an engine by moves', () => {
  const typedEngine: Engine<engine.State, engine.Options> = engine;
  expect([typedEngine.game, typedEngine.rules, typedEngine.tickMs]).toEqual([
    'tic-tac-toe',
    1,
    null,
  ]);
});

test.each([
  ['alternates between x and o, x first', '.../.../...', [4, 0, 8], 'o../.x./..x', 'playing'],
  ['ignores a taken square', 'x../.../...', [0, 4], 'x../.o./...', 'playing'],
  ['ignores an input without a square', 'x../.../...', [9, 77], 'x../.../...', 'playing'],
  ['wins with three in a row', 'xx./oo./...', [2], 'xxx/oo./...', 'won'],
  ['wins with three in a column', 'xo./xo./...', [6], 'xo./xo./x..', 'won'],
  ['wins with three in a diagonal, for o too', 'xxo/xo./...', [6], 'xxo/xo./o..', 'lost'],
  ['ignores free squares after the end', 'xxx/oo./...', [8], 'xxx/oo./...', 'won'],
  ['ends a full board without a line as a draw', 'xox/xoo/ox.', [8], 'xox/xoo/oxx', 'drawn'],
])('%s', (_, before, inputs, after, outcome) => {
  const state = inputs.reduce(step, readPosition(before));
  expect(writePosition(state)).toBe(after);
  expect(outcomeOf(state)).toBe(outcome);
});

test('returns both lines that a last mark completes', () => {
  const state = step(readPosition('.xx/xoo/xoo'), 0);
  expect(winningSquares(state.squares)).toEqual([0, 1, 2, 3, 6]);
});

test('makes the robot wait for the player, and the player for the robot', () => {
  const fresh = readPosition('.../.../... robot');
  expect(step(fresh, ROBOT_MOVES)).toEqual(fresh);
  const stateAfterReply = step(step(fresh, 4), ROBOT_MOVES);
  expect(engine.turnOf(stateAfterReply.squares)).toBe('x');
  const robotFirst = readPosition('.../.../... robot-begins');
  expect(step(robotFirst, 4)).toEqual(robotFirst);
});

test.each([
  ['wins instead of blocking', 'xx./oo./x.. robot', [5]],
  ['blocks', 'xx./.o./... robot', [2]],
  ['answers a corner with the centre', 'x../.../... robot', [4]],
  ['answers the centre with a corner', '.../.x./... robot', [0, 2, 6, 8]],
  ['opens with any square', '.../.../... robot-begins', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
])('the robot %s', (_, position, squares) => {
  expect(engine.bestSquares(readPosition(position).squares)).toEqual(squares);
});

test.each(['robot', 'robot-begins'])(
  'never lets the robot lose against %s, over all possible games',
  (against) => {
    const seen = new Set<string>();
    const ends = { won: 0, lost: 0, drawn: 0, playing: 0 };
    const walk = (state: engine.State): void => {
      const name = writePosition(state);
      if (seen.has(name)) return;
      seen.add(name);
      ends[outcomeOf(state)]++;
      if (outcomeOf(state) !== 'playing') return;
      const robots = engine.isRobotsTurn(state);
      const choices = robots ? engine.bestSquares(state.squares) : [0, 1, 2, 3, 4, 5, 6, 7, 8];
      for (const square of choices) {
        if (state.squares[square] !== '') continue;
        const squares = [...state.squares];
        squares[square] = engine.turnOf(squares);
        walk({ ...state, squares });
      }
    };
    walk(readPosition(`.../.../... ${against}`));
    expect(ends.won).toBe(0);
    expect(ends.lost).toBeGreaterThan(10);
    expect(ends.drawn).toBeGreaterThan(10);
  },
);

test('varies between the best squares, and chooses the same for the same seed', () => {
  const games = Array.from({ length: 40 }, (_, seed) => {
    const state = engine.start(seed, { opponent: 'robot', begins: 'robot' });
    return writePosition(step(state, ROBOT_MOVES));
  });
  expect(new Set(games).size).toBeGreaterThan(5);
  const again = step(engine.start(3, { opponent: 'robot', begins: 'robot' }), ROBOT_MOVES);
  expect(writePosition(again)).toBe(games[3]);
});

test('gives a point for a draw against the robot, and none against a friend', () => {
  expect(scoreOf(readPosition('xox/xoo/oxx robot'))).toBe(DRAW_POINTS);
  expect(scoreOf(readPosition('xox/xoo/oxx'))).toBe(0);
  expect(scoreOf(readPosition('ooo/xx./x.. robot'))).toBe(0);
});

test('keeps a legal board for any inputs, with at most one new mark per step', () => {
  const inputs = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.nat(0x7fffffff)), {
    maxLength: 40,
  });
  const options = fc.constantFrom('friend', 'robot', 'robot-begins');
  fc.assert(
    fc.property(options, inputs, (against, moves) => {
      let state = readPosition(`.../.../... ${against}`);
      for (const move of moves) {
        const before = state.squares.filter(Boolean).length;
        state = step(state, move);
        const marks = state.squares.filter(Boolean).length;
        expect(marks - before === 0 || marks - before === 1).toBe(true);
        expect(readPosition(writePosition(state)).squares).toEqual(state.squares);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }
    }),
    { numRuns: Number(process.env.GAME_RUNS ?? 100) },
  );
});

test.each(['', '.../...', 'xx./.../...', 'o../.../...', '?../.../...', '.../.../... unknown'])(
  'rejects the position "%s"',
  (text) => {
    expect(() => readPosition(text)).toThrow();
  },
);

test.each([null, 7, { opponent: 'queen' }, { begins: 'nobody' }])(
  'rejects the options %j',
  (value) => {
    expect(engine.readOptions(value)).toBeNull();
  },
);
