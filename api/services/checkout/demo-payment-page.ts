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
import { receiveEvent } from './handle-webhook.ts';
import { createDemoBank, demoKeyOf, type Till } from './payment-context.ts';

/** What the demo provider's page shows. @throws DomainError NOT_FOUND */
export function readDemoPayment(till: Till, userId: number, id: string): DemoPaymentResponse {
  const { total, state, cancelUrl } = findOwn(till, userId, id);
  return { paymentID: id, currency: total.currency, total: total.value, state, cancelUrl };
}

/** From which state a choice leads to which. */
const choices: Record<DemoChoice, Partial<Record<DemoPayment['state'], DemoPayment['state']>>> = {
  approve: { waiting: 'approved', declining: 'approved', held: 'approved' },
  decline: { waiting: 'declining', approved: 'declining', held: 'declining' },
  hold: { waiting: 'held', approved: 'held', declining: 'held' },
  confirm: { pending: 'captured' },
  refuse: { pending: 'denied' },
};

/**
 * Does on the demo provider's page what a buyer does, or what a bank decides later; the latter is told to
 * the shop by a signed event, as a real provider tells it.
 * @returns where the buyer goes on
 * @throws DomainError NOT_FOUND, STATE_CONFLICT for what cannot be chosen any more
 */
export async function chooseAtDemo(
  till: Till,
  userId: number,
  { id, choice }: { id: string; choice: DemoChoice },
): Promise<string> {
  findOwn(till, userId, id);
  const payment = await createDemoBank(till).change(id, (before) => {
    const state = choices[choice][before.state];
    if (!state) throw new DomainError('STATE_CONFLICT');
    return { ...before, state };
  });
  if (!payment) throw new DomainError('NOT_FOUND');
  if (choice === 'confirm' || choice === 'refuse') {
    const kind = choice === 'confirm' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED';
    await tell(till, { id: randomUUID(), kind, paymentId: id });
  }
  return `${CHECKOUT_PATH}?token=${encodeURIComponent(id)}`;
}

async function tell(till: Till, event: { id: string; kind: string; paymentId: string }) {
  const body = Buffer.from(JSON.stringify(event));
  const signature = signDemoEvent(demoKeyOf(till), body);
  const header = (name: string) => (name === DEMO_SIGNATURE ? signature : '');
  await receiveEvent(till, 'demo', { header, body });
}

/** As if another's payment were not there. */
function findOwn(till: Till, userId: number, id: string): DemoPayment {
  const checkout = till.payers.demo ? findCheckoutByPayment(till.database, id) : undefined;
  const payment =
    checkout?.userId === userId && checkout.provider === 'demo'
      ? createDemoBank(till).find(id)
      : undefined;
  if (!payment) throw new DomainError('NOT_FOUND');
  return payment;
}
