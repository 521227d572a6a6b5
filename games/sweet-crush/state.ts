/** State of a game of Sweet Crush. */
import type { Outcome } from '../kit/engine.ts';
import type { Random } from '../kit/random.ts';
import { CLASSIC_SWAPS, ENDLESS_SWAPS, type Goal, KINDS, LEVELS } from './constants.ts';
import type { Sweet } from './sweets.ts';

/** The most points in thirty swaps, levels with goals, or swaps until the player ends the game. */
export type Options = { mode: (typeof MODES)[number] };

export const MODES = ['classic', 'levels', 'endless'] as const;

/** State of a game. */
export interface State {
  options: Options;
  random: Random;
  cells: Sweet[];
  /** `settled` waits for a swap; the other phases advance with any input. */
  phase: 'settled' | 'swapped' | 'cleared' | 'filled';
  /** Input of the swap whose effects are not settled yet. */
  swap: number | null;
  /** Number of consecutive matches since that swap. */
  chain: number;
  level: number;
  /** Swaps left. */
  swaps: number;
  /** Progress of each goal of the level. */
  done: number[];
  /** Cleared sweets of each kind. */
  popped: number[];
  /** Special sweets that took effect. */
  specials: number;
  /** Points beyond those of sweets and special sweets: for chains and for unused swaps. */
  bonus: number;
  hints: number;
  /** Input of the swap that the hint shows. */
  hint: number | null;
  /** Number of times that the board was shuffled because it had no valid swap. */
  shuffles: number;
  end: Outcome;
}

/** Returns the number of swaps made in an endless game. */
export const swapsMade = ({ swaps }: State): number => ENDLESS_SWAPS - swaps;

/** Returns the goals of the level; empty in modes without levels. */
export const goalsOf = ({ options, level }: State): readonly Goal[] =>
  options.mode === 'levels' ? (LEVELS[level - 1]?.goals ?? []) : [];

const SWAPS = { classic: CLASSIC_SWAPS, endless: ENDLESS_SWAPS } as const;

/** Returns a state before its first move, without a board; `level` counts from 1. */
export function initialState({ mode }: Options, level = 1): State {
  const first = mode === 'levels' ? LEVELS[level - 1] : undefined;
  return {
    options: { mode },
    random: 0,
    cells: [],
    phase: 'settled',
    swap: null,
    chain: 0,
    level,
    swaps: mode === 'levels' ? (first?.swaps ?? 0) : SWAPS[mode],
    done: (first?.goals ?? []).map(() => 0),
    popped: KINDS.map(() => 0),
    specials: 0,
    bonus: 0,
    hints: 0,
    hint: null,
    shuffles: 0,
    end: 'playing',
  };
}
