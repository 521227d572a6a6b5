import type { AdminOrder } from './sales-calls.ts';

/** What is to go back: all that is left, what some lines cost, or an amount. */
export type Way = 'all' | 'lines' | 'part';

/** What was paid for a line, its part of a discount taken off. */
export const paidFor = ({ subtotal, discount }: AdminOrder['cart'][number]): number =>
  // Back to the digits that the two have: their difference may have more.
  Number((subtotal - discount).toFixed(3));

/** What was typed as a number, with a comma or a point; null for what is no amount. */
export function amountOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  return amount > 0 ? amount : null;
}

/** Why nothing can go back. */
export function nothingLeft({ total, refunds }: AdminOrder): string {
  if (total === 0) return 'It was free: there is nothing to refund.';
  return refunds.some(({ state }) => state === 'sending')
    ? 'It is fully refunded, or the refund is in progress.'
    : 'It is fully refunded.';
}

/** What giving money back means, before it is done. */
export function whatItMeans({ buyer, provider }: AdminOrder, way: Way): string {
  const who = buyer.name === '' ? 'The buyer' : buyer.name;
  const how =
    provider === 'demo'
      ? 'The demo provider did not charge any money, so none is returned.'
      : 'The money is returned to the original payment method. This cannot be undone.';
  const what = {
    all: 'The products are removed from the library.',
    lines: 'These products are removed from the library.',
    part: 'The library is unchanged.',
  }[way];
  return `${who} will be notified by email and can see it in the order. ${what} ${how}`;
}
