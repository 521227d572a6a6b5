import { below, next, type Random } from '../kit/random.ts';
import {
  COLUMNS,
  EXPERT_PLIES,
  EXPERT_POSITIONS,
  HARD_PLIES,
  type LEVELS,
  MEDIUM_PLIES,
} from './constants.ts';
import { search, valuesOfColumns, WIN } from './search.ts';
import { bitsOf, freeSquare, isAvailable, type Squares } from './squares.ts';

/** Strength of the robot. */
export type Level = (typeof LEVELS)[number];

/** The robot's square, and the advanced generator. */
interface Choice {
  square: number;
  random: Random;
}

/** Returns the best square found by Expert's search. */
export function bestSquare(squares: Squares): number {
  const { column } = search(bitsOf(squares), EXPERT_PLIES, EXPERT_POSITIONS);
  return freeSquare(squares, column);
}

function drawFrom(random: Random, columns: readonly number[], squares: Squares): Choice {
  const drawn = next(random);
  const column = columns[below(drawn, columns.length)] as number;
  return { square: freeSquare(squares, column), random: drawn };
}

/** Wins or blocks if possible; otherwise plays a square that does not lose at once, preferring the centre. */
function mediumChoice(squares: Squares, random: Random): Choice {
  const values = valuesOfColumns(bitsOf(squares), MEDIUM_PLIES);
  const free = values.flatMap((value, column) => (value === null ? [] : [column]));
  const wins = free.filter((column) => (values[column] as number) >= WIN);
  const safe = free.filter((column) => (values[column] as number) > -WIN);
  const columns = [wins, safe, free].find((some) => some.length > 0) ?? free;
  const often = columns.flatMap((column) =>
    new Array<number>(Math.min(column, COLUMNS - 1 - column) + 1).fill(column),
  );
  return drawFrom(random, often, squares);
}

/** Plays a random one of the squares that are best six plies ahead. */
function hardChoice(squares: Squares, random: Random): Choice {
  const values = valuesOfColumns(bitsOf(squares), HARD_PLIES);
  const best = Math.max(...values.filter((value) => value !== null));
  return drawFrom(
    random,
    values.flatMap((value, column) => (value === best ? [column] : [])),
    squares,
  );
}

/** Returns the robot's square on a board that has a free one. */
export function robotChoice(squares: Squares, level: Level, random: Random): Choice {
  switch (level) {
    case 'easy':
      // As documented: the first available square in the order of the board.
      return { square: squares.findIndex((_, square) => isAvailable(squares, square)), random };
    case 'medium':
      return mediumChoice(squares, random);
    case 'hard':
      return hardChoice(squares, random);
    case 'expert':
      return { square: bestSquare(squares), random };
  }
}
