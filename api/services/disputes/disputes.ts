import type { EmailContent } from '#contracts/mail.ts';
import { formatMoney, isCurrency, SUM_MAX, toDecimal, toMinor } from '#contracts/money.ts';
import type { DisputeResponse } from '#contracts/order.ts';
import { disputeReasonLabels, disputeStateLabels, isDisputeOver } from '#contracts/order-states.ts';
import { adminOrderPath, ORDERS_PATH } from '#contracts/shop-messages.ts';
import { iso } from '../../context.ts';
import type { Order } from '../../db/repositories/orders.ts';
import {
  type Dispute,
  type DisputeOfOrder,
  findDispute,
  upsertDispute,
} from '../../db/repositories/payments.ts';
import type {
  PaymentProviderName,
  ReportedDispute,
  Sum,
} from '../../integrations/payment/provider.ts';
import type { PaymentContext } from '../checkout/payment-context.ts';
import { enqueueEmailToAdmins } from '../mail/email-queue.ts';
import { formatLongDay } from '../mail/render-email.ts';

/**
 * Stores a dispute that the provider reported and emails all admins about changes; ignores outdated events. Call it
 * in the transaction that stores the event.
 * @param order undefined if the payment is unknown
 */
export function recordDispute(
  context: PaymentContext,
  provider: PaymentProviderName,
  { seen, order }: { seen: ReportedDispute; order: Order | undefined },
): void {
  const { database, clock, config } = context;
  const reportedAt = seen.reportedAt ?? clock();
  const before = findDispute(database, provider, seen.id);
  if (before && isOvertaken(before, reportedAt)) return;
  upsertDispute(database, {
    provider,
    disputeId: seen.id,
    orderId: order?.id ?? null,
    state: seen.state,
    reason: seen.reason,
    dueAt: seen.dueAt,
    reportedAt,
    now: clock(),
    ...moneyOf(seen.sum),
  });
  if (before?.state === seen.state) return;
  const dispute = findDispute(database, provider, seen.id);
  if (!dispute) throw new Error('a dispute was not stored');
  const content = createDisputeEmail(dispute, order, config.siteUrl);
  enqueueEmailToAdmins(database.query, context, { kind: 'order', content });
}

/** True for an outdated event; of events at the same time, the final one counts. */
function isOvertaken({ reportedAt, state }: Dispute, now: number): boolean {
  return reportedAt > now || (reportedAt === now && isDisputeOver(state));
}

function moneyOf(sum: Sum | null): { amount: number | null; currency: string | null } {
  if (sum === null || !isCurrency(sum.currency)) return { amount: null, currency: null };
  return { amount: toMinor(Number(sum.value), sum.currency, SUM_MAX), currency: sum.currency };
}

/** Creates the email to admins about a new or changed dispute. */
export function createDisputeEmail(
  { disputeId, state, reason, amount, currency, dueAt }: Dispute,
  order: Order | undefined,
  siteUrl: string,
): EmailContent {
  const what = order ? `order ${order.number}` : 'an unknown payment';
  const money =
    amount === null || currency === null ? '' : `, about ${formatMoney(amount, currency)}`;
  const until = dueAt === null ? '' : ` until ${formatLongDay(dueAt)}`;
  return {
    subject: isDisputeOver(state) ? `The dispute about ${what} is over` : `Dispute about ${what}`,
    title: `${disputeStateLabels[state]}: the dispute about ${what}`,
    paragraphs: [
      `${disputeReasonLabels[reason]} The provider’s dispute number is ${disputeId}${money}.`,
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

/** Converts a dispute to its documented API response. */
export function toDisputeResponse(dispute: DisputeOfOrder): DisputeResponse {
  const { disputeId, provider, state, reason, amount, currency, order, number, dueAt } = dispute;
  return {
    _id: disputeId,
    provider,
    state,
    reason,
    currency,
    amount: amount === null || currency === null ? null : toDecimal(amount, currency),
    order: order === null || number === null ? null : { _id: order, number },
    dueAt: iso(dueAt),
    createdAt: iso(dispute.createdAt),
    updatedAt: iso(dispute.updatedAt),
  };
}
