import type { DisputeReason, DisputeState } from '#contracts/order-states.ts';

/** Who carries the money of a payment. Orders that cost nothing need nobody. */
export type PayerName = 'demo' | 'paypal';

/** Money as providers write it: a decimal text and its currency. */
export interface Sum {
  currency: string;
  /** Such as `12.50`, or `1200` where a currency has no smaller unit. */
  value: string;
}

/** What is to be paid, as the provider is told. */
export interface PaymentOrder {
  /** Ours. The same id asked twice is the same payment over there. */
  id: string;
  total: Sum;
  /** Sum of the items, and what is taken off it. */
  items: Sum;
  discount: Sum;
  lines: { name: string; quantity: number; unit: Sum }[];
  /** Where the payer comes back to, whether they paid or not. */
  returnUrl: string;
  cancelUrl: string;
}

/** Whom the provider names as the buyer, as far as it does. */
export interface Recipient {
  recipient_name: string;
  line1: string;
  city: string;
  postal_code: string;
  country_code: string;
}

/** How asking for a payment ended. */
export type Begun =
  | { end: 'begun'; paymentId: string; approveUrl: string }
  | { end: 'refused'; reason: string }
  /** The provider may have it or not: asking again with the same id is safe. */
  | { end: 'unknown'; reason: string };

/** Money that went back, as the provider tells. */
export interface RefundSeen {
  id: string;
  sum: Sum;
  /** Our id of it, where we asked for it. */
  ours: string | null;
}

/** Money that has arrived. */
export interface Captured {
  state: 'captured';
  captureId: string;
  sum: Sum;
  /** Which of our orders it is for, in the provider's own words. */
  orderId: string;
  /** Whose account got it, where the provider says so. */
  payee: string | null;
  recipient: Recipient | null;
  refunds: RefundSeen[];
}

/**
 * How a payment stands.
 * - `waiting`: the payer has not agreed yet. `approved`: they have, and the money may be fetched.
 * - `pending`: it was fetched and the provider still holds it.
 * - `declined`: it was not given, and the payer may agree once more in another way.
 * - `ended`: it will never come.
 * - `unknown`: the provider did not say.
 */
export type Payment =
  | { state: 'waiting' }
  | { state: 'approved' }
  | Captured
  | { state: 'pending'; captureId: string; reason: string }
  | { state: 'declined'; reason: string }
  | { state: 'ended'; reason: string }
  | { state: 'unknown'; reason: string };

/** How asking for a refund ended. */
export type Refunded =
  | { end: 'done'; id: string }
  | { end: 'refused'; reason: string }
  | { end: 'unknown'; reason: string };

/** A payment that its buyer disputes, as the provider tells. */
export interface DisputeSeen {
  /** The provider's name of it. */
  id: string;
  state: DisputeState;
  reason: DisputeReason;
  sum: Sum | null;
  /** The money it is about, and our order as far as the provider names it. */
  captureId: string | null;
  orderId: string | null;
  /** Milliseconds UTC until when the seller may answer. */
  dueAt: number | null;
  /** Milliseconds UTC at which this was so, by the provider's clock. */
  toldAt: number | null;
}

/** What a provider tells by itself, once its signature was found right. */
export interface PaymentEvent {
  /** Told twice it is the same event. */
  id: string;
  /** In the words of the provider, such as PAYMENT.CAPTURE.COMPLETED. */
  kind: string;
  /** The payment it is about, by the provider's id, our own, or that of the money that arrived. */
  paymentId: string | null;
  orderId: string | null;
  captureId: string | null;
  /** Money that went back. */
  refund: RefundSeen | null;
  dispute: DisputeSeen | null;
}

/** What came in by the door for providers' news. */
export type EventRead =
  | { end: 'read'; event: PaymentEvent }
  | { end: 'forged'; reason: string }
  /** It cannot be checked now: the provider shall send it again. */
  | { end: 'unknown'; reason: string };

/** One provider. Nothing here throws for what a provider or its network does. */
export interface Payer {
  readonly name: PayerName;
  /** Asks for a payment. */
  begin(order: PaymentOrder): Promise<Begun>;
  /** How a payment stands. */
  look(paymentId: string): Promise<Payment>;
  /** Fetches the money of an approved payment; the same `requestId` fetches it once. */
  capture(paymentId: string, requestId: string): Promise<Payment>;
  /** Gives money back; the same `requestId` gives it back once. */
  refund(captureId: string, refund: { requestId: string; sum: Sum }): Promise<Refunded>;
  /** Reads what somebody says to be news of the provider. @param body as it came, byte for byte */
  readEvent(header: (name: string) => string, body: Buffer): Promise<EventRead>;
}
