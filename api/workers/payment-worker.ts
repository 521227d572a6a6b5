import type { AppContext } from '../context.ts';
import { createTill } from '../services/checkout/payment-context.ts';
import {
  anonymiseOldOrders,
  purgeCheckouts,
  type Reconciled,
  reconcileNext,
} from '../services/checkout/poll-payments.ts';
import { refundNext } from '../services/orders/refund.ts';
import { atMostEvery, drain, type StopWorker, startPolling, type WorkerLog } from './polling.ts';

const POLL_MS = 1000;
const PURGE_MS = 3_600_000;

/** Starts the worker that polls payment providers for open checkouts and refunds. */
export function startPaymentWorker(context: AppContext, log: WorkerLog): StopWorker {
  const till = createTill(context);
  const purge = atMostEvery(PURGE_MS, async () => {
    await purgeCheckouts(till);
    await anonymiseOldOrders(till);
  });
  return startPolling({
    everyMs: POLL_MS,
    async poll(stopping) {
      await drain(
        stopping,
        () => reconcileNext(till),
        (reconciled) => logCheckout(log, reconciled),
      );
      await drain(
        stopping,
        () => refundNext(till),
        ({ publicId: refund, state }) => log.info({ refund, state }, 'refund requested again'),
      );
      if (!stopping.aborted) await purge();
    },
    onError: (error) => log.error({ err: error }, 'payment worker failed'),
  });
}

function logCheckout(log: WorkerLog, { checkout, settled }: Reconciled): void {
  const { publicId, provider } = checkout;
  const fields = { checkout: publicId, provider, end: settled.end };
  if (settled.end === 'trouble') log.error(fields, 'unmatched payment');
  else if (settled.end === 'unknown') log.warn(fields, 'payment status unknown');
  else log.info(fields, 'payment polled');
}
