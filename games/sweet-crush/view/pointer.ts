/** Swipes from a sweet to a neighbour. */
import { SIDE } from '../constants.ts';

/** Distance after which a movement is a swipe, as a share of a cell's width. */
const SWIPE_SHARE = 0.4;

/**
 * Calls `swiped` with a cell and the neighbour towards which it was swiped. A tap is handled immediately,
 * because browsers may omit the click of a tap that follows a swipe.
 */
export function followSwipes(
  grid: HTMLElement,
  swiped: (cell: number, other: number) => void,
): void {
  let from: { pointer: number; cell: number; x: number; y: number; width: number } | null = null;
  /** True if the pointer's action has been handled, so that a following click is ignored. */
  let isHeard = false;

  grid.addEventListener('pointerdown', (event) => {
    isHeard = false;
    const cell = (event.target as Element).closest<HTMLElement>('[role="gridcell"]');
    if (!cell || !event.isPrimary || event.button !== 0) return;
    const { pointerId, clientX, clientY } = event;
    const square = Number(cell.dataset.square);
    from = { pointer: pointerId, cell: square, x: clientX, y: clientY, width: cell.clientWidth };
  });
  grid.addEventListener('pointermove', (event) => {
    if (!from || event.pointerId !== from.pointer) return;
    const right = event.clientX - from.x;
    const down = event.clientY - from.y;
    if (Math.max(Math.abs(right), Math.abs(down)) < SWIPE_SHARE * from.width) return;
    const isAcross = Math.abs(right) > Math.abs(down);
    const { cell } = from;
    const column = (cell % SIDE) + (isAcross ? Math.sign(right) : 0);
    const row = Math.floor(cell / SIDE) + (isAcross ? 0 : Math.sign(down));
    from = null;
    isHeard = true;
    if (column < 0 || column >= SIDE || row < 0 || row >= SIDE) return;
    swiped(cell, row * SIDE + column);
  });
  grid.addEventListener('pointerup', ({ pointerId, pointerType }) => {
    const tapped = from?.pointer === pointerId ? from.cell : null;
    from = null;
    if (tapped === null || pointerType !== 'touch') return;
    isHeard = true;
    grid.querySelector<HTMLElement>(`[data-square="${tapped}"]`)?.click();
  });
  grid.addEventListener('pointercancel', () => {
    from = null;
  });
  // A click without a count comes from a screen reader or from the tap that was just dispatched.
  grid.addEventListener(
    'click',
    (event) => {
      if (isHeard && event.detail > 0) event.stopPropagation();
    },
    { capture: true },
  );
}

/** Marks the cell under the mouse. */

/**
 * Marks the cell under the mouse with `data-inviting` while the last call of the returned function had
 * `true`. A CSS `:hover` rule that depends on the board's status would restyle all cells with each swap.
 */
export function followHover(grid: HTMLElement): (invites: boolean) => void {
  let under: Element | null = null;
  let isInviting = false;

  function moveTo(cell: Element | null): void {
    if (cell === under) return;
    under?.removeAttribute('data-inviting');
    under = cell;
    under?.toggleAttribute('data-inviting', isInviting);
  }
  grid.addEventListener('pointerover', ({ target }) =>
    moveTo((target as Element).closest('[role="gridcell"]')),
  );
  grid.addEventListener('pointerleave', () => moveTo(null));
  return (invites) => {
    isInviting = invites;
    under?.toggleAttribute('data-inviting', invites);
  };
}
