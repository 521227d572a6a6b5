import { z } from 'zod';

/**
 * Why a mail is written: `contact` tells the admins of a message, `account` belongs to signing in
 * and to changes of an account, `subscription` asks for the confirmation of one, `alert` and
 * `newsletter` say what is new to those who subscribed.
 */
export const mailKinds = ['contact', 'account', 'subscription', 'alert', 'newsletter'] as const;
export const mailKind = z.enum(mailKinds);
export type MailKind = z.infer<typeof mailKind>;

/**
 * How far a mail got. `unknown` means that it was being handed over when the connection or the
 * process was lost: the mail server may have it or not, so it is never sent again by itself.
 */
export const mailStates = ['queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled'] as const;
export const mailState = z.enum(mailStates);
export type MailState = z.infer<typeof mailState>;

/** Where a reader of what was subscribed to can end it. */
const unsubscribe = z.object({
  page: z.url().describe('page with a button, for people'),
  oneClick: z.url().describe('address that ends it on POST alone, for mail programs: RFC 8058'),
});

/** What a mail says. Shown as plain text and as HTML in the site's identity; all of it is text. */
export const letter = z.object({
  subject: z.string(),
  title: z.string().describe('the headline, a sentence'),
  paragraphs: z.array(z.string()),
  quote: z.string().optional().describe('what somebody wrote, with its line breaks'),
  button: z.object({ label: z.string(), href: z.url() }).optional(),
  afterButton: z.array(z.string()).optional().describe('paragraphs below the button'),
  reason: z.string().describe('why the receiver gets it, a sentence of the footer'),
  unsubscribe: unsubscribe.optional(),
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
});
export type Letter = z.infer<typeof letter>;
