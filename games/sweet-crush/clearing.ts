/** Clearing of lines: the matched sweets, the effects of special sweets, and the special sweets that are created. */
import { below, next, type Random } from '../kit/random.ts';
import {
  ACROSS,
  BOMB,
  type Board,
  DOWNWARDS,
  EMPTY,
  isSpecial,
  kindOf,
  type Line,
  linesOf,
  PLAIN,
  RAINBOW,
  type Swap,
  type Sweet,
  specialOf,
  sweetOf,
} from './board.ts';
import { CELLS, KINDS, RAINBOW_LINE, SIDE, STRIPED_LINE } from './constants.ts';

/** A board after its matches were cleared, and the number of cleared sweets. */
export interface Cleared {
  cells: Sweet[];
  /** Cleared sweets of each kind. */
  popped: number[];
  /** Special sweets that took effect. */
  specials: number;
  random: Random;
}

const row = (cell: number): number => Math.floor(cell / SIDE);
const column = (cell: number): number => cell % SIDE;
const allCells: readonly number[] = Array.from({ length: CELLS }, (_, cell) => cell);

/** Returns the cell in which a line creates its special sweet: the swapped one, or its middle. */
const placeIn = (line: Line, swap: Swap | null): number =>
  line.cells.find((cell) => cell === swap?.cell || cell === swap?.other) ??
  (line.cells[Math.floor(line.cells.length / 2)] as number);

/**
 * Returns the special sweets that lines create, by cell. Lines of five have priority over crossing lines, and
 * those over lines of four.
 */
export function createdSpecials(lines: readonly Line[], swap: Swap | null): Map<number, Sweet> {
  const specialsByCell = new Map<number, Sweet>();
  const spent = new Set<Line>();
  for (const line of lines) {
    if (line.cells.length < RAINBOW_LINE) continue;
    specialsByCell.set(placeIn(line, swap), RAINBOW);
    spent.add(line);
  }
  for (const across of lines.filter(({ isRow }) => isRow)) {
    for (const down of lines.filter(({ isRow }) => !isRow)) {
      const crossing = across.cells.find((cell) => down.cells.includes(cell));
      if (crossing === undefined || spent.has(across) || spent.has(down)) continue;
      specialsByCell.set(crossing, sweetOf(across.kind, BOMB));
      spent.add(across).add(down);
    }
  }
  for (const line of lines) {
    if (line.cells.length < STRIPED_LINE || spent.has(line)) continue;
    specialsByCell.set(placeIn(line, swap), sweetOf(line.kind, line.isRow ? ACROSS : DOWNWARDS));
  }
  return specialsByCell;
}

/** Returns the cells that a special sweet clears; a rainbow that is hit clears a random kind. */
function cellsClearedBy(board: Board, cell: number, chance: Random): readonly number[] {
  const sweet = board[cell] as Sweet;
  if (sweet === RAINBOW) {
    const kind = 1 + below(chance, KINDS.length);
    return allCells.filter((other) => kindOf(board[other] as Sweet) === kind);
  }
  switch (specialOf(sweet)) {
    case ACROSS:
      return allCells.filter((other) => row(other) === row(cell));
    case DOWNWARDS:
      return allCells.filter((other) => column(other) === column(cell));
    case BOMB:
      return allCells.filter(
        (other) =>
          Math.abs(row(other) - row(cell)) <= 1 && Math.abs(column(other) - column(cell)) <= 1,
      );
    default:
      return [];
  }
}

/** Clears cells and the cells of all special sweets among them; those in `quiet` have no effect. */
function cleared(
  board: Board,
  first: readonly number[],
  random: Random,
  quiet: readonly number[] = [],
): Cleared {
  const clearedCells = new Set(first);
  const popped = new Array<number>(KINDS.length).fill(0);
  let specials = 0;
  let generator = random;
  // The loop includes cells that are added to the set meanwhile.
  for (const cell of clearedCells) {
    const sweet = board[cell] as Sweet;
    const kind = kindOf(sweet);
    if (kind !== 0) popped[kind - 1] = (popped[kind - 1] as number) + 1;
    if (!isSpecial(sweet)) continue;
    specials++;
    if (quiet.includes(cell)) continue;
    if (sweet === RAINBOW) generator = next(generator);
    for (const other of cellsClearedBy(board, cell, generator)) clearedCells.add(other);
  }
  const cells = board.map((sweet, cell) => (clearedCells.has(cell) ? EMPTY : sweet));
  return { cells, popped, specials, random: generator };
}

/**
 * Clears all sweets of the kind that a rainbow was swapped with, turning them special if that one is; two
 * rainbows clear the board.
 */
function clearedByRainbow(board: Board, swap: Swap, random: Random): Cleared {
  const rainbow = board[swap.cell] === RAINBOW ? swap.cell : swap.other;
  const partner = board[rainbow === swap.cell ? swap.other : swap.cell] as Sweet;
  if (partner === RAINBOW) return cleared(board, allCells, random, [swap.cell, swap.other]);
  const kind = kindOf(partner);
  const special = specialOf(partner);
  const touched = board.map((sweet) =>
    kindOf(sweet) === kind && special !== PLAIN && specialOf(sweet) === PLAIN
      ? sweetOf(kind, special)
      : sweet,
  );
  const first = allCells.filter((cell) => kindOf(board[cell] as Sweet) === kind);
  return cleared(touched, [rainbow, ...first], random, [rainbow]);
}

/** Returns the board after clearing its matches and the swap, or null if nothing matches. */
export function clearMatches(board: Board, swap: Swap | null, random: Random): Cleared | null {
  if (swap && (board[swap.cell] === RAINBOW || board[swap.other] === RAINBOW)) {
    return clearedByRainbow(board, swap, random);
  }
  const lines = linesOf(board);
  if (lines.length === 0) return null;
  const first = lines.flatMap(({ cells }) => cells);
  const after = cleared(board, first, random);
  for (const [cell, sweet] of createdSpecials(lines, swap)) after.cells[cell] = sweet;
  return after;
}
