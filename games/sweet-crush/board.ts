/** Lines, swaps and falling sweets of a board. */
import { below, next, type Random, shuffled } from '../kit/random.ts';
import { CELLS, KINDS, LINE, SIDE } from './constants.ts';

// A sweet is one number: its kind from 1 to 6 in the lowest three bits, its special effect above them.

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
export const sweetOf = (kind: number, special: number): Sweet => kind | (special << 3);

/** True for rainbows and sweets with a special effect. */
export const isSpecial = (sweet: Sweet): boolean => sweet === RAINBOW || specialOf(sweet) !== PLAIN;

const SIGNS = ['', '-', '|', '+'] as const;

const LETTERS = KINDS.map((kind) => kind.charAt(0));

/** Two neighbouring cells that are swapped: a cell, and the one to its right or below. */
export interface Swap {
  cell: number;
  other: number;
}

/** Three or more sweets of a kind in a row. */
export interface Line {
  kind: number;
  isRow: boolean;
  cells: number[];
}

const rowOf = (cell: number): number => Math.floor(cell / SIDE);
const columnOf = (cell: number): number => cell % SIDE;

/** Returns the swap of an input from 0 to 127 (twice the cell, plus one for the cell below); null at the edges. */
export function swapOf(input: number): Swap | null {
  const cell = Math.floor(input / 2);
  if (cell >= CELLS) return null;
  if (input % 2 === 0) return columnOf(cell) < SIDE - 1 ? { cell, other: cell + 1 } : null;
  return rowOf(cell) < SIDE - 1 ? { cell, other: cell + SIDE } : null;
}

/** Returns the input that swaps two cells, or null if they are not neighbours. */
export function inputOf(first: number, second: number): number | null {
  const cell = Math.min(first, second);
  const other = Math.max(first, second);
  const across = swapOf(2 * cell)?.other === other;
  if (!across && swapOf(2 * cell + 1)?.other !== other) return null;
  return 2 * cell + (across ? 0 : 1);
}

export const SWAP_INPUTS: readonly number[] = Array.from({ length: 2 * CELLS }, (_, input) => input)
  // Cells at the right and the lower edge have no neighbour there.
  .filter((input) => swapOf(input) !== null);

export function swapped(board: Board, { cell, other }: Swap): Sweet[] {
  const after = [...board];
  after[cell] = board[other] as Sweet;
  after[other] = board[cell] as Sweet;
  return after;
}

/** Returns the number of adjacent cells of a kind in steps of `step`. */
function reach(board: Board, cell: number, step: number, kind: number): number {
  const isRow = step === 1 || step === -1;
  let count = 0;
  for (let at = cell + step; at >= 0 && at < CELLS; at += step) {
    if (isRow && rowOf(at) !== rowOf(cell)) break;
    if (kindOf(board[at] as Sweet) !== kind) break;
    count++;
  }
  return count;
}

function isInLine(board: Board, cell: number): boolean {
  const kind = kindOf(board[cell] as Sweet);
  if (kind === 0) return false;
  const across = reach(board, cell, -1, kind) + reach(board, cell, 1, kind);
  if (across + 1 >= LINE) return true;
  return reach(board, cell, -SIDE, kind) + reach(board, cell, SIDE, kind) + 1 >= LINE;
}

/** True if the swap makes a line of three or contains a rainbow. */
export function isValidSwap(board: Board, swap: Swap): boolean {
  if (board[swap.cell] === RAINBOW || board[swap.other] === RAINBOW) return true;
  const after = swapped(board, swap);
  return isInLine(after, swap.cell) || isInLine(after, swap.other);
}

export const validSwaps = (board: Board): number[] =>
  SWAP_INPUTS.filter((input) => isValidSwap(board, swapOf(input) as Swap));

export const hasSwap = (board: Board): boolean =>
  SWAP_INPUTS.some((input) => isValidSwap(board, swapOf(input) as Swap));

