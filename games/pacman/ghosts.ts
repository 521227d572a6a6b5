/** The four ghosts: one chases, one ambushes, one flanks, one is shy. */
import { below, next } from '../kit/random.ts';
import {
  AMBUSH_CELLS,
  EYES_TICKS,
  FLANK_CELLS,
  GHOST_MORE_TICKS,
  SCARED_MORE_TICKS,
  SHY_CELLS,
  TUNNEL_MORE_TICKS,
  TURNS,
} from './constants.ts';
import {
  CORNER_CELLS,
  DIRECTIONS,
  type Direction,
  EXIT_CELL,
  GHOST_CELLS,
  HOUSE_CELL,
  isGhostsOnly,
  isTunnel,
  mazeColumnOf,
  mazeRowOf,
  neighbours,
  opposite,
  stepsTo,
} from './maze.ts';

/** The player or a ghost on the way from one cell to the next. */
export interface Mover {
  readonly from: number;
  readonly cell: number;
  readonly direction: Direction;
  /** Ticks until the cell is reached, and ticks of the whole move. */
  readonly left: number;
  readonly way: number;
}

/** `home`: waits in the house; `leaving`: on the way out; `eyes`: eaten, on the way home. */
export type GhostMood = 'home' | 'leaving' | 'out' | 'scared' | 'eyes';

export interface Ghost extends Mover {
  readonly mood: GhostMood;
}

/** The player, as ghosts see it. */
export interface Prey extends Mover {}

export const moverAt = (cell: number, direction: Direction): Mover => ({
  from: cell,
  cell,
  direction,
  left: 0,
  way: 1,
});

export const initialGhosts: readonly Ghost[] = GHOST_CELLS.map((cell, index) => ({
  ...moverAt(cell, 1),
  mood: index === 0 ? 'out' : 'home',
}));

const toExit = stepsTo(EXIT_CELL);
const toHouse = stepsTo(HOUSE_CELL);

/** True if the ghosts go to their corners at this tick of a life. */
export function isScatter(ticks: number): boolean {
  let left = ticks;
  for (const [turn, length] of TURNS.entries()) {
    if (left < length) return turn % 2 === 0;
    left -= length;
  }
  return false;
}

const ahead: readonly (readonly [rows: number, columns: number])[] = [
  [-1, 0],
  [0, -1],
  [1, 0],
  [0, 1],
];

type Point = readonly [row: number, column: number];
const pointOf = (cell: number): Point => [mazeRowOf(cell), mazeColumnOf(cell)];
const squared = ([row, column]: Point, [otherRow, otherColumn]: Point): number =>
  (row - otherRow) ** 2 + (column - otherColumn) ** 2;

function inFrontOf(prey: Prey, cells: number): Point {
  const [rows, columns] = ahead[prey.direction] as Point;
  const [row, column] = pointOf(prey.cell);
  return [row + rows * cells, column + columns * cells];
}

/** Returns the target of a ghost; it may lie outside the maze. */
export function targetOf(
  index: number,
  ghosts: readonly Ghost[],
  prey: Prey,
  scatter: boolean,
): Point {
  const corner = pointOf(CORNER_CELLS[index] as number);
  if (scatter) return corner;
  const player = pointOf(prey.cell);
  switch (index) {
    case 0:
      return player;
    case 1:
      return inFrontOf(prey, AMBUSH_CELLS);
    case 2: {
      const [row, column] = inFrontOf(prey, FLANK_CELLS);
      const [chaserRow, chaserColumn] = pointOf((ghosts[0] as Ghost).cell);
      return [2 * row - chaserRow, 2 * column - chaserColumn];
    }
    default: {
      const own = pointOf((ghosts[index] as Ghost).cell);
      return squared(own, player) > SHY_CELLS * SHY_CELLS ? player : corner;
    }
  }
}

/** Returns the directions a ghost can take; it turns back only if there is no other. */
function possibleDirections({ cell, direction, mood }: Ghost): Direction[] {
  const mayEnter = mood === 'eyes' || mood === 'leaving';
  const open = DIRECTIONS.filter((way) => {
    const next = neighbours[cell]?.[way] as number;
    return next >= 0 && (mayEnter || !isGhostsOnly(next));
  });
  const onward = open.filter((way) => way !== opposite(direction));
  return onward.length > 0 ? onward : open;
}

function nearest(ghost: Ghost, distanceOf: (cell: number) => number): Direction {
  let best = ghost.direction;
  let shortestDistance = Number.MAX_SAFE_INTEGER;
  for (const way of possibleDirections(ghost)) {
    const value = distanceOf(neighbours[ghost.cell]?.[way] as number);
    if (value >= shortestDistance) continue;
    shortestDistance = value;
    best = way;
  }
  return best;
}

function moveTicksOf(mood: GhostMood, cell: number, playerTicks: number): number {
  if (mood === 'eyes') return EYES_TICKS;
  const slower = mood === 'scared' ? SCARED_MORE_TICKS : GHOST_MORE_TICKS;
  return playerTicks + slower + (isTunnel(cell) ? TUNNEL_MORE_TICKS : 0);
}

/** Returns the mood of a ghost that has reached its cell. */
function moodAt(ghost: Ghost, isScaring: boolean): GhostMood {
  if (ghost.mood === 'leaving' && ghost.cell === EXIT_CELL) return isScaring ? 'scared' : 'out';
  if (ghost.mood === 'eyes' && ghost.cell === HOUSE_CELL) return 'leaving';
  return ghost.mood;
}

interface Around {
  ghosts: readonly Ghost[];
  prey: Prey;
  scatter: boolean;
  isScaring: boolean;
  playerTicks: number;
  random: number;
}

/** Advances a ghost by one tick. Returns it with the advanced generator. */
export function moveGhost(index: number, around: Around): { ghost: Ghost; random: number } {
  const before = around.ghosts[index] as Ghost;
  if (before.mood === 'home') return { ghost: before, random: around.random };
  if (before.left > 1)
    return { ghost: { ...before, left: before.left - 1 }, random: around.random };
  const ghost: Ghost = { ...before, left: 0, mood: moodAt(before, around.isScaring) };
  let { random } = around;
  let direction: Direction;
  if (ghost.mood === 'scared') {
    random = next(random);
    const ways = possibleDirections(ghost);
    direction = ways[below(random, ways.length)] as Direction;
  } else if (ghost.mood === 'leaving') direction = nearest(ghost, (cell) => toExit[cell] as number);
  else if (ghost.mood === 'eyes') direction = nearest(ghost, (cell) => toHouse[cell] as number);
  else {
    const target = targetOf(index, around.ghosts, around.prey, around.scatter);
    direction = nearest(ghost, (cell) => squared(pointOf(cell), target));
  }
  const way = moveTicksOf(ghost.mood, ghost.cell, around.playerTicks);
  const cell = neighbours[ghost.cell]?.[direction] as number;
  return { ghost: { ...ghost, from: ghost.cell, cell, direction, left: way, way }, random };
}

/** Turns back in the middle of a move. */
export function reversed<Someone extends Mover>(mover: Someone): Someone {
  return {
    ...mover,
    from: mover.cell,
    cell: mover.from,
    direction: opposite(mover.direction),
    left: Math.max(1, mover.way - mover.left),
  };
}
