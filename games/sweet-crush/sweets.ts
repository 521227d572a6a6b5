/** A sweet is one number: its kind from 1 to 6 in the lowest three bits, its special effect above them. */
import { CELLS, KINDS, SIDE } from './constants.ts';

/** Content of a cell; 0 is empty. */
export type Sweet = number;
/** All cells by rows from the top left. */
export type Board = readonly Sweet[];

export const EMPTY = 0;
/** A special sweet without a kind; it clears the kind it is swapped with. */
export const RAINBOW = 7;

/** Special effects: a sweet clears its row, its column, or the cells around it. */
export const PLAIN = 0;
export const ACROSS = 1;
export const DOWNWARDS = 2;
export const BOMB = 3;

/** Returns the kind; 0 for an empty cell and for a rainbow. */
export const kindOf = (sweet: Sweet): number => (sweet === RAINBOW ? 0 : sweet & 7);
/** Returns the special effect, except of a rainbow. */
export const specialOf = (sweet: Sweet): number => sweet >> 3;
/** Returns a sweet of a kind with a special effect. */
export const sweetOf = (kind: number, special: number): Sweet => kind | (special << 3);
/** True for rainbows and sweets with a special effect. */
export const isSpecial = (sweet: Sweet): boolean => sweet === RAINBOW || specialOf(sweet) !== PLAIN;

const SIGNS = ['', '-', '|', '+'] as const;
const LETTERS = KINDS.map((kind) => kind.charAt(0));

/**
 * Writes a sweet: the letter of its kind, followed by `-`, `|` or `+` if special; `*` is a rainbow, `.` is
 * empty.
 */
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

/** Reads eight rows separated by slashes, or returns null if they are invalid. */
export function readBoard(text: string): Sweet[] | null {
  const rows = text.split('/').map((row) => {
    const sweets = row.match(/[bgtfls][-|+]?|[*.]/g) ?? [];
    return sweets.join('') === row && sweets.length === SIDE ? sweets.map(readSweet) : [];
  });
  const cells = rows.flat();
  return rows.length === SIDE && cells.length === CELLS ? cells : null;
}

/** Writes the notation of `readBoard`. */
export function writeBoard(board: Board): string {
  const rows = Array.from({ length: SIDE }, (_, row) =>
    board
      .slice(row * SIDE, (row + 1) * SIDE)
      .map(writeSweet)
      .join(''),
  );
  return rows.join('/');
}
