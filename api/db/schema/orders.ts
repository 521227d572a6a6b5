import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core';
import type { OrderAddress } from '#contracts/order.ts';
import type { DisputeReason } from '#contracts/order-states.ts';
import type { LicenceType } from '#contracts/product.ts';
import { users } from './accounts.ts';
import { belongsTo, tableWithoutRowid } from './columns.ts';
import { products } from './products.ts';

/** Line of a checkout, and later of its order: the product at the time of purchase. */
export interface LineSnapshot {
  /** Row ID of the product. */
  productId: number;
  /** `_id` of the product. */
  product: string;
  title: string;
  licenceType: LicenceType;
  /** In the smallest unit. */
  price: number;
  quantity: number;
  /** Share of the order's discount. */
  discount: number;
  /** File name of the image. */
  image: string | null;
  files: { name: string; version: string; sha256: string }[];
}

/** Carts of members. `price_seen` only tells if the price has changed since. */
export const cartLines = tableWithoutRowid(
  'cart_lines',
  {
    userId: belongsTo('user_id', () => users.id),
    productId: belongsTo('product_id', () => products.id),
    quantity: integer('quantity').notNull(),
    priceSeen: integer('price_seen').notNull(),
    addedAt: integer('added_at').notNull(),
    /** Amount of a pay-what-you-want product, or null. */
    amount: integer('amount'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId] }),
    check('cart_lines_quantity', sql`quantity BETWEEN 1 AND 99`),
    check('cart_lines_amount', sql`amount >= 0`),
    index('cart_lines_of_product').on(table.productId),
  ],
);

/** Discount codes. Rows are never deleted, since orders refer to them; redemptions are counted in orders and checkouts. */
export const discounts = sqliteTable(
  'discounts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    code: text('code').notNull().unique(),
    /** The value is per cent, or an amount in the smallest unit. */
    kind: text('kind', { enum: ['percent', 'amount'] }).notNull(),
    value: integer('value').notNull(),
    /** `some` limits it to `discount_products`, even if no product is left. */
    scope: text('scope', { enum: ['all', 'some'] }).notNull(),
    startsAt: integer('starts_at'),
    endsAt: integer('ends_at'),
    maxRedemptions: integer('max_redemptions'),
    maxRedemptionsPerCustomer: integer('max_redemptions_per_customer'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    check('discounts_code', sql`code = upper(code)`),
    check('discounts_value', sql`value > 0 AND (kind = 'amount' OR value <= 100)`),
    check('discounts_max_redemptions', sql`max_redemptions > 0`),
    check('discounts_max_redemptions_per_customer', sql`max_redemptions_per_customer > 0`),
    index('discounts_newest').on(table.createdAt, table.id),
  ],
);

export const discountProducts = tableWithoutRowid(
  'discount_products',
  {
    discountId: belongsTo('discount_id', () => discounts.id),
    productId: belongsTo('product_id', () => products.id),
  },
  (table) => [
    primaryKey({ columns: [table.discountId, table.productId] }),
    index('discount_products_of_product').on(table.productId),
  ],
);

/** Discount codes in the carts of members. */
export const cartDiscounts = sqliteTable(
  'cart_discounts',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    discountId: belongsTo('discount_id', () => discounts.id),
    addedAt: integer('added_at').notNull(),
  },
  (table) => [index('cart_discounts_of_discount').on(table.discountId)],
);

