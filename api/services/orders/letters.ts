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
    paragraphs: [`Your order ${order.number} from ${dayOf(order.createdAt)} is paid. You bought:`],
    quote: [...lines, '', ...sums].join('\n'),
    button: { label: 'See the order and its receipt', href: siteUrl + orderPath(order.publicId) },
    afterButton: [
      `All your downloads are in your library: ${siteUrl}${LIBRARY_PATH}`,
      `Payment: ${order.paymentId}.${order.provider === 'demo' ? ' The demo provider did not charge any money.' : ''}`,
      'You accepted the terms and immediate delivery; both are recorded with the order.',
      `Sold by:\n${order.seller}`,
    ],
    reason: `You are receiving this email because you bought something at ${siteUrl}.`,
  };
}

/** Says that money has gone back. */
export function refundLetter(order: Order, amount: number, siteUrl: string): Letter {
  return {
    subject: `A refund for your order ${order.number}`,
    title: 'Your refund is on its way',
    paragraphs: [
      `We have refunded ${formatMoney(amount, order.currency)} of your order ${order.number} to your original payment method. Depending on your bank, this can take a few days.`,
    ],
    button: { label: 'See the order', href: siteUrl + orderPath(order.publicId) },
    reason: `You are receiving this email because you bought something at ${siteUrl}.`,
  };
}

const dayOf = (time: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
