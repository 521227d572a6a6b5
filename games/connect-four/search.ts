import { countBits } from '../kit/engine.ts';
import {
  type Bits,
  BOARD,
  BOTTOM,
  COLUMN_BITS,
  COLUMNS,
  findLines,
  HALF_COLUMNS,
  line,
  SQUARES,
} from './squares.ts';

/** Result of a search: the best column, its value, the depth and the number of positions. */
export interface SearchResult {
  column: number;
  value: number;
  plies: number;
  positions: number;
}

/**
 * Values of at least this are forced wins, higher for earlier ones; values of at most its negative are forced losses.
 */
export const WIN = 10_000;
const INFINITE = 20_000;

/** Columns from the centre outwards: the centre is part of more lines. */
const CENTRE_FIRST = [3, 4, 2, 5, 1, 6, 0, 7];

/** Size of the transposition table. It is part of the rules, since it decides which positions are searched. */
const TABLE_BITS = 18;
const TABLE_SIZE = 1 << TABLE_BITS;
const EXACT = 0;
const AT_LEAST = 1;
const AT_MOST = 2;

const keyLow = new Int32Array(TABLE_SIZE);
const keyHigh = new Int32Array(TABLE_SIZE);
const values = new Int16Array(TABLE_SIZE);
/** Depth, kind of bound and best column of each entry. */
const tableNotes = new Uint16Array(TABLE_SIZE);

let positions = 0;
/** The search stops after this many positions; its values are invalid then. */
let max = 0;
/** Candidate moves of each ply, best first. */
const orders = Array.from({ length: SQUARES + 1 }, () => new Int32Array(COLUMNS));
const weights = Array.from({ length: SQUARES + 1 }, () => new Int32Array(COLUMNS));

/** Even rows of a half, counted from the bottom: squares that the second player usually gets. */
const SECOND_ROWS = BOTTOM * 0b101010;
const FIRST_ROWS = BOTTOM * 0b010101;

/** Value of a free winning square, and its value in a row that its owner usually gets. */
const THREAT = 4;
/** Twice this value lost more games against Hard, because winning squares of the other rows decide earlier. */
const THREAT_IN_OWN_ROW = 6;

/** Evaluates a position by the winning squares of both sides. */
function evaluate(
  ownLow: number,
  ownHigh: number,
  allLow: number,
  allHigh: number,
  discCount: number,
): number {
  const ownRows = (discCount & 1) === 0 ? FIRST_ROWS : SECOND_ROWS;
  const otherRows = ownRows === FIRST_ROWS ? SECOND_ROWS : FIRST_ROWS;
  findLines(ownLow, ownHigh, allLow, allHigh);
  const own =
    THREAT * (countBits(line.low) + countBits(line.high)) +
    THREAT_IN_OWN_ROW * (countBits(line.low & ownRows) + countBits(line.high & ownRows));
  findLines(ownLow ^ allLow, ownHigh ^ allHigh, allLow, allHigh);
  const other =
    THREAT * (countBits(line.low) + countBits(line.high)) +
    THREAT_IN_OWN_ROW * (countBits(line.low & otherRows) + countBits(line.high & otherRows));
  return own - other;
}

/** Returns the lowest free square of a column as a bit of its half; 0 if the column is full. */
const squareOf = (column: number, freeLow: number, freeHigh: number): number =>
  column < HALF_COLUMNS
    ? freeLow & (0x3f << (column * COLUMN_BITS))
    : freeHigh & (0x3f << ((column - HALF_COLUMNS) * COLUMN_BITS));

/**
 * Returns the value for the side to move, which cannot win with this move (checked by the caller). Negamax
 * with alpha-beta pruning; a position's key is the sum of its two sets, which is unique.
 */
