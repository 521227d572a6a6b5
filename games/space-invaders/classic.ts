/** The documented game: cells, three rows of eleven invaders, one shooter, and lasers. */
import { LEFT, type Outcome, PRIMARY, RIGHT } from '../kit/engine.ts';
import {
  CELLS,
  COLUMNS,
  EXPLOSION_TICKS,
  FIRST_SHOOTER_CELL,
  HOLD_STEP_TICKS,
  HOLD_TICKS,
  INVADER_MOVE_TICKS,
  INVADERS,
  INVADERS_IN_ROW,
  LASER_STEP_TICKS,
  RELOAD_TICKS,
} from './constants.ts';

/** State of a classic game; positions are cells, numbered by rows from the top left. */
export interface ClassicState {
  readonly mode: 'classic';
  readonly random: number;
  /** Ticks since the start. */
  readonly tick: number;
  readonly shooter: number;
  /** Cells of the remaining invaders. */
  readonly invaders: readonly number[];
  readonly direction: 1 | -1;
  readonly lasers: readonly number[];
  readonly explosions: readonly Explosion[];
  /** Held direction, and the ticks it has been held. */
  readonly moving: 0 | 1 | -1;
  readonly movingTicks: number;
  /** Ticks until the shooter can fire again. */
  readonly reload: number;
}

/** Cell of a hit, and the ticks for which it stays visible. */
export interface Explosion {
  readonly cell: number;
  readonly left: number;
}

export const fieldRowOf = (cell: number): number => Math.floor(cell / COLUMNS);
export const fieldColumnOf = (cell: number): number => cell % COLUMNS;

const SHOOTER_ROW = fieldRowOf(FIRST_SHOOTER_CELL);

/** Returns the first state; this game does not use random numbers. */
export function startClassic(seed: number): ClassicState {
  return {
    mode: 'classic',
    random: seed,
    tick: 0,
    shooter: FIRST_SHOOTER_CELL,
    invaders: Array.from(
      { length: INVADERS },
      (_, index) => Math.floor(index / INVADERS_IN_ROW) * COLUMNS + (index % INVADERS_IN_ROW),
    ),
    direction: 1,
    lasers: [],
    explosions: [],
    moving: 0,
    movingTicks: 0,
    reload: 0,
  };
}

export function outcomeOfClassic({ invaders }: ClassicState): Outcome {
  if (invaders.length === 0) return 'won';
  return invaders.some((cell) => fieldRowOf(cell) >= SHOOTER_ROW) ? 'lost' : 'playing';
}

export const scoreOfClassic = ({ invaders }: ClassicState): number => INVADERS - invaders.length;

/** Returns the held direction; both directions together cancel out. */
function movingOf(input: number): 0 | 1 | -1 {
  const isLeft = (input & LEFT) !== 0;
  const isRight = (input & RIGHT) !== 0;
  if (isLeft === isRight) return 0;
  return isLeft ? -1 : 1;
}

function moveShooter(state: ClassicState, input: number): ClassicState {
  const moving = movingOf(input);
  const movingTicks = moving !== 0 && moving === state.moving ? state.movingTicks + 1 : 0;
  const isDue =
    movingTicks === 0 ||
    (movingTicks >= HOLD_TICKS && (movingTicks - HOLD_TICKS) % HOLD_STEP_TICKS === 0);
  const column = fieldColumnOf(state.shooter) + moving;
  const moves = moving !== 0 && isDue && column >= 0 && column < COLUMNS;
  return { ...state, moving, movingTicks, shooter: state.shooter + (moves ? moving : 0) };
}

function fire(state: ClassicState, input: number): ClassicState {
  if (state.reload > 0) return { ...state, reload: state.reload - 1 };
  if ((input & PRIMARY) === 0) return state;
  return { ...state, lasers: [...state.lasers, state.shooter - COLUMNS], reload: RELOAD_TICKS };
}

/** Removes invaders and lasers that share a cell, and adds explosions. */
function hit(state: ClassicState): ClassicState {
  const struck = state.lasers.filter((cell) => state.invaders.includes(cell));
  if (struck.length === 0) return state;
  const isStruck = (cell: number) => struck.includes(cell);
  return {
    ...state,
    invaders: state.invaders.filter((cell) => !isStruck(cell)),
    lasers: state.lasers.filter((cell) => !isStruck(cell)),
    explosions: [
      ...state.explosions.filter(({ cell }) => !isStruck(cell)),
      ...[...new Set(struck)].map((cell) => ({ cell, left: EXPLOSION_TICKS })),
    ],
  };
}

/** Moves the invaders one column, or one row down at an edge, and reverses them. */
function moveInvaders(state: ClassicState): ClassicState {
  const edge = state.direction === 1 ? COLUMNS - 1 : 0;
  if (state.invaders.some((cell) => fieldColumnOf(cell) === edge)) {
    return {
      ...state,
      direction: state.direction === 1 ? -1 : 1,
      invaders: state.invaders.map((cell) => cell + COLUMNS),
    };
  }
  return { ...state, invaders: state.invaders.map((cell) => cell + state.direction) };
}

/** Advances by one tick. An invader that is hit in this tick does not move in it. */
export function stepClassic(before: ClassicState, input: number): ClassicState {
  if (outcomeOfClassic(before) !== 'playing') return before;
  const tick = before.tick + 1;
  let state: ClassicState = fire(moveShooter({ ...before, tick }, input), input);
  if (state.explosions.length > 0) {
    const explosions = state.explosions
      .map(({ cell, left }) => ({ cell, left: left - 1 }))
      .filter(({ left }) => left > 0);
    state = { ...state, explosions };
  }
  state = hit(state);
  if (tick % LASER_STEP_TICKS === 0 && state.lasers.length > 0) {
    const lasers = state.lasers.map((cell) => cell - COLUMNS).filter((cell) => cell >= 0);
    state = hit({ ...state, lasers });
  }
  if (tick % INVADER_MOVE_TICKS === 0) state = hit(moveInvaders(state));
  return state;
}

/** True for a possible position; used by property tests. */
export function isLegalClassic(state: ClassicState): boolean {
  const isCell = (cell: number) => Number.isInteger(cell) && cell >= 0 && cell < CELLS;
  return (
    fieldRowOf(state.shooter) === SHOOTER_ROW &&
    isCell(state.shooter) &&
    state.invaders.every(isCell) &&
    new Set(state.invaders).size === state.invaders.length &&
    state.invaders.length <= INVADERS &&
    state.lasers.every(isCell) &&
    state.explosions.every(({ cell, left }) => isCell(cell) && left > 0 && left <= EXPLOSION_TICKS)
  );
}
