import { element } from '../../kit/view/element.ts';
import type { Grid } from '../../kit/view/grid.ts';
import { COLUMNS } from '../constants.ts';
import type { State } from '../engine.ts';
import { cellsOf, turnOf, winningSquares } from '../squares.ts';
import { cellWords } from './words.ts';

/** Draws a state into the cells; what was not there before falls, unless less motion is wanted. */
export interface Cells {
  draw(state: State, before: State | null, isCalm: boolean): void;
}

/** Puts a stone into each cell of the grid, of nobody as yet. */
export function drawCells(grid: Grid): Cells {
  const stones = grid.cells.map((cell, square) => {
    const stone = element('span', { class: 'four-stone' });
    // From above the board, so many squares high.
    stone.style.setProperty('--fall', `${Math.floor(square / COLUMNS) + 1}`);
    cell.append(stone);
    return stone;
  });

  /** How each square was drawn, so that only what differs is touched. */
  const looks: string[] = [];

  return {
    draw(state, before, isCalm) {
      const winning = winningSquares(state.squares);
      const turn = `${turnOf(state.squares)}`;
      for (const cell of cellsOf(state.squares)) {
        const square = cell.indexArray * COLUMNS + cell.index;
        const place = grid.cells[square];
        const stone = stones[square];
        if (!place || !stone) continue;
        const isWinning = winning.includes(square);
        const isHint = state.hint === square;
        const isLast = square === state.moves.at(-1);
        const isAvailable = cell.available && winning.length === 0;
        const look = `${cell.selected}${isWinning}${isHint}${isLast}${cell.available}${isAvailable && turn}`;
        if (look === looks[square]) continue;
        looks[square] = look;
        const isNew = cell.selected !== 0 && before?.squares[square] === 0;
        if (isNew) stone.classList.toggle('four-stone--falls', !isCalm);
        else if (cell.selected === 0) stone.classList.remove('four-stone--falls');
        stone.dataset.player = `${cell.selected}`;
        if (isAvailable) place.dataset.available = turn;
        else delete place.dataset.available;
        place.toggleAttribute('data-winning', isWinning);
        place.toggleAttribute('data-hint', isHint);
        place.toggleAttribute('data-last', isLast);
        grid.describe(square, cellWords(cell, isWinning, isHint));
      }
    },
  };
}
