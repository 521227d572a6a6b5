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
  if (total === 0) return 'It was free: there is nothing to give back.';
  return refunds.some(({ state }) => state === 'sending')
    ? 'All of it has gone back or is on its way.'
    : 'All of it has gone back.';
}

/** What giving money back means, before it is done. */
export function whatItMeans({ buyer, provider }: AdminOrder, way: Way): string {
  const who = buyer.name === '' ? 'The buyer' : buyer.name;
  const how =
    provider === 'demo'
      ? 'The demo provider took no money and gives none.'
      : 'It goes back the way it came, and nobody can call it off.';
  const what = {
    all: 'What was bought leaves the library.',
    lines: 'These products leave the library.',
    part: 'The library stays as it is.',
  }[way];
  return `${who} is told by mail and sees it in the order. ${what} ${how}`;
}
