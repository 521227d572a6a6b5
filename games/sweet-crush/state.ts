/** What a game of Sweet Crush is at any moment. */
import type { Outcome } from '../kit/engine.ts';
import type { Random } from '../kit/random.ts';
import { CLASSIC_SWAPS, ENDLESS_SWAPS, type Goal, KINDS, LEVELS } from './constants.ts';
import type { Sweet } from './sweets.ts';

/** As many points as thirty swaps bring, level after level, or swaps until the player ends the game. */
export type Options = { mode: (typeof MODES)[number] };

export const MODES = ['classic', 'levels', 'endless'] as const;

/** A game as it stands. */
export interface State {
  options: Options;
  random: Random;
  cells: Sweet[];
  /** `settled` waits for a swap; the others go on with any input. */
  phase: 'settled' | 'swapped' | 'cleared' | 'filled';
  /** The swap that is not settled yet, by its input. */
  swap: number | null;
  /** Matches one after the other since that swap. */
  chain: number;
  level: number;
  /** Swaps that are left. */
  swaps: number;
  /** How far each goal of the level is. */
  done: number[];
  /** Sweets of each kind that went. */
  popped: number[];
  /** Special sweets that went off. */
  specials: number;
  /** Points above those of sweets and specials: for matches in a chain, and for swaps left over. */
  bonus: number;
  hints: number;
  /** The swap that a hint names, by its input. */
  hint: number | null;
  /** How often no swap was left and the board was mixed. */
  shuffles: number;
  end: Outcome;
}

/** Swaps made in an endless game. */
export const swapsMade = ({ swaps }: State): number => ENDLESS_SWAPS - swaps;

/** What the level asks for; nothing in modes without levels. */
export const goalsOf = ({ options, level }: State): readonly Goal[] =>
  options.mode === 'levels' ? (LEVELS[level - 1]?.goals ?? []) : [];

const SWAPS = { classic: CLASSIC_SWAPS, endless: ENDLESS_SWAPS } as const;

/** Returns a game before its first move, without a board; `level` counts from 1. */
export function freshState({ mode }: Options, level = 1): State {
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