function negamax(
  ownLow: number,
  ownHigh: number,
  allLow: number,
  allHigh: number,
  discCount: number,
  plies: number,
  lower: number,
  upper: number,
): number {
  if (++positions > max) return 0;
  const otherLow = ownLow ^ allLow;
  const otherHigh = ownHigh ^ allHigh;
  let freeLow = (allLow + BOTTOM) & BOARD;
  let freeHigh = (allHigh + BOTTOM) & BOARD;
  findLines(otherLow, otherHigh, allLow, allHigh);
  const blockLow = freeLow & line.low;
  const blockHigh = freeHigh & line.high;
  if ((blockLow | blockHigh) !== 0) {
    // Two squares to block, or one whose block opens another: lost with the next move.
    if (countBits(blockLow) + countBits(blockHigh) > 1) return discCount + 2 - SQUARES - WIN;
    freeLow = blockLow;
    freeHigh = blockHigh;
  }
  freeLow &= ~(line.low >>> 1);
  freeHigh &= ~(line.high >>> 1);
  if ((freeLow | freeHigh) === 0) return discCount + 2 - SQUARES - WIN;
  if (discCount >= SQUARES - 2) return 0;
  if (plies <= 0) return evaluate(ownLow, ownHigh, allLow, allHigh, discCount);

  // The earliest possible win is the move after the next.
  const soonest = WIN + SQUARES - (discCount + 3);
  const worst = discCount + 4 - SQUARES - WIN;
  if (upper > soonest) upper = soonest;
  if (lower < worst) lower = worst;
  if (lower >= upper) return lower;

  const sumLow = ownLow + allLow;
  const sumHigh = ownHigh + allHigh;
  const slot =
    (Math.imul(sumLow ^ Math.imul(sumHigh, 0x9e3779b1), 0x85ebca6b) >>> (32 - TABLE_BITS)) | 0;
  let first = -1;
  if (keyLow[slot] === sumLow && keyHigh[slot] === sumHigh) {
    const note = tableNotes[slot] as number;
    first = note & 15;
    const value = values[slot] as number;
    const kind = (note >> 4) & 3;
    // A forced end is exact at any depth of the search that found it.
    const isForced = (value >= WIN && kind !== AT_MOST) || (value <= -WIN && kind !== AT_LEAST);
    if (note >> 6 >= plies || isForced) {
      if (kind === EXACT) return value;
      if (kind === AT_LEAST && value > lower) lower = value;
      if (kind === AT_MOST && value < upper) upper = value;
      if (lower >= upper) return value;
    }
  }

  // Move order: the best move of an earlier search, then moves with the most winning squares, then the
  // centre.
  const order = orders[discCount] as Int32Array;
  const weight = weights[discCount] as Int32Array;
  let count = 0;
  for (let index = 0; index < COLUMNS; index++) {
    const column = CENTRE_FIRST[index] as number;
    const square = squareOf(column, freeLow, freeHigh);
    if (square === 0) continue;
    let value = 100;
    if (column !== first) {
      if (plies > 1) {
        if (column < HALF_COLUMNS) findLines(ownLow | square, ownHigh, allLow | square, allHigh);
        else findLines(ownLow, ownHigh | square, allLow, allHigh | square);
        value = countBits(line.low) + countBits(line.high);
      } else value = 0;
    }
    let place = count++;
    while (place > 0 && (weight[place - 1] as number) < value) {
      weight[place] = weight[place - 1] as number;
      order[place] = order[place - 1] as number;
      place--;
    }
    weight[place] = value;
    order[place] = column;
  }

  const start = lower;
  let best = -INFINITE;
  let bestColumn = order[0] as number;
  for (let index = 0; index < count; index++) {
    const column = order[index] as number;
    const square = squareOf(column, freeLow, freeHigh);
    const value =
      column < HALF_COLUMNS
        ? -negamax(
            otherLow,
            otherHigh,
            allLow | square,
            allHigh,
            discCount + 1,
            plies - 1,
            -upper,
            -lower,
          )
        : -negamax(
            otherLow,
            otherHigh,
            allLow,
            allHigh | square,
            discCount + 1,
            plies - 1,
            -upper,
            -lower,
          );
    if (value > best) {
      best = value;
      bestColumn = column;
      if (value > lower) lower = value;
      if (lower >= upper) break;
    }
  }
  const kind = best >= upper ? AT_LEAST : best <= start ? AT_MOST : EXACT;
  keyLow[slot] = sumLow;
  keyHigh[slot] = sumHigh;
  values[slot] = best;
  tableNotes[slot] = (plies << 6) | (kind << 4) | bestColumn;
  return best;
}

