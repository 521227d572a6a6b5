/**
 * Sweet Crush: a swap of neighbours that makes a line of three is valid; lines are cleared, sweets fall and
 * new ones appear. A step is a swap, a hint, the end of an endless game, or one stage after a swap. The view
 * decides when each stage is shown, so that replays need no clock.
 */
import type { Input, Outcome } from '../kit/engine.ts';
import {
  hasSwap,
  isValidSwap,
  randomBoard,
  refilled,
  reshuffled,
  type Swap,
  swapOf,
  swapped,
  validSwaps,
} from './board.ts';
import { type Cleared, clearMatches } from './clearing.ts';
import {
  CELLS,
  HINTS,
  KIND_POINTS,
  LEFT_SWAP_POINTS,
  LEVELS,
  SPECIAL_POINTS,
} from './constants.ts';
import { goalsOf, initialState, MODES, type Options, type State } from './state.ts';

export const game = 'sweet-crush';
export const rules = 1;
export const tickMs = null;

/** Inputs from 0 to 127 are swaps (`swapOf`); this one advances an unsettled board by one stage. */
export const SETTLE = 2 * CELLS;
export const HINT = SETTLE + 1;
/** Ends an endless game; without a meaning in other modes. */
export const END = HINT + 1;
export const inputCount = END + 1;

const isLevelDone = (state: State): boolean => {
  const goals = goalsOf(state);
  return goals.length > 0 && goals.every(({ count }, index) => (state.done[index] ?? 0) >= count);
};

/** Returns the points of cleared sweets, without bonuses. */
export const pointsOf = (popped: readonly number[], specials: number): number =>
  popped.reduce((sum, count, index) => sum + count * (KIND_POINTS[index] as number), 0) +
  specials * SPECIAL_POINTS;

/** Points of sweets and special sweets, of chains, and of unused swaps. */
export const scoreOf = ({ popped, specials, bonus }: State): number =>
  pointsOf(popped, specials) + bonus;

/** Won after the last level, the last swap or `END`; lost without a swap before a goal is reached. */
export const outcomeOf = ({ end }: State): Outcome => end;

/** Returns the progress of the goals after more sweets were cleared. */
const towards = (state: State, points: number, went: Cleared): number[] =>
  goalsOf(state).map(({ of }, index) => {
    const before = state.done[index] ?? 0;
    if (of === 'points') return before + points;
    return before + (of === 'specials' ? went.specials : (went.popped[of - 1] ?? 0));
  });

/** Clears matches, each one of a chain with a higher multiplier; without matches the board is settled. */
function matched(state: State): State {
  const swap = state.phase === 'swapped' && state.swap !== null ? swapOf(state.swap) : null;
  const went = clearMatches(state.cells, swap, state.random);
  if (!went) return settled(state);
  const points = pointsOf(went.popped, went.specials);
  return {
    ...state,
    random: went.random,
    cells: went.cells,
    phase: 'cleared',
    chain: state.chain + 1,
    done: towards(state, points * (state.chain + 1), went),
    popped: state.popped.map((count, index) => count + (went.popped[index] ?? 0)),
    specials: state.specials + went.specials,
    bonus: state.bonus + points * state.chain,
  };
}

/** Handles a settled board: the level may be complete, and a board without a valid swap is shuffled. */
function settled(state: State): State {
  const after: State = { ...state, phase: 'settled', swap: null, chain: 0 };
  if (isLevelDone(after)) {
    after.bonus += LEFT_SWAP_POINTS * after.swaps;
    if (after.level === LEVELS.length) return { ...after, swaps: 0, end: 'won' };
    after.level++;
    after.swaps = LEVELS[after.level - 1]?.swaps ?? 0;
    after.done = goalsOf(after).map(() => 0);
  } else if (after.swaps === 0) {
    return { ...after, end: after.options.mode === 'levels' ? 'lost' : 'won' };
  }
  if (hasSwap(after.cells)) return after;
  const [cells, random] = reshuffled(after.cells, after.random);
  return { ...after, cells, random, shuffles: after.shuffles + 1 };
}

/** Returns the points that a swap scores immediately, before sweets fall. */
function pointsOfSwap({ cells, random }: State, input: number): number {
  const swap = swapOf(input) as Swap;
  const went = clearMatches(swapped(cells, swap), swap, random);
  return went ? pointsOf(went.popped, went.specials) : 0;
}

/** Returns the input of the swap with the most immediate points, the first one of several. */
export function bestSwap(state: State): number {
  let best = { input: -1, points: -1 };
  for (const input of validSwaps(state.cells)) {
    const points = pointsOfSwap(state, input);
    if (points > best.points) best = { input, points };
  }
  return best.input;
}

/** Ends an endless game; the effects of the last swap still count. */
function ended(state: State): State {
  let after = state;
  while (after.phase !== 'settled') after = step(after, SETTLE);
  return { ...after, hint: null, end: 'won' };
}

/** Plays a swap, a hint, the end of an endless game, or the next stage of an unsettled board. */
export function step(state: State, input: Input): State {
  if (state.end !== 'playing') return state;
  if (input === END && state.options.mode === 'endless') return ended(state);
  if (state.phase === 'cleared') {
    const [cells, random] = refilled(state.cells, state.random);
    return { ...state, cells, random, phase: 'filled' };
  }
  if (state.phase !== 'settled') return matched(state);
  if (input === HINT) {
    if (state.hints >= HINTS || state.hint !== null) return state;
    return { ...state, hints: state.hints + 1, hint: bestSwap(state) };
  }
  const swap = swapOf(input);
  if (!swap || !isValidSwap(state.cells, swap)) return state;
  return {
    ...state,
    cells: swapped(state.cells, swap),
    phase: 'swapped',
    swap: input,
    swaps: state.swaps - 1,
    hint: null,
  };
}

/** Returns valid options from untrusted input, or null. `{}` is the classic game. */
export function readOptions(value: unknown): Options | null {
  if (typeof value !== 'object' || value === null) return null;
  const { mode = 'classic' } = value as Record<string, unknown>;
  const known = MODES.find((candidate) => candidate === mode);
  return known ? { mode: known } : null;
}

/** Returns a playable board without lines. */
export function start(seed: number, options: Options): State {
  const [cells, random] = randomBoard(seed);
  return { ...initialState(options), random, cells };
}

export type { Options, State } from './state.ts';
export { readPosition, writePosition } from './state.ts';
