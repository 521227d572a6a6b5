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
