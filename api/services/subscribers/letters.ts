import type { Letter } from '#contracts/mail.ts';
import { CONFIRM_DAYS } from '#contracts/subscriber.ts';
import { siteInfo } from '../../site-info.ts';

/** Links in every email to a subscriber. */
interface Links {
  siteUrl: string;
  /** Token of the unsubscribe link. */
  leaveToken: string;
}

/** Builds the email that asks to confirm a subscription. */
export function confirmationEmail(links: Links, token: string): Letter {
  return {
    subject: `Please confirm your subscription to ${siteInfo.name}`,
    title: 'Is this your address?',
    paragraphs: [
      `Someone, hopefully you, subscribed this address to emails from ${siteInfo.name}.`,
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
export function welcomeEmail(links: Links): Letter {
  return {
    subject: `You are subscribed: ${siteInfo.name}`,
    title: 'You are subscribed',
    paragraphs: [
      `Your subscription is confirmed. You will receive an email from ${siteInfo.name} whenever there is something new to read.`,
    ],
    button: { label: 'Read the blog', href: `${links.siteUrl}/blog` },
    reason: `You are receiving this email because you subscribed at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

/** Builds the email for an address that is subscribed already; the API response does not reveal it. */
export function alreadySubscribedEmail(links: Links): Letter {
  return {
    subject: `You are already subscribed: ${siteInfo.name}`,
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
export function unsubscribe({ siteUrl, leaveToken }: Links): NonNullable<Letter['unsubscribe']> {
  return {
    page: `${siteUrl}/unsubscribe#token=${leaveToken}`,
    oneClick: `${siteUrl}/api/subscribers/unsubscribe?token=${leaveToken}`,
  };
}
