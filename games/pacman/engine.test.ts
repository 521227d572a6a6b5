import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOWN, LEFT, PositionError, RIGHT, TICKS_PER_SECOND, UP } from '../kit/engine.ts';
import {
  COLUMNS,
  DOT_SCORE,
  GHOST_SCORES,
  MOVE_TICKS,
  PELLET_SCORE,
  SCARED_TICKS,
  START_CELL,
} from './constants.ts';
import * as engine from './engine.ts';
import { isScatter, targetOf } from './ghosts.ts';
import {
  DOTS,
  isGhostsOnly,
  mazeColumnOf,
  mazeRowOf,
  neighbours,
  pellets,
  stepsTo,
  wallAt,
} from './maze.ts';
import { fruitPoints, hasDot, playerTicksOf, scaredTicksOf } from './play.ts';

function played(position: string, runs: readonly number[]): engine.State {
  let state = engine.readPosition(position);
  for (let run = 0; run < runs.length; run += 2) {
    for (let left = runs[run + 1] as number; left > 0; left--) {
      state = engine.step(state, runs[run] as number);
    }
  }
  return state;
}

test('uses the documented numbers', () => {
  const ms = (ticks: number) => (ticks * 1000) / TICKS_PER_SECOND;
  expect([COLUMNS, START_CELL, ms(MOVE_TICKS), ms(SCARED_TICKS)]).toEqual([28, 490, 200, 10_000]);
  expect(engine.start(1, { mode: 'classic' }).player.cell).toBe(START_CELL);
});

test('has reachable dots, no dead ends, and two equal halves', () => {
  const steps = stepsTo(START_CELL);
  for (const [cell, ways] of neighbours.entries()) {
    const row = mazeRowOf(cell);
    const column = mazeColumnOf(cell);
    expect(wallAt(row, column)).toBe(wallAt(row, COLUMNS - 1 - column));
    if (wallAt(row, column)) continue;
    expect(ways.filter((next) => next >= 0).length, `cell ${cell}`).toBeGreaterThanOrEqual(2);
    expect(steps[cell], `cell ${cell}`).toBeGreaterThanOrEqual(0);
  }
  expect(pellets).toHaveLength(4);
});

const far = 'ghosts=349<h';
test.each<[what: string, position: string, runs: number[], then: string]>([
  ['moves by one cell in 200 ms', `classic player=490< ${far} dots=29,488`, [0, 13], 'player=488<'],
  [
    'does not move by a cell in less time',
    `classic player=490< ${far} dots=29,488`,
    [0, 12],
    'player=489<',
  ],
  ['scores one point for a dot', `classic player=490< ${far} dots=29,489`, [0, 13], 'score=1'],
  ['removes an eaten dot', `classic player=490< ${far} dots=29,489`, [0, 13], 'dots=29'],
  [
    'turns round immediately',
    `classic player=490< ${far} dots=29`,
    [0, 6, RIGHT, 8],
    'player=491>',
  ],
  [
    'remembers a direction that was pressed early',
    `classic player=481< ${far} dots=29`,
    [UP, 1, 0, 13],
    'player=452^',
  ],
  ['stops at a wall', `classic player=29< ${far} dots=30`, [UP, 26], 'player=29<'],
  [
    'moves through the tunnel to the other side',
    `classic player=336< ${far} dots=29`,
    [0, 13],
    'player=362<',
  ],
  [
    'keeps the player out of the house',
    `classic player=266< ${far} dots=29`,
    [DOWN, 20],
    'player=264<',
  ],
  [
    'scares the ghosts with a pellet',
    'classic player=57v ghosts=115>o dots=29,85',
    [0, 13],
    'ghosts=115<s',
  ],
  [
    'clears the level with the last dot',
    `classic player=490< ${far} dots=489`,
    [0, 13],
    'phase=cleared',
  ],
  ['ends a life at a ghost', 'classic player=488< ghosts=486>o dots=29', [0, 12], 'phase=dying'],
  ['eats a scared ghost', 'arcade player=488< ghosts=486>s dots=29', [0, 12], 'score=200'],
  [
    'sends the eyes of an eaten ghost home',
    'arcade player=29< ghosts=349<e dots=29',
    [0, 1],
    'ghosts=321^l',
  ],
  ['eats the fruit', `arcade player=432> ${far} dots=29 fruit=99`, [0, 13], 'score=100'],
  [
    'removes the fruit after its time',
    `arcade player=29< ${far} dots=30 fruit=1`,
    [0, 1],
    'dots=30',
  ],
  ['ends the game without a life left', 'arcade phase=dying lives=0', [0, 1], 'phase=lost'],
  ['continues with the next life', 'arcade phase=dying lives=1 player=29<', [0, 1], 'player=490<'],
  ['keeps dots eaten after a lost life', 'arcade phase=dying lives=1 dots=29', [0, 1], 'dots=29'],
  ['restores all dots in the next level', 'arcade phase=cleared level=2', [0, 1], 'level=3'],
  ['ends the arcade game after nine levels', 'arcade phase=cleared level=9', [0, 1], 'phase=won'],
  ['ends the classic game after one level', 'classic phase=cleared', [0, 1], 'phase=won'],
])('%s', (_what, position, runs, then) => {
  expect(engine.writePosition(played(position, runs))).toContain(then);
});

