import { PositionError } from '../kit/engine.ts';

/** Rows of the board (spec section 9). */
export const ROWS = 6;
/** Columns of the board (spec section 9). */
export const COLUMNS = 8;
export const SQUARES = ROWS * COLUMNS;
/** Discs in a row that win. */
const LINE = 4;
/** Time for which 'Square not available' is shown, in milliseconds (spec section 9). */
export const ERROR_MS = 3000;
/** Shown for a square that is not the lowest free one of its column. */
export const NOT_AVAILABLE = 'Square not available';

/** Levels of the robot, from weak to strong. */
export const LEVELS = ['easy', 'medium', 'hard', 'expert'] as const;
/** Plies (moves of one side) that Medium looks ahead: a win, and a block. */
export const MEDIUM_PLIES = 2;
/** Plies that Hard looks ahead. */
export const HARD_PLIES = 6;
/** Minimum number of plies that Expert looks ahead. */
export const EXPERT_PLIES = 12;
/**
 * Positions after which Expert does not search deeper than that. It is a count instead of a time so that
 * every machine computes the same move, and small because a replay computes all moves again. Twelve plies are
 * at most 264,000 positions, usually 42,000; a move takes about 40 ms and a game at most one second.
 */
export const EXPERT_POSITIONS = 400_000;

/** Points of a won game at each level, plus the free squares. */
export const WIN_POINTS = { easy: 100, medium: 200, hard: 400, expert: 800 } as const;
/** Points of a drawn game at each level. */
export const DRAW_POINTS = { easy: 20, medium: 50, hard: 150, expert: 400 } as const;
/** Points that a hint or an undone move costs. */
export const HELP_POINTS = 10;
/** Hints per game; limited because each one is a search, also in a replay. */
export const HINTS = 10;
/** Undone moves per game. */
export const UNDOS = 10;

/*
 * A set of squares as 56 bits: seven per column, of which the highest is never a square and prevents lines
 * across columns. Columns 0–3 are the low half, 4–7 the high half, because bitwise operators of JavaScript
 * have 32 bits.
 */

const HALF_BITS = 28;

/** Bits of a column: its squares and the separator. */
export const COLUMN_BITS = ROWS + 1;

/** The lowest square of each column of a half. */
export const BOTTOM = 1 | (1 << 7) | (1 << 14) | (1 << 21);

/** All squares of a half. */
export const BOARD = BOTTOM * ((1 << ROWS) - 1);
export const HALF_COLUMNS = COLUMNS / 2;

/** Discs of the side to move, and all discs, in halves. */
export interface Bits {
  ownLow: number;
  ownHigh: number;
  allLow: number;
  allHigh: number;
}

/** Result of `findLines`, reused to avoid allocation during the search. */
export const line = { low: 0, high: 0 };

/** Owner of a square: none, player one or player two. */
export type Holder = 0 | 1 | 2;

/** A square as the specification describes it. */
export interface Cell {
  indexArray: number;
  index: number;
  selected: Holder;
  available: boolean;
}

/** Owners of the 48 squares, row by row from the top left. */
export type Squares = readonly Holder[];
export const emptySquares = (): Holder[] => new Array<Holder>(SQUARES).fill(0);

/** Returns the lowest free square of a column, or -1. */
export function freeSquare(squares: Squares, column: number): number {
  for (let square = SQUARES - COLUMNS + column; square >= 0; square -= COLUMNS) {
    if (squares[square] === 0) return square;
  }
  return -1;
}

/** True if the square is the lowest free one of its column. */
export const isAvailable = (squares: Squares, square: number): boolean =>
  squares[square] === 0 && squares[square + COLUMNS] !== 0;

/** Returns the 48 cells of a board. */
export const cellsOf = (squares: Squares): Cell[] =>
  squares.map((selected, square) => ({
    indexArray: Math.floor(square / COLUMNS),
    index: square % COLUMNS,
    selected,
    available: isAvailable(squares, square),
  }));

/** Returns the player to move; player one starts. */
export const turnOf = (squares: Squares): 1 | 2 =>
  squares.filter((holder) => holder !== 0).length % 2 === 0 ? 1 : 2;

/** Right, down, and both diagonals. */
const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

/** A line of four: its first square, and the offset between its squares. */
interface Line {
  first: number;
  on: number;
}

function linesFrom(square: number): Line[] {
  const row = Math.floor(square / COLUMNS);
  const column = square % COLUMNS;
  return DIRECTIONS.filter(([down, right]) => {
    const lastColumn = column + right * (LINE - 1);
    return row + down * (LINE - 1) < ROWS && lastColumn >= 0 && lastColumn < COLUMNS;
  }).map(([down, right]) => ({ first: square, on: down * COLUMNS + right }));
}

/** All lines, computed once because each move checks them several times. */
const LINES = Array.from({ length: SQUARES }, (_, square) => linesFrom(square)).flat();

