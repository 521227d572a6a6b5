import type { DisputeState, OrderState } from '#contracts/order-states.ts';
import type { AdminOrder, ListedOrder } from './sales-api.ts';

/** Filters of the order list. */
export const stateFilters: readonly { value: OrderState; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'paid', name: 'Paid' },
  { value: 'partly-refunded', name: 'Partly refunded' },
  { value: 'refunded', name: 'Refunded' },
  { value: 'refund-failed', name: 'Refund failed' },
  { value: 'disputed', name: 'Disputed' },
];

/** Labels and chips of order states. */
export const stateChips: Record<ListedOrder['status'], { name: string; className: string }> = {
  paid: { name: 'Paid', className: 'chip chip--live' },
  'partly-refunded': { name: 'Partly refunded', className: 'chip chip--draft' },
  refunded: { name: 'Refunded', className: 'chip' },
};

/** Labels of refund states. */
export const refundStates: Record<AdminOrder['refunds'][number]['state'], string> = {
  done: 'Refunded',
  sending: 'On its way',
  failed: 'Refused',
};

/** Labels of payment providers. */
export const providerNames: Record<ListedOrder['provider'], string> = {
  demo: 'the demo provider, which charges no money',
  paypal: 'PayPal',
  free: 'none: it was free',
};

/** Returns the class of a dispute's chip. */
export const disputeChip = (state: DisputeState): string =>
  ({
    open: 'chip chip--deleted',
    seller: 'chip chip--deleted',
    buyer: 'chip chip--draft',
    review: 'chip chip--draft',
    won: 'chip chip--live',
    lost: 'chip',
    settled: 'chip',
  })[state];

/** Returns the label of a webhook event; unknown types are shown as they are. */
export const eventLabel = (kind: string): string => events[kind] ?? kind;

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
