import { disputeReasonWords, disputeStateWords, isDisputeOver } from '#contracts/dispute-words.ts';
import type { Letter } from '#contracts/mail.ts';
import { formatMoney } from '#contracts/money.ts';
import { adminOrderPath, ORDERS_PATH } from '#contracts/shop-words.ts';
import type { Dispute } from '../../db/repositories/disputes.ts';
import type { Order } from '../../db/repositories/orders.ts';

/** Says to an admin that a buyer disputes a payment, or what has become of it. */
export function disputeLetter(
  { disputeId, state, reason, amount, currency, dueAt }: Dispute,
  order: Order | undefined,
  siteUrl: string,
): Letter {
  const what = order ? `order ${order.number}` : 'an unknown payment';
  const money =
    amount === null || currency === null ? '' : `, about ${formatMoney(amount, currency)}`;
  const until = dueAt === null ? '' : ` until ${dayOf(dueAt)}`;
  return {
    subject: isDisputeOver(state) ? `The dispute about ${what} is over` : `Dispute about ${what}`,
    title: `${disputeStateWords[state]}: the dispute about ${what}`,
    paragraphs: [
      `${disputeReasonWords[reason]} The provider’s dispute number is ${disputeId}${money}.`,
      ...(isDisputeOver(state)
        ? ['Refunds because of the dispute appear in the order automatically.']
        : [`You can respond at the payment provider${until}.`]),
    ],
    button: {
      label: order ? 'See the order' : 'See all orders',
      href: siteUrl + (order ? adminOrderPath(order.publicId) : ORDERS_PATH),
    },
    reason: 'You are receiving this email because you are an admin of the site.',
  };
}

const dayOf = (time: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
