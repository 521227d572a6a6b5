import { moneyFormat } from '#contracts/money.ts';

/** A price as people read it: €19.99. */
export function priceText(price: number, currency: string): string {
  return moneyFormat(currency).format(price);
}

/** When something was bought, with weekday and time, on the reader's own clock. */
export function longTime(iso: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(
    new Date(iso),
  );
}
