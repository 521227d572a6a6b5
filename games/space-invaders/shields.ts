/** Shields: rows of bits that shots, bombs and invaders remove. */
import { below, next } from '../kit/random.ts';
import {
  FULL_ROW,
  INVADER_HEIGHT,
  INVADER_SPACE_X,
  INVADER_SPACE_Y,
  INVADER_WIDTH,
  INVADERS_IN_ROW,
  PARTS,
  SHIELD_CELL,
  SHIELD_COLUMNS,
  SHIELD_ROWS,
  SHIELD_Y,
  SHIELDS_X,
} from './constants.ts';

export type Shields = readonly (readonly number[])[];

const HEIGHT = SHIELD_ROWS.length;
const CELL_PARTS = SHIELD_CELL * PARTS;
const BOTTOM = SHIELD_Y + HEIGHT * SHIELD_CELL;

/** Returns the bit of a column; the first is the highest. */
const bitOf = (column: number): number => 1 << (SHIELD_COLUMNS - 1 - column);

/** Returns the first cell of a shield that a flying object hits as [row, column], or null. */
function firstCellHit(
  shield: readonly number[],
  left: number,
  at: { x: number; y: number },
  height: number,
  way: 'from above' | 'from below',
): [number, number] | null {
  const column = Math.floor((at.x - left * PARTS) / CELL_PARTS);
  if (column < 0 || column >= SHIELD_COLUMNS) return null;
  const top = Math.max(0, Math.floor((at.y - SHIELD_Y * PARTS) / CELL_PARTS));
  const end = at.y + height * PARTS - SHIELD_Y * PARTS;
  const bottom = Math.min(HEIGHT - 1, Math.floor((end - 1) / CELL_PARTS));
  for (let step = 0; step <= bottom - top; step++) {
    const row = way === 'from below' ? bottom - step : top + step;
    if (((shield[row] as number) & bitOf(column)) !== 0) return [row, column];
  }
  return null;
}

/** Removes three by three cells around a cell, except for random corners. */
function removeCellsAround(
  shield: readonly number[],
  [row, column]: [number, number],
  corners: number,
): number[] {
  return shield.map((bits, index) => {
    const distance = index - row;
    if (distance < -1 || distance > 1) return bits;
    let hole = bitOf(column);
    for (const side of [-1, 1]) {
      const beside = column + side;
      if (beside < 0 || beside >= SHIELD_COLUMNS) continue;
      const corner = (distance + 1) * 2 + (side + 1) / 2;
      if (distance === 0 || ((corners >> corner) & 1) === 0) hole |= bitOf(beside);
    }
    return bits & ~hole;
  });
}

/** Returns the shields after a hit, or null if the object hits none. */
export function strikeShields(
  shields: Shields,
  random: number,
  at: { x: number; y: number },
  height: number,
  way: 'from above' | 'from below',
): { shields: Shields; random: number } | null {
  if (at.y >= BOTTOM * PARTS || at.y + height * PARTS <= SHIELD_Y * PARTS) return null;
  for (const [index, shield] of shields.entries()) {
    const cell = firstCellHit(shield, SHIELDS_X[index] as number, at, height, way);
    if (!cell) continue;
    const after = next(random);
    const bitten = removeCellsAround(shield, cell, below(after, 64));
    const left = shields.map((other, place) => (place === index ? bitten : other));
    return { shields: left, random: after };
  }
  return null;
}

/** Returns the shields without the cells that invaders have walked over. */
export function removeCrossedCells(
  shields: Shields,
  { rows, x, y }: { rows: readonly number[]; x: number; y: number },
): Shields {
  const lowest = y + ((rows.length - 1) * INVADER_SPACE_Y + INVADER_HEIGHT) * PARTS;
  if (lowest <= SHIELD_Y * PARTS) return shields;
  let eaten = shields;
  rows.forEach((bits, row) => {
    const top = y + row * INVADER_SPACE_Y * PARTS;
    const bottom = top + INVADER_HEIGHT * PARTS;
    if ((bits & FULL_ROW) === 0 || bottom <= SHIELD_Y * PARTS || top >= BOTTOM * PARTS) return;
    for (let column = 0; column < INVADERS_IN_ROW; column++) {
      if ((bits & (1 << column)) === 0) continue;
      const left = x + column * INVADER_SPACE_X * PARTS;
      eaten = eaten.map((shield, index) =>
        withoutBox(shield, SHIELDS_X[index] as number, left, top, bottom),
      );
    }
  });
  return eaten;
}

function withoutBox(
  shield: readonly number[],
  shieldLeft: number,
  left: number,
  top: number,
  bottom: number,
): readonly number[] {
  const first = Math.floor((left - shieldLeft * PARTS) / CELL_PARTS);
  const last = Math.floor((left + INVADER_WIDTH * PARTS - 1 - shieldLeft * PARTS) / CELL_PARTS);
  if (last < 0 || first >= SHIELD_COLUMNS) return shield;
  let hole = 0;
  for (let column = Math.max(0, first); column <= Math.min(SHIELD_COLUMNS - 1, last); column++) {
    hole |= bitOf(column);
  }
  return shield.map((bits, row) => {
    const cellTop = SHIELD_Y * PARTS + row * CELL_PARTS;
    return cellTop < bottom && cellTop + CELL_PARTS > top ? bits & ~hole : bits;
  });
}
