/** How what changed on the board is seen: swaps, falls, and a shake. Calm readers see the result alone. */
import { fallsOf, swapOf } from '../board.ts';
import { CONFETTI_MS, MATCH_CHECK_MS, REFILL_MS, SHAKE_MS, SIDE } from '../constants.ts';
import type { State } from '../state.ts';
import { EMPTY } from '../sweets.ts';

/** What is left of a refill when the confetti is over. */
export const FALL_MS = REFILL_MS - CONFETTI_MS;
/** A fall of one row, and each further one. */
const FIRST_ROW_MS = 210;
const ROW_MS = 65;

type Drawings = readonly (Element | null)[];

/** Cells whose sweet is another one or gone: they become confetti. */
export const goneCells = (state: State, before: State): number[] =>
  state.cells.flatMap((sweet, cell) =>
    before.cells[cell] !== EMPTY && before.cells[cell] !== sweet ? [cell] : [],
  );

function comeFrom(drawing: Element | null | undefined, right: number, down: number, ms: number) {
  drawing?.animate(
    [{ transform: `translate(${100 * right}%, ${100 * down}%)` }, { transform: 'none' }],
    { duration: ms, easing: down < -1 ? 'cubic-bezier(0.35, 1.12, 0.6, 1)' : 'ease-out' },
  );
}

/** Shows a state that came after another one. */
export function moveSweets(drawings: Drawings, state: State, before: State): void {
  if (state.phase === 'swapped' && state.swap !== null) {
    const swap = swapOf(state.swap);
    if (!swap) return;
    const isAcross = swap.other === swap.cell + 1;
    const [right, down] = isAcross ? [1, 0] : [0, 1];
    comeFrom(drawings[swap.cell], right, down, MATCH_CHECK_MS);
    comeFrom(drawings[swap.other], -right, -down, MATCH_CHECK_MS);
  } else if (state.phase === 'filled' && before.phase === 'cleared') {
    for (const [cell, rows] of fallsOf(before.cells).entries()) {
      if (rows === 0) continue;
      comeFrom(drawings[cell], 0, -rows, Math.min(FALL_MS, FIRST_ROW_MS + rows * ROW_MS));
    }
  } else if (state.phase === 'cleared' || state.shuffles > before.shuffles) {
    for (const [cell, sweet] of state.cells.entries()) {
      if (sweet === before.cells[cell]) continue;
      drawings[cell]?.animate([{ transform: 'scale(0.2)' }, { transform: 'none' }], {
        duration: CONFETTI_MS,
        easing: 'cubic-bezier(0.3, 1.6, 0.6, 1)',
      });
    }
  }
}

/** A pair that makes no line is shaken. */
export function shake(drawings: Drawings, one: number, another: number): void {
  const isAcross = Math.abs(one - another) < SIDE;
  const to = (share: number) => (isAcross ? `translate(${share}%, 0)` : `translate(0, ${share}%)`);
  for (const cell of [one, another]) {
    drawings[cell]?.animate(
      [0, 12, -12, 9, -9, 0].map((share) => ({ transform: to(share) })),
      { duration: SHAKE_MS },
    );
  }
}
