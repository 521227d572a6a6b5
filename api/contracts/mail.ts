import { z } from 'zod';
import { pageInfo, pageQuery } from './fields.ts';

/** Numbers of emails of a newsletter by state. */
const counts = z.object({
  recipients: z.int().describe('number of emails created so far'),
  sent: z.int(),
  waiting: z.int(),
  failed: z.int().describe('number of failed and unconfirmed emails'),
  skipped: z.int().describe('number of cancelled emails and of recipients who unsubscribed before'),
});

export type NewsletterCounts = z.infer<typeof counts>;

/** State of a newsletter. `requested`: it is sent when the article is live. */
const newsletterStates = ['requested', 'sending', 'done'] as const;

/** An article that is or was sent to the subscribers. */
const newsletterResponse = z
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
    subscribers: z.int().describe('number of subscribers who would get it now'),
  })
  .meta({ id: 'NewsletterList' });

/** GET /api/admin/articles/{id}/newsletter */
export const articleNewsletterResponse = z
  .object({
    newsletter: newsletterResponse.nullable(),
    subscribers: z.int().describe('number of subscribers who would get it now'),
  })
  .meta({ id: 'ArticleNewsletter' });

export type ArticleNewsletter = z.infer<typeof articleNewsletterResponse>;

/** POST /api/admin/newsletters/{id}/cancel */
export const newsletterChangeResponse = z
  .object({ msg: z.string(), newsletter: newsletterResponse })
  .meta({ id: 'NewsletterChanged' });

/**
 * Kinds of emails. `contact` notifies the admins of a message; `account` is about sign-ins and account changes;
 * `order` is about purchases; `subscription` requests a confirmation; `alert` and `newsletter` announce articles
 * to subscribers; `problem` notifies the admins of a problem of the site.
 */
export const emailKinds = [
  'contact',
  'account',
  'order',
  'subscription',
  'alert',
  'newsletter',
  'problem',
] as const;
export const emailKind = z.enum(emailKinds);
export type EmailKind = z.infer<typeof emailKind>;

/**
 * State of an email. `unknown` means that the connection or the process ended during the transmission. The email
 * may have been sent, so it is never sent again automatically.
 */
export const emailStates = ['queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled'] as const;
export const emailState = z.enum(emailStates);
export type EmailState = z.infer<typeof emailState>;

const unsubscribe = z.object({
  page: z.url().describe('URL of a page with a button'),
  oneClick: z.url().describe('one-click unsubscribe URL (POST, RFC 8058)'),
});

/** Content of an email. It is sent as plain text and as HTML; all fields are plain text. */
export const emailContent = z.object({
  subject: z.string(),
  title: z.string().describe('headline, a sentence'),
  paragraphs: z.array(z.string()),
  quote: z.string().optional().describe('quoted text with line breaks'),
  button: z.object({ label: z.string(), href: z.url() }).optional(),
  afterButton: z.array(z.string()).optional().describe('paragraphs below the button'),
  reason: z.string().describe('sentence in the footer: why the recipient gets the email'),
  unsubscribe: unsubscribe.optional(),
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
});
export type EmailContent = z.infer<typeof emailContent>;

export const EMAILS_PER_PAGE = 20;

/** Filters of the list. `failed` contains failed and unknown emails. */
export const emailFilters = ['all', 'waiting', 'sent', 'failed'] as const;
export type EmailFilter = (typeof emailFilters)[number];

/** GET /api/admin/emails: newest first. */
export const emailListQuery = z.strictObject({
  show: z.enum(emailFilters).default('all'),
  newsletter: z.string().max(40).optional().describe('_id of their newsletter'),
  ...pageQuery(EMAILS_PER_PAGE),
});
export type EmailListQuery = z.infer<typeof emailListQuery>;

/** An email of the queue or its history, without its content. */
export const emailResponse = z
  .object({
    _id: z.string(),
    kind: emailKind,
    to: z.string(),
    subject: z.string(),
    state: emailState,
    attempts: z.int(),
    response: z.string().nullable().describe('last response of the SMTP server, or the error'),
    createdAt: z.iso.datetime(),
    nextAt: z.iso.datetime().nullable().describe('time of the next attempt, while it is waiting'),
    endedAt: z.iso.datetime().nullable(),
    canRetry: z.boolean().describe('whether it can be resent'),
    file: z.string().nullable().describe('file name in the mail folder, if it was saved there'),
  })
  .meta({ id: 'Email' });
export type EmailResponse = z.infer<typeof emailResponse>;

export const emailListResponse = z
  .object({
    emails: z.array(emailResponse),
    ...pageInfo,
    waiting: z.int(),
    failed: z.int(),
    transport: z.enum(['smtp', 'file']).describe('`smtp` if SMTP_URL is set'),
  })
  .meta({ id: 'EmailList' });

/** POST /api/admin/emails/:id/retry and /cancel */
export const emailUpdateResponse = z
  .object({ msg: z.string(), email: emailResponse })
  .meta({ id: 'EmailUpdated' });

/** GET /api/admin/mail-folder: emails that were written to files without an SMTP server, newest first. */
export const mailFolderQuery = z.strictObject(pageQuery(EMAILS_PER_PAGE));
export type MailFolderQuery = z.infer<typeof mailFolderQuery>;

/** One email of the mail folder. */
const folderEmail = z.object({
  file: z.string(),
  to: z.string(),
  subject: z.string(),
  date: z.iso.datetime().nullable(),
});

export const mailFolderResponse = z
  .object({ emails: z.array(folderEmail), ...pageInfo })
  .meta({ id: 'MailFolder' });

/** GET /api/admin/mail-folder/:file. The HTML part, if any, is at …/html. */
export const folderEmailResponse = folderEmail
  .extend({
    from: z.string(),
    replyTo: z.string().nullable(),
    unsubscribe: z.string().nullable().describe('one-click unsubscribe URL'),
    text: z.string(),
    html: z.boolean(),
  })
  .meta({ id: 'FolderEmail' });
export type FolderEmailResponse = z.infer<typeof folderEmailResponse>;
