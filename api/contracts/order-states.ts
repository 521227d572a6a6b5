/** How orders are told apart, without a library, so that pages can use it. */

/** What an admin may ask for. */
export const orderStates = ['all', 'paid', 'partly-refunded', 'refunded', 'disputed'] as const;
export type OrderState = (typeof orderStates)[number];

/** Characters of a refund's reason. */
export const REFUND_REASON_MAX = 500;

/**
 * How a dispute stands: told of; `answer` when the seller has to say something, `buyer` when the buyer
 * has; looked at by the provider; and over: for the seller, for the buyer, or paid for by the provider.
 */
export const disputeStates = [
  ...(['open', 'answer', 'buyer', 'review', 'won', 'lost', 'settled'] as const),
] as const;
export type DisputeState = (typeof disputeStates)[number];

/** Whether nothing more is to come of it. */
export const isDisputeOver = (state: DisputeState): boolean =>
  state === 'won' || state === 'lost' || state === 'settled';

/** What each state is called. */
export const disputeStateWords: Record<DisputeState, string> = {
  open: 'Opened',
  answer: 'Waiting for your response',
  buyer: 'Waiting for the buyer',
  review: 'Under review',
  won: 'Decided in your favour',
  lost: 'Decided in the buyer’s favour',
  settled: 'Closed',
};

/** Why buyers dispute a payment. */
export const disputeReasons = [
  ...(['not-received', 'not-as-described', 'not-authorised', 'not-refunded'] as const),
  ...(['paid-twice', 'wrong-amount', 'other'] as const),
] as const;
export type DisputeReason = (typeof disputeReasons)[number];

/** What the buyer says, in a sentence. */
export const disputeReasonWords: Record<DisputeReason, string> = {
  'not-received': 'The buyer says that nothing arrived.',
  'not-as-described': 'The buyer says that it is not what was described.',
  'not-authorised': 'The buyer says that someone else paid with their account.',
  'not-refunded': 'The buyer says that a promised refund did not arrive.',
  'paid-twice': 'The buyer says that they paid twice.',
  'wrong-amount': 'The buyer says that the amount is wrong.',
  other: 'The provider gave no reason.',
};
