/** The cell under a mouse, which invites to a press where one is heard. */

/**
 * Marks the cell under the mouse with `data-inviting` as long as what it returns was last called with true.
 * A rule for the cell that is hovered, in a board that has settled, would style all of them anew with each swap.
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
