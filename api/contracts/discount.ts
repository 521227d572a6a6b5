import { z } from 'zod';
import { discountMessages } from './discount-messages.ts';
import { page, pageInfo, pageNumbers } from './fields.ts';

/** Codes, and redemptions of one code, per page. */
export const DISCOUNTS_PER_PAGE = 20;
export const REDEMPTIONS_PER_PAGE = 20;
/** Most products that a code can be limited to. */
export const DISCOUNT_PRODUCTS_MAX = 200;
/** Highest limit of redemptions. */
const REDEMPTIONS_MAX = 1_000_000;

/** `percent` of the eligible products, or a fixed `amount` off their sum. */
export const discountKinds = ['percent', 'amount'] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** Current state of a code. */
export const discountStates = ['scheduled', 'running', 'used-up', 'ended'] as const;
export type DiscountState = (typeof discountStates)[number];

/** Code as stored: trimmed and in upper case. */
export const discountCode = z
  .string(discountMessages.code)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, discountMessages.code);

/** PUT /api/cart/discount: a code as typed, valid or not. */
export const cartDiscountRequest = z
  .strictObject({ code: z.string().trim().toUpperCase().min(1, discountMessages.empty).max(100) })
  .meta({ id: 'CartDiscount' });

/** Local time of the owner, `2026-12-01T09:00`; null for no limit. */
const clock = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, discountMessages.clock)
  .nullable();
const redemptionLimit = z
  .int(discountMessages.maxRedemptions)
  .min(1, discountMessages.maxRedemptions)
  .max(REDEMPTIONS_MAX, discountMessages.maxRedemptions)
  .nullable();

/** POST /api/admin/discounts, and PUT /api/admin/discounts/{id} with all fields. */
export const discountRequest = z
  .strictObject({
    code: discountCode,
    kind: z.enum(discountKinds),
    value: z
      .number(discountMessages.value)
      .positive(discountMessages.value)
      .describe('percentage, or decimal amount in the currency of the shop'),
    from: clock.default(null).describe('in the owner’s time zone; null: immediately'),
    until: clock.default(null).describe('in the owner’s time zone; null: no end'),
    maxRedemptions: redemptionLimit
      .default(null)
      .describe('maximum number of redemptions; null: no limit'),
    maxRedemptionsPerCustomer: redemptionLimit.default(null).describe('maximum number per member'),
    products: z
      .array(z.string().min(1).max(200))
      .min(1, discountMessages.products)
      .max(DISCOUNT_PRODUCTS_MAX, discountMessages.manyProducts)
      .nullable()
      .default(null)
      .describe('`_id`s of the products it applies to; null: all'),
  })
  .meta({ id: 'DiscountRequest' });
export type DiscountInput = z.output<typeof discountRequest>;

export const discountResponse = z
  .object({
    _id: z.string(),
    code: z.string(),
    kind: z.enum(discountKinds),
    value: z.number(),
    label: z.string().describe('label, such as `10% off`'),
    state: z.enum(discountStates),
    from: z.string().nullable().describe('in the owner’s time zone'),
    until: z.string().nullable().describe('in the owner’s time zone'),
    maxRedemptions: z.int().nullable(),
    maxRedemptionsPerCustomer: z.int().nullable(),
    products: z
      .array(z.object({ _id: z.string(), title: z.string() }))
      .nullable()
      .describe('null: all products'),
    redemptions: z.int().describe('number of orders with the code'),
    underway: z.int().describe('number of payments in progress with the code'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Discount' });
export type DiscountResponse = z.infer<typeof discountResponse>;

/** GET /api/admin/discounts, newest first. */
export const discountListQuery = z.strictObject({
  show: z.enum(['all', 'scheduled', 'running', 'ended']).default('all'),
  page,
});
export type DiscountListQuery = z.output<typeof discountListQuery>;

export const discountListResponse = z
  .object({
    discounts: z.array(discountResponse),
    ...pageInfo,
    currency: z.string(),
    zone: z.string().describe('time zone of `from` and `until`'),
  })
  .meta({ id: 'DiscountList' });
export type DiscountList = z.infer<typeof discountListResponse>;

export const discountChangeResponse = z
  .object({ msg: z.string(), discount: discountResponse })
  .meta({ id: 'DiscountChanged' });

/** GET /api/admin/discounts/{id}/redemptions: orders with the code, newest first. */
export const discountRedemptionsQuery = z.strictObject({ page });

export const discountRedemptionsResponse = z
  .object({
    discount: discountResponse,
    redemptions: z.array(
      z.object({
        order: z.string().describe('`_id` of the code'),
        number: z.int(),
        buyer: z.string(),
        discount: z.number(),
        total: z.number(),
        currency: z.string(),
        createdAt: z.iso.datetime(),
      }),
    ),
    result: z.int(),
    ...pageNumbers,
  })
  .meta({ id: 'DiscountRedemptions' });
export type DiscountRedemptions = z.infer<typeof discountRedemptionsResponse>;
