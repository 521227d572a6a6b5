import { z } from 'zod';

/** Limits for the reports of a page view and of an error, in bytes. */
export const VIEW_BODY_MAX = 4096;

/** POST /api/views: reports that a page was opened or its URL has changed. */
export const viewRequest = z
  .strictObject({
    path: z.string().min(1).max(1000).startsWith('/'),
    query: z.string().max(2000).default('').describe('query string with its question mark'),
    referrer: z
      .string()
      .max(2000)
      .default('')
      .describe('document.referrer; only its host is stored'),
  })
  .meta({ id: 'View' });
export type ViewRequest = z.infer<typeof viewRequest>;

/** Ranges of GET /api/admin/views, in past days. */
export const viewRanges = ['1', '7', '30', '365', 'all'] as const;
export type ViewRange = (typeof viewRanges)[number];

export const viewReportQuery = z.strictObject({ days: z.enum(viewRanges).default('30') });

const count = z.number().int();
const counted = { views: count, visitors: count.describe('unique visitors per day') };
const viewedPage = z.object({ path: z.string(), ...counted });

export const viewReport = z
  .object({
    days: z.enum(viewRanges),
    ...counted,
    unit: z.enum(['day', 'month']).describe('period of a bar of the chart'),
    bars: z.array(z.object({ from: z.iso.date(), ...counted })),
    pages: z.array(viewedPage),
    articles: z.array(
      z.object({
        _id: z.string(),
        title: z.string(),
        slug: z.string(),
        ...counted,
        total: count.describe('all views of the article, one per visitor and day'),
      }),
    ),
    referrers: z.array(z.object({ host: z.string(), ...counted })),
    queries: z.array(viewedPage),
    missing: z.array(viewedPage).describe('missing pages'),
  })
  .meta({ id: 'ViewReport' });
export type ViewReport = z.infer<typeof viewReport>;

/** POST /api/client-errors: reports an error of a script. One in a hundred page views sends reports. */
export const clientErrorRequest = z
  .strictObject({
    message: z.string().max(500),
    path: z.string().max(1000).default(''),
    stack: z.string().max(2000).default(''),
  })
  .meta({ id: 'ClientError' });
export type ClientError = z.infer<typeof clientErrorRequest>;
