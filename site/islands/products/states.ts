import type { ProductState } from '#contracts/product.ts';

/** Label and chip of each state. */
export const stateChips: Record<ProductState, { name: string; className: string }> = {
  draft: { name: 'Draft', className: 'chip chip--draft' },
  live: { name: 'For sale', className: 'chip chip--live' },
  retired: { name: 'Retired', className: 'chip' },
};
