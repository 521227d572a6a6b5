import { z } from 'zod';
import { subscribeMessages } from './form-words.ts';

/** Days a confirmation link works; an address nobody confirmed is forgotten with it. */
export const CONFIRM_DAYS = 7;
/** Subscribers per page of the admin's list. */
export const SUBSCRIBERS_PER_PAGE = 50;
const SUBSCRIBERS_PER_PAGE_MAX = 100;

/** Where somebody asked: the form of the blog, or the newsletter form of an article. */
export const subscriberSources = ['Subscribe', 'Newsletter'] as const;
export type SubscriberSource = (typeof subscriberSources)[number];

const address = z
  .string(subscribeMessages.email)
  .trim()
  .toLowerCase()
  .max(254, subscribeMessages.email)
  .pipe(z.email(subscribeMessages.email));

/**
 * POST /api/subscribers, as JSON or as a form. The blog's form sends `email`, the newsletter form
 * `email_address` and `from`, as documented. `website` is a field that people do not see: whoever
 * fills it gets the same answer, and nothing is kept.
 */
export const subscribeRequest = z
  .strictObject({
    email: address.optional(),
    email_address: address.optional(),
    from: z.enum(subscriberSources).default('Subscribe'),
    website: z.string().max(2000).default(''),
  })
  .superRefine(({ email, email_address }, context) => {
    if (email === undefined && email_address === undefined) {
      context.addIssue({ code: 'custom', path: ['email'], message: subscribeMessages.email });
    }
  })
  .meta({ id: 'Subscribe' });
export type SubscribeRequest = z.infer<typeof subscribeRequest>;

/** The same for everybody, so that nobody learns who has subscribed. */
export const subscribeResponse = z.object({ msg: z.string() }).meta({ id: 'SubscribeResult' });

/** What a link carries; a whole link pasted from a mail is taken as well. */
const linkToken = z
  .string('The link from the email looks incomplete.')
  .trim()
  .max(500)
  .transform((pasted) => pasted.replace(/^.*[#=]/s, ''));

/** POST /api/subscribers/confirm: opening the link changes nothing, so that scanners of mail may. */
export const confirmRequest = z.strictObject({ token: linkToken }).meta({ id: 'SubscribeConfirm' });

/**
 * POST /api/subscribers/unsubscribe. A mail program sends the token in the address and
 * `List-Unsubscribe=One-Click` as a form (RFC 8058), our page sends it in the body.
 */
export const unsubscribeQuery = z.strictObject({ token: linkToken.optional() });
export const unsubscribeRequest = z
  .strictObject({
    token: linkToken.optional(),
    'List-Unsubscribe': z.string().max(100).optional(),
  })
  .nullish()
  .meta({ id: 'Unsubscribe' });

/** A subscriber as the admin's list shows it. */
export const subscriberResponse = z
  .object({
    _id: z.string(),
    email: z.string(),
    from: z.enum(subscriberSources),
    confirmed: z.boolean(),
    forwarded: z
      .enum(['off', 'waiting', 'done'])
      .describe('state of forwarding to SUBSCRIBE_FORM_URL'),
    askedAt: z.iso.datetime(),
    confirmedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Subscriber' });
export type SubscriberResponse = z.infer<typeof subscriberResponse>;

/** GET /api/admin/subscribers: newest first. */
export const subscriberListQuery = z.strictObject({
  show: z.enum(['all', 'confirmed', 'unconfirmed']).default('all'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(SUBSCRIBERS_PER_PAGE_MAX).default(SUBSCRIBERS_PER_PAGE),
});
export type SubscriberListQuery = z.infer<typeof subscriberListQuery>;

export const subscriberListResponse = z
  .object({
    subscribers: z.array(subscriberResponse),
    result: z.number().int().describe('total number of items'),
    confirmed: z
      .number()
      .int()
      .describe('number of confirmed subscribers, regardless of the filter'),
    page: z.number().int(),
    pages: z.number().int(),
  })
  .meta({ id: 'SubscriberList' });

/** GET /api/admin/subscribers/export: the confirmed ones, oldest first. */
export const subscriberExportResponse = z
  .object({
    file: z.string().describe('suggested file name'),
    csv: z.string().describe('RFC 4180: email, from, subscribed at'),
  })
  .meta({ id: 'SubscriberExport' });
