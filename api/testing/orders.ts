import { max } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { orderLines, orders, refunds } from '../db/schema/orders.ts';
import { createPublicId } from '../services/identifiers.ts';

interface TestOrder {
  userId: number;
  /** Time of the payment. */
  at: number;
  /** Prices in smallest units; `product` is the `_id` of a product that may be missing. */
  lines: {
    product?: string;
    title?: string;
    price: number;
    quantity?: number;
    discount?: number;
  }[];
  currency?: string;
  /** Oldest first; completed unless `state` is set. */
  refunds?: {
    amount: number;
    at: number;
    state?: 'done' | 'sending' | 'failed';
    /** Positions of the refunded lines. */
    lines?: number[];
  }[];
}

/** Stores a paid order with its refunds. */
export function insertTestOrder(
  database: Database,
  { userId, at, lines, currency = 'EUR', refunds: refundInputs = [] }: TestOrder,
): { id: number; publicId: string; number: number } {
  const subtotal = lines.reduce((sum, { price, quantity = 1 }) => sum + price * quantity, 0);
  const discount = lines.reduce((sum, line) => sum + (line.discount ?? 0), 0);
  const total = subtotal - discount;
  const completed = refundInputs.filter(({ state = 'done' }) => state === 'done');
  const publicId = createPublicId();
  const last = database.query
    .select({ number: max(orders.number) })
    .from(orders)
    .get();
  const number = (last?.number ?? 1000) + 1;
  const { id } = database.query
    .insert(orders)
    .values({
      publicId,
      number,
      userId,
      provider: 'demo',
      paymentId: `PAID-${publicId}`,
      captureId: total === 0 ? null : `MONEY-${publicId}`,
      currency,
      subtotal,
      discount,
      total,
      refunded: Math.min(
        total,
        completed.reduce((sum, { amount }) => sum + amount, 0),
      ),
      buyer: { name: 'Ann Able', email: 'ann@example.org' },
      seller: 'The seller',
      taxLine: '',
      terms: 'The terms.',
      consentedAt: at,
      createdAt: at,
      address: {
        recipient_name: 'Ann Able',
        line1: '',
        city: '',
        postal_code: '',
        country_code: 'DE',
      },
      words: `${number} PAID-${publicId} Ann Able ${lines.map(({ title = '' }) => title).join(' ')}`,
    })
    .returning({ id: orders.id })
    .get();
  for (const [position, line] of lines.entries()) {
    const { product = 'product', title = product, price, quantity = 1, discount = 0 } = line;
    const snapshot = { product, title, sells: 'seats' as const, files: [] };
    database.query
      .insert(orderLines)
      .values({ orderId: id, position, ...snapshot, price, quantity, discount })
      .run();
  }
  for (const { amount, at: endedAt, state = 'done', lines: positions } of refundInputs) {
    const times = { createdAt: endedAt, endedAt: state === 'sending' ? null : endedAt };
    const refundedLines = positions ? JSON.stringify(positions) : null;
    const refund = { publicId: createPublicId(), orderId: id, amount, state, lines: refundedLines };
    database.query
      .insert(refunds)
      .values({ ...refund, ...times })
      .run();
  }
  return { id, publicId, number };
}