function linesAlong(board: Board, isRow: boolean): Line[] {
  const lines: Line[] = [];
  for (let one = 0; one < SIDE; one++) {
    let cells: number[] = [];
    for (let along = 0; along <= SIDE; along++) {
      const cell = isRow ? one * SIDE + along : along * SIDE + one;
      const kind = along < SIDE ? kindOf(board[cell] as Sweet) : 0;
      const lastKind = cells.length > 0 ? kindOf(board[cells[0] as number] as Sweet) : 0;
      if (kind !== 0 && kind === lastKind) cells.push(cell);
      else {
        if (cells.length >= LINE) lines.push({ kind: lastKind, isRow, cells });
        cells = kind === 0 ? [] : [cell];
      }
    }
  }
  return lines;
}

/** Returns all lines of the board, rows first. */
export const linesOf = (board: Board): Line[] => [
  ...linesAlong(board, true),
  ...linesAlong(board, false),
];

/** Returns the number of rows that each sweet falls when the empty cells are filled from above. */
export function fallsOf(board: Board): number[] {
  const falls = new Array<number>(CELLS).fill(0);
  for (let column = 0; column < SIDE; column++) {
    let to = SIDE - 1;
    for (let from = SIDE - 1; from >= 0; from--) {
      if (board[from * SIDE + column] === EMPTY) continue;
      falls[to * SIDE + column] = to - from;
      to--;
    }
    for (let row = to; row >= 0; row--) falls[row * SIDE + column] = to + 1;
  }
  return falls;
}

/** Returns the board after sweets have fallen and random ones have filled it, and the advanced generator. */
export function refilled(board: Board, random: Random): [Sweet[], Random] {
  const falls = fallsOf(board);
  let generator = random;
  const after = falls.map((rows, cell) => {
    const from = cell - rows * SIDE;
    if (from >= 0 && board[from] !== EMPTY) return board[from] as Sweet;
    generator = next(generator);
    return 1 + below(generator, KINDS.length);
  });
  return [after, generator];
}

/** True if the board has no line and a valid swap. */
export const isPlayable = (board: Board): boolean =>
  !SWAP_INPUTS.some((input) => isInLine(board, Math.floor(input / 2))) &&
  !isInLine(board, CELLS - 1) &&
  hasSwap(board);

/** Returns a random playable board, and the advanced generator. */
export function randomBoard(random: Random): [Sweet[], Random] {
  let generator = random;
  // Almost every board has a valid swap, so this takes one or two attempts.
  for (;;) {
    const board: Sweet[] = [];
    for (let cell = 0; cell < CELLS; cell++) {
      const kinds = KINDS.map((_, index) => index + 1).filter((kind) => {
        const isRow = columnOf(cell) >= 2 && board[cell - 1] === kind && board[cell - 2] === kind;
        return !isRow && !(board[cell - SIDE] === kind && board[cell - 2 * SIDE] === kind);
      });
      generator = next(generator);
      board.push(kinds[below(generator, kinds.length)] as Sweet);
    }
    if (isPlayable(board)) return [board, generator];
  }
}

/** Maximum number of attempts; about one order in fifteen is playable. */
const SHUFFLES_MAX = 400;

/** Returns the same sweets in a playable order, or new ones if no order is found, and the advanced generator. */
export function reshuffled(board: Board, random: Random): [Sweet[], Random] {
  let generator = random;
  for (let tries = 0; tries < SHUFFLES_MAX; tries++) {
    let shuffledBoard: Sweet[];
    [shuffledBoard, generator] = shuffled(generator, board);
    if (isPlayable(shuffledBoard)) return [shuffledBoard, generator];
  }
  return randomBoard(generator);
}

/** Writes a sweet: the letter of its kind, followed by `-`, `|` or `+` if special; `*` is a rainbow, `.` is empty. */
function writeSweet(sweet: Sweet): string {
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
