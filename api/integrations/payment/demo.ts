import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Payment, PaymentProvider, ReportedRefund, Sum } from './provider.ts';

export interface DemoPayment {
  id: string;
  /** Public ID of the checkout. */
  orderId: string;
  total: Sum;
  /** Choice of the buyer on the demo payment page, or its result. */
  state: 'waiting' | 'approved' | 'held' | 'declining' | 'pending' | 'captured' | 'denied';
  returnUrl: string;
  cancelUrl: string;
  refunds: ReportedRefund[];
}

/** Storage of demo payments, separate from the shop's own tables. */
export interface DemoPaymentStore {
  /** Creates a payment, or returns the existing one of the order. */
  open(payment: Omit<DemoPayment, 'id' | 'state' | 'refunds'>): Promise<DemoPayment>;
  find(id: string): DemoPayment | undefined;
  findByCapture(captureId: string): DemoPayment | undefined;
  /** Changes a payment in one transaction. */
  change(
    id: string,
    change: (payment: DemoPayment) => DemoPayment,
  ): Promise<DemoPayment | undefined>;
}

export const captureOf = (paymentId: string) => `${paymentId}-MONEY`;
export const DEMO_SIGNATURE = 'demo-signature';

export const signDemoEvent = (key: Buffer, body: Buffer) =>
  createHmac('sha256', key).update(body).digest('hex');

const demoEvent = z.object({
  id: z.string().min(1).max(200),
  kind: z.string().min(1).max(100),
  paymentId: z.string().min(1).max(200),
});

/**
 * Creates a provider that takes no money, for trying the shop out. It behaves like a real one: buyers
 * approve payments on its own page, and its events are signed.
 * @param payPage returns the URL of that page for a payment
 */
export function createDemoProvider(
  store: DemoPaymentStore,
  key: Buffer,
  payPage: (id: string) => string,
): PaymentProvider {
  return {
    name: 'demo',
    async createPayment({ id: orderId, total, returnUrl, cancelUrl }) {
      const { id } = await store.open({ orderId, total, returnUrl, cancelUrl });
      return { status: 'created', paymentId: id, approveUrl: payPage(id) };
    },
    async getPayment(paymentId) {
      const payment = store.find(paymentId);
      return payment ? toPayment(payment) : unknownPayment;
    },
    async capture(paymentId) {
      let declined = false;
      const payment = await store.change(paymentId, (before) => {
        declined = before.state === 'declining';
        const after = { approved: 'captured', held: 'pending', declining: 'waiting' } as const;
        return before.state in after
          ? { ...before, state: after[before.state as keyof typeof after] }
          : before;
      });
      if (declined)
        return { state: 'declined', reason: 'The demo provider declined it, as requested.' };
      return payment ? toPayment(payment) : unknownPayment;
    },
    async refund(captureId, { requestId, sum }) {
      const found = store.findByCapture(captureId);
      if (!found)
        return { status: 'refused', reason: 'The demo provider does not know this payment.' };
      const id = `${requestId}-BACK`;
      await store.change(found.id, (before) =>
        before.refunds.some((one) => one.id === id)
          ? before
          : { ...before, refunds: [...before.refunds, { id, sum, ours: requestId }] },
      );
      return { status: 'done', id };
    },
    async parseWebhook(header, body) {
      const right = Buffer.from(signDemoEvent(key, body));
      const given = Buffer.from(header(DEMO_SIGNATURE));
      if (given.length !== right.length || !timingSafeEqual(given, right)) {
        return { status: 'forged', reason: 'the signature is invalid' };
      }
      const parsed = demoEvent.safeParse(JSON.parse(body.toString('utf8')));
      if (!parsed.success) return { status: 'forged', reason: 'not an event of the demo provider' };
      const nothing = { orderId: null, captureId: null, refund: null, dispute: null };
      return { status: 'read', event: { ...parsed.data, ...nothing } };
    },
  };
}

const unknownPayment: Payment = { state: 'ended', reason: 'The demo provider does not know it.' };

function toPayment({ id, state, total, orderId, refunds }: DemoPayment): Payment {
  switch (state) {
    case 'captured':
      return {
        state,
        captureId: captureOf(id),
        sum: total,
        orderId,
        payee: null,
        recipient: null,
        refunds,
      };
    case 'pending':
      return { state, captureId: captureOf(id), reason: 'The demo provider still holds it.' };
    case 'denied':
      return { state: 'ended', reason: 'The demo provider refused it, as requested.' };
    case 'waiting':
      return { state };
    default:
      return { state: 'approved' };
  }
}
