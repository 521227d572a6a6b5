import { z } from 'zod';
import { crossPostTarget } from './cross-post.ts';
import { jobKind } from './job.ts';
import { mailKind } from './mail.ts';

/** Workers whose queues the outbox lists: publisher, mail worker and cross-post worker. */
export const outboxSources = ['publishing', 'mail', 'posts'] as const;
export const outboxSource = z.enum(outboxSources);
export type OutboxSource = z.infer<typeof outboxSource>;

/**
 * State of an entry. `unknown` entries have an unknown result and are never retried automatically. `failed` entries
 * are retried only on request.
 */
export const outboxState = z.enum([
  'waiting',
  'running',
  'done',
  'failed',
  'unknown',
  'cancelled',
] as const);
export type OutboxState = z.infer<typeof outboxState>;

export const outboxFilters = ['all', 'waiting', 'done', 'trouble'] as const;
export type OutboxFilter = (typeof outboxFilters)[number];

/** Entries per page. */
export const OUTBOX_PER_PAGE = 20;
/** Largest page number. Older entries are on the pages of emails and connections. */
export const OUTBOX_PAGES_MAX = 100;

/** GET /api/admin/jobs: queued, running and finished entries, newest first. */
export const outboxQuery = z.strictObject({
  source: z.enum(['all', ...outboxSources]).default('all'),
  show: z.enum(outboxFilters).default('all'),
  page: z.coerce.number().int().min(1).max(OUTBOX_PAGES_MAX).default(1),
});
export type OutboxQuery = z.infer<typeof outboxQuery>;

export const outboxEntry = z
  .object({
    source: outboxSource,
    id: z.string().describe('id of the job, email or cross-post'),
    kind: z
      .union([jobKind, mailKind, crossPostTarget])
      .describe('kind of job, kind of email, or service'),
    subject: z.string().describe('title of the article, or subject of the email; may be empty'),
    article: z.string().nullable().describe('_id of the article'),
    to: z.string().nullable().describe('recipient of an email'),
    state: outboxState,
    attempts: z.number().int(),
    error: z.string().nullable().describe('last error, or the reason why it is waiting'),
    nextAt: z.iso.datetime().nullable().describe('time of the next attempt'),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    again: z.boolean().describe('whether it can be retried'),
    cancel: z.boolean().describe('whether it can be cancelled, or its failure dismissed'),
  })
  .meta({ id: 'OutboxEntry' });
export type OutboxEntry = z.infer<typeof outboxEntry>;

const counts = z.object({ waiting: z.number().int(), trouble: z.number().int() });

export const outboxResponse = z
  .object({
    entries: z.array(outboxEntry),
    result: z.number().int(),
    page: z.number().int(),
    pages: z.number().int(),
    counts: z.object({ publishing: counts, mail: counts, posts: counts }),
  })
  .meta({ id: 'Outbox' });
export type OutboxResponse = z.infer<typeof outboxResponse>;
