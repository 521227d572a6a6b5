/** How orders are told apart, without a library, so that pages can use it. */

/** What an admin may ask for. */
export const orderStates = ['all', 'paid', 'partly-refunded', 'refunded', 'disputed'] as const;
export type OrderState = (typeof orderStates)[number];

/** Characters of a refund's reason. */
export const REFUND_REASON_MAX = 500;
