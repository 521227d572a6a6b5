import { randomUUID } from 'node:crypto';
import { max } from 'drizzle-orm';
import { ROLE_BASIC } from '#contracts/user.ts';
import type { Database } from '../db/database.ts';
import { deriveArticle, deriveProduct } from '../db/derived.ts';
import { insertFile, insertFileVersion } from '../db/repositories/product-files.ts';
import { users } from '../db/schema/accounts.ts';
import { articles } from '../db/schema/articles.ts';
import { media } from '../db/schema/media.ts';
import { orderLines, orders, refunds } from '../db/schema/orders.ts';
import { products } from '../db/schema/products.ts';
import { createPublicId } from '../services/identifiers.ts';

interface TestOrder {
  /** `_id`; random by default. */
  publicId?: string;
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

/** Password of all users that factories create. */
export const TEST_PASSWORD = 'a sound passphrase';
/** Hash of TEST_PASSWORD with the lowest possible cost. */
const TEST_PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$i3BFirLL87D3GVMIp9cOfw$3WnPUCSaYnL9/Zn7LYndWc4TS+v2f/42G3K5IJfZTPE';
const CREATED_AT = Date.UTC(2026, 0, 1);

type UserRow = typeof users.$inferSelect;
type ArticleRow = typeof articles.$inferSelect;
type ProductRow = typeof products.$inferSelect;

/** Stores a user with the password TEST_PASSWORD. */
export function insertTestUser(
  database: Database,
  overrides: Partial<typeof users.$inferInsert> = {},
): UserRow {
  const publicId = overrides.publicId ?? createPublicId();
  return database.query
    .insert(users)
    .values({
      publicId,
      email: `${publicId}@example.org`,
      name: 'Test Person',
      passwordHash: TEST_PASSWORD_HASH,
      role: ROLE_BASIC,
      emailConfirmedAt: CREATED_AT,
      passwordChangedAt: CREATED_AT,
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
      ...overrides,
    })
    .returning()
    .get();
}

/** Stores a live article. For other states, pass `draft`, `archived` and the times. */
export function insertTestArticle(
  database: Database,
  overrides: Partial<typeof articles.$inferInsert> & { authorId: number },
): ArticleRow {
  const publicId = overrides.publicId ?? createPublicId();
  const article = database.query
    .insert(articles)
    .values({
      publicId,
      title: `Article ${publicId}`,
      slug: `article-${publicId}`,
      markdown: 'Some *text*.',
      html: '<p>Some <em>text</em>.</p>',
      words: 2,
      draft: false,
      publishedAt: CREATED_AT,
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
      ...overrides,
    })
    .returning()
    .get();
  deriveArticle(database.query, article.id);
  return article;
}

/** Stores the row of an image of one pixel, without its file. */
export function insertTestImage(database: Database) {
  return database.query
    .insert(media)
    .values({
      publicId: 'cover',
      fileName: 'cover.png',
      sourceHash: 'cover',
      mime: 'image/png',
      width: 1,
      height: 1,
      bytes: 70,
      createdAt: CREATED_AT,
    })
    .returning()
    .get();
}

/** Stores a live sample product without images and files that costs 19.00; `price` is in smallest units. */
export function insertTestProduct(
  database: Database,
  overrides: Partial<typeof products.$inferInsert> = {},
): ProductRow {
  const publicId = overrides.publicId ?? createPublicId();
  const product = database.query
    .insert(products)
    .values({
      publicId,
      productId: randomUUID().replaceAll('-', ''),
      title: `Product ${publicId}`,
      slug: `product-${publicId}`,
      description: 'What it is.',
      content: 'What is *in* it.',
      html: '<p>What is <em>in</em> it.</p>',
      price: 1900,
      categoryId: 1,
      state: 'live',
      isSample: true,
      listedAt: CREATED_AT,
      liveAt: CREATED_AT,
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
      ...overrides,
    })
    .returning()
    .get();
  deriveProduct(database.query, product.id);
  return product;
}

/** Adds a file to a product, or with `fileId` another version of a file. @returns row id of the file */
export function insertTestFile(
  database: Database,
  productId: number,
  version: Partial<Parameters<typeof insertFileVersion>[1]> = {},
): number {
  const file = { publicId: createPublicId(), productId, position: 0, createdAt: CREATED_AT };
  const fileId = version.fileId ?? insertFile(database, file);
  insertFileVersion(database, {
    publicId: createPublicId(),
    name: 'book.zip',
    version: '1.0',
    changelog: '',
    bytes: 0,
    sha256: '0'.repeat(64),
    stored: randomUUID().replaceAll('-', ''),
    createdAt: CREATED_AT,
    ...version,
    fileId,
  });
  return fileId;
}

/** Stores a paid order with its refunds. */
export function insertTestOrder(
  database: Database,
  { userId, at, lines, currency = 'EUR', refunds: refundInputs = [], ...order }: TestOrder,
): { id: number; publicId: string; number: number } {
  const subtotal = lines.reduce((sum, { price, quantity = 1 }) => sum + price * quantity, 0);
  const discount = lines.reduce((sum, line) => sum + (line.discount ?? 0), 0);
  const total = subtotal - discount;
  const completed = refundInputs.filter(({ state = 'done' }) => state === 'done');
  const publicId = order.publicId ?? createPublicId();
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
    const snapshot = { product, title, licenceType: 'seats' as const, files: [] };
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
