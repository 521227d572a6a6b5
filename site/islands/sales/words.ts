import type { DisputeState, OrderState } from '#contracts/order-states.ts';
import type { AdminOrder, ListedOrder } from './sales-calls.ts';

/** What the states of the list are called. */
export const stateFilters: readonly { value: OrderState; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'paid', name: 'Paid' },
  { value: 'partly-refunded', name: 'Partly refunded' },
  { value: 'refunded', name: 'Refunded' },
  { value: 'disputed', name: 'Disputed' },
];

/** What an order's state is called, and how its chip looks. */
export const stateChips: Record<ListedOrder['status'], { name: string; className: string }> = {
  paid: { name: 'Paid', className: 'chip chip--live' },
  'partly-refunded': { name: 'Partly refunded', className: 'chip chip--draft' },
  refunded: { name: 'Refunded', className: 'chip' },
};

/** What became of a refund. */
export const refundStates: Record<AdminOrder['refunds'][number]['state'], string> = {
  done: 'Refunded',
  sending: 'On its way',
  failed: 'Refused',
};

/** Who carries the money, as people read it. */
export const providerNames: Record<ListedOrder['provider'], string> = {
  demo: 'the demo provider, which charges no money',
  paypal: 'PayPal',
  free: 'none: it was free',
};

/** How the chip of a dispute looks. */
export const disputeChip = (state: DisputeState): string =>
  ({
    open: 'chip chip--deleted',
    answer: 'chip chip--deleted',
    buyer: 'chip chip--draft',
    review: 'chip chip--draft',
    won: 'chip chip--live',
    lost: 'chip',
    settled: 'chip',
  })[state];

/** What a provider told, in words; what is not known here stays as it came. */
export const eventWords = (kind: string): string => events[kind] ?? kind;

const events: Record<string, string> = {
  'CHECKOUT.ORDER.APPROVED': 'The buyer approved the payment',
  'CHECKOUT.ORDER.COMPLETED': 'The payment was completed',
  'PAYMENT.CAPTURE.COMPLETED': 'The payment was captured',
  'PAYMENT.CAPTURE.PENDING': 'The payment is pending',
  'PAYMENT.CAPTURE.DENIED': 'The payment was declined',
  'PAYMENT.CAPTURE.REFUNDED': 'A refund was made',
  'PAYMENT.CAPTURE.REVERSED': 'The payment was reversed',
  'CUSTOMER.DISPUTE.CREATED': 'The buyer opened a dispute',
  'CUSTOMER.DISPUTE.UPDATED': 'The dispute was updated',
  'CUSTOMER.DISPUTE.RESOLVED': 'The dispute was resolved',
};
