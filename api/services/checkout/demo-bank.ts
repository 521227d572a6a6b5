import type { AppContext } from '../../context.ts';
import {
  findDemoPayment,
  openDemoPayment,
  updateDemoPayment,
} from '../../db/repositories/demo-payments.ts';
import { captureOf, type DemoBank, type DemoPayment } from '../../integrations/payment/demo.ts';
import { createPublicId } from '../articles/public-id.ts';

/** Keeps the demo provider's books in the database, apart from the shop's own rows. */
export function createDemoBank({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): DemoBank {
  const find = (id: string): DemoPayment | undefined => {
    const row = findDemoPayment(database, id);
    return row && JSON.parse(row.payment);
  };
  return {
    find,
    findByCapture: (captureId) => {
      const payment = find(captureId.replace(/-MONEY$/, ''));
      return payment && captureOf(payment.id) === captureId ? payment : undefined;
    },
    open: (wish) =>
      database.write(() => {
        const id = `DEMO-${createPublicId().toUpperCase()}`;
        const payment: DemoPayment = { ...wish, id, state: 'waiting', refunds: [] };
        const row = { id, orderId: wish.orderId, payment: JSON.stringify(payment) };
        return JSON.parse(openDemoPayment(database, { ...row, now: clock() }).payment);
      }),
    change: (id, change) =>
      database.write(() => {
        const before = find(id);
        if (!before) return undefined;
        const after = change(before);
        updateDemoPayment(database, id, JSON.stringify(after));
        return after;
      }),
  };
}
