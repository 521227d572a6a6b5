import { z } from 'zod';
import { email, pageInfo, pageQuery } from './fields.ts';
import { subscribeMessages } from './form-messages.ts';

/** Validity of a confirmation link in days. Unconfirmed addresses are deleted afterwards. */
export const CONFIRM_DAYS = 7;
/** Subscribers per page of the admin's list. */
export const SUBSCRIBERS_PER_PAGE = 50;

/** Form of the subscription: the form of the blog, or the newsletter form of an article. */
export const subscriberSources = ['Subscribe', 'Newsletter'] as const;
export type SubscriberSource = (typeof subscriberSources)[number];

const address = email(subscribeMessages.email);

/**
 * POST /api/subscribers, as JSON or as a form. The blog's form sends `email`, the newsletter form `email_address`
 * and `from`, as documented. `website` is an invisible field that only programs fill in. They get the same
 * response, but their address is not stored.
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

/** Response to all requests, so that it does not reveal subscribers. */
export const subscribeResponse = z.object({ msg: z.string() }).meta({ id: 'SubscribeResult' });

/** Token of a link. A complete link from an email is accepted, too. */
export const linkToken = z
  .string('The link from the email looks incomplete.')
  .trim()
  .max(500)
  .transform((pasted) => pasted.replace(/^.*[#=]/s, ''));

/** POST /api/subscribers/confirm. Opening the link has no effect, because mail scanners open links. */
export const confirmRequest = z.strictObject({ token: linkToken }).meta({ id: 'SubscribeConfirm' });

/**
 * POST /api/subscribers/unsubscribe. Mail programs send the token in the URL and `List-Unsubscribe=One-Click` as a
 * form (RFC 8058); the page of the site sends the token in the body.
 */
export const unsubscribeQuery = z.strictObject({ token: linkToken.optional() });
export const unsubscribeRequest = z
  .strictObject({ token: linkToken.optional(), 'List-Unsubscribe': z.string().max(100).optional() })
  .nullish()
  .meta({ id: 'Unsubscribe' });

/** A subscriber in the admin's list. */
export const subscriberResponse = z
  .object({
    _id: z.string(),
    email: z.string(),
    from: z.enum(subscriberSources),
    confirmed: z.boolean(),
    forwarded: z
      .enum(['off', 'waiting', 'done'])
      .describe('state of forwarding to SUBSCRIBE_FORM_URL'),
    requestedAt: z.iso.datetime(),
    confirmedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Subscriber' });
export type SubscriberResponse = z.infer<typeof subscriberResponse>;

/** GET /api/admin/subscribers: newest first. */
export const subscriberListQuery = z.strictObject({
  show: z.enum(['all', 'confirmed', 'unconfirmed']).default('all'),
  search: z.string().trim().toLowerCase().max(254).default('').describe('beginning of an email'),
  ...pageQuery(SUBSCRIBERS_PER_PAGE),
});
export type SubscriberListQuery = z.infer<typeof subscriberListQuery>;

export const subscriberListResponse = z
  .object({
    subscribers: z.array(subscriberResponse),
    ...pageInfo,
    confirmed: z.int().describe('number of confirmed subscribers, regardless of the filter'),
  })
  .meta({ id: 'SubscriberList' });

/** GET /api/admin/subscribers/export: confirmed subscribers, oldest first. */
export const subscriberExportResponse = z
  .object({
    file: z.string().describe('suggested file name'),
    csv: z.string().describe('RFC 4180: email, from, subscribed at'),
  })
  .meta({ id: 'SubscriberExport' });
