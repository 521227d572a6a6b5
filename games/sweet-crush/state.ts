/** What a game of Sweet Crush is at any moment. */
import type { Outcome } from '../kit/engine.ts';
import type { Random } from '../kit/random.ts';
import { CLASSIC_SWAPS, type Goal, KINDS, LEVELS } from './constants.ts';
import type { Sweet } from './sweets.ts';

/** As many points as thirty swaps bring, or level after level. */
export type Options = { mode: 'classic' | 'levels' };

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

/** What the level asks for; nothing in the classic game. */
export const goalsOf = ({ options, level }: State): readonly Goal[] =>
  options.mode === 'levels' ? (LEVELS[level - 1]?.goals ?? []) : [];

/** A game before anything happened, without its board: at a level, or the classic one with 0. */
export function freshState(level: number): State {
  const first = LEVELS[level - 1];
  return {
    options: { mode: first ? 'levels' : 'classic' },
    random: 0,
    cells: [],
    phase: 'settled',
    swap: null,
    chain: 0,
    level: Math.max(1, level),
    swaps: first?.swaps ?? CLASSIC_SWAPS,
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
