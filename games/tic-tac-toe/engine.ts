/** Tic Tac Toe: x begins, x and o alternate, three in a row win. One step is one move. */
import { countBits, type Input, type Outcome, PositionError } from '../kit/engine.ts';
import { below, next, type Random } from '../kit/random.ts';

/** Squares of a side, and marks in a row that win. */
export const SIDE = 3;
export const SQUARES = SIDE * SIDE;
/** Shown to the winner, and to both friends at one board. */
export const WIN_TEXT = 'Win !! :)';
/** Shown for a full board without a line. */
export const DRAW_TEXT = 'No Winner :/';
/** Shown instead of the winner's mark. */
export const DRAW_SIGNS = 'x | o';
/** Points of a win against the robot, which it never allows. */
const WIN_POINTS = 2;
/** Points of a draw against the robot. */
export const DRAW_POINTS = 1;

export const game = 'tic-tac-toe';
export const rules = 1;
export const tickMs = null;

/** Mark of a square; empty for a free one. */
export type Mark = '' | 'x' | 'o';

/** A friend at the same board, or the robot, which plays o, or x if it begins. */
export type Options = { opponent: 'friend' | 'robot'; begins: 'you' | 'robot' };

/** State of a game: the marks, and the generator with which the robot chooses among the best squares. */
export interface State {
  options: Options;
  random: Random;
  squares: Mark[];
}

/** Inputs from 0 to 8 mark a square; this one makes the robot move. */
export const ROBOT_MOVES = SIDE * SIDE;
export const inputCount = ROBOT_MOVES + 1;

/** The eight lines, each from left to right or from the top. */
const LINES = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const;

type Squares = readonly Mark[];

/** Returns the squares of all complete lines; empty if there is no winner. */
export function winningSquares(squares: Squares): number[] {
  const lines = LINES.filter(
    ([first, ...others]) =>
      squares[first] !== '' && others.every((other) => squares[other] === squares[first]),
  );
  return [...new Set(lines.flat())].sort((a, b) => a - b);
}

export const turnOf = (squares: Squares): 'x' | 'o' =>
  squares.filter((mark) => mark !== '').length % 2 === 0 ? 'x' : 'o';

/** Returns the winner's mark, or an empty one. */
export const winnerOf = ({ squares }: State): Mark =>
  squares[winningSquares(squares)[0] ?? -1] ?? '';

export const robotsMark = ({ begins }: Options): 'x' | 'o' => (begins === 'robot' ? 'x' : 'o');

export const isRobotsTurn = (state: State): boolean =>
  state.options.opponent === 'robot' &&
  turnOf(state.squares) === robotsMark(state.options) &&
  outcomeOf(state) === 'playing';

const freeSquares = (squares: Squares): number[] =>
  squares.flatMap((mark, square) => (mark === '' ? [square] : []));

function marked(squares: Squares, square: number): Mark[] {
  const after = [...squares];
  after[square] = turnOf(squares);
  return after;
}

/** The lines as bits of their squares. */
const LINE_BITS = LINES.map((line) =>
  line.reduce<number>((bits, square) => bits | (1 << square), 0),
);
const ALL_BITS = (1 << SQUARES) - 1;

/** Values of analysed boards by their bits; there are 5,478. */
const values = new Map<number, number>();

/** Returns the value of a board for the side to move with perfect play; earlier wins are worth more. */
function boardValue(own: number, other: number): number {
  const name = (other << SQUARES) | own;
  const cachedValue = values.get(name);
  if (cachedValue !== undefined) return cachedValue;
  const value = searchValue(own, other);
  values.set(name, value);
  return value;
}

function searchValue(own: number, other: number): number {
  const free = ALL_BITS & ~(own | other);
  for (const line of LINE_BITS) {
    if ((own & line) === line || (other & line) === line) return -1 - countBits(free);
  }
  if (free === 0) return 0;
  // An immediate win has the maximum value.
  const most = countBits(free);
  let best = -SQUARES;
  for (let square = 1; square <= free && best < most; square <<= 1) {
    if (free & square) best = Math.max(best, -boardValue(other, own | square));
  }
  return best;
}

