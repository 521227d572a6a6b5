import { z } from 'zod';

/** Most months of a report. */
export const SALES_MONTHS_MAX = 240;
/** Default number of months of a report. */
export const SALES_MONTHS = 12;

const month = z
  .string()
  .regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, 'Use a month such as 2026-01.')
  .optional();

/**
 * GET /api/admin/sales: sales of the months `from` to `to`, inclusive, in the owner's time zone. Default: the
 * last twelve months.
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

/** Decimal sums; the net amount of a month can be negative. */
const sums = z.object({ paid: z.number(), refunded: z.number(), net: z.number() });

const salesMonth = sums.extend({ month: z.string(), orders: z.int() }).meta({ id: 'SalesMonth' });

const salesProduct = sums
  .extend({
    _id: z.string(),
    title: z.string(),
    there: z.boolean().describe('whether its page exists'),
    sold: z.int().describe('copies, seats or keys'),
    downloads: z.int().describe('refunds of these months, regardless of the order date'),
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
    totals: sums.extend({ orders: z.int(), sold: z.int() }),
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
