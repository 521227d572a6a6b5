import { pluralize } from '../../format/pluralize.ts';
import type { Discount } from './discount-calls.ts';

/** How each state is shown. */
export const stateChips: Record<Discount['state'], { name: string; className: string }> = {
  planned: { name: 'Scheduled', className: 'chip chip--draft' },
  running: { name: 'Running', className: 'chip chip--live' },
  'used-up': { name: 'Used up', className: 'chip' },
  ended: { name: 'Ended', className: 'chip' },
};

/** `December 1, 2026, 9:00 AM`, of a time of day on the owner's clocks. */
const clockWords = (clock: string) =>
  new Intl.DateTimeFormat('en', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  } as const).format(new Date(`${clock}Z`));

/** When it counts. */
export function windowWords({ from, until }: Discount): string {
  if (from === null && until === null) return 'Always';
  if (until === null) return `From ${clockWords(from ?? '')}`;
  return `${from === null ? 'Until' : `${clockWords(from)} to`} ${clockWords(until)}`;
}

/** How often it was used, and may be. */
export function usesWords({ used, maxUses, underway }: Discount): string {
  const count =
    maxUses === null
      ? pluralize(used, 'redemption')
      : `${used} of ${pluralize(maxUses, 'redemption')}`;
  return underway > 0 ? `${count}, ${underway} in progress` : count;
}

/** What it fits, and how often for each member. */
export function limitWords({ products, maxUsesEach }: Discount): string {
  const fits =
    products === null
      ? 'All products'
      : products.map(({ title }) => title).join(', ') || 'No product';
  if (maxUsesEach === null) return fits;
  return `${fits}; ${maxUsesEach === 1 ? 'once' : `${maxUsesEach} times`} per member`;
}
