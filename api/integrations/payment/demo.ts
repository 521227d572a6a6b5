import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Payer, Payment, RefundSeen, Sum } from './payment-provider.ts';

/** A payment at the demo provider. */
export interface DemoPayment {
  id: string;
  /** Our order, which it was opened for. */
  orderId: string;
  total: Sum;
  /** What the payer chose on its page, and what became of that. */
  state: 'waiting' | 'approved' | 'held' | 'declining' | 'pending' | 'captured' | 'denied';
  returnUrl: string;
  cancelUrl: string;
  refunds: RefundSeen[];
}

/** Where the demo provider keeps its payments: as a real one, apart from the shop's own rows. */
export interface DemoBank {
  /** Opens a payment, or answers with the one that this order has already. */
  open(payment: Omit<DemoPayment, 'id' | 'state' | 'refunds'>): Promise<DemoPayment>;
  find(id: string): DemoPayment | undefined;
  findByCapture(captureId: string): DemoPayment | undefined;
  /** Changes a payment in one step. */
  change(
    id: string,
    change: (payment: DemoPayment) => DemoPayment,
  ): Promise<DemoPayment | undefined>;
}

/** Name of the money that arrived for a demo payment. */
export const captureOf = (paymentId: string) => `${paymentId}-MONEY`;
/** Header of the demo provider's news. */
export const DEMO_SIGNATURE = 'demo-signature';

/** Signs what the demo provider tells. */
export const signDemoEvent = (key: Buffer, body: Buffer) =>
  createHmac('sha256', key).update(body).digest('hex');

const demoEvent = z.object({
  id: z.string().min(1).max(200),
  kind: z.string().min(1).max(100),
  paymentId: z.string().min(1).max(200),
});

/**
 * A provider that takes no money, for trying the shop out. It answers as a real one, through the same
 * door: payments are approved on a page of its own, and its news are signed.
 * @param payPage address of that page for a payment
 */
export function createDemoPayer(
  bank: DemoBank,
  key: Buffer,
  payPage: (id: string) => string,
): Payer {
  return {
    name: 'demo',
    async begin({ id: orderId, total, returnUrl, cancelUrl }) {
      const { id } = await bank.open({ orderId, total, returnUrl, cancelUrl });
      return { end: 'begun', paymentId: id, approveUrl: payPage(id) };
    },
    async look(paymentId) {
      const payment = bank.find(paymentId);
      return payment ? toPayment(payment) : unknownPayment;
    },
    async capture(paymentId) {
      let declined = false;
      const payment = await bank.change(paymentId, (before) => {
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
      const found = bank.findByCapture(captureId);
      if (!found)
        return { end: 'refused', reason: 'The demo provider does not know this payment.' };
      const id = `${requestId}-BACK`;
      await bank.change(found.id, (before) =>
        before.refunds.some((one) => one.id === id)
          ? before
          : { ...before, refunds: [...before.refunds, { id, sum, ours: requestId }] },
      );
      return { end: 'done', id };
    },
    async readEvent(header, body) {
      const right = Buffer.from(signDemoEvent(key, body));
      const given = Buffer.from(header(DEMO_SIGNATURE));
      if (given.length !== right.length || !timingSafeEqual(given, right)) {
        return { end: 'forged', reason: 'the signature is invalid' };
      }
      const parsed = demoEvent.safeParse(JSON.parse(body.toString('utf8')));
      if (!parsed.success) return { end: 'forged', reason: 'not an event of the demo provider' };
      const nothing = { orderId: null, captureId: null, refund: null, dispute: null };
      return { end: 'read', event: { ...parsed.data, ...nothing } };
    },
  };
}

const unknownPayment: Payment = { state: 'ended', reason: 'The demo provider does not know it.' };

function toPayment({ id, state, total, orderId, refunds }: DemoPayment): Payment {
  switch (state) {
    case 'captured':
      return {
        ...{ state, captureId: captureOf(id), sum: total, orderId },
        ...{ payee: null, recipient: null, refunds },
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