/** Returns a column that wins at once, or -1. */
function winningColumn({ ownLow, ownHigh, allLow, allHigh }: Bits): number {
  findLines(ownLow, ownHigh, allLow, allHigh);
  const low = line.low & (allLow + BOTTOM);
  const high = line.high & (allHigh + BOTTOM);
  return CENTRE_FIRST.find((column) => squareOf(column, low, high) !== 0) ?? -1;
}

/** Returns the position after a disc in a column, for the other side; null if the column is full. */
function play({ ownLow, ownHigh, allLow, allHigh }: Bits, column: number): Bits | null {
  const square = squareOf(column, (allLow + BOTTOM) & BOARD, (allHigh + BOTTOM) & BOARD);
  if (square === 0) return null;
  const isLow = column < HALF_COLUMNS;
  return {
    ownLow: ownLow ^ allLow,
    ownHigh: ownHigh ^ allHigh,
    allLow: isLow ? allLow | square : allLow,
    allHigh: isLow ? allHigh : allHigh | square,
  };
}

/** Returns the value of a position for the side to move at a depth. */
function positionValue(bits: Bits, plies: number, lower: number, upper: number): number {
  const discCount = countBits(bits.allLow) + countBits(bits.allHigh);
  if (winningColumn(bits) >= 0) return WIN + SQUARES - (discCount + 1);
  if (discCount >= SQUARES) return 0;
  const { ownLow, ownHigh, allLow, allHigh } = bits;
  return negamax(ownLow, ownHigh, allLow, allHigh, discCount, plies - 1, lower, upper);
}

function clearTable(): void {
  keyLow.fill(-1);
  keyHigh.fill(-1);
  positions = 0;
  max = Number.MAX_SAFE_INTEGER;
}

/** Returns the exact value of each column at a depth; null for full columns. */
export function valuesOfColumns(bits: Bits, plies: number): (number | null)[] {
  clearTable();
  const { ownLow, ownHigh, allLow, allHigh } = bits;
  const discCount = countBits(allLow) + countBits(allHigh);
  findLines(ownLow, ownHigh, allLow, allHigh);
  const low = line.low & (allLow + BOTTOM);
  const high = line.high & (allHigh + BOTTOM);
  return Array.from({ length: COLUMNS }, (_, column) => {
    if (squareOf(column, low, high) !== 0) return WIN + SQUARES - (discCount + 1);
    const next = play(bits, column);
    return next && -positionValue(next, plies - 1, -INFINITE, INFINITE);
  });
}

/** Returns free columns, first those that block an immediate win. */
function candidates(bits: Bits): number[] {
  const { ownLow, ownHigh, allLow, allHigh } = bits;
  findLines(ownLow ^ allLow, ownHigh ^ allHigh, allLow, allHigh);
  const { low, high } = line;
  const free = CENTRE_FIRST.filter((column) => play(bits, column) !== null);
  const blocks = free.filter(
    (column) => squareOf(column, low & (allLow + BOTTOM), high & (allHigh + BOTTOM)) !== 0,
  );
  return [...blocks, ...free.filter((column) => !blocks.includes(column))];
}

/**
 * Returns the best column by iterative deepening: at least `plies` deep, then deeper until `enough` positions
 * have been searched. The result is the same on every machine.
 */
export function search(bits: Bits, plies: number, enough: number): SearchResult {
  clearTable();
  const discCount = countBits(bits.allLow) + countBits(bits.allHigh);
  const winner = winningColumn(bits);
  if (winner >= 0) {
    return { column: winner, value: WIN + SQUARES - discCount - 1, plies: 1, positions: 1 };
  }
  const columns = candidates(bits);
  let result: SearchResult = { column: columns[0] ?? -1, value: 0, plies: 0, positions: 0 };
  for (let depth = 1; depth <= SQUARES - discCount; depth++) {
    if (depth > plies) max = enough;
    let best = -INFINITE;
    let bestColumn = result.column;
    for (const column of columns) {
      const value = -positionValue(play(bits, column) as Bits, depth - 1, -INFINITE, -best);
      if (value > best) {
        best = value;
        bestColumn = column;
      }
    }
    if (positions > max) break;
    result = { column: bestColumn, value: best, plies: depth, positions };
    if (best >= WIN || best <= -WIN) break;
    // The best column is searched first at the next depth, which improves pruning.
    columns.splice(columns.indexOf(bestColumn), 1);
    columns.unshift(bestColumn);
  }
  return result;
}
