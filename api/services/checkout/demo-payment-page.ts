import { randomUUID } from 'node:crypto';
import type { DemoChoice, DemoPaymentResponse } from '#contracts/order.ts';
import { CHECKOUT_PATH } from '#contracts/shop-words.ts';
import { findCheckoutByPayment } from '../../db/repositories/checkouts.ts';
import { DomainError } from '../../errors.ts';
import {
  DEMO_SIGNATURE,
  type DemoPayment,
  signDemoEvent,
} from '../../integrations/payment/demo.ts';
import { handleWebhookEvent } from './handle-webhook.ts';
import {
  createDemoPaymentStore,
  getDemoSigningKey,
  type PaymentContext,
} from './payment-context.ts';

/** Returns a payment for the demo payment page. @throws DomainError NOT_FOUND */
export function getDemoPayment(
  context: PaymentContext,
  userId: number,
  id: string,
): DemoPaymentResponse {
  const { total, state, cancelUrl } = findOwn(context, userId, id);
  return { paymentID: id, currency: total.currency, total: total.value, state, cancelUrl };
}

/** Next state for each choice and state. */
const choices: Record<DemoChoice, Partial<Record<DemoPayment['state'], DemoPayment['state']>>> = {
  approve: { waiting: 'approved', declining: 'approved', held: 'approved' },
  decline: { waiting: 'declining', approved: 'declining', held: 'declining' },
  hold: { waiting: 'held', approved: 'held', declining: 'held' },
  confirm: { pending: 'captured' },
  refuse: { pending: 'denied' },
};

/**
 * Applies a choice of the buyer, or a later decision of the bank, which sends a signed event to the shop as
 * a real provider does.
 * @returns the path on which the buyer continues
 * @throws DomainError NOT_FOUND, STATE_CONFLICT if the state does not allow the choice
 */
export async function chooseDemoOutcome(
  context: PaymentContext,
  userId: number,
  { id, choice }: { id: string; choice: DemoChoice },
): Promise<string> {
  findOwn(context, userId, id);
  const payment = await createDemoPaymentStore(context).change(id, (before) => {
    const state = choices[choice][before.state];
    if (!state) throw new DomainError('STATE_CONFLICT');
    return { ...before, state };
  });
  if (!payment) throw new DomainError('NOT_FOUND');
  if (choice === 'confirm' || choice === 'refuse') {
    const kind = choice === 'confirm' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED';
    await sendEvent(context, { id: randomUUID(), kind, paymentId: id });
  }
  return `${CHECKOUT_PATH}?token=${encodeURIComponent(id)}`;
}

async function sendEvent(
  context: PaymentContext,
  event: { id: string; kind: string; paymentId: string },
) {
  const body = Buffer.from(JSON.stringify(event));
  const signature = signDemoEvent(getDemoSigningKey(context), body);
  const header = (name: string) => (name === DEMO_SIGNATURE ? signature : '');
  await handleWebhookEvent(context, 'demo', { header, body });
}

/** Finds a payment of the member; other members' payments look like unknown ones. */
function findOwn(context: PaymentContext, userId: number, id: string): DemoPayment {
  const checkout = context.providers.demo ? findCheckoutByPayment(context.database, id) : undefined;
  const payment =
    checkout?.userId === userId && checkout.provider === 'demo'
      ? createDemoPaymentStore(context).find(id)
      : undefined;
  if (!payment) throw new DomainError('NOT_FOUND');
  return payment;
}
