import { z } from 'zod';
import { backupStatus } from './status.ts';

/** GET /api/admin/waiting: pending counts by admin page. */
export const pendingCountsResponse = z
  .object({
    comments: z.int().describe('number of held or reported comments'),
    reviews: z.int().describe('number of held game reviews'),
    messages: z.int().describe('number of unread messages'),
    emails: z.int().describe('number of failed or unconfirmed emails'),
    orders: z.int().describe('number of open disputes and unmatched payments'),
    posts: z.int().describe('number of failed or unconfirmed cross-posts'),
  })
  .meta({ id: 'PendingCounts' });

export type PendingCounts = z.infer<typeof pendingCountsResponse>;

/** GET /api/admin/warnings: faults of the configuration and their effects, for admins. */
export const adminWarningsResponse = z
  .object({
    warnings: z.array(
      z.object({
        code: z.enum(['NO_TRUSTED_PROXY', 'PRODUCTS_NOT_FOR_SALE', 'CONTENT_INVALID']),
        msg: z.string().describe('problem and its solution'),
      }),
    ),
  })
  .meta({ id: 'AdminWarnings' });

export type AdminWarning = z.infer<typeof adminWarningsResponse>['warnings'][number];

/** Ranges of GET /api/admin/overview, in past days. */
const overviewRanges = ['7', '30', '365'] as const;
export type OverviewRange = (typeof overviewRanges)[number];

export const overviewQuery = z.strictObject({ days: z.enum(overviewRanges).default('30') });

const count = z.int();
const instant = z.iso.datetime();

/** Decisions that only an admin can make, and failures that only an admin can retry. */
const decisions = z.object({
  heldComments: count,
  reportedComments: count,
  reviews: count.describe('number of held game reviews'),
  messages: count.describe('number of unread messages'),
  disputes: count,
  unmatchedPayments: count,
  failedRefunds: count.describe('number of orders whose last refund failed'),
  jobs: count.describe('number of failed publishing jobs'),
  emails: count.describe('number of failed or unconfirmed emails'),
  crossPosts: count.describe('number of failed or unconfirmed cross-posts'),
});
export type Decisions = z.infer<typeof decisions>;

const sales = z.object({
  orders: count,
  paid: z.number(),
  refunded: z.number(),
  net: z.number().describe('revenue after refunds'),
});

const article = z.object({
  _id: z.string(),
  title: z.string(),
  language: z.string(),
  updatedAt: instant,
  scheduledAt: instant.nullable(),
});
export type UnpublishedArticle = z.infer<typeof article>;

const articleList = z.object({ count, first: z.array(article) });

const queue = z.object({
  waiting: count,
  failed: count,
  oldestAt: instant.nullable().describe('time since when the longest due entry waits'),
});

export const overviewResponse = z
  .object({
    days: z.enum(overviewRanges),
    zone: z.string().describe('time zone of the days'),
    currency: z.string(),
    now: instant,
    unit: z.enum(['day', 'month']).describe('period of a bar of the charts'),
    isNew: z.boolean().describe('whether the site has no articles, visitors, orders or members'),
    visitors: z
      .object({
        visitors: count.describe('unique visitors per day'),
        views: count.describe('page views'),
        bars: z.array(z.object({ from: z.iso.date(), views: count, visitors: count })),
      })
      .describe('days are those of UTC'),
    sales: sales.describe('in the currency of the shop'),
    otherSales: z
      .array(sales.extend({ currency: z.string() }))
      .describe('in currencies that the shop had before, if there were any in these days'),
    people: z.object({
      members: count,
      newMembers: count,
      subscribers: count.describe('number of confirmed subscribers'),
      newSubscribers: count,
    }),
    bars: z
      .array(
        z.object({
          from: z.iso.date(),
          orders: count,
          paid: z.number(),
          newMembers: count,
          newSubscribers: count,
        }),
      )
      .describe('sales and people by day or month of the time zone'),
    decisions,
    drafts: articleList.describe('last edited first'),
    scheduled: articleList.describe('next first'),
    queues: z.object({ publishing: queue, mail: queue, posts: queue }),
    disk: z
      .object({
        free: count.describe('bytes'),
        total: count.describe('bytes'),
        low: count.describe('free bytes below which a warning appears'),
      })
      .nullable()
      .describe('null if the file system does not tell'),
    backups: backupStatus,
    warnings: z.array(z.string()).describe('what needs an admin, with what to do'),
    versions: z.object({
      app: z.string(),
      node: z.string(),
      build: z.string().nullable().describe('ID of the build that the live release is made from'),
      liveAt: instant.nullable().describe('time since when the release is live'),
      failure: z.string().nullable().describe('reason why the last release failed'),
    }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overviewResponse>;

/** Limits for the reports of a page view and of an error, in bytes. */
export const VIEW_BODY_MAX = 4096;

/** POST /api/views: reports that a page was opened or its URL has changed. */
export const pageViewRequest = z
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
export type PageViewRequest = z.infer<typeof pageViewRequest>;

/** Ranges of GET /api/admin/views, in past days. */
const viewRanges = ['1', '7', '30', '365', 'all'] as const;
export type PageViewRange = (typeof viewRanges)[number];

export const pageViewReportQuery = z.strictObject({ days: z.enum(viewRanges).default('30') });

const viewCount = z.int();
const counted = { views: viewCount, visitors: viewCount.describe('unique visitors per day') };
const viewedPage = z.object({ path: z.string(), ...counted });

export const pageViewReport = z
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
        total: viewCount.describe('all views of the article, one per visitor and day'),
      }),
    ),
    referrers: z.array(z.object({ host: z.string(), ...counted })),
    queries: z.array(viewedPage),
    missing: z.array(viewedPage).describe('missing pages'),
  })
  .meta({ id: 'PageViewReport' });
export type PageViewReport = z.infer<typeof pageViewReport>;

/** POST /api/client-errors: reports an error of a script. One in a hundred page views sends reports. */
export const clientErrorRequest = z
  .strictObject({
    message: z.string().max(500),
    path: z.string().max(1000).default(''),
    stack: z.string().max(2000).default(''),
  })
  .meta({ id: 'ClientError' });
export type ClientError = z.infer<typeof clientErrorRequest>;
