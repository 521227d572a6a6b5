/** The maze, our own design: its left half, mirrored. */
import { COLUMNS, ROWS } from './constants.ts';

/** `#` wall, `.` dot, `o` power pellet, `-` door of the house, `=` house. */
const HALF = [
  '##############',
  '#......#......',
  '#.####.#.###.#',
  '#o####.#.###.#',
  '#.............',
  '#.##.####.##.#',
  '#.##.####.##.#',
  '#....##......#',
  '####.##.####.#',
  '####.##..     ',
  '####.#### ###-',
  '####.#### #===',
  '    .     #===',
  '####.#### #===',
  '####.#### ####',
  '####.##..     ',
  '####.##.####.#',
  '#.............',
  '#.##.####.##.#',
  '#.##.####.##.#',
  '#o.#......##..',
  '##.#.####.##.#',
  '#....####....#',
  '#.#######.##.#',
  '#.............',
  '#.####.#####.#',
  '#.............',
  '##############',
];

const rows = HALF.map((half) => half + [...half].reverse().join(''));
const signs = rows.join('');

/** Up, left, down, right: the order in which ghosts choose between equal directions. */
export type Direction = 0 | 1 | 2 | 3;
export const DIRECTIONS: readonly Direction[] = [0, 1, 2, 3];
export const opposite = (direction: Direction): Direction => ((direction + 2) % 4) as Direction;

export const mazeRowOf = (cell: number): number => Math.floor(cell / COLUMNS);
export const mazeColumnOf = (cell: number): number => cell % COLUMNS;

const isWall = (cell: number) => signs[cell] === '#';
const isHouse = (cell: number) => signs[cell] === '-' || signs[cell] === '=';

/** Neighbours of each cell by direction; -1 for a wall. The tunnel connects both sides. */
export const neighbours: readonly (readonly number[])[] = Array.from(signs, (_, cell) => {
  const row = mazeRowOf(cell);
  const column = mazeColumnOf(cell);
  const beside = [
    [row - 1, column],
    [row, column - 1],
    [row + 1, column],
    [row, column + 1],
  ] as const;
  return beside.map(([nextRow, nextColumn]) => {
    if (isWall(cell) || nextRow < 0 || nextRow >= ROWS) return -1;
    const next = nextRow * COLUMNS + ((nextColumn + COLUMNS) % COLUMNS);
    return isWall(next) ? -1 : next;
  });
});

export const wallAt = (row: number, column: number): boolean => rows[row]?.[column] === '#';
export const doorAt = (row: number, column: number): boolean => rows[row]?.[column] === '-';
/** True for cells that only ghosts can enter. */
export const isGhostsOnly = (cell: number): boolean => isHouse(cell);
/** True for the ends of the tunnel, in which ghosts are slow. */
export const isTunnel = (cell: number): boolean => {
  const column = mazeColumnOf(cell);
  return mazeRowOf(cell) === 12 && (column < 4 || column >= COLUMNS - 4);
};

const cellsOf = (sign: string): number[] =>
  [...signs].flatMap((found, cell) => (found === sign ? [cell] : []));

export const pellets: readonly number[] = cellsOf('o');
const dotCells = [...cellsOf('.'), ...pellets];
/** All dots and pellets as bits, one number per row. */
export const allDots: readonly number[] = Array.from({ length: ROWS }, (_, row) =>
  dotCells
    .filter((cell) => mazeRowOf(cell) === row)
    .reduce((bits, cell) => bits | (1 << mazeColumnOf(cell)), 0),
);
export const DOTS = dotCells.length;

/** The cell in front of the door, and the centre of the house. */
export const EXIT_CELL = 9 * COLUMNS + 13;
export const HOUSE_CELL = 12 * COLUMNS + 13;
export const FRUIT_CELL = 15 * COLUMNS + 13;
/** Start cells of the ghosts: one outside, three in the house. */
export const GHOST_CELLS: readonly number[] = [
  EXIT_CELL,
  HOUSE_CELL,
  12 * COLUMNS + 11,
  12 * COLUMNS + 16,
];
/** Corners to which the ghosts retreat. */
export const CORNER_CELLS: readonly number[] = [
  1 * COLUMNS + 26,
  1 * COLUMNS + 1,
  26 * COLUMNS + 26,
  26 * COLUMNS + 1,
];

/** Returns the distance of each cell to the goal for a ghost that can pass the door; -1 if unreachable. */
export function stepsTo(goal: number): readonly number[] {
  const steps: number[] = Array(signs.length).fill(-1);
  steps[goal] = 0;
  let edge = [goal];
  for (let far = 1; edge.length > 0; far++) {
    const found: number[] = [];
    for (const cell of edge) {
      for (const next of neighbours[cell] as readonly number[]) {
        if (next < 0 || steps[next] !== -1) continue;
        steps[next] = far;
        found.push(next);
      }
    }
    edge = found;
  }
  return steps;
}
