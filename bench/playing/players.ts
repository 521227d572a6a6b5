/** Players that compute their inputs in advance by playing a copy of the game. */
import * as birdShooter from '#games/bird-shooter/engine.ts';
import * as birdShooting from '#games/bird-shooting/engine.ts';
import * as connectFour from '#games/connect-four/engine.ts';
import { type Bird, PARTS, SKY_HEIGHT, SKY_WIDTH, shotAt } from '#games/kit/birds.ts';
import { DOWN, LEFT, RIGHT, UP } from '#games/kit/engine.ts';
import * as pacman from '#games/pacman/engine.ts';
import { swapOf, validSwaps } from '#games/sweet-crush/board.ts';
import { MATCH_CHECK_MS, REFILL_MS } from '#games/sweet-crush/constants.ts';
import * as sweetCrush from '#games/sweet-crush/engine.ts';
import * as ticTacToe from '#games/tic-tac-toe/engine.ts';
import * as whacAMole from '#games/whac-a-mole/engine.ts';
import { createRandom } from '../harness/random.ts';
import type { VisibleEffect } from './in-page.ts';

// Inputs of players. They are computed before the game starts, to leave processor time to the browser.

/** A position in the field, in fractions of its width and height. */
type Position = readonly [x: number, y: number];

/** One input, `atMs` milliseconds after the start of the game. */
export type Action = { atMs: number } & (
  | { press: string }
  | { hold: string }
  | { release: string }
  | { aim: Position }
  | { shoot: Position }
);

/** Duration of a tick, the same for all games. */
const TICK_MS = 1000 / 60;

/** Interval of pointer events, in milliseconds. */
const POINTER_EVERY_MS = 33;

const MOVES = 8;

/** Delay of a key press until it reaches the game, in milliseconds. */
const INPUT_DELAY_MS = 30;

/** Distance from the edges in which birds are not shot, in pixels. */
const EDGE = 40;
const SHOT_EVERY_TICKS = 30;

const isInReach = ({ is, x }: Bird): boolean =>
  is === 'flying' && x > EDGE * PARTS && x < (SKY_WIDTH - EDGE) * PARTS;

/** State of a shooting game that decides when and where to shoot. */
interface Sky {
  birds: readonly Bird[];
  phase: string;
  ammunition: number;
}

/** Aims at birds and shoots; presses X to reload. */
function shootBirds<State>(
  start: State,
  readSky: (state: State) => Sky,
  step: (state: State, input: number) => State,
  untilMs: number,
): Action[] {
  const actions: Action[] = [];
  let state = start;
  let pointer: Position = [0.5, 0.5];
  for (let tick = 0; tick * TICK_MS < untilMs; tick += 1) {
    const atMs = tick * TICK_MS - INPUT_DELAY_MS;
    const { birds, phase, ammunition } = readSky(state);
    const target = birds.find(isInReach);
    let input = 0;
    if (tick % SHOT_EVERY_TICKS === 0 && phase !== 'ready') {
      if (ammunition === 0) {
        actions.push({ atMs, press: 'x' });
        input = birdShooter.RELOAD;
      } else if (target) {
        const [x, y] = [Math.floor(target.x / PARTS), Math.floor(target.y / PARTS)];
        const position: Position = [x / SKY_WIDTH, y / SKY_HEIGHT];
        actions.push(...moveBetween(pointer, position, atMs), { atMs, shoot: position });
        pointer = position;
        input = shotAt(x, y);
      }
    }
    state = step(state, input);
  }
  return actions.toSorted((first, second) => first.atMs - second.atMs);
}

/** Shoots a bird every half second. */
const shootBirdShooting = (seed: number, untilMs: number): Action[] =>
  shootBirds(
    birdShooting.start(seed, { mode: 'classic' }),
    ({ birds, phase }) => ({ birds, phase, ammunition: 1 }),
    birdShooting.step,
    untilMs,
  );

/** Shoots a bird every half second and reloads the gun. */
const shootBirdShooter = (seed: number, untilMs: number): Action[] =>
  shootBirds(birdShooter.start(seed), (state) => state, birdShooter.step, untilMs);

/** Ticks that a creature has been up, and will stay up, when it is hit. */
const SAFE_TICKS = 14;
const HIT_EVERY_TICKS = 24;

/** Hits creatures with the digits of their holes. */
function hitMoles(seed: number, untilMs: number): Action[] {
  const actions: Action[] = [];
  let state = whacAMole.start(seed);
  for (let tick = 0, last = 0; tick * TICK_MS < untilMs; tick += 1) {
    const target = state.creatures.find((creature) => {
      const since = whacAMole.stayTicks(state, creature) - creature.left;
      return creature.is === 'up' && since > SAFE_TICKS && creature.left > SAFE_TICKS;
    });
    const isHit = target !== undefined && tick - last >= HIT_EVERY_TICKS;
    if (isHit) {
      actions.push({ atMs: tick * TICK_MS - INPUT_DELAY_MS, press: `${target.hole + 1}` });
      last = tick;
    }
    state = whacAMole.step(state, isHit ? target.hole + 1 : 0);
  }
  return actions;
}

