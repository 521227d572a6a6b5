import type { AppContext } from '../context.ts';
import { createPaymentContext } from '../services/checkout/payment-context.ts';
import {
  anonymiseOldOrders,
  type PolledCheckout,
  pollNextPayment,
  purgeCheckouts,
} from '../services/checkout/payment-updates.ts';
import { refundNext } from '../services/orders/refund.ts';
import { atMostEvery, drain, type StopWorker, startPolling, type WorkerLog } from './polling.ts';

const POLL_MS = 1000;
const PURGE_MS = 3_600_000;

/** Starts the worker that polls payment providers for open checkouts and refunds. */
export function startPaymentWorker(context: AppContext, log: WorkerLog): StopWorker {
  const payments = createPaymentContext(context);
  const purge = atMostEvery(PURGE_MS, async () => {
    await purgeCheckouts(payments);
    await anonymiseOldOrders(payments);
  });
  return startPolling({
    everyMs: POLL_MS,
    async poll(stopping) {
      await drain(
        stopping,
        () => pollNextPayment(payments),
        (polled) => logCheckout(log, polled),
      );
      await drain(
        stopping,
        () => refundNext(payments),
        ({ publicId: refund, state }) => log.info({ refund, state }, 'refund requested again'),
      );
      if (!stopping.aborted) await purge();
    },
    onError: (error) => log.error({ err: error }, 'payment worker failed'),
  });
}

function logCheckout(log: WorkerLog, { checkout, payment: { status } }: PolledCheckout): void {
  const { publicId, provider } = checkout;
  const fields = { checkout: publicId, provider, status };
  if (status === 'trouble') log.error(fields, 'unmatched payment');
  else if (status === 'unknown') log.warn(fields, 'payment status unknown');
  else log.info(fields, 'payment polled');
}