/** Payment attempts with everything that their order will say, stored before the provider is called. */
export const checkouts = sqliteTable(
  'checkouts',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    provider: text('provider', { enum: ['demo', 'paypal', 'free'] }).notNull(),
    /** Id of the payment at the provider, or null until there is one. */
    paymentId: text('payment_id').unique(),
    approveUrl: text('approve_url'),
    /** creating: the provider is being called. open: the buyer may approve. capturing: the capture has started. pending: the provider holds the money. paid: there is an order. unmatched: the payment does not match. ended: no money came. */
    state: text('state', {
      enum: ['creating', 'open', 'capturing', 'pending', 'paid', 'unmatched', 'ended'],
    })
      .notNull()
      .default('creating'),
    reason: text('reason'),
    currency: text('currency').notNull(),
    subtotal: integer('subtotal').notNull(),
    discount: integer('discount').notNull().default(0),
    total: integer('total').notNull(),
    lines: text('lines', { mode: 'json' }).$type<LineSnapshot[]>().notNull(),
    /** Hash of buyer, products and prices: the same again is the same checkout. */
    fingerprint: text('fingerprint').notNull(),
    buyer: text('buyer', { mode: 'json' }).$type<{ name: string; email: string }>().notNull(),
    seller: text('seller').notNull(),
    taxLine: text('tax_line').notNull(),
    terms: text('terms').notNull(),
    consentedAt: integer('consented_at').notNull(),
    address: text('address', { mode: 'json' }).$type<OrderAddress>(),
    /** Declined captures; each capture has a number of its own. */
    declines: integer('declines').notNull().default(0),
    /** Time of the next poll, or null. */
    nextAt: integer('next_at'),
    pollCount: integer('poll_count').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** End of the approval window. */
    endsAt: integer('ends_at').notNull(),
    discountId: integer('discount_id').references(() => discounts.id),
    discountCode: text('discount_code').notNull().default(''),
  },
  (table) => [
    check('checkouts_subtotal', sql`subtotal >= 0`),
    check('checkouts_discount', sql`discount BETWEEN 0 AND subtotal`),
    check('checkouts_total', sql`total = subtotal - discount`),
    index('checkouts_due').on(table.nextAt, table.id).where(sql`next_at IS NOT NULL`),
    index('checkouts_of_user').on(table.userId, table.state, table.id),
    index('checkouts_over').on(table.state, table.createdAt),
    index('checkouts_of_discount')
      .on(table.discountId, table.state, table.userId)
      .where(sql`discount_id IS NOT NULL`),
  ],
);

/** Orders, stored once the money has arrived. Rows are never deleted. */
export const orders = sqliteTable(
  'orders',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    number: integer('number').notNull().unique(),
    checkoutId: integer('checkout_id')
      .unique()
      .references(() => checkouts.id, { onDelete: 'set null' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    provider: text('provider', { enum: ['demo', 'paypal', 'free'] }).notNull(),
    paymentId: text('payment_id').notNull().unique(),
    /** Id of the captured payment at the provider; null for free orders. */
    captureId: text('capture_id').unique(),
    currency: text('currency').notNull(),
    subtotal: integer('subtotal').notNull(),
    discount: integer('discount').notNull().default(0),
    total: integer('total').notNull(),
    refunded: integer('refunded').notNull().default(0),
    buyer: text('buyer', { mode: 'json' }).$type<{ name: string; email: string }>().notNull(),
    seller: text('seller').notNull(),
    taxLine: text('tax_line').notNull(),
    address: text('address', { mode: 'json' }).$type<OrderAddress>().notNull(),
    terms: text('terms').notNull(),
    consentedAt: integer('consented_at').notNull(),
    /** Text that admins can search. */
    words: text('words').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    anonymisedAt: integer('anonymised_at'),
    discountId: integer('discount_id').references(() => discounts.id),
    discountCode: text('discount_code').notNull().default(''),
  },
  (table) => [
    check('orders_total', sql`total >= 0`),
    check('orders_refunded', sql`refunded BETWEEN 0 AND total`),
    index('orders_of_user').on(table.userId, table.id),
    index('orders_by_time').on(table.createdAt, table.id),
    index('orders_by_currency').on(table.currency, table.total, table.refunded),
    index('orders_to_anonymise').on(table.createdAt).where(sql`anonymised_at IS NULL`),
    index('orders_by_sale').on(table.currency, table.createdAt, table.total),
    index('orders_without_refund').on(table.id).where(sql`refunded = 0`),
    index('orders_with_refund').on(table.id, table.refunded, table.total).where(sql`refunded > 0`),
    index('orders_of_discount').on(table.discountId, table.id).where(sql`discount_id IS NOT NULL`),
    index('orders_of_discount_and_user')
      .on(table.discountId, table.userId)
      .where(sql`discount_id IS NOT NULL`),
  ],
);

export const orderLines = tableWithoutRowid(
  'order_lines',
  {
    orderId: belongsTo('order_id', () => orders.id),
    position: integer('position').notNull(),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    product: text('product').notNull(),
    title: text('title').notNull(),
    licenceType: text('licence_type').$type<LicenceType>().notNull(),
    price: integer('price').notNull(),
    quantity: integer('quantity').notNull(),
    image: text('image'),
    /** Name, version and SHA-256 of each file at the time of purchase. */
    files: text('files', { mode: 'json' }).$type<LineSnapshot['files']>().notNull(),
    discount: integer('discount').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check('order_lines_quantity', sql`quantity BETWEEN 1 AND 99`),
    check('order_lines_discount', sql`discount >= 0`),
    index('order_lines_of_product').on(table.productId, table.orderId),
  ],
);

/** Refunds, stored before the provider is called. Events of the provider find them by its id or by ours. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    amount: integer('amount').notNull(),
    state: text('state', { enum: ['sending', 'done', 'failed'] }).notNull(),
    /** Id of the refund at the provider. */
    providerId: text('provider_id').unique(),
    reason: text('reason').notNull().default(''),
    nextAt: integer('next_at'),
    pollCount: integer('poll_count').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    endedAt: integer('ended_at'),
    /** Positions of the refunded order lines, or null if unknown. */
    lines: text('lines'),
  },
  (table) => [
    check('refunds_amount', sql`amount > 0`),
    check('refunds_lines', sql`json_valid(lines)`),
    index('refunds_of_order').on(table.orderId, table.id),
    index('refunds_due').on(table.nextAt, table.id).where(sql`next_at IS NOT NULL`),
    index('refunds_failed').on(table.orderId, table.id).where(sql`state = 'failed'`),
    index('refunds_by_end')
      .on(table.endedAt, table.orderId, table.amount)
      .where(sql`state = 'done'`),
  ],
);

