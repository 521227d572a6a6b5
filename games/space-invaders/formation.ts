/** The invaders of an arcade wave, which move together. */
import { countBits } from '../kit/engine.ts';
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

/** Invaders of a wave: the bits of each row, the first column being the lowest bit. */
export interface Formation {
  readonly rows: readonly number[];
  /** Upper left corner of the first invader, in parts. */
  readonly x: number;
  readonly y: number;
  readonly direction: 1 | -1;
  /** Distance it still has to descend, in parts. */
  readonly dropping: number;
}

/** Returns the formation at the start of a wave. */
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

export function invadersLeft({ rows }: Formation): number {
  let count = 0;
  for (const row of rows) count += countBits(row);
  return count;
}

/** Returns the speed in parts per tick; it increases with each wave and with fewer invaders. */
export function speedOf(wave: number, left: number): number {
  return 2 + wave + Math.floor(120 / (left + 4));
}

/** Returns the first and the last column with an invader. */
export function columnsLeft({ rows }: Formation): [number, number] {
  let bits = 0;
  for (const row of rows) bits |= row;
  let first = 0;
  while (first < INVADERS_IN_ROW - 1 && (bits & (1 << first)) === 0) first++;
  let last = INVADERS_IN_ROW - 1;
  while (last > 0 && (bits & (1 << last)) === 0) last--;
  return [first, last];
}

/** Returns the lower edge of the lowest row with an invader, in parts. */
export function bottomOf({ rows, y }: Formation): number {
  let row = ROWS - 1;
  while (row > 0 && rows[row] === 0) row--;
  return y + (row * INVADER_SPACE_Y + INVADER_HEIGHT) * PARTS;
}

/** Returns the invader at a position as [row, column], or null. */
export function invaderAt(
  { rows, x, y }: Formation,
  at: { x: number; y: number },
): [number, number] | null {
  const spaceX = INVADER_SPACE_X * PARTS;
  const spaceY = INVADER_SPACE_Y * PARTS;
  const column = Math.floor((at.x - x) / spaceX);
  if (column < 0 || column >= INVADERS_IN_ROW) return null;
  if (at.x - x - column * spaceX >= INVADER_WIDTH * PARTS) return null;
  // The lowest row first, because shots come from below.
  for (let row = ROWS - 1; row >= 0; row--) {
    const top = y + row * spaceY;
    const isBeside = at.y >= top + INVADER_HEIGHT * PARTS || at.y + SHOT_HEIGHT * PARTS <= top;
    if (!isBeside && ((rows[row] as number) & (1 << column)) !== 0) return [row, column];
  }
  return null;
}

/** Returns the centre of a column, in parts. */
export const middleOf = ({ x }: Formation, column: number): number =>
  x + (column * INVADER_SPACE_X + INVADER_WIDTH / 2) * PARTS;
