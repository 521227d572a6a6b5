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

/** The folder. */
export const game = 'connect-four';
/** Version of the rules, and of what the robots answer. */
export const rules = 2;
/** It goes on by moves alone. */
export const tickMs = null;

/** Against whom player one plays. The level says nothing between two people. */
export type Options = { opponent: 'human' | 'robot'; level: Level };

/** A game: what lies where, the moves that can be taken back, and what help was asked for. */
export interface State {
  options: Options;
  random: Random;
  squares: Holder[];
  /** Squares in the order they were taken, since the position that the game began with. */
  moves: number[];
  hints: number;
  undos: number;
  /** The square that was named as the best for this move; null while nobody asked. */
  hint: number | null;
}

/** Inputs from 0 to 47 take a square; this one lets the robot move. */
export const ROBOT_MOVES = SQUARES;
/** Takes back the last move, together with the robot's answer to it. */
export const UNDO = SQUARES + 1;
/** Names the best square. */
export const HINT = SQUARES + 2;

/** Whether it is the robot's move. */
export const isRobotsTurn = (state: State): boolean =>
  state.options.opponent === 'robot' &&
  turnOf(state.squares) === 2 &&
  outcomeOf(state) === 'playing';

/** How many moves UNDO takes back now; 0 where there is nothing to take back. */
export function undoable({ options, moves, squares, undos }: State): number {
  if (undos >= UNDOS) return 0;
  const back = options.opponent === 'robot' && turnOf(squares) === 1 ? 2 : 1;
  return moves.length >= back ? back : 0;
}

function take(state: State, square: number, random: Random): State {
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

/** One move, or one of what else can be asked for. */
export function step(state: State, input: Input): State {
  if (outcomeOf(state) !== 'playing') return state;
  if (input === UNDO) return undo(state);
  if (isRobotsTurn(state)) {
    if (input !== ROBOT_MOVES) return state;
    const { square, random } = robotChoice(state.squares, state.options.level, state.random);
    return take(state, square, random);
  }
  if (input === HINT) {
    if (state.hint !== null || state.hints >= HINTS) return state;
    return { ...state, hint: bestSquare(state.squares), hints: state.hints + 1 };
  }
  return isAvailable(state.squares, input) ? take(state, input, state.random) : state;
}

/** Who has four in a row, if anybody. */
export const winnerOf = ({ squares }: State): Holder =>
  squares[winningSquares(squares)[0] ?? -1] ?? 0;

/** Player one's outcome; against a person, `lost` says that player two won. */
export function outcomeOf(state: State): Outcome {
  const winner = winnerOf(state);
  if (winner !== 0) return winner === 1 ? 'won' : 'lost';
  return state.squares.includes(0) ? 'playing' : 'drawn';
}

/** Points against the robot: by its level and the squares left free, less what help took. */
export function scoreOf(state: State): number {
  const { options, squares, hints, undos } = state;
  const outcome = outcomeOf(state);
  if (options.opponent === 'human' || outcome === 'playing' || outcome === 'lost') return 0;
  const free = squares.filter((holder) => holder === 0).length;
  const points = (outcome === 'won' ? WIN_POINTS : DRAW_POINTS)[options.level];
  return Math.max(1, points + free - HELP_POINTS * (hints + undos));
}

/** `{}` is the documented robot. */
export function readOptions(value: unknown): Options | null {
  if (typeof value !== 'object' || value === null) return null;
  const { opponent = 'robot', level = 'easy' } = value as Record<string, unknown>;
  if (opponent !== 'robot' && opponent !== 'human') return null;
  const known = LEVELS.find((each) => each === level);
  return known === undefined ? null : { opponent, level: known };
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

/** The empty board of a new game. */
export const start = (seed: number, options: Options): State =>
  begin(seed, options, emptySquares());

/** A board and against whom: `8/8/8/8/8/3xo3 expert`; without a level two people play. */
export function readPosition(text: string): State {
  const [board = '', level = 'human', ...more] = text.split(' ');
  const opponent = level === 'human' ? 'human' : 'robot';
  const options = readOptions(opponent === 'human' ? { opponent } : { opponent, level });
  if (options === null || more.length > 0) throw new PositionError(`no such robot: ${text}`);
  return begin(0, options, readSquares(board));
}

/** What `readPosition` reads. */
export const writePosition = ({ options, squares }: State): string =>
  options.opponent === 'human'
    ? writeSquares(squares)
    : `${writeSquares(squares)} ${options.level}`;
