/** State of a game of Sweet Crush. */
import { type Outcome, PositionError } from '../kit/engine.ts';
import type { Random } from '../kit/random.ts';
import { readBoard, type Sweet, writeBoard } from './board.ts';
import { CLASSIC_SWAPS, ENDLESS_SWAPS, type Goal, KINDS, LEVELS } from './constants.ts';

/** The most points in thirty swaps, levels with goals, or swaps until the player ends the game. */
export type Options = { mode: (typeof MODES)[number] };

export const MODES = ['classic', 'levels', 'endless'] as const;

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

// Text notation: eight rows from the top, and values that differ from the start of a game.

const numbers = ['swaps', 'chain', 'specials', 'bonus', 'hints', 'shuffles'] as const;

const lists = ['popped', 'done'] as const;

const optional = ['swap', 'hint'] as const;

const phases = ['settled', 'swapped', 'cleared', 'filled'] as const;

const ends = ['playing', 'won', 'lost'] as const;

function give(state: State, name: string, value: string): boolean {
  const number = numbers.find((candidate) => candidate === name);
  const list = lists.find((candidate) => candidate === name);
  const either = optional.find((candidate) => candidate === name);
  const phase = phases.find((candidate) => candidate === value);
  const end = ends.find((candidate) => candidate === value);
  if (name === 'level' || name === 'mode') return true;
  if (name === 'phase' && phase) state.phase = phase;
  else if (name === 'end' && end) state.end = end;
  else if (list && value.split(',').length === state[list].length) {
    state[list] = value.split(',').map(Number);
  } else if (number && /^\d+$/.test(value)) state[number] = Number(value);
  else if (either && /^\d+$/.test(value)) state[either] = Number(value);
  else return false;
  return true;
}

/**
 * Reads rows of eight sweets (`b` ball, `g` gem, `t` toffee, `f` flower, `l` leaf, `s` star; `b-`, `b|` and `b+`
 * clear a row, a column, and the cells around; `*` is a rainbow, `.` is empty) and values such as `level=2 swaps=3`
 * or `mode=endless`. Without level and mode it is the classic game. The notation omits the random generator.
 */
export function readPosition(text: string): State {
  const [rows = '', ...facts] = text.trim().split(/\s+/);
  const cells = readBoard(rows);
  if (!cells) throw new PositionError(`not eight rows of eight sweets: ${rows}`);
  const level = Number(/\blevel=(\d+)/.exec(text)?.[1] ?? 0);
  if (level > LEVELS.length) throw new PositionError(`no such level: ${level}`);
  const named = /\bmode=(\w+)/.exec(text)?.[1] ?? (level > 0 ? 'levels' : 'classic');
  const mode = MODES.find((candidate) => candidate === named);
  if (!mode) throw new PositionError(`no such mode: ${named}`);
  const state: State = { ...initialState({ mode }, Math.max(1, level)), cells };
  for (const fact of facts) {
    const [, name = '', value = ''] = /^([a-z]+)=([a-z]+|\d+(?:,\d+)*)$/.exec(fact) ?? [];
    if (!give(state, name, value)) throw new PositionError(`unknown fact: ${fact}`);
  }
  return state;
}

/** Writes the notation of `readPosition`. */
export function writePosition(state: State): string {
  const { mode } = state.options;
  const before = initialState({ mode }, state.level);
  const names = ['phase', ...optional, ...numbers, ...lists, 'end'] as const;
  const facts = names
    .filter((name) => `${state[name]}` !== `${before[name]}`)
    .map((name) => `${name}=${state[name]}`);
  if (mode === 'levels') facts.unshift(`level=${state.level}`);
  if (mode === 'endless') facts.unshift('mode=endless');
  return [writeBoard(state.cells), ...facts].join(' ');
}
