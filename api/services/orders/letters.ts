import type { Letter } from '#contracts/mail.ts';
import { formatMoney } from '#contracts/money.ts';
import { LIBRARY_PATH, orderPath } from '#contracts/shop-words.ts';
import type { Order } from '../../db/repositories/orders.ts';
import { subtotalOf } from '../cart/pricing.ts';

/** The receipt of an order. */
export function receiptLetter(order: Order, siteUrl: string): Letter {
  const money = (minor: number) => formatMoney(minor, order.currency);
  const lines = order.lines.map(
    (line) => `${line.quantity} × ${line.title}: ${money(subtotalOf(line))}`,
  );
  const sums = [
    ...(order.discount > 0 ? [`Discount ${order.discountCode}: −${money(order.discount)}`] : []),
    `Total: ${money(order.total)}`,
    ...(order.taxLine === '' ? [] : [order.taxLine]),
  ];
  return {
    subject: `Your order ${order.number}`,
    title: 'Thank you for your order',
    paragraphs: [
      `Your order ${order.number} of ${dayOf(order.createdAt)} is paid. This is what you have bought:`,
    ],
    quote: [...lines, '', ...sums].join('\n'),
    button: { label: 'See the order and its receipt', href: siteUrl + orderPath(order.publicId) },
    afterButton: [
      `Everything to download, now and later, is in your library: ${siteUrl}${LIBRARY_PATH}`,
      `Payment: ${order.paymentId}.${order.provider === 'demo' ? ' The demo provider took no money.' : ''}`,
      'You have agreed to the terms and to delivery at once; both are stored with the order.',
      `Sold by:\n${order.seller}`,
    ],
    reason: `You get this because you have bought something at ${siteUrl}.`,
  };
}

/** Says that money has gone back. */
export function refundLetter(order: Order, amount: number, siteUrl: string): Letter {
  return {
    subject: `A refund for your order ${order.number}`,
    title: 'Money is on its way back to you',
    paragraphs: [
      `${formatMoney(amount, order.currency)} of your order ${order.number} go back to where they came from. Depending on your bank that takes some days.`,
    ],
    button: { label: 'See the order', href: siteUrl + orderPath(order.publicId) },
    reason: `You get this because you have bought something at ${siteUrl}.`,
  };
}

const dayOf = (time: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
