/** Connect Four on 6 rows by 8 columns, two people or one against a robot. One step is one move. */
import { type Input, type Outcome, PositionError } from '../kit/engine.ts';
import type { Random } from '../kit/random.ts';
import {
  DRAW_POINTS,
  HELP_POINTS,
  HINTS,
  LEVELS,
  SQUARES,
  UNDOS,
  WIN_POINTS,
} from './constants.ts';
import { bestSquare, type Level, robotChoice } from './robot.ts';
import {
  emptySquares,
  type Holder,
  isAvailable,
  readSquares,
  turnOf,
  winningSquares,
  writeSquares,
} from './squares.ts';

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
/** Requests a hint. */
export const HINT = SQUARES + 2;
export const inputCount = HINT + 1;

/** True if it is the robot's turn. */
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

/** Returns an empty board. */
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
