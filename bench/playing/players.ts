/** How games are played whose next moment only the game itself knows: by a copy of it, in advance. */
import * as birdShooter from '#games/bird-shooter/engine.ts';
import * as birdShooting from '#games/bird-shooting/engine.ts';
import * as connectFour from '#games/connect-four/engine.ts';
import { type Bird, PARTS, SKY_HEIGHT, SKY_WIDTH, shotAt } from '#games/kit/birds.ts';
import { DOWN, LEFT, RIGHT, UP } from '#games/kit/intents.ts';
import * as pacman from '#games/pacman/engine.ts';
import { swapOf, validSwaps } from '#games/sweet-crush/board.ts';
import { MATCH_CHECK_MS, REFILL_MS } from '#games/sweet-crush/constants.ts';
import * as sweetCrush from '#games/sweet-crush/engine.ts';
import * as ticTacToe from '#games/tic-tac-toe/engine.ts';
import * as whacAMole from '#games/whac-a-mole/engine.ts';
import { createRandom } from '../stage/random.ts';
import { type Act, moveBetween, type Place, pressInTurn, TICK_MS } from './acts.ts';

/** A press takes about so long to reach the game. */
const ON_THE_WAY_MS = 30;

/** Birds are shot where they are well within the field. */
const EDGE = 40;
const SHOT_EVERY_TICKS = 30;

const isInReach = ({ is, x }: Bird): boolean =>
  is === 'flying' && x > EDGE * PARTS && x < (SKY_WIDTH - EDGE) * PARTS;

/** What of a game of birds decides whether and where to shoot. */
interface Sky {
  birds: readonly Bird[];
  phase: string;
  ammunition: number;
}

/** Aims at birds and shoots; X loads an empty gun. */
function shootBirds<State>(
  start: State,
  look: (state: State) => Sky,
  step: (state: State, input: number) => State,
  untilMs: number,
): Act[] {
  const acts: Act[] = [];
  let state = start;
  let aimed: Place = [0.5, 0.5];
  for (let tick = 0; tick * TICK_MS < untilMs; tick += 1) {
    const atMs = tick * TICK_MS - ON_THE_WAY_MS;
    const { birds, phase, ammunition } = look(state);
    const target = birds.find(isInReach);
    let input = 0;
    if (tick % SHOT_EVERY_TICKS === 0 && phase !== 'ready') {
      if (ammunition === 0) {
        acts.push({ atMs, press: 'x' });
        input = birdShooter.RELOAD;
      } else if (target) {
        const [x, y] = [Math.floor(target.x / PARTS), Math.floor(target.y / PARTS)];
        const place: Place = [x / SKY_WIDTH, y / SKY_HEIGHT];
        acts.push(...moveBetween(aimed, place, atMs), { atMs, shoot: place });
        aimed = place;
        input = shotAt(x, y);
      }
    }
    state = step(state, input);
  }
  return acts.toSorted((one, other) => one.atMs - other.atMs);
}

/** Shoots a bird every half second. */
export const shootBirdShooting = (seed: number, untilMs: number): Act[] =>
  shootBirds(
    birdShooting.start(seed, { mode: 'classic' }),
    ({ birds, phase }) => ({ birds, phase, ammunition: 1 }),
    birdShooting.step,
    untilMs,
  );

/** The same with a gun that is to be loaded. */
export const shootBirdShooter = (seed: number, untilMs: number): Act[] =>
  shootBirds(birdShooter.start(seed), (state) => state, birdShooter.step, untilMs);

/** A creature is struck when it has been up for so many ticks, and would stay for as many more. */
const SURE_TICKS = 14;
const BLOW_EVERY_TICKS = 24;

/** Strikes whoever is up, by the digit of the hole. */
export function strikeMoles(seed: number, untilMs: number): Act[] {
  const acts: Act[] = [];
  let state = whacAMole.start(seed);
  for (let tick = 0, last = 0; tick * TICK_MS < untilMs; tick += 1) {
    const target = state.creatures.find((creature) => {
      const since = whacAMole.stayTicks(state, creature) - creature.left;
      return creature.is === 'up' && since > SURE_TICKS && creature.left > SURE_TICKS;
    });
    const strikes = target !== undefined && tick - last >= BLOW_EVERY_TICKS;
    if (strikes) {
      acts.push({ atMs: tick * TICK_MS - ON_THE_WAY_MS, press: `${target.hole + 1}` });
      last = tick;
    }
    state = whacAMole.step(state, strikes ? target.hole + 1 : 0);
  }
  return acts;
}

const ways = { ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: UP, ArrowDown: DOWN } as const;
type Way = keyof typeof ways;
const TURN_EVERY_TICKS = 15;
/** So many walks by chance are tried, and the one taken that brings most. */
const WALKS = 300;

