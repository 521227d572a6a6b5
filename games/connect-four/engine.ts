/** Connect Four on 6 rows by 8 columns, two people or one against a robot. One step is one move. */
import { type Input, type Outcome, PositionError } from '../kit/engine.ts';
import { below, next, type Random } from '../kit/random.ts';
import { search, valuesOfColumns, WIN } from './search.ts';
import {
  bitsOf,
  COLUMNS,
  DRAW_POINTS,
  EXPERT_PLIES,
  EXPERT_POSITIONS,
  emptySquares,
  freeSquare,
  HARD_PLIES,
  HELP_POINTS,
  HINTS,
  type Holder,
  isAvailable,
  LEVELS,
  MEDIUM_PLIES,
  readSquares,
  SQUARES,
  type Squares,
  turnOf,
  UNDOS,
  WIN_POINTS,
  winningSquares,
  writeSquares,
} from './squares.ts';

export type Level = (typeof LEVELS)[number];

/** The robot's square, and the advanced generator. */
interface Choice {
  square: number;
  random: Random;
}

export const game = 'connect-four';
export const rules = 2;
export const tickMs = null;

/** The opponent of player one, and the level of the robot. */
export type Options = { opponent: 'human' | 'robot'; level: Level };

/** State of a game: the board, the moves that can be undone, and the help that was used. */
export interface State {
  options: Options;
  random: Random;
  squares: Holder[];
  /** Squares in the order of the moves, since the first position of the game. */
  moves: number[];
  hints: number;
  undos: number;
  /** The hint for this move; null if there is none. */
  hint: number | null;
}

/** Inputs from 0 to 47 take a square; this one makes the robot move. */
export const ROBOT_MOVES = SQUARES;
/** Undoes the player's last move and the robot's answer to it. */
export const UNDO = SQUARES + 1;
export const HINT = SQUARES + 2;
export const inputCount = HINT + 1;

export const isRobotsTurn = (state: State): boolean =>
  state.options.opponent === 'robot' &&
  turnOf(state.squares) === 2 &&
  outcomeOf(state) === 'playing';

/** Returns the number of moves that UNDO takes back; 0 if there are none. */
export function undoable({ options, moves, squares, undos }: State): number {
  if (undos >= UNDOS) return 0;
  const back = options.opponent === 'robot' && turnOf(squares) === 1 ? 2 : 1;
  return moves.length >= back ? back : 0;
}

function playSquare(state: State, square: number, random: Random): State {
  const squares = [...state.squares];
  squares[square] = turnOf(squares);
  return { ...state, random, squares, moves: [...state.moves, square], hint: null };
}

function undo(state: State): State {
  const back = undoable(state);
  if (back === 0) return state;
  const squares = [...state.squares];
  for (const square of state.moves.slice(-back)) squares[square] = 0;
  return {
    ...state,
    squares,
    moves: state.moves.slice(0, -back),
    undos: state.undos + 1,
    hint: null,
  };
}

/** Plays a move, the robot's move, an undo or a hint. */
export function step(state: State, input: Input): State {
  if (outcomeOf(state) !== 'playing') return state;
  if (input === UNDO) return undo(state);
  if (isRobotsTurn(state)) {
    if (input !== ROBOT_MOVES) return state;
    const { square, random } = robotChoice(state.squares, state.options.level, state.random);
    return playSquare(state, square, random);
  }
  if (input === HINT) {
    if (state.hint !== null || state.hints >= HINTS) return state;
    return { ...state, hint: bestSquare(state.squares), hints: state.hints + 1 };
  }
  return isAvailable(state.squares, input) ? playSquare(state, input, state.random) : state;
}

/** Returns the winner, or 0. */
export const winnerOf = ({ squares }: State): Holder =>
  squares[winningSquares(squares)[0] ?? -1] ?? 0;

/** Returns player one's outcome; against a person, `lost` means that player two won. */
export function outcomeOf(state: State): Outcome {
  const winner = winnerOf(state);
  if (winner !== 0) return winner === 1 ? 'won' : 'lost';
  return state.squares.includes(0) ? 'playing' : 'drawn';
}

/** Points against the robot: by level and free squares, minus the cost of help. */
export function scoreOf(state: State): number {
  const { options, squares, hints, undos } = state;
  const outcome = outcomeOf(state);
  if (options.opponent === 'human' || outcome === 'playing' || outcome === 'lost') return 0;
  const free = squares.filter((holder) => holder === 0).length;
  const points = (outcome === 'won' ? WIN_POINTS : DRAW_POINTS)[options.level];
  return Math.max(1, points + free - HELP_POINTS * (hints + undos));
}

/** Returns valid options from untrusted input, or null. `{}` is the documented robot. */
export function readOptions(value: unknown): Options | null {
  if (typeof value !== 'object' || value === null) return null;
  const { opponent = 'robot', level = 'easy' } = value as Record<string, unknown>;
  if (opponent !== 'robot' && opponent !== 'human') return null;
  const validLevel = LEVELS.find((each) => each === level);
  return validLevel === undefined ? null : { opponent, level: validLevel };
}

const begin = (random: Random, options: Options, squares: Holder[]): State => ({
  options,
  random,
  squares,
  moves: [],
  hints: 0,
  undos: 0,
  hint: null,
});

export const start = (seed: number, options: Options): State =>
  begin(seed, options, emptySquares());

/** Reads a board and the level: `8/8/8/8/8/3xo3 expert`; without a level two people play. */
export function readPosition(text: string): State {
  const [board = '', level = 'human', ...more] = text.split(' ');
  const opponent = level === 'human' ? 'human' : 'robot';
  const options = readOptions(opponent === 'human' ? { opponent } : { opponent, level });
  if (options === null || more.length > 0) throw new PositionError(`no such robot: ${text}`);
  return begin(0, options, readSquares(board));
}

/** Writes the notation of `readPosition`. */
export const writePosition = ({ options, squares }: State): string =>
  options.opponent === 'human'
    ? writeSquares(squares)
    : `${writeSquares(squares)} ${options.level}`;

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
