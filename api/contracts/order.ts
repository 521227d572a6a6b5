import { z } from 'zod';
import { ignoredFields, line, pageNumbers, pageQuery } from './fields.ts';
import { disputeReasons, disputeStates, orderStates, REFUND_REASON_MAX } from './order-states.ts';
import { licenceTypes } from './product.ts';

/** Latest state of a dispute. Money is decimal, in `currency`. */
const disputeResponse = z
  .object({
    _id: z.string().describe('number of the dispute at the provider'),
    provider: z.string(),
    state: z.enum(disputeStates),
    reason: z.enum(disputeReasons),
    amount: z.number().nullable(),
    currency: z.string().nullable(),
    order: z
      .object({ _id: z.string(), number: z.int() })
      .nullable()
      .describe('null if the payment is unknown'),
    dueAt: z.iso.datetime().nullable().describe('deadline of the response'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Dispute' });

export type DisputeResponse = z.infer<typeof disputeResponse>;

/** Orders per page, for admins and members. */
export const ORDERS_PER_PAGE = 20;

/** Payment provider of an order; `free` if nothing is to be paid. */
export const providers = ['demo', 'paypal', 'free'] as const;
export type Provider = (typeof providers)[number];

const country = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{2}$/, 'Enter a two-letter country code, such as DE.')
  .transform((code) => code.toUpperCase());

/** Recipient in a request. */
const addressInput = z.object({
  recipient_name: line(200),
  line1: line(300),
  city: line(120),
  postal_code: line(40),
  country_code: z.union([z.literal(''), country]),
});

/** Recipient of an order, as documented. */
const orderAddress = z.object({
  recipient_name: z.string(),
  line1: z.string(),
  city: z.string(),
  postal_code: z.string(),
  country_code: z.string(),
});
export type OrderAddress = z.infer<typeof orderAddress>;

/**
 * POST /api/checkout: buys the cart stored on the server at current prices. `total` is the sum that the
 * buyer was shown; a different one stops the checkout.
 */
export const checkoutRequest = z
  .strictObject({
    terms: z.literal(true, 'Please agree to the terms.'),
    immediate: z.literal(true, 'Please agree to immediate delivery.'),
    total: z.number().min(0).optional(),
    ...ignoredFields('cart', 'price', 'currency'),
  })
  .meta({ id: 'Checkout' });

export const checkoutResponse = z
  .object({
    provider: z.enum(providers),
    paymentID: z.string(),
    approveUrl: z.string().describe('URL at which the buyer approves the payment'),
  })
  .meta({ id: 'CheckoutBegun' });
export type CheckoutResponse = z.infer<typeof checkoutResponse>;

/** POST /api/payment, as documented; only `paymentID` and `address` are used. */
export const paymentRequest = z
  .strictObject({
    paymentID: z.string().trim().min(1).max(200),
    address: addressInput.partial().optional(),
    ...ignoredFields('cart', 'name', 'email', 'total', 'price', 'currency', 'user'),
  })
  .meta({ id: 'Payment' });

/** Completed, pending or failed refund. */
const refundResponse = z
  .object({
    _id: z.string(),
    amount: z.number(),
    state: z.enum(['sending', 'done', 'failed']),
    reason: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Refund' });

/** Line of an order: the product at the time of purchase. */
export const orderLineResponse = z
  .object({
    _id: z.string().describe('value of the product'),
    title: z.string(),
    images: z.object({ url: z.string() }).nullable(),
    licenceType: z.enum(licenceTypes),
    quantity: z.int(),
    price: z.number(),
    subtotal: z.number(),
    discount: z.number().describe('share of the order’s discount for this line'),
    files: z.array(z.object({ name: z.string(), version: z.string(), sha256: z.string() })),
    accessRevoked: z.boolean().describe('whether it was removed from the buyer’s library'),
  })
  .meta({ id: 'OrderLine' });

/** Order. Money is decimal, in `currency`. */
export const orderResponse = z
  .object({
    _id: z.string(),
    number: z.int(),
    paymentID: z.string(),
    provider: z.enum(providers),
    status: z.enum(['paid', 'partly-refunded', 'refunded']),
    address: orderAddress,
    buyer: z.object({ name: z.string(), email: z.string() }),
    seller: z.string().describe('name and address, line by line'),
    taxLine: z.string(),
    terms: z.string(),
    consentedAt: z.iso.datetime(),
    cart: z.array(orderLineResponse),
    currency: z.string(),
    subtotal: z.number(),
    discount: z.number(),
    discountCode: z.string().describe('empty if none was used'),
    total: z.number(),
    refunded: z.number(),
    refunds: z.array(refundResponse),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Order' });
export type OrderResponse = z.infer<typeof orderResponse>;

/** 200 of POST /api/payment: the order; repeated requests return the same one. */
export const paymentResponse = z
  .object({ msg: z.string(), order: orderResponse })
  .meta({ id: 'PaymentDone' });

/** 202 of POST /api/payment: unconfirmed; the order is created automatically. */
export const paymentPendingResponse = z
  .object({ msg: z.string(), order: z.null(), provider: z.enum(providers) })
  .meta({ id: 'PaymentPending' });

/** Unconfirmed payment in the order history of its buyer. */
const underwayResponse = z
  .object({
    paymentID: z.string(),
    provider: z.enum(providers),
    total: z.number(),
    currency: z.string(),
    titles: z.array(z.string()),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'PaymentUnderWay' });

/** GET /api/user/history: the member's orders, newest first. */
export const historyQuery = z.strictObject({ ...pageQuery(ORDERS_PER_PAGE) });

export const historyResponse = z
  .object({
    result: z.array(orderResponse),
    orders: z.int().describe('total number of items'),
    underway: z.array(underwayResponse).describe('payments pending at the provider'),
    ...pageNumbers,
  })
  .meta({ id: 'OrderHistory' });
export type OrderHistory = z.infer<typeof historyResponse>;

export const orderOneResponse = z.object({ order: orderResponse }).meta({ id: 'OrderOne' });

/** Filter of the admin's list. `search` matches number, payment, buyer and titles. */
const orderFilter = {
  search: z.string().trim().max(100).default(''),
  state: z.enum(orderStates).default('all'),
};

/** GET /api/payment: all orders, newest first. */
export const orderListQuery = z.strictObject({ ...orderFilter, ...pageQuery(ORDERS_PER_PAGE) });
export type OrderListQuery = z.infer<typeof orderListQuery>;

/** GET /api/payment/export: the matching orders of all pages. */
export const orderExportQuery = z.strictObject(orderFilter);
export type OrderFilter = z.infer<typeof orderExportQuery>;

const orderTotal = z.object({
  currency: z.string(),
  orders: z.int(),
  total: z.number(),
  refunded: z.number(),
});

const listedOrder = orderResponse
  .extend({ disputes: z.int().describe('total number of orders') })
  .meta({ id: 'ListedOrder' });

export const orderListResponse = z
  .object({
    payments: z.array(listedOrder),
    result: z.int().describe('total number of matching orders'),
    totals: z
      .array(orderTotal)
      .describe('totals of all orders by currency, regardless of the search'),
    unmatchedPayments: z
      .array(z.object({ paymentID: z.string(), reason: z.string(), createdAt: z.iso.datetime() }))
      .describe('unmatched payments, to be resolved with the provider'),
    disputes: z
      .array(disputeResponse)
      .describe('open disputes, and disputes about unknown payments'),
    ...pageNumbers,
  })
  .meta({ id: 'OrderList' });

/** POST /api/payment/unmatched/{paymentID}/dismiss: dismisses an unmatched payment. */
export const unmatchedPaymentParams = z.strictObject({ paymentID: z.string().min(1).max(200) });
export const dismissedResponse = z.object({ msg: z.string() }).meta({ id: 'PaymentDismissed' });

const paymentEvent = z.object({
  _id: z.string(),
  kind: z.string().describe('text of the provider'),
  receivedAt: z.iso.datetime(),
});

/** GET /api/payment/{id}: an order with everything that admins see. */
export const adminOrderResponse = orderResponse
  .extend({
    captureID: z.string().nullable().describe('id of the captured payment at the provider'),
    member: z.string().nullable().describe('_id of the buyer, if the account exists'),
    left: z.number().describe('amount that can still be refunded'),
    disputes: z.array(disputeResponse),
    events: z.array(paymentEvent).describe('webhook events of the provider, in order'),
  })
  .meta({ id: 'AdminOrder' });
export type AdminOrderResponse = z.infer<typeof adminOrderResponse>;
export const adminOrderOneResponse = z
  .object({ order: adminOrderResponse })
  .meta({ id: 'AdminOrderOne' });

/**
 * POST /api/payment/{id}/refunds: refunds the remaining amount, an amount, or `lines`, by the `_id` of their
 * products; refunded lines leave the buyer's library.
 */
export const refundRequest = z
  .strictObject({
    amount: z
      .number('Enter the amount as a number.')
      .positive('Enter an amount greater than 0.')
      .optional(),
    lines: z.array(z.string().max(200)).min(1).max(100).optional(),
    reason: line(REFUND_REASON_MAX).default(''),
  })
  .nullish()
  .meta({ id: 'RefundRequest' });
export const refundedResponse = orderOneResponse
  .extend({ msg: z.string() })
  .meta({ id: 'Refunded' });

/** GET /api/demo-payments/{id}: a payment for the demo payment page. */
export const demoPaymentResponse = z
  .object({
    paymentID: z.string(),
    currency: z.string(),
    total: z.string(),
    state: z.enum(['waiting', 'approved', 'held', 'declining', 'pending', 'captured', 'denied']),
    cancelUrl: z.string(),
  })
  .meta({ id: 'DemoPayment' });
export type DemoPaymentResponse = z.infer<typeof demoPaymentResponse>;

/** POST /api/demo-payments/{id}: `confirm` and `refuse` are later decisions after `hold`. */
export const demoChoices = ['approve', 'decline', 'hold', 'confirm', 'reject'] as const;
export type DemoChoice = (typeof demoChoices)[number];
export const demoPaymentRequest = z
  .strictObject({ choice: z.enum(demoChoices) })
  .meta({ id: 'DemoPaymentChoice' });
export const demoPaymentChosen = z
  .object({ msg: z.string(), goTo: z.string().describe('URL for the buyer to continue') })
  .meta({ id: 'DemoPaymentChosen' });
