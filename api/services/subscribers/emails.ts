import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EmailContent } from '#contracts/mail.ts';
import { CONFIRM_DAYS } from '#contracts/subscriber.ts';
import type { Keyring } from '../secrets.ts';

/** Characters of a public id (120 bits). */
const ID_LENGTH = 20;

export type UnsubscribeTokens = ReturnType<typeof createUnsubscribeTokens>;

/** Links in every email to a subscriber. */
interface Links {
  siteUrl: string;
  siteName: string;
  /** Token of the unsubscribe link. */
  leaveToken: string;
}

/** Builds the email that asks to confirm a subscription. */
export function confirmationEmail(links: Links, token: string): EmailContent {
  return {
    subject: `Please confirm your subscription to ${links.siteName}`,
    title: 'Is this your address?',
    paragraphs: [
      `Someone, hopefully you, subscribed this address to emails from ${links.siteName}.`,
    ],
    button: {
      label: 'Confirm subscription',
      href: `${links.siteUrl}/subscribe/confirm#token=${token}`,
    },
    afterButton: [
      `The link works for ${CONFIRM_DAYS} days. If it was not you, you can ignore this email: you will not receive more, and the address will be deleted.`,
    ],
    reason: `You are receiving this email because someone entered this address in the sign-up form at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

/** Builds the welcome email with the unsubscribe link. */
export function welcomeEmail(links: Links): EmailContent {
  return {
    subject: `You are subscribed: ${links.siteName}`,
    title: 'You are subscribed',
    paragraphs: [
      `Your subscription is confirmed. You will receive an email from ${links.siteName} whenever there is something new to read.`,
    ],
    button: { label: 'Read the blog', href: `${links.siteUrl}/blog` },
    reason: `You are receiving this email because you subscribed at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

/** Builds the email for an address that is subscribed already; the API response does not reveal it. */
export function alreadySubscribedEmail(links: Links): EmailContent {
  return {
    subject: `You are already subscribed: ${links.siteName}`,
    title: 'You are already subscribed',
    paragraphs: [
      `Someone just entered this address in the sign-up form at ${links.siteUrl}. It is already subscribed, so nothing has changed.`,
      'If it was not you, you can ignore this email.',
    ],
    reason: `You are receiving this email because you subscribed at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

/** Returns the unsubscribe links of an email: a page, and one-click for email clients. */
export function unsubscribe({
  siteUrl,
  leaveToken,
}: Omit<Links, 'siteName'>): NonNullable<EmailContent['unsubscribe']> {
  return {
    page: `${siteUrl}/unsubscribe#token=${leaveToken}`,
    oneClick: `${siteUrl}/api/subscribers/unsubscribe?token=${leaveToken}`,
  };
}

/** Creates a confirmation token; only its hash is stored. */
export function createConfirmToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Creates and parses unsubscribe tokens, which do not expire. */
export function createUnsubscribeTokens(keyring: Keyring) {
  const key = keyring('unsubscribe');
  const sign = (publicId: string) => createHmac('sha256', key).update(publicId).digest();
  return {
    /**
     * Returns the public id of an email address. It is the same after a deletion and a new
     * subscription, so that unsubscribe links of earlier emails keep working.
     */
    idOf: (email: string) =>
      createHmac('sha256', key).update(`address ${email}`).digest('base64url').slice(0, ID_LENGTH),
    make: (publicId: string) => `${publicId}.${sign(publicId).toString('base64url')}`,
    /** @returns the public id of the subscriber, or null if the signature is invalid */
    read(token: string): string | null {
      const [publicId = '', given = ''] = token.split('.');
      const right = sign(publicId);
      const signature = Buffer.from(given, 'base64url');
      return signature.length === right.length && timingSafeEqual(signature, right)
        ? publicId
        : null;
    },
  };
}
