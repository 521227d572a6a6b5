import {
  type Bits,
  BOARD,
  BOTTOM,
  COLUMN_BITS,
  countBits,
  findLines,
  HALF_COLUMNS,
  line,
} from './bits.ts';
import { COLUMNS, SQUARES } from './constants.ts';

/** What a search found: the best column, its value, how far it looked and at how many positions. */
export interface Found {
  column: number;
  value: number;
  plies: number;
  positions: number;
}

/** Values from here on are forced wins; the sooner, the more. Below their negative, forced losses. */
export const WIN = 10_000;
const INFINITE = 20_000;

/** Columns from the centre outwards: who holds the centre has more lines. */
const CENTRE_FIRST = [3, 4, 2, 5, 1, 6, 0, 7];

/** Entries of the table of positions seen. The same everywhere, since it decides what is looked at. */
const TABLE_BITS = 18;
const TABLE_SIZE = 1 << TABLE_BITS;
const EXACT = 0;
const AT_LEAST = 1;
const AT_MOST = 2;

const keyLow = new Int32Array(TABLE_SIZE);
const keyHigh = new Int32Array(TABLE_SIZE);
const values = new Int16Array(TABLE_SIZE);
/** Plies looked ahead, then kind of the bound, then the best column. */
const notes = new Uint16Array(TABLE_SIZE);

let positions = 0;
/** The search is given up when it has looked at more positions; its values mean nothing then. */
let most = 0;
/** Candidate moves of each ply, best first. */
const orders = Array.from({ length: SQUARES + 1 }, () => new Int32Array(COLUMNS));
const weights = Array.from({ length: SQUARES + 1 }, () => new Int32Array(COLUMNS));

/** Even and odd rows of a half, counted from the bottom: who moves second gets the even ones. */
const SECOND_ROWS = BOTTOM * 0b101010;
const FIRST_ROWS = BOTTOM * 0b010101;

/** What a free square that would win is worth, and what it is worth besides in a row of whose it is. */
const THREAT = 4;
/** Twice as much lost more games against Hard: there are squares of the other rows that win sooner. */
const THREAT_IN_OWN_ROW = 6;

