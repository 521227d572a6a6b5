import { z } from 'zod';

/** Months that one report covers at most. */
export const SALES_MONTHS_MAX = 240;
/** Months that a report covers where nobody says which. */
export const SALES_MONTHS = 12;

const month = z
  .string()
  .regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, 'Use a month such as 2026-01.')
  .optional();

/**
 * GET /api/admin/sales: from the first to the last of these months, both included, in the time zone of the
 * owner's setting. Without them, the last twelve.
 */
export const salesQuery = z.strictObject({
  from: month,
  to: month,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Use a three-letter currency code, such as EUR.')
    .optional()
    .describe('currency; default: the currency of the shop'),
});
export type SalesQuery = z.infer<typeof salesQuery>;

/** Money that came in, went back, and stayed. Decimal; what stayed of a month can be less than nothing. */
const sums = z.object({ paid: z.number(), refunded: z.number(), net: z.number() });

const salesMonth = sums
  .extend({ month: z.string(), orders: z.number().int() })
  .meta({ id: 'SalesMonth' });

const salesProduct = sums
  .extend({
    _id: z.string(),
    title: z.string(),
    there: z.boolean().describe('whether its page exists'),
    sold: z.number().int().describe('copies, seats or keys'),
    downloads: z.number().int().describe('refunds of these months, regardless of the order date'),
  })
  .meta({ id: 'SalesProduct' });

export const salesResponse = z
  .object({
    currency: z.string(),
    currencies: z.array(z.string()).describe('currencies of all orders'),
    zone: z.string().describe('time zone of the months'),
    from: z.string(),
    to: z.string(),
    first: z.string().nullable().describe('month of the first order in this currency'),
    now: z.string().describe('current month'),
    totals: sums.extend({ orders: z.number().int(), sold: z.number().int() }),
    months: z.array(salesMonth),
    products: z.array(salesProduct).describe('highest revenue first'),
  })
  .meta({ id: 'Sales' });
export type SalesReport = z.infer<typeof salesResponse>;

/** GET /api/admin/sales/export */
export const salesExportResponse = z
  .object({
    file: z.string().describe('suggested file name'),
    csv: z.string().describe('RFC 4180, one line per product and month'),
  })
  .meta({ id: 'SalesExport' });