const directions = { ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: UP, ArrowDown: DOWN } as const;
type Direction = keyof typeof directions;
const TURN_EVERY_TICKS = 15;
/** Number of random walks that are tried. */
const WALKS = 300;

/** Walks through the maze: returns the random walk with the highest score. */
function walkMaze(seed: number, untilMs: number): Action[] {
  const random = createRandom(seed);
  const turns = Math.floor(untilMs / TICK_MS / TURN_EVERY_TICKS);
  let best: { score: number; walk: Direction[] } = { score: -1, walk: [] };
  for (let attempt = 0; attempt < WALKS; attempt += 1) {
    const walk = Array.from({ length: turns }, () =>
      random.pick(Object.keys(directions) as Direction[]),
    );
    let state = pacman.start(seed, { mode: 'arcade' });
    for (const direction of walk) {
      state = pacman.step(state, directions[direction]);
      for (let tick = 1; tick < TURN_EVERY_TICKS; tick += 1) state = pacman.step(state, 0);
    }
    const score = state.lives < 3 ? 0 : pacman.scoreOf(state);
    if (score > best.score) best = { score, walk };
  }
  return best.walk.map((press, turn) => ({
    atMs: turn * TURN_EVERY_TICKS * TICK_MS - INPUT_DELAY_MS,
    press,
  }));
}

const SIDE = 8;
/** First cell of the cursor. */
const FIRST_CELL = 27;
const KEY_EVERY_MS = 40;

/** Plays a swap until the board has settled. @returns the state and the number of matches */
function settle(before: sweetCrush.State, input: number) {
  let state = sweetCrush.step(before, input);
  let matches = 0;
  while (state.phase !== 'settled') {
    state = sweetCrush.step(state, sweetCrush.SETTLE);
    if (state.phase === 'cleared') matches += 1;
  }
  return { state, matches };
}

/** Swaps the sweets with the longest chain: arrow keys move the cursor, S or D swaps. */
function swapSweets(seed: number, untilMs: number): Action[] {
  const actions: Action[] = [];
  let state = sweetCrush.start(seed, { mode: 'classic' });
  let cursor = FIRST_CELL;
  let atMs = 200;
  while (atMs < untilMs && sweetCrush.outcomeOf(state) === 'playing') {
    const [choice] = validSwaps(state.cells)
      .map((input) => ({ input, ...settle(state, input) }))
      .toSorted((first, second) => second.matches - first.matches);
    const swap = choice && swapOf(choice.input);
    if (!swap) break;
    const keys = [...arrowKeys(cursor, swap.cell), swap.other === swap.cell + 1 ? 'd' : 's'];
    actions.push(...pressInTurn(keys, { fromMs: atMs, everyMs: KEY_EVERY_MS }));
    atMs += keys.length * KEY_EVERY_MS;
    atMs += choice.matches * (MATCH_CHECK_MS + REFILL_MS) + 500;
    cursor = swap.other;
    state = choice.state;
  }
  return actions;
}

/** Returns the arrow keys from one cell to another. */
function arrowKeys(from: number, to: number): string[] {
  const down = Math.floor(to / SIDE) - Math.floor(from / SIDE);
  const right = (to % SIDE) - (from % SIDE);
  return [
    ...Array<string>(Math.abs(down)).fill(down > 0 ? 'ArrowDown' : 'ArrowUp'),
    ...Array<string>(Math.abs(right)).fill(right > 0 ? 'ArrowRight' : 'ArrowLeft'),
  ];
}

const MOVE_EVERY_MS = 1100;
const COLUMNS = 8;

/** Drops discs into the columns of the game's hints, against the strongest robot. */
function dropDiscs(seed: number, untilMs: number): Action[] {
  const actions: Action[] = [];
  let state = connectFour.start(seed, { opponent: 'robot', level: 'expert' });
  for (let atMs = 200; atMs < untilMs && connectFour.outcomeOf(state) === 'playing'; ) {
    const advice = connectFour.step({ ...state, hints: 0 }, connectFour.HINT).hint ?? 0;
    actions.push({ atMs, press: `${(advice % COLUMNS) + 1}` });
    state = connectFour.step(connectFour.step(state, advice), connectFour.ROBOT_MOVES);
    atMs += MOVE_EVERY_MS;
  }
  return actions;
}

