import type { Database } from '../db/client.ts';
import { orderLines, orders, refunds } from '../db/schema.ts';
import { createPublicId } from '../services/articles/public-id.ts';

interface TestOrder {
  userId: number;
  /** When it was paid. */
  at: number;
  /** In smallest units; `product` is the `_id` of one that need not be there. */
  lines: { product?: string; title?: string; price: number; quantity?: number }[];
  currency?: string;
  /** In the order in which they went back, unless their state says otherwise. */
  refunds?: { amount: number; at: number; state?: 'done' | 'sending' | 'failed' }[];
}

/** Stores an order as if it had been paid, with what went back of it. */
export function insertTestOrder(
  database: Database,
  { userId, at, lines, currency = 'EUR', refunds: back = [] }: TestOrder,
): { id: number; publicId: string; number: number } {
  const total = lines.reduce((sum, { price, quantity = 1 }) => sum + price * quantity, 0);
  const done = back.filter(({ state = 'done' }) => state === 'done');
  const publicId = createPublicId();
  const last = database.raw.prepare('SELECT coalesce(max(number), 1000) FROM orders').pluck().get();
  const number = Number(last) + 1;
  const { id } = database.query
    .insert(orders)
    .values({
      ...{ publicId, number, userId, provider: 'demo', paymentId: `PAID-${publicId}` },
      ...{ captureId: total === 0 ? null : `MONEY-${publicId}`, currency, subtotal: total, total },
      refunded: Math.min(
        total,
        done.reduce((sum, { amount }) => sum + amount, 0),
      ),
      buyer: { name: 'Ann Able', email: 'ann@example.org' },
      ...{ seller: 'The seller', taxLine: '', terms: 'The terms.', consentedAt: at, createdAt: at },
      address: {
        ...{ recipient_name: 'Ann Able', line1: '', city: '', postal_code: '', country_code: 'DE' },
      },
      words: `${number} PAID-${publicId} Ann Able ${lines.map(({ title = '' }) => title).join(' ')}`,
    })
    .returning({ id: orders.id })
    .get();
  for (const [position, line] of lines.entries()) {
    const { product = 'product', title = product, price, quantity = 1 } = line;
    const bought = { product, title, sells: 'seats' as const, price, quantity, files: [] };
    database.query
      .insert(orderLines)
      .values({ orderId: id, position, ...bought })
      .run();
  }
  for (const { amount, at: endedAt, state = 'done' } of back) {
    const times = { createdAt: endedAt, endedAt: state === 'sending' ? null : endedAt };
    const refund = { publicId: createPublicId(), orderId: id, amount, state, ...times };
    database.query.insert(refunds).values(refund).run();
  }
  return { id, publicId, number };
}