/** What a position is worth that is not looked into: squares that would win, by whose row they are in. */
function judge(
  ownLow: number,
  ownHigh: number,
  allLow: number,
  allHigh: number,
  stones: number,
): number {
  const ownRows = (stones & 1) === 0 ? FIRST_ROWS : SECOND_ROWS;
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

/** The lowest free square of a column as a bit of its half; 0 when the column is full. */
const squareOf = (column: number, freeLow: number, freeHigh: number): number =>
  column < HALF_COLUMNS
    ? freeLow & (0x3f << (column * COLUMN_BITS))
    : freeHigh & (0x3f << ((column - HALF_COLUMNS) * COLUMN_BITS));

/**
 * The value for whose turn it is, who cannot win with this very move (the caller has looked).
 * Negamax with alpha-beta; a position is looked up under the sum of its two sets, which is unique.
 */
function look(
  ownLow: number,
  ownHigh: number,
  allLow: number,
  allHigh: number,
  stones: number,
  plies: number,
  lower: number,
  upper: number,
): number {
  if (++positions > most) return 0;
  const otherLow = ownLow ^ allLow;
  const otherHigh = ownHigh ^ allHigh;
  let freeLow = (allLow + BOTTOM) & BOARD;
  let freeHigh = (allHigh + BOTTOM) & BOARD;
  findLines(otherLow, otherHigh, allLow, allHigh);
  const blockLow = freeLow & line.low;
  const blockHigh = freeHigh & line.high;
  if ((blockLow | blockHigh) !== 0) {
    // Two squares to block, or one whose block opens another: lost with the next move.
    if (countBits(blockLow) + countBits(blockHigh) > 1) return stones + 2 - SQUARES - WIN;
    freeLow = blockLow;
    freeHigh = blockHigh;
  }
  freeLow &= ~(line.low >>> 1);
  freeHigh &= ~(line.high >>> 1);
  if ((freeLow | freeHigh) === 0) return stones + 2 - SQUARES - WIN;
  if (stones >= SQUARES - 2) return 0;
  if (plies <= 0) return judge(ownLow, ownHigh, allLow, allHigh, stones);

  // Nothing sooner than the move after the next is possible any more.
  const soonest = WIN + SQUARES - (stones + 3);
  const worst = stones + 4 - SQUARES - WIN;
  if (upper > soonest) upper = soonest;
  if (lower < worst) lower = worst;
  if (lower >= upper) return lower;

  const sumLow = ownLow + allLow;
  const sumHigh = ownHigh + allHigh;
  const slot =
    (Math.imul(sumLow ^ Math.imul(sumHigh, 0x9e3779b1), 0x85ebca6b) >>> (32 - TABLE_BITS)) | 0;
  let first = -1;
  if (keyLow[slot] === sumLow && keyHigh[slot] === sumHigh) {
    const note = notes[slot] as number;
    first = note & 15;
    const value = values[slot] as number;
    const kind = (note >> 4) & 3;
    // A forced end is one however far the search that found it looked.
    const isForced = (value >= WIN && kind !== AT_MOST) || (value <= -WIN && kind !== AT_LEAST);
    if (note >> 6 >= plies || isForced) {
      if (kind === EXACT) return value;
      if (kind === AT_LEAST && value > lower) lower = value;
      if (kind === AT_MOST && value < upper) upper = value;
      if (lower >= upper) return value;
    }
  }

  // Best guesses first: what was best before, then what makes most squares that would win, then the centre.
  const order = orders[stones] as Int32Array;
  const weight = weights[stones] as Int32Array;
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
        ? -look(
            otherLow,
            otherHigh,
            allLow | square,
            allHigh,
            stones + 1,
            plies - 1,
            -upper,
            -lower,
          )
        : -look(
            otherLow,
            otherHigh,
            allLow,
            allHigh | square,
            stones + 1,
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
  notes[slot] = (plies << 6) | (kind << 4) | bestColumn;
  return best;
}

/** The column that wins at once, or -1. */
function winningColumn({ ownLow, ownHigh, allLow, allHigh }: Bits): number {
  findLines(ownLow, ownHigh, allLow, allHigh);
  const low = line.low & (allLow + BOTTOM);
  const high = line.high & (allHigh + BOTTOM);
  return CENTRE_FIRST.find((column) => squareOf(column, low, high) !== 0) ?? -1;
}

/** The position after a stone in a column, seen by who moves next; null when the column is full. */
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

/** The value of a position for whose turn it is, so many plies ahead. */
function worthOf(bits: Bits, plies: number, lower: number, upper: number): number {
  const stones = countBits(bits.allLow) + countBits(bits.allHigh);
  if (winningColumn(bits) >= 0) return WIN + SQUARES - (stones + 1);
  if (stones >= SQUARES) return 0;
  const { ownLow, ownHigh, allLow, allHigh } = bits;
  return look(ownLow, ownHigh, allLow, allHigh, stones, plies - 1, lower, upper);
}

function forget(): void {
  keyLow.fill(-1);
  keyHigh.fill(-1);
  positions = 0;
  most = Number.MAX_SAFE_INTEGER;
}

/** What each column is worth so many plies ahead, exactly; null where it is full. */
export function valuesOfColumns(bits: Bits, plies: number): (number | null)[] {
  forget();
  const { ownLow, ownHigh, allLow, allHigh } = bits;
  const stones = countBits(allLow) + countBits(allHigh);
  findLines(ownLow, ownHigh, allLow, allHigh);
  const low = line.low & (allLow + BOTTOM);
  const high = line.high & (allHigh + BOTTOM);
  return Array.from({ length: COLUMNS }, (_, column) => {
    if (squareOf(column, low, high) !== 0) return WIN + SQUARES - (stones + 1);
    const next = play(bits, column);
    return next && -worthOf(next, plies - 1, -INFINITE, INFINITE);
  });
}

/** Free columns, first those that stop the other one from winning with the next stone. */
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
 * The best column, found by looking one ply further each time: surely so many plies ahead, and from
 * there on while no more than so many positions are looked at. The same position gives the same answer
 * anywhere.
 */
export function search(bits: Bits, plies: number, enough: number): Found {
  forget();
  const stones = countBits(bits.allLow) + countBits(bits.allHigh);
  const winner = winningColumn(bits);
  if (winner >= 0) {
    return { column: winner, value: WIN + SQUARES - stones - 1, plies: 1, positions: 1 };
  }
  const columns = candidates(bits);
  let found: Found = { column: columns[0] ?? -1, value: 0, plies: 0, positions: 0 };
  for (let depth = 1; depth <= SQUARES - stones; depth++) {
    if (depth > plies) most = enough;
    let best = -INFINITE;
    let bestColumn = found.column;
    for (const column of columns) {
      const value = -worthOf(play(bits, column) as Bits, depth - 1, -INFINITE, -best);
      if (value > best) {
        best = value;
        bestColumn = column;
      }
    }
    if (positions > most) break;
    found = { column: bestColumn, value: best, plies: depth, positions };
    if (best >= WIN || best <= -WIN) break;
    // What was best is looked at first next time, which leaves less to look at.
    columns.splice(columns.indexOf(bestColumn), 1);
    columns.unshift(bestColumn);
  }
  return found;
}