test('increases the points of each further ghost eaten with one pellet', () => {
  const state = played('arcade player=488< ghosts=487>s,487>s,487>s,487>s dots=29', [0, 12]);
  expect(state.score).toBe(GHOST_SCORES.reduce((sum, score) => sum + score, 0));
});

test('gives each ghost its own target', () => {
  const { ghosts, player } = engine.readPosition(
    'arcade player=484< ghosts=477>o,477>o,477>o,477>o',
  );
  const targets = [0, 1, 2, 3].map((index) => targetOf(index, ghosts, player, false));
  // The player; four cells ahead; the chaser's mirror image at two cells ahead; near the player: its corner.
  expect(targets).toEqual([
    [17, 8],
    [17, 4],
    [17, 11],
    [26, 1],
  ]);
  const corners = [0, 1, 2, 3].map((index) => targetOf(index, ghosts, player, true).join());
  expect(new Set(corners).size).toBe(4);
});

test('alternates between retreat and chase, and ends with a permanent chase', () => {
  const turns = [0, 6, 8, 26, 28, 33, 35, 53, 55, 58, 60, 78, 82, 86, 3600];
  expect(turns.map((seconds) => isScatter(seconds * TICKS_PER_SECOND))).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
    false,
    false,
    true,
    true,
    false,
    false,
    true,
    false,
    false,
  ]);
});

test('makes later levels faster, with shorter pellet effects and better fruit', () => {
  const state = engine.start(1, { mode: 'arcade' });
  const of = (level: number) => ({ ...state, level });
  expect(playerTicksOf(of(9))).toBeLessThan(playerTicksOf(of(1)));
  expect(scaredTicksOf(of(9))).toBeLessThan(scaredTicksOf(of(1)));
  expect(fruitPoints(of(9))).toBeGreaterThan(fruitPoints(of(1)));
});

test.each(['', 'chess', 'classic player=0<', 'classic player=29', 'arcade dots=0', 'arcade x=1'])(
  'rejects the position %j',
  (text) => {
    expect(() => engine.readPosition(text)).toThrow(PositionError);
  },
);

test.each<[value: unknown, mode: string | undefined]>([
  [{}, 'classic'],
  [{ mode: 'arcade' }, 'arcade'],
  [{ mode: 'arcade', lives: 99 }, undefined],
  ['classic', undefined],
])('reads the options %j as the mode %s', (value, mode) => {
  expect(engine.readOptions(value)?.mode).toBe(mode);
});

/** Returns the rule that the step from `previous` to `state` breaks, or null. */
function illegality(state: engine.State, previous: engine.State): string | null {
  const { player, ghosts } = state;
  for (const { from, cell, left, way } of [player, ...ghosts]) {
    if (!neighbours[cell]?.some((next) => next >= 0)) return `somebody is in a wall: ${cell}`;
    if (from !== cell && !neighbours[from]?.includes(cell)) return 'somebody jumped';
    if (left < 0 || left > way) return 'somebody is beyond their way';
  }
  if (isGhostsOnly(player.cell)) return 'the player is in the house';
  if (state.level === previous.level) {
    for (const [row, bits] of state.dots.entries()) {
      if ((bits & ~(previous.dots[row] as number)) !== 0) return 'a dot came back';
    }
  }

  let left = 0;
  for (const row of state.dots) for (let bits = row; bits !== 0; bits &= bits - 1) left++;
  if (state.eaten + left !== DOTS) return 'a dot is lost';
  if (state.mode === 'classic')
    return state.score === state.eaten ? null : 'the score is not its dots';
  let earned = (state.eaten - previous.eaten) * DOT_SCORE;
  if (state.scared > previous.scared) earned += PELLET_SCORE - DOT_SCORE;
  const eyes = (among: engine.State) => among.ghosts.filter(({ mood }) => mood === 'eyes').length;
  const caught = state.caught - previous.caught;
  for (let ghost = caught; ghost > 0; ghost--) {
    earned += GHOST_SCORES[Math.min(state.caught - ghost, 3)] as number;
  }
  if (caught > 0 && eyes(state) < eyes(previous)) return 'a ghost was eaten without eyes';
  const fruit = previous.fruit > 1 && state.fruit === 0 ? fruitPoints(state) : 0;
  const difference = state.score - previous.score - earned;
  return difference === 0 || difference === fruit ? null : 'the score is not the sum of its parts';
}