/** Webhook events of payment providers, each once. */
export const paymentEvents = sqliteTable(
  'payment_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    kind: text('kind').notNull(),
    checkoutId: integer('checkout_id').references(() => checkouts.id, { onDelete: 'set null' }),
    orderId: integer('order_id').references(() => orders.id),
    receivedAt: integer('received_at').notNull(),
  },
  (table) => [
    unique().on(table.provider, table.eventId),
    index('payment_events_of_order').on(table.orderId, table.id).where(sql`order_id IS NOT NULL`),
    index('payment_events_of_checkout').on(table.checkoutId).where(sql`checkout_id IS NOT NULL`),
    index('payment_events_by_kind').on(table.kind, table.id),
  ],
);

/** Payments that buyers dispute, as last reported by the provider. */
export const disputes = sqliteTable(
  'disputes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    provider: text('provider').notNull(),
    /** Id of the dispute at the provider. */
    disputeId: text('dispute_id').notNull(),
    /** Null if the payment is unknown. */
    orderId: integer('order_id').references(() => orders.id),
    state: text('state', {
      enum: ['open', 'seller', 'buyer', 'review', 'won', 'lost', 'settled'],
    }).notNull(),
    reason: text('reason').$type<DisputeReason>().notNull(),
    /** In the currency's smallest unit, or null if unknown. */
    amount: integer('amount'),
    currency: text('currency'),
    /** Deadline of the seller's response. */
    dueAt: integer('due_at'),
    /** Provider time of the last event; earlier events are ignored. */
    reportedAt: integer('reported_at').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    unique().on(table.provider, table.disputeId),
    check('disputes_amount', sql`amount >= 0`),
    index('disputes_of_order').on(table.orderId, table.id).where(sql`order_id IS NOT NULL`),
    index('disputes_open').on(table.id).where(sql`state IN ('open', 'seller', 'buyer', 'review')`),
    index('disputes_stray').on(table.id).where(sql`order_id IS NULL`),
  ],
);

/** Payments of the demo provider, apart from the data of the shop. */
export const demoPayments = tableWithoutRowid(
  'demo_payments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id').notNull().unique(),
    payment: text('payment', { mode: 'json' }).$type<object>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('demo_payments_by_time').on(table.createdAt)],
);
