import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AppContext } from './context.ts';
import { type Reconciled, reconcileNext, sweepCheckouts } from './services/checkout/reconcile.ts';
import { createTill } from './services/checkout/till.ts';
import { anonymiseOldOrders } from './services/orders/history.ts';
import { refundNext } from './services/orders/refund.ts';
import { startTurns } from './turns.ts';

type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Milliseconds between looks for payments that are to be asked about. */
const LOOK_EVERY_MS = 1000;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Asks providers about payments whose end is not known, one after the other, until the returned function
 * is called; that waits for the one that is under way.
 */
export function startPayments(context: AppContext, log: Log): () => Promise<void> {
  const till = createTill(context);
  let ending = false;
  let sweepAt = performance.now();

  const look = async () => {
    for (;;) {
      if (ending) return;
      const reconciled = await reconcileNext(till);
      if (!reconciled) break;
      note(log, reconciled);
      await nextTurn();
    }
    for (;;) {
      if (ending) return;
      const refund = await refundNext(till);
      if (!refund) break;
      log.info({ refund: refund.publicId, state: refund.state }, 'a refund was asked for again');
      await nextTurn();
    }
    if (performance.now() < sweepAt) return;
    sweepAt = performance.now() + SWEEP_EVERY_MS;
    await sweepCheckouts(till);
    await anonymiseOldOrders(till);
  };
  const turns = startTurns(LOOK_EVERY_MS, look, (error) =>
    log.error({ err: error }, 'payments could not be looked at'),
  );
  return async () => {
    ending = true;
    await turns.end();
  };
}

function note(log: Log, { checkout, settled }: Reconciled): void {
  const facts = { checkout: checkout.publicId, provider: checkout.provider, end: settled.end };
  if (settled.end === 'trouble')
    log.error(facts, 'money came that does not fit: see `trouble` of GET /api/payment');
  else if (settled.end === 'unknown') log.warn(facts, 'a payment could not be asked about');
  else log.info(facts, 'a payment was asked about');
}
