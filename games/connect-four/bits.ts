import { COLUMNS, ROWS } from './constants.ts';

/*
 * A set of squares as 56 bits: seven per column, of which the highest is never a square and prevents lines
 * across columns. Columns 0–3 are the low half, 4–7 the high half, because bitwise operators of JavaScript
 * have 32 bits.
 */

/** Bits of a half. */
export const HALF_BITS = 28;
/** Bits of a column: its squares and the separator. */
export const COLUMN_BITS = ROWS + 1;
/** The lowest square of each column of a half. */
export const BOTTOM = 1 | (1 << 7) | (1 << 14) | (1 << 21);
/** All squares of a half. */
export const BOARD = BOTTOM * ((1 << ROWS) - 1);
/** Columns of a half. */
export const HALF_COLUMNS = COLUMNS / 2;

/** Discs of the side to move, and all discs, in halves. */
export interface Bits {
  ownLow: number;
  ownHigh: number;
  allLow: number;
  allHigh: number;
}

/** Returns the number of set bits. */
export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Result of `findLines`, reused to avoid allocation during the search. */
export const line = { low: 0, high: 0 };

/**
 * Finds the free squares that would complete a line of `own`, reachable or not, and writes them to `line`.
 */
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
