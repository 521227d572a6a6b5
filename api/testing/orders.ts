import { max } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { orderLines, orders, refunds } from '../db/schema/orders.ts';
import { createPublicId } from '../services/articles/public-id.ts';

interface TestOrder {
  userId: number;
  /** When it was paid. */
  at: number;
  /** In smallest units; `product` is the `_id` of one that need not be there. */
  lines: {
    product?: string;
    title?: string;
    price: number;
    quantity?: number;
    discount?: number;
  }[];
  currency?: string;
  /** In the order in which they went back, unless their state says otherwise. */
  refunds?: {
    amount: number;
    at: number;
    state?: 'done' | 'sending' | 'failed';
    /** Positions of the lines that it is for. */
    lines?: number[];
  }[];
}

/** Stores an order as if it had been paid, with what went back of it. */
export function insertTestOrder(
  database: Database,
  { userId, at, lines, currency = 'EUR', refunds: back = [] }: TestOrder,
): { id: number; publicId: string; number: number } {
  const subtotal = lines.reduce((sum, { price, quantity = 1 }) => sum + price * quantity, 0);
  const discount = lines.reduce((sum, line) => sum + (line.discount ?? 0), 0);
  const total = subtotal - discount;
  const done = back.filter(({ state = 'done' }) => state === 'done');
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
        done.reduce((sum, { amount }) => sum + amount, 0),
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
    const { product = 'product', title = product, price, quantity = 1, discount: off = 0 } = line;
    const what = { product, title, sells: 'seats' as const, files: [] };
    const bought = { ...what, price, quantity, discount: off };
    database.query
      .insert(orderLines)
      .values({ orderId: id, position, ...bought })
      .run();
  }
  for (const { amount, at: endedAt, state = 'done', lines: meant } of back) {
    const times = { createdAt: endedAt, endedAt: state === 'sending' ? null : endedAt };
    const named = meant ? JSON.stringify(meant) : null;
    const refund = { publicId: createPublicId(), orderId: id, amount, state, lines: named };
    database.query
      .insert(refunds)
      .values({ ...refund, ...times })
      .run();
  }
  return { id, publicId, number };
}