const holding = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 1, max: 60 })),
  { minLength: 40, maxLength: 80 },
);

test('keeps a legal position for any inputs, and a score that equals its parts', () => {
  const modes = fc.constantFrom<engine.Options>({ mode: 'classic' }, { mode: 'arcade' });
  fc.assert(
    fc.property(fc.nat(), modes, holding, (seed, options, runs) => {
      let state = engine.start(seed, options);
      for (const [input, ticks] of runs) {
        for (let left = ticks; left > 0; left--) {
          const previous = state;
          state = engine.step(state, input);
          // An unchanged state has been checked before.
          if (state === previous || state.phase !== 'playing') continue;
          const wrong = illegality(state, previous);
          if (wrong) throw new Error(`${wrong}: ${engine.writePosition(state)}`);
        }
      }
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      const text = engine.writePosition(state);
      expect(engine.writePosition(engine.readPosition(text))).toBe(text);
    }),
    { numRuns: Number(process.env.GAME_RUNS ?? 15) },
  );
});

const ways = [UP, LEFT, DOWN, RIGHT];

/** Returns the direction of the nearest dot. */
function wayToDot(state: engine.State): number {
  const seen = new Set([state.player.cell]);
  let edge = [{ cell: state.player.cell, first: -1 }];
  while (edge.length > 0) {
    const found: typeof edge = [];
    for (const { cell, first } of edge) {
      for (const [way, next] of (neighbours[cell] as readonly number[]).entries()) {
        if (next < 0 || isGhostsOnly(next) || seen.has(next)) continue;
        seen.add(next);
        const begun = first < 0 ? way : first;
        if (hasDot(state.dots, next)) return begun;
        found.push({ cell: next, first: begun });
      }
    }
    edge = found;
  }
  return 0;
}

const isAtCorner = (state: engine.State) => state.phase === 'playing' && state.player.left <= 1;

/** Returns the number of dots in reach within two and a half seconds; strongly negative if a ghost is near. */
function ratingOf(state: engine.State, way: number): number {
  let later = state;
  let input = ways[way] as number;
  for (let ticks = 0; ticks < 150; ticks++) {
    later = engine.step(later, input);
    if (later.phase === 'cleared') return DOTS;
    if (later.phase !== 'playing') return ticks - 1000;
    if (isAtCorner(later)) input = ways[wayToDot(later)] as number;
  }
  return later.eaten - state.eaten;
}

test('lets a player with two seconds of foresight finish the level', () => {
  let state = engine.start(2, { mode: 'classic' });
  let input = 0;
  let decidedAt = -1;
  for (let ticks = 0; engine.outcomeOf(state) === 'playing' && ticks < 36_000; ticks++) {
    const { cell } = state.player;
    if (isAtCorner(state) && cell !== decidedAt) {
      decidedAt = cell;
      const nearest = wayToDot(state);
      let most = Number.NEGATIVE_INFINITY;
      for (const [way, next] of (neighbours[cell] as readonly number[]).entries()) {
        if (next < 0 || isGhostsOnly(next)) continue;
        const rating = ratingOf(state, way) + (way === nearest ? 0.5 : 0);
        if (rating <= most) continue;
        most = rating;
        input = ways[way] as number;
      }
    }
    state = engine.step(state, input);
  }
  expect([engine.outcomeOf(state), engine.scoreOf(state)]).toEqual(['won', DOTS]);
});

test.each<[mode: 'classic' | 'arcade', seed: number, then: string]>([
  [
    'classic',
    7,
    'classic phase=lost level=1 lives=0 score=33 player=681< ghosts=575vo,681vo,410vo,352<h',
  ],
  ['arcade', 7, 'arcade level=1 lives=2 score=410 player=690v ghosts=220<o,284vo,740<o,352<h'],
  ['arcade', 8, 'arcade level=1 lives=2 score=430 player=740v ghosts=54>o,141vo,748<o,352<h'],
])('%s with seed %i always ends the same way', (mode, seed, then) => {
  let state = engine.start(seed, { mode });
  for (const [input, ticks] of [
    [0, 100],
    [LEFT, 120],
    [UP, 60],
    [RIGHT, 200],
    [DOWN, 300],
    [LEFT, 300],
    [UP, 300],
    [RIGHT, 200],
    [DOWN, 500],
  ] as const) {
    for (let left: number = ticks; left > 0; left--) state = engine.step(state, input);
  }
  expect(engine.writePosition(state).replace(/ dots=\S+/, '')).toBe(then);
});
