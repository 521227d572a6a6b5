import { z } from 'zod';

/** Numbers of emails of a newsletter by state. */
const counts = z.object({
  recipients: z.number().int().describe('number of emails created so far'),
  sent: z.number().int(),
  waiting: z.number().int(),
  trouble: z.number().int().describe('number of failed and unconfirmed emails'),
  skipped: z
    .number()
    .int()
    .describe('number of cancelled emails and of recipients who unsubscribed before'),
});
export type NewsletterCounts = z.infer<typeof counts>;

/** State of a newsletter. `wished`: it is sent when the article is live. */
export const newsletterStates = ['wished', 'sending', 'done'] as const;

/** An article that is or was sent to the subscribers. */
export const newsletterResponse = z
  .object({
    _id: z.string(),
    article: z.object({ _id: z.string(), title: z.string() }),
    state: z.enum(newsletterStates),
    startedAt: z.iso.datetime().nullable(),
    counts,
  })
  .meta({ id: 'Newsletter' });
export type NewsletterResponse = z.infer<typeof newsletterResponse>;

/** GET /api/admin/newsletters: the newest ones. */
export const newsletterListResponse = z
  .object({
    newsletters: z.array(newsletterResponse),
    subscribers: z.number().int().describe('number of subscribers who would get it now'),
  })
  .meta({ id: 'NewsletterList' });

/** GET /api/admin/articles/{id}/newsletter */
export const articleNewsletterResponse = z
  .object({
    newsletter: newsletterResponse.nullable(),
    subscribers: z.number().int().describe('number of subscribers who would get it now'),
  })
  .meta({ id: 'ArticleNewsletter' });
export type ArticleNewsletter = z.infer<typeof articleNewsletterResponse>;

/** POST /api/admin/newsletters/{id}/stop */
export const newsletterChangeResponse = z
  .object({ msg: z.string(), newsletter: newsletterResponse })
  .meta({ id: 'NewsletterChanged' });
