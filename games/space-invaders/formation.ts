/** The invaders of an arcade wave, who move as one. */
import {
  FORMATION_X,
  FORMATION_Y,
  FULL_ROW,
  INVADER_HEIGHT,
  INVADER_SPACE_X,
  INVADER_SPACE_Y,
  INVADER_WIDTH,
  INVADERS_IN_ROW,
  LOWEST_START_WAVE,
  PARTS,
  ROWS,
  SHOT_HEIGHT,
  WAVE_LOWER_Y,
} from './constants.ts';

/** The invaders of a wave: each row the bits of who is left, the first column the lowest bit. */
export interface Formation {
  readonly rows: readonly number[];
  /** Of the first invader's upper left corner, in parts. */
  readonly x: number;
  readonly y: number;
  readonly direction: 1 | -1;
  /** Parts that it still has to come down. */
  readonly dropping: number;
}

/** The formation as a wave begins. */
export function formationOf(wave: number): Formation {
  const lower = (Math.min(wave, LOWEST_START_WAVE) - 1) * WAVE_LOWER_Y;
  return {
    rows: Array(ROWS).fill(FULL_ROW),
    x: FORMATION_X * PARTS,
    y: (FORMATION_Y + lower) * PARTS,
    direction: 1,
    dropping: 0,
  };
}

/** How many bits are set. */
function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** How many invaders are left. */
export function invadersLeft({ rows }: Formation): number {
  let count = 0;
  for (const row of rows) count += countBits(row);
  return count;
}

/** Parts in a tick: faster with each wave, and as they thin out. */
export function speedOf(wave: number, left: number): number {
  return 2 + wave + Math.floor(120 / (left + 4));
}

/** The columns that still have somebody: [first, last], as bits of all rows together. */
export function columnsLeft({ rows }: Formation): [number, number] {
  let bits = 0;
  for (const row of rows) bits |= row;
  let first = 0;
  while (first < INVADERS_IN_ROW - 1 && (bits & (1 << first)) === 0) first++;
  let last = INVADERS_IN_ROW - 1;
  while (last > 0 && (bits & (1 << last)) === 0) last--;
  return [first, last];
}

/** The lower edge of the lowest row that still has somebody, in parts. */
export function bottomOf({ rows, y }: Formation): number {
  let row = ROWS - 1;
  while (row > 0 && rows[row] === 0) row--;
  return y + (row * INVADER_SPACE_Y + INVADER_HEIGHT) * PARTS;
}

/** Which invader is at a place: [row, column], or null. */
export function invaderAt(
  { rows, x, y }: Formation,
  at: { x: number; y: number },
): [number, number] | null {
  const spaceX = INVADER_SPACE_X * PARTS;
  const spaceY = INVADER_SPACE_Y * PARTS;
  const column = Math.floor((at.x - x) / spaceX);
  if (column < 0 || column >= INVADERS_IN_ROW) return null;
  if (at.x - x - column * spaceX >= INVADER_WIDTH * PARTS) return null;
  // The lowest row that the shot overlaps: shots come from below.
  for (let row = ROWS - 1; row >= 0; row--) {
    const top = y + row * spaceY;
    const isBeside = at.y >= top + INVADER_HEIGHT * PARTS || at.y + SHOT_HEIGHT * PARTS <= top;
    if (!isBeside && ((rows[row] as number) & (1 << column)) !== 0) return [row, column];
  }
  return null;
}

/** The middle of a column, in parts. */
export const middleOf = ({ x }: Formation, column: number): number =>
  x + (column * INVADER_SPACE_X + INVADER_WIDTH / 2) * PARTS;
