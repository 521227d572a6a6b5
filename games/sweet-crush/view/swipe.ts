/** A finger that goes from a sweet to a neighbour. */
import { SIDE } from '../constants.ts';

/** So much of a cell's width a finger goes before it is a swipe. */
const SWIPE_SHARE = 0.4;

/**
 * Calls `swiped` with a cell and the neighbour a finger or mouse drew it to. The tap of a finger is a
 * click at once: a browser may make none of it, as of one that comes soon after a swipe.
 */
export function followSwipes(
  grid: HTMLElement,
  swiped: (cell: number, other: number) => void,
): void {
  let from: { pointer: number; cell: number; x: number; y: number; width: number } | null = null;
  /** What the finger or the mouse did has been heard, whatever click the browser makes of it. */
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
  // A click without a count was made by no finger or mouse, but just now, or by a screen reader.
  grid.addEventListener(
    'click',
    (event) => {
      if (isHeard && event.detail > 0) event.stopPropagation();
    },
    { capture: true },
  );
}