/** Walks through the maze: of many walks by chance the one with most points, pellets and ghosts. */
export function walkMaze(seed: number, untilMs: number): Act[] {
  const random = createRandom(seed);
  const turns = Math.floor(untilMs / TICK_MS / TURN_EVERY_TICKS);
  let best: { score: number; walk: Way[] } = { score: -1, walk: [] };
  for (let attempt = 0; attempt < WALKS; attempt += 1) {
    const walk = Array.from({ length: turns }, () => random.pick(Object.keys(ways) as Way[]));
    let state = pacman.start(seed, { mode: 'arcade' });
    for (const way of walk) {
      state = pacman.step(state, ways[way]);
      for (let tick = 1; tick < TURN_EVERY_TICKS; tick += 1) state = pacman.step(state, 0);
    }
    const score = state.lives < 3 ? 0 : pacman.scoreOf(state);
    if (score > best.score) best = { score, walk };
  }
  return best.walk.map((press, turn) => ({
    atMs: turn * TURN_EVERY_TICKS * TICK_MS - ON_THE_WAY_MS,
    press,
  }));
}

const SIDE = 8;
/** The cell where the cursor begins. */
const FIRST_CELL = 27;
const KEY_EVERY_MS = 40;

/** How a board of sweets goes on after a swap until it has settled, and how many matches that takes. */
function settle(before: sweetCrush.State, input: number) {
  let state = sweetCrush.step(before, input);
  let matches = 0;
  while (state.phase !== 'settled') {
    state = sweetCrush.step(state, sweetCrush.SETTLE);
    if (state.phase === 'cleared') matches += 1;
  }
  return { state, matches };
}

/** Swaps sweets, the longest chains first: arrows to one of them, S or D to swap it. */
export function swapSweets(seed: number, untilMs: number): Act[] {
  const acts: Act[] = [];
  let state = sweetCrush.start(seed, { mode: 'classic' });
  let cursor = FIRST_CELL;
  let atMs = 200;
  while (atMs < untilMs && sweetCrush.outcomeOf(state) === 'playing') {
    const [choice] = validSwaps(state.cells)
      .map((input) => ({ input, ...settle(state, input) }))
      .toSorted((one, other) => other.matches - one.matches);
    const swap = choice && swapOf(choice.input);
    if (!swap) break;
    const keys = [...walk(cursor, swap.cell), swap.other === swap.cell + 1 ? 'd' : 's'];
    acts.push(...pressInTurn(keys, { fromMs: atMs, everyMs: KEY_EVERY_MS }));
    atMs += keys.length * KEY_EVERY_MS;
    atMs += choice.matches * (MATCH_CHECK_MS + REFILL_MS) + 500;
    cursor = swap.other;
    state = choice.state;
  }
  return acts;
}

/** Arrows from cell to cell. */
function walk(from: number, to: number): string[] {
  const down = Math.floor(to / SIDE) - Math.floor(from / SIDE);
  const right = (to % SIDE) - (from % SIDE);
  return [
    ...Array<string>(Math.abs(down)).fill(down > 0 ? 'ArrowDown' : 'ArrowUp'),
    ...Array<string>(Math.abs(right)).fill(right > 0 ? 'ArrowRight' : 'ArrowLeft'),
  ];
}

const MOVE_EVERY_MS = 1100;
const COLUMNS = 8;

/** Drops stones where the game would advise to, against the strongest robot. */
export function dropStones(seed: number, untilMs: number): Act[] {
  const acts: Act[] = [];
  let state = connectFour.start(seed, { opponent: 'robot', level: 'expert' });
  for (let atMs = 200; atMs < untilMs && connectFour.outcomeOf(state) === 'playing'; ) {
    const advice = connectFour.step({ ...state, hints: 0 }, connectFour.HINT).hint ?? 0;
    acts.push({ atMs, press: `${(advice % COLUMNS) + 1}` });
    state = connectFour.step(connectFour.step(state, advice), connectFour.ROBOT_MOVES);
    atMs += MOVE_EVERY_MS;
  }
  return acts;
}

/** Marks squares by their digits, against the robot: the best ones, so that the board is filled. */
export function markSquares(seed: number): Act[] {
  const acts: Act[] = [];
  let state = ticTacToe.start(seed, { opponent: 'robot', begins: 'you' });
  for (let atMs = 200; ticTacToe.outcomeOf(state) === 'playing'; atMs += MOVE_EVERY_MS) {
    const square = ticTacToe.bestSquares(state.squares)[0] ?? 0;
    acts.push({ atMs, press: `${square + 1}` });
    state = ticTacToe.step(ticTacToe.step(state, square), ticTacToe.ROBOT_MOVES);
  }
  return acts;
}
