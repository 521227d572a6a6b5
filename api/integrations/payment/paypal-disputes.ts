import { z } from 'zod';
import type { DisputeReason, DisputeState } from '#contracts/dispute-words.ts';
import type { DisputeSeen } from './payer.ts';
import { amount } from './paypal-answers.ts';

const words = z.string().max(300).nullish();

/** A dispute as PayPal's webhooks CUSTOMER.DISPUTE.CREATED, UPDATED and RESOLVED carry it. */
const disputeResource = z.object({
  dispute_id: z.string().min(1).max(200),
  status: words,
  reason: words,
  dispute_amount: amount.nullish(),
  dispute_outcome: z.object({ outcome_code: words }).nullish(),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: words, custom: words, invoice_number: words }))
    .nullish(),
  seller_response_due_date: words,
  create_time: words,
  update_time: words,
});

const reasons: Record<string, DisputeReason> = {
  MERCHANDISE_OR_SERVICE_NOT_RECEIVED: 'not-received',
  MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED: 'not-as-described',
  UNAUTHORISED: 'not-authorised',
  CREDIT_NOT_PROCESSED: 'not-refunded',
  DUPLICATE_TRANSACTION: 'paid-twice',
  INCORRECT_AMOUNT: 'wrong-amount',
};

const states: Record<string, DisputeState> = {
  WAITING_FOR_SELLER_RESPONSE: 'answer',
  WAITING_FOR_BUYER_RESPONSE: 'buyer',
  UNDER_REVIEW: 'review',
};

const outcomes: Record<string, DisputeState> = {
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  RESOLVED_SELLER_FAVOUR: 'won',
  CANCELED_BY_BUYER: 'won',
  DENIED: 'won',
};

/** What a webhook says of a dispute, or null where it is not as documented. */
export function readDispute(resource: unknown, kind: string): DisputeSeen | null {
  const parsed = disputeResource.safeParse(resource);
  if (!parsed.success) return null;
  const told = parsed.data;
  const [money] = told.disputed_transactions ?? [];
  const over = told.status === 'RESOLVED' || kind === 'CUSTOMER.DISPUTE.RESOLVED';
  return {
    id: told.dispute_id,
    state: over
      ? (outcomes[told.dispute_outcome?.outcome_code ?? ''] ?? 'settled')
      : (states[told.status ?? ''] ?? 'open'),
    reason: reasons[told.reason ?? ''] ?? 'other',
    sum: told.dispute_amount ?? null,
    captureId: money?.seller_transaction_id ?? null,
    orderId: money?.custom ?? money?.invoice_number ?? null,
    dueAt: over ? null : timeOf(told.seller_response_due_date),
    toldAt: timeOf(told.update_time ?? told.create_time),
  };
}

function timeOf(text: string | null | undefined): number | null {
  const time = Date.parse(text ?? '');
  // What no calendar holds would break whatever shows it.
  return Number.isNaN(time) || time < 0 ? null : time;
}
