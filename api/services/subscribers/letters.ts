import type { Letter } from '#contracts/mail.ts';
import { CONFIRM_DAYS } from '#contracts/subscriber.ts';
import { siteInfo } from '../../site-info.ts';

/** What every mail to a subscriber has to lead to. */
interface Links {
  siteUrl: string;
  /** Of the link to leave. */
  leaveToken: string;
}

/** Asks whether the address really wants mail. */
export function confirmationLetter(links: Links, token: string): Letter {
  return {
    subject: `Please confirm: mail from ${siteInfo.name}`,
    title: 'Is this your address?',
    paragraphs: [`Somebody, hopefully you, asked for mail from ${siteInfo.name} to this address.`],
    button: {
      label: 'Yes, that was me',
      href: `${links.siteUrl}/subscribe/confirm#token=${token}`,
    },
    afterButton: [
      `The link works for ${CONFIRM_DAYS} days. If it was not you, do nothing: without your confirmation no further mail comes, and the address is forgotten.`,
    ],
    reason: `You get this mail because somebody typed this address into the form at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

/** Follows a confirmation: from now on there is a way to leave at hand. */
export function welcomeLetter(links: Links): Letter {
  return {
    subject: `You are subscribed: ${siteInfo.name}`,
    title: 'You are subscribed',
    paragraphs: [
      `Your address is confirmed. Mail from ${siteInfo.name} comes to it from now on, when there is something worth reading.`,
    ],
    button: { label: 'Read on until then', href: `${links.siteUrl}/blog` },
    reason: `You get this mail because you subscribed at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

/** Somebody typed in an address that is subscribed already; the page itself does not tell. */
export function alreadySubscribedLetter(links: Links): Letter {
  return {
    subject: `You are subscribed already: ${siteInfo.name}`,
    title: 'You are subscribed already',
    paragraphs: [
      `This address was just typed into the form at ${links.siteUrl}. It is subscribed already, so nothing has changed.`,
      'If it was not you, there is nothing to do.',
    ],
    reason: `You get this mail because you subscribed at ${links.siteUrl}.`,
    unsubscribe: unsubscribe(links),
  };
}

/** The two ways out of mails to subscribers: a page for people, and one click for mail programs. */
export function unsubscribe({ siteUrl, leaveToken }: Links): NonNullable<Letter['unsubscribe']> {
  return {
    page: `${siteUrl}/unsubscribe#token=${leaveToken}`,
    oneClick: `${siteUrl}/api/subscribers/unsubscribe?token=${leaveToken}`,
  };
}
