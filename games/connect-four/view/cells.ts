import { setAttribute } from '../../kit/view/element.ts';
import type { Grid } from '../../kit/view/grid.ts';
import { COLUMNS } from '../constants.ts';
import type { State } from '../engine.ts';
import { cellsOf, turnOf } from '../squares.ts';
import { cellLabel } from './words.ts';

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
