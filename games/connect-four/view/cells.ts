import { setAttribute } from '../../kit/view/element.ts';
import type { Grid } from '../../kit/view/grid.ts';
import { COLUMNS, ROWS } from '../constants.ts';
import { outcomeOf, type State, winnerOf } from '../engine.ts';
import { type Cell, cellsOf, turnOf } from '../squares.ts';

/** Accessible names of owners. */
const holders = ['not available yet', 'player 1', 'player 2'] as const;

/** Returns the position of a square: columns from the left, rows from the bottom. */
const placeOf = (square: number): string =>
  `column ${(square % COLUMNS) + 1}, row ${ROWS - Math.floor(square / COLUMNS)}`;

/** Marks squares: available, winning, hinted; and sets their accessible names. */
export interface Cells {
  draw(state: State, winning: readonly number[]): void;
}

/*
 * Appearance of a square as one number, so that only changed squares are updated: owner, availability, player
 * of the preview, winning line, hint.
 */
const HOLDER = 3;
const AVAILABLE = 4;
const OFFER = 8;
const OFFERED = 3 * OFFER;
const WINNING = 32;
const HINT = 64;

/**
 * Returns the player whose disc the free squares preview; against the robot always the player's own. Changing
 * all previews for the robot's move would cost more than the falling disc.
 */
const offeredTo = ({ options, squares }: State): 1 | 2 =>
  options.opponent === 'robot' ? 1 : turnOf(squares);

/** Creates the marks of the grid's cells. */
export function drawCells(grid: Grid): Cells {
  /** Last appearance of each square; -1 before the first. */
  const looks = grid.cells.map(() => -1);

  return {
    draw(state, winning) {
      const offered = winning.length === 0 ? OFFER * offeredTo(state) : 0;
      for (const cell of cellsOf(state.squares)) {
        const square = cell.indexArray * COLUMNS + cell.index;
        const place = grid.cells[square];
        if (!place) continue;
        const isWinning = winning.includes(square);
        const isHint = state.hint === square;
        let look: number = cell.selected;
        if (cell.available) look |= AVAILABLE | offered;
        if (isWinning) look |= WINNING;
        if (isHint) look |= HINT;
        const changed = look ^ (looks[square] as number);
        if (changed === 0) continue;
        looks[square] = look;
        if (changed & HOLDER) setAttribute(place, 'data-player', `${cell.selected}`);
        if (changed & OFFERED) {
          const player = (look & OFFERED) / OFFER;
          if (player === 0) place.removeAttribute('data-available');
          else place.setAttribute('data-available', `${player}`);
        }
        if (changed & WINNING) place.toggleAttribute('data-winning', isWinning);
        if (changed & HINT) place.toggleAttribute('data-hint', isHint);
        grid.describe(square, cellLabel(cell, isWinning, isHint));
      }
    },
  };
}

/** Returns the accessible name of a square. */
function cellLabel(cell: Cell, isWinning: boolean, isHint: boolean): string {
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
