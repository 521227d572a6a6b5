import type { OrderAddress } from '#contracts/order.ts';
import type { DisputeReason, DisputeState } from '#contracts/order-states.ts';

/** Name of a payment provider. Free orders need none. */
export type PaymentProviderName = 'demo' | 'paypal';

/** Amount in the format of providers: a decimal string and its currency. */
export interface Sum {
  currency: string;
  /** Such as `12.50`, or `1200` for a currency without decimals. */
  value: string;
}

export interface PaymentOrder {
  /** Our ID; repeated requests with the same ID create one payment. */
  id: string;
  total: Sum;
  /** Sum of the items before the discount. */
  items: Sum;
  discount: Sum;
  lines: { name: string; quantity: number; unit: Sum }[];
  /** URLs to which the buyer returns. */
  returnUrl: string;
  cancelUrl: string;
}

export type CreatedPayment =
  | { status: 'created'; paymentId: string; approveUrl: string }
  | { status: 'refused'; reason: string }
  /** The provider may have received it; repeating it with the same ID is safe. */
  | { status: 'unknown'; reason: string };

export interface ReportedRefund {
  id: string;
  sum: Sum;
  /** Our ID, if we requested the refund. */
  ours: string | null;
}

export interface CapturedPayment {
  state: 'captured';
  captureId: string;
  sum: Sum;
  /** Our order according to the provider. */
  orderId: string;
  /** Merchant account that received it, if known. */
  payee: string | null;
  recipient: OrderAddress | null;
  refunds: ReportedRefund[];
}

/**
 * State of a payment.
 * - `waiting`: the buyer has not approved it. `approved`: it can be captured.
 * - `pending`: it was captured, and the provider holds the money.
 * - `declined`: the capture failed, and the buyer can approve another payment method.
 * - `ended`: it can no longer be paid.
 * - `unknown`: the provider gave no usable response.
 */
export type Payment =
  | { state: 'waiting' }
  | { state: 'approved' }
  | CapturedPayment
  | { state: 'pending'; captureId: string; reason: string }
  | { state: 'declined'; reason: string }
  | { state: 'ended'; reason: string }
  | { state: 'unknown'; reason: string };

/** Result of requesting a refund. */
export type ProviderRefund =
  | { status: 'done'; id: string }
  | { status: 'refused'; reason: string }
  | { status: 'unknown'; reason: string };

export interface ReportedDispute {
  /** The provider's ID. */
  id: string;
  state: DisputeState;
  reason: DisputeReason;
  sum: Sum | null;
  /** Captured payment and our order, if the provider names them. */
  captureId: string | null;
  orderId: string | null;
  /** Deadline of the seller's response, milliseconds UTC. */
  dueAt: number | null;
  /** Time of this state by the provider's clock, milliseconds UTC. */
  reportedAt: number | null;
}

/** Webhook event with a valid signature. */
export interface PaymentEvent {
  /** Equal for repeated deliveries. */
  id: string;
  /** Event type of the provider, such as PAYMENT.CAPTURE.COMPLETED. */
  kind: string;
  /** Payment of the event: the provider's ID, our order, or the capture. */
  paymentId: string | null;
  orderId: string | null;
  captureId: string | null;
  /** Refund of the event, if any. */
  refund: ReportedRefund | null;
  dispute: ReportedDispute | null;
}

export type WebhookResult =
  | { status: 'read'; event: PaymentEvent }
  | { status: 'forged'; reason: string }
  /** It cannot be verified now; the provider must send it again. */
  | { status: 'unknown'; reason: string };

/** Payment provider. Its methods never throw because of the provider or the network. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  createPayment(order: PaymentOrder): Promise<CreatedPayment>;
  getPayment(paymentId: string): Promise<Payment>;
  /** Captures an approved payment; repeated calls with the same `requestId` capture it once. */
  capture(paymentId: string, requestId: string): Promise<Payment>;
  /** Refunds a captured payment; repeated calls with the same `requestId` refund it once. */
  refund(captureId: string, refund: { requestId: string; sum: Sum }): Promise<ProviderRefund>;
  /** Verifies and parses a webhook request. @param body raw bytes, as signed */
  parseWebhook(header: (name: string) => string, body: Buffer): Promise<WebhookResult>;
}
