/** States of orders and disputes. Without zod, so that browsers can load them. */

/** Filter of the admin's order list. */
export const orderStates = [
  'all',
  'paid',
  'partly-refunded',
  'refunded',
  'refund-failed',
  'disputed',
] as const;
export type OrderState = (typeof orderStates)[number];

/** Longest reason of a refund, in characters. */
export const REFUND_REASON_MAX = 500;

/**
 * State of a dispute: `seller` waits for the seller, `buyer` for the buyer, `review` for the provider;
 * `won` and `lost` are from the seller's view, and `settled` disputes closed in another way.
 */
export const disputeStates = [
  'open',
  'seller',
  'buyer',
  'review',
  'won',
  'lost',
  'settled',
] as const;
export type DisputeState = (typeof disputeStates)[number];

/** True if the dispute is closed. */
export const isDisputeOver = (state: DisputeState): boolean =>
  state === 'won' || state === 'lost' || state === 'settled';

export const disputeStateLabels: Record<DisputeState, string> = {
  open: 'Opened',
  seller: 'Waiting for your response',
  buyer: 'Waiting for the buyer',
  review: 'Under review',
  won: 'Decided in your favour',
  lost: 'Decided in the buyer’s favour',
  settled: 'Closed',
};

/** Reasons why buyers dispute a payment. */
export const disputeReasons = [
  'not-received',
  'not-as-described',
  'not-authorised',
  'not-refunded',
  'paid-twice',
  'wrong-amount',
  'other',
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/** Sentences that state the reasons. */
export const disputeReasonLabels: Record<DisputeReason, string> = {
  'not-received': 'The buyer says that nothing arrived.',
  'not-as-described': 'The buyer says that it is not what was described.',
  'not-authorised': 'The buyer says that someone else paid with their account.',
  'not-refunded': 'The buyer says that a promised refund did not arrive.',
  'paid-twice': 'The buyer says that they paid twice.',
  'wrong-amount': 'The buyer says that the amount is wrong.',
  other: 'The provider gave no reason.',
};
