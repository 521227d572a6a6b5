import { COLUMNS, ROWS } from '../constants.ts';
import { outcomeOf, type State, winnerOf } from '../engine.ts';
import { type Cell, turnOf } from '../squares.ts';

/** Accessible names of owners. */
const holders = ['not available yet', 'player 1', 'player 2'] as const;

/** Returns the position of a square: columns from the left, rows from the bottom. */
const placeOf = (square: number): string =>
  `column ${(square % COLUMNS) + 1}, row ${ROWS - Math.floor(square / COLUMNS)}`;

/** Returns the accessible name of a square. */
export function cellLabel(cell: Cell, isWinning: boolean, isHint: boolean): string {
  const { indexArray, index, selected, available } = cell;
  return [
    placeOf(indexArray * COLUMNS + index),
    selected === 0 && available ? 'available' : holders[selected],
    ...(isWinning ? ['one of the four'] : []),
    ...(isHint ? ['the hint'] : []),
  ].join(', ');
}

function nameOf(player: 1 | 2, { options }: State): string {
  if (options.opponent === 'human') return `Player ${player}`;
  return player === 1 ? 'You' : 'The robot';
}

/** Returns the player to move, or the result, in the documented words. */
export function turnText(state: State): string {
  const winner = winnerOf(state);
  if (winner !== 0) return `Player ${winner} is victorious!`;
  if (outcomeOf(state) === 'drawn') return 'It is a draw.';
  const turn = turnOf(state.squares);
  if (state.options.opponent === 'human') return `Player ${turn} to move`;
  return turn === 1 ? 'Your move' : 'The robot is thinking';
}

/** Returns the announcement of the last moves, a hint or an undo. */
export function stepAnnouncement(state: State, previous: State): string {
  if (state.hint !== null && state.hint !== previous.hint) {
    return `The hint is ${placeOf(state.hint)}.`;
  }
  if (state.moves.length < previous.moves.length) return `Taken back. ${turnText(state)}.`;
  // The robot answers shortly after the player, and only the last announcement is heard: it contains both
  // moves.
  const isAnswer = state.options.opponent === 'robot' && turnOf(state.squares) === 1;
  const moves = state.moves.slice(isAnswer ? -2 : -1).map((square) => {
    const player = state.squares[square] === 2 ? 2 : 1;
    return `${nameOf(player, state)}: ${placeOf(square)}.`;
  });
  return [...moves, `${turnText(state)}.`].join(' ');
}