/** Marks the best squares with their digits, so that the board is filled. */
function markSquares(seed: number): Action[] {
  const actions: Action[] = [];
  let state = ticTacToe.start(seed, { opponent: 'robot', begins: 'you' });
  for (let atMs = 200; ticTacToe.outcomeOf(state) === 'playing'; atMs += MOVE_EVERY_MS) {
    const square = ticTacToe.bestSquares(state.squares)[0] ?? 0;
    actions.push({ atMs, press: `${square + 1}` });
    state = ticTacToe.step(ticTacToe.step(state, square), ticTacToe.ROBOT_MOVES);
  }
  return actions;
}

/** Returns inputs that hold the keys in turn, each for `holdMs`. */
function holdInTurn(
  keys: readonly string[],
  { fromMs, everyMs, holdMs, untilMs }: Record<'fromMs' | 'everyMs' | 'holdMs' | 'untilMs', number>,
): Action[] {
  const actions: Action[] = [];
  for (let turn = 0; fromMs + turn * everyMs + holdMs < untilMs; turn += 1) {
    const atMs = fromMs + turn * everyMs;
    const key = keys[turn % keys.length] as string;
    actions.push({ atMs, hold: key }, { atMs: atMs + holdMs, release: key });
  }
  return actions;
}

function pressInTurn(
  keys: readonly string[],
  { fromMs, everyMs }: Record<'fromMs' | 'everyMs', number>,
): Action[] {
  return keys.map((press, turn) => ({ atMs: fromMs + turn * everyMs, press }));
}

/** Returns pointer moves between two positions that arrive just before `atMs`. */
function moveBetween([fromX, fromY]: Position, [toX, toY]: Position, atMs: number): Action[] {
  return Array.from({ length: MOVES }, (_, index) => {
    const progress = (index + 1) / MOVES;
    return {
      atMs: atMs - (MOVES - index) * POINTER_EVERY_MS,
      aim: [fromX + (toX - fromX) * progress, fromY + (toY - fromY) * progress],
    };
  });
}

/** Settings for the measurement of one game. */
export interface Plan {
  name: string;
  /** Number in the catalogue. */
  id: number;
  mode: string;
  actions(seed: number, untilMs: number): Action[];
  /** Inputs while their effects are measured; those of `actions` by default. */
  watchedActions?(untilMs: number): Action[];
  effect: VisibleEffect;
}

function shootInvaders(_seed: number, untilMs: number): Action[] {
  const moves = holdInTurn(['ArrowRight', 'ArrowLeft'], {
    fromMs: 100,
    everyMs: 800,
    holdMs: 700,
    untilMs,
  });
  return [{ atMs: 0, hold: ' ' }, ...moves, { atMs: untilMs, release: ' ' }];
}

/** Turns back and forth, which Pacman can do everywhere. The game begins after 1.5 s. */
const turnBack = (untilMs: number): Action[] =>
  holdInTurn(['ArrowRight', 'ArrowLeft'], { fromMs: 1800, everyMs: 250, holdMs: 60, untilMs });

const ship: VisibleEffect = { keys: 'ArrowLeft ArrowRight', sprite: [20, 12] };
const crosshair: VisibleEffect = { keys: 'pointermove', arc: 9 };
const digits = '1 2 3 4 5 6 7 8 9';

/** Settings of all measured games. */
export const plans: readonly Plan[] = [
  { name: 'Space Invaders', id: 10, mode: 'classic', actions: shootInvaders, effect: ship },
  { name: 'Space Invaders, arcade', id: 10, mode: 'arcade', actions: shootInvaders, effect: ship },
  {
    name: 'Pacman, arcade',
    id: 9,
    mode: 'arcade',
    actions: walkMaze,
    watchedActions: turnBack,
    effect: { keys: 'ArrowLeft ArrowRight', turned: true },
  },
  {
    name: 'Sweet Crush',
    id: 8,
    mode: 'classic',
    actions: swapSweets,
    effect: { keys: 'ArrowUp ArrowDown ArrowLeft ArrowRight s d', attribute: 'style' },
  },
  {
    name: 'Connect Four, expert',
    id: 29,
    mode: 'expert',
    actions: dropDiscs,
    effect: { keys: digits, attribute: 'data-player' },
  },
  {
    name: 'Tic Tac Toe, robot',
    id: 33,
    mode: 'robot',
    actions: markSquares,
    effect: { keys: digits, attribute: 'data-mark' },
  },
  {
    name: 'Whac-A-Mole',
    id: 27,
    mode: 'garden',
    actions: hitMoles,
    effect: { keys: digits, sprite: [56, 56] },
  },
  { name: 'Bird Shooting', id: 28, mode: 'classic', actions: shootBirdShooting, effect: crosshair },
  { name: 'Bird Shooter', id: 30, mode: 'waves', actions: shootBirdShooter, effect: crosshair },
];