const bitsOf = (squares: Squares, mark: Mark): number =>
  squares.reduce((bits, each, square) => (each === mark ? bits | (1 << square) : bits), 0);

/** Returns all best squares for the side to move; on the empty board, all squares. */
export function bestSquares(squares: Squares): number[] {
  const free = freeSquares(squares);
  // No first move loses, so no search is needed.
  if (free.length === SQUARES) return free;
  const turn = turnOf(squares);
  const own = bitsOf(squares, turn);
  const other = bitsOf(squares, turn === 'x' ? 'o' : 'x');
  const boardValues = free.map((square) => -boardValue(other, own | (1 << square)));
  const best = Math.max(...boardValues);
  return free.filter((_, index) => boardValues[index] === best);
}

const markSquare = (state: State, square: number): State => ({
  ...state,
  squares: marked(state.squares, square),
});

/** Marks a free square, or makes the robot's move when it is its turn. */
export function step(state: State, input: Input): State {
  if (outcomeOf(state) !== 'playing') return state;
  if (!isRobotsTurn(state)) return state.squares[input] === '' ? markSquare(state, input) : state;
  if (input !== ROBOT_MOVES) return state;
  const random = next(state.random);
  const best = bestSquares(state.squares);
  return { ...markSquare(state, best[below(random, best.length)] as number), random };
}

/** Returns the player's outcome against the robot, or x's outcome against a friend. */
export function outcomeOf(state: State): Outcome {
  const { opponent, begins } = state.options;
  const winner = winnerOf(state);
  const player = opponent === 'robot' && begins === 'robot' ? 'o' : 'x';
  if (winner !== '') return winner === player ? 'won' : 'lost';
  return state.squares.includes('') ? 'playing' : 'drawn';
}

/** Points against the robot; 0 against a friend. */
export function scoreOf(state: State): number {
  if (state.options.opponent === 'friend') return 0;
  const outcome = outcomeOf(state);
  return outcome === 'won' ? WIN_POINTS : outcome === 'drawn' ? DRAW_POINTS : 0;
}

/** Returns valid options from untrusted input, or null. `{}` is the documented game of two people. */
export function readOptions(value: unknown): Options | null {
  if (typeof value !== 'object' || value === null) return null;
  const { opponent = 'friend', begins = 'you' } = value as Record<string, unknown>;
  if (opponent !== 'friend' && opponent !== 'robot') return null;
  return begins === 'you' || begins === 'robot' ? { opponent, begins } : null;
}

/** Returns an empty board. */
export const start = (seed: number, options: Options): State => ({
  options,
  random: seed,
  squares: new Array<Mark>(SQUARES).fill(''),
});

/** Reads three rows and the opponent: `x../.o./... robot`, `robot-begins`, or nothing for a friend. */
export function readPosition(text: string): State {
  const [board = '', against = 'friend', ...more] = text.split(' ');
  const rows = board.split('/');
  if (rows.length !== SIDE || rows.some((row) => !/^[.xo]{3}$/.test(row)) || more.length > 0) {
    throw new PositionError(`not three rows of x, o and full stops: ${text}`);
  }
  const opponent = against === 'friend' ? 'friend' : 'robot';
  if (!['friend', 'robot', 'robot-begins'].includes(against)) {
    throw new PositionError(`no opponent: ${text}`);
  }
  const squares = Array.from(rows.join(''), (sign) => (sign === '.' ? '' : sign) as Mark);
  const ahead =
    squares.filter((mark) => mark === 'x').length - squares.filter((mark) => mark === 'o').length;
  if (ahead !== 0 && ahead !== 1) throw new PositionError(`one player moved twice: ${text}`);
  return {
    ...start(0, { opponent, begins: against === 'robot-begins' ? 'robot' : 'you' }),
    squares,
  };
}

/** Writes the notation of `readPosition`. */
export function writePosition({ options, squares }: State): string {
  const signs = squares.map((mark) => mark || '.').join('');
  const board = [0, 1, 2].map((row) => signs.slice(row * SIDE, (row + 1) * SIDE)).join('/');
  if (options.opponent === 'friend') return board;
  return `${board} ${options.begins === 'robot' ? 'robot-begins' : 'robot'}`;
}
