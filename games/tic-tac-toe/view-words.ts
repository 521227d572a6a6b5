import { DRAW_SIGNS, DRAW_TEXT, SIDE, WIN_TEXT } from './constants.ts';
import { isRobotsTurn, outcomeOf, type State, turnOf, winnerOf } from './engine.ts';

const placeOf = (square: number): string =>
  `row ${Math.floor(square / SIDE) + 1}, column ${(square % SIDE) + 1}`;

/** Returns the accessible name of a square. */
export function squareLabel(
  { squares }: State,
  square: number,
  winning: readonly number[],
): string {
  const mark = squares[square] || 'free';
  return `${placeOf(square)}, ${mark}${winning.includes(square) ? ', one of the three' : ''}`;
}

/** Names the next player, or the result. */
export function turnText(state: State): string {
  const outcome = outcomeOf(state);
  if (outcome === 'drawn') return `${DRAW_TEXT} ${DRAW_SIGNS}`;
  if (outcome !== 'playing') {
    const isRobots = outcome === 'lost' && state.options.opponent === 'robot';
    return `${isRobots ? 'The robot wins with' : WIN_TEXT} ${winnerOf(state)}`;
  }
  if (isRobotsTurn(state)) return 'The robot is thinking';
  const mark = turnOf(state.squares);
  return state.options.opponent === 'robot' ? `You are ${mark}: your move` : `${mark} to move`;
}

/** Returns the announcement of the last move. */
export function stepAnnouncement(state: State, previous: State): string {
  const square = state.squares.findIndex((mark, index) => mark !== previous.squares[index]);
  return `${state.squares[square]}: ${placeOf(square)}. ${turnText(state)}.`;
}