/** Returns all squares of complete lines, in order; empty if there is no winner. */
export function winningSquares(squares: Squares): number[] {
  const winning = new Set<number>();
  for (const { first, on } of LINES) {
    const holder = squares[first];
    if (holder === 0 || squares[first + on] !== holder) continue;
    if (squares[first + 2 * on] !== holder || squares[first + 3 * on] !== holder) continue;
    for (let place = 0; place < LINE; place++) winning.add(first + place * on);
  }
  return [...winning].sort((a, b) => a - b);
}

/** Returns the board as bits, for the side to move. */
export function bitsOf(squares: Squares): Bits {
  const turn = turnOf(squares);
  const bits: Bits = { ownLow: 0, ownHigh: 0, allLow: 0, allHigh: 0 };
  squares.forEach((holder, square) => {
    if (holder === 0) return;
    const column = square % COLUMNS;
    const height = ROWS - 1 - Math.floor(square / COLUMNS);
    const bit = 1 << ((column % HALF_COLUMNS) * COLUMN_BITS + height);
    const own = holder === turn ? bit : 0;
    if (column < HALF_COLUMNS) {
      bits.allLow |= bit;
      bits.ownLow |= own;
    } else {
      bits.allHigh |= bit;
      bits.ownHigh |= own;
    }
  });
  return bits;
}

const SIGNS = '.xo';

/** Writes a board as six rows from the top: x is player one, o is player two, a digit is a number of free squares. */
export const writeSquares = (squares: Squares): string =>
  Array.from({ length: ROWS }, (_, row) =>
    squares
      .slice(row * COLUMNS, (row + 1) * COLUMNS)
      .map((holder) => SIGNS[holder])
      .join('')
      .replace(/\.+/g, (free) => String(free.length)),
  ).join('/');

/** Reads a board; throws if its rows are invalid, discs float, or a player moved twice. */
export function readSquares(text: string): Holder[] {
  const rows = text.split('/').map((row) => row.replace(/\d/g, (free) => '.'.repeat(Number(free))));
  const signs = rows.join('');
  if (rows.length !== ROWS || rows.some((row) => row.length !== COLUMNS)) {
    throw new PositionError(`not ${ROWS} rows of ${COLUMNS} squares: ${text}`);
  }
  if (!/^[.xo]*$/.test(signs)) throw new PositionError(`other signs than x, o and digits: ${text}`);
  const squares = Array.from(signs, (sign) => SIGNS.indexOf(sign) as Holder);
  const floats = squares.some((holder, square) => holder !== 0 && squares[square + COLUMNS] === 0);
  if (floats) throw new PositionError(`a disc floats: ${text}`);
  const ahead = squares.filter((holder) => holder === 1).length * 2;
  const discCount = squares.filter((holder) => holder !== 0).length;
  if (ahead !== discCount && ahead !== discCount + 1) {
    throw new PositionError(`one player moved twice: ${text}`);
  }
  return squares;
}

/** Finds the free squares that would complete a line of `own`, reachable or not, and writes them to `line`. */
export function findLines(ownLow: number, ownHigh: number, allLow: number, allHigh: number): void {
  let low = (ownLow << 1) & (ownLow << 2) & (ownLow << 3);
  let high = (ownHigh << 1) & (ownHigh << 2) & (ownHigh << 3);
  // Offsets of the neighbour down right, right, and up right.
  for (let step = COLUMN_BITS - 1; step <= COLUMN_BITS + 1; step++) {
    const left1Low = ownLow << step;
    const left1High = (ownHigh << step) | (ownLow >>> (HALF_BITS - step));
    const left2Low = ownLow << (2 * step);
    const left2High = (ownHigh << (2 * step)) | (ownLow >>> (HALF_BITS - 2 * step));
    const left3Low = ownLow << (3 * step);
    const left3High = (ownHigh << (3 * step)) | (ownLow >>> (HALF_BITS - 3 * step));
    const right1Low = (ownLow >>> step) | (ownHigh << (HALF_BITS - step));
    const right1High = ownHigh >>> step;
    const right2Low = (ownLow >>> (2 * step)) | (ownHigh << (HALF_BITS - 2 * step));
    const right2High = ownHigh >>> (2 * step);
    const right3Low = (ownLow >>> (3 * step)) | (ownHigh << (HALF_BITS - 3 * step));
    const right3High = ownHigh >>> (3 * step);
    const pairLow = left1Low & left2Low;
    const pairHigh = left1High & left2High;
    const otherLow = right1Low & right2Low;
    const otherHigh = right1High & right2High;
    low |= (pairLow & (left3Low | right1Low)) | (otherLow & (left1Low | right3Low));
    high |= (pairHigh & (left3High | right1High)) | (otherHigh & (left1High | right3High));
  }
  line.low = low & (BOARD ^ allLow);
  line.high = high & (BOARD ^ allHigh);
}
