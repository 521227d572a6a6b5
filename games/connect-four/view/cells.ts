import { setAttribute } from '../../kit/view/element.ts';
import type { Grid } from '../../kit/view/grid.ts';
import { COLUMNS } from '../constants.ts';
import type { State } from '../engine.ts';
import { cellsOf, turnOf } from '../squares.ts';
import { cellWords } from './words.ts';

/** Marks the squares: where a stone may go, which are the four, which is the hint, and what each says. */
export interface Cells {
  draw(state: State, winning: readonly number[]): void;
}

/*
 * How a square looks as one number, so that only what differs is touched: who holds it, whether a stone
 * can lie there next, to whom it is offered, whether it is one of the four, and whether it is the hint.
 */
const HOLDER = 3;
const AVAILABLE = 4;
const OFFER = 8;
const OFFERED = 3 * OFFER;
const WINNING = 32;
const HINT = 64;

/**
 * Whose stone the free squares show; against the robot always one's own. While it thinks they are
 * nobody's to take, and eight squares that change back and forth cost more than the stone that falls.
 */
const offeredTo = ({ options, squares }: State): 1 | 2 =>
  options.opponent === 'robot' ? 1 : turnOf(squares);

/** What marks the cells of the grid. */
export function drawCells(grid: Grid): Cells {
  /** How each square was drawn; all of it is to be drawn as yet. */
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
        grid.describe(square, cellWords(cell, isWinning, isHint));
      }
    },
  };
}
