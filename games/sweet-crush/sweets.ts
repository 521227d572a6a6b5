/** A sweet is one number: its kind from 1 to 6 in the last three bits, what is special about it above them. */
import { CELLS, KINDS, SIDE } from './constants.ts';

/** What lies in a cell; 0 is an empty one. */
export type Sweet = number;
/** All cells by rows from the top left. */
export type Board = readonly Sweet[];

export const EMPTY = 0;
/** It has no kind of its own and goes off with any that it is swapped with. */
export const RAINBOW = 7;

/** What is special about a sweet: it clears its row, its column, or all that is around it. */
export const PLAIN = 0;
export const ACROSS = 1;
export const DOWNWARDS = 2;
export const BOMB = 3;

/** The kind, 0 for an empty cell and for a rainbow, which have none. */
export const kindOf = (sweet: Sweet): number => (sweet === RAINBOW ? 0 : sweet & 7);
/** What is special about it, besides a rainbow. */
export const specialOf = (sweet: Sweet): number => sweet >> 3;
/** A sweet of a kind with something special. */
export const sweetOf = (kind: number, special: number): Sweet => kind | (special << 3);
/** Whether it does more than to be matched. */
export const isSpecial = (sweet: Sweet): boolean => sweet === RAINBOW || specialOf(sweet) !== PLAIN;

const SIGNS = ['', '-', '|', '+'] as const;
const LETTERS = KINDS.map((kind) => kind.charAt(0));

/** A sweet as text: the letter of its kind and `-`, `|` or `+` when special; `*` is a rainbow, `.` nothing. */
export function writeSweet(sweet: Sweet): string {
  if (sweet === EMPTY) return '.';
  if (sweet === RAINBOW) return '*';
  return `${LETTERS[kindOf(sweet) - 1]}${SIGNS[specialOf(sweet)]}`;
}

function readSweet(text: string): Sweet {
  if (text === '.') return EMPTY;
  if (text === '*') return RAINBOW;
  const special = SIGNS.indexOf((text[1] ?? '') as (typeof SIGNS)[number]);
  return sweetOf(LETTERS.indexOf(text.charAt(0)) + 1, special);
}

/** Eight rows with strokes between them; null for what is none. */
export function readBoard(text: string): Sweet[] | null {
  const rows = text.split('/').map((row) => {
    const sweets = row.match(/[bgtfls][-|+]?|[*.]/g) ?? [];
    return sweets.join('') === row && sweets.length === SIDE ? sweets.map(readSweet) : [];
  });
  const cells = rows.flat();
  return rows.length === SIDE && cells.length === CELLS ? cells : null;
}

/** What `readBoard` reads. */
export function writeBoard(board: Board): string {
  const rows = Array.from({ length: SIDE }, (_, row) =>
    board
      .slice(row * SIDE, (row + 1) * SIDE)
      .map(writeSweet)
      .join(''),
  );
  return rows.join('/');
}
