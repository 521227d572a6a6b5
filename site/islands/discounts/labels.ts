import { pluralize } from '../../format/pluralize.ts';
import type { Discount } from './discount-calls.ts';

/** Labels and chips of the states. */
export const stateChips: Record<Discount['state'], { name: string; className: string }> = {
  planned: { name: 'Scheduled', className: 'chip chip--draft' },
  running: { name: 'Running', className: 'chip chip--live' },
  'used-up': { name: 'Used up', className: 'chip' },
  ended: { name: 'Ended', className: 'chip' },
};

/** Formats a local time of the owner: `December 1, 2026, 9:00 AM`. */
const formatClock = (clock: string) =>
  new Intl.DateTimeFormat('en', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  } as const).format(new Date(`${clock}Z`));

/** Returns the period in which a code is valid. */
export function periodLabel({ from, until }: Discount): string {
  if (from === null && until === null) return 'Always';
  if (until === null) return `From ${formatClock(from ?? '')}`;
  return `${from === null ? 'Until' : `${formatClock(from)} to`} ${formatClock(until)}`;
}

/** Returns the number of redemptions and their limit. */
export function redemptionsLabel({ used, maxUses, underway }: Discount): string {
  const count =
    maxUses === null
      ? pluralize(used, 'redemption')
      : `${used} of ${pluralize(maxUses, 'redemption')}`;
  return underway > 0 ? `${count}, ${underway} in progress` : count;
}

/** Returns the products of a code and its limit per member. */
export function limitsLabel({ products, maxUsesEach }: Discount): string {
  const fits =
    products === null
      ? 'All products'
      : products.map(({ title }) => title).join(', ') || 'No product';
  if (maxUsesEach === null) return fits;
  return `${fits}; ${maxUsesEach === 1 ? 'once' : `${maxUsesEach} times`} per member`;
}
