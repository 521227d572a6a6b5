import { isDisputeOver } from '#contracts/dispute-words.ts';
import { isCurrency, SUM_MAX, toMinor } from '#contracts/money.ts';
import { listAdminEmails } from '../../db/repositories/contact-messages.ts';
import { type Dispute, findDispute, saveDispute } from '../../db/repositories/disputes.ts';
import type { Order } from '../../db/repositories/orders.ts';
import type { DisputeSeen, PayerName, Sum } from '../../integrations/payment/payer.ts';
import type { Till } from '../checkout/till.ts';
import { enqueueMail } from '../mail/queue.ts';
import { disputeLetter } from './letters.ts';

/**
 * Stores a dispute that the provider reported and emails all admins about changes; ignores outdated
 * events.
 * Call it in the transaction that stores the event.
 * @param order undefined if the payment is unknown
 */
export function recordDispute(
  till: Till,
  provider: PayerName,
  { seen, order }: { seen: DisputeSeen; order: Order | undefined },
): void {
  const { database, clock, config } = till;
  const toldAt = seen.toldAt ?? clock();
  const before = findDispute(database, provider, seen.id);
  if (before && isOvertaken(before, toldAt)) return;
  saveDispute(database, {
    ...{ provider, disputeId: seen.id, orderId: order?.id ?? null, state: seen.state },
    ...{ reason: seen.reason, dueAt: seen.dueAt, toldAt, now: clock() },
    ...moneyOf(seen.sum),
  });
  if (before?.state === seen.state) return;
  const dispute = findDispute(database, provider, seen.id);
  if (!dispute) throw new Error('a dispute was not stored');
  const letter = disputeLetter(dispute, order, config.siteUrl);
  for (const to of listAdminEmails(database.query)) {
    enqueueMail(database.query, till, { kind: 'order', to, letter });
  }
}

/** True for an outdated event; of events at the same time, the final one counts. */
function isOvertaken({ toldAt, state }: Dispute, now: number): boolean {
  return toldAt > now || (toldAt === now && isDisputeOver(state));
}

function moneyOf(sum: Sum | null): { amount: number | null; currency: string | null } {
  if (sum === null || !isCurrency(sum.currency)) return { amount: null, currency: null };
  return { amount: toMinor(Number(sum.value), sum.currency, SUM_MAX), currency: sum.currency };
}
