import type {
  ContactMessageResponse,
  ContactRequest,
  MessageListQuery,
} from '#contracts/contact.ts';
import type { AppContext } from '../context.ts';
import {
  type ContactMessage,
  countContactMessages,
  deleteContactMessage,
  insertContactMessage,
  listAdminEmails,
  listContactMessages,
  markContactMessageMailed,
  type NewContactMessage,
  updateContactMessageRead,
} from '../db/repositories/contact-messages.ts';
import { DomainError } from '../errors.ts';
import type { Mail, Mailer } from './mail.ts';
import { createPublicId } from './public-id.ts';

type ContactContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Keeps what a visitor wrote. Nothing is kept when the field is filled in that people do not see.
 * @returns what was kept, for the mail about it, or null
 */
export async function receiveMessage(
  { database, clock }: ContactContext,
  { website, ...written }: ContactRequest,
): Promise<NewContactMessage | null> {
  if (website !== '') return null;
  const message = { ...written, publicId: createPublicId(), receivedAt: clock() };
  await database.write((transaction) => insertContactMessage(transaction, message));
  return message;
}

/**
 * Tells the admins of a message that is already kept, and notes that it was sent. While nobody can
 * sign in there is nobody to tell: the message waits in the inbox.
 * @throws Error when the mail could not be sent; the message stays either way
 */
export async function mailMessage(
  { config, database, clock }: ContactContext,
  mailer: Mailer,
  message: NewContactMessage,
): Promise<void> {
  const to = listAdminEmails(database.query);
  if (to.length === 0) return;
  await mailer.send(mailAbout(message, to, config.siteUrl));
  await database.write((transaction) =>
    markContactMessageMailed(transaction, message.publicId, clock()),
  );
}

function mailAbout(message: NewContactMessage, to: string[], siteUrl: string): Mail {
  const { name, email } = message;
  return {
    to,
    replyTo: { name, address: email },
    subject: `Message from ${name}`,
    text: `${name} <${email}> wrote on ${siteUrl}/contact:\n\n${message.message}\n\n-- \nAnswering this mail answers ${name}. The inbox is at ${siteUrl}/admin/messages.\n`,
  };
}

/** One page of the inbox. */
export function readInbox({ database }: ContactContext, { show, page, limit }: MessageListQuery) {
  const { query } = database;
  const result = countContactMessages(query, show);
  const messages = listContactMessages(query, { show, limit, offset: (page - 1) * limit });
  return {
    messages: messages.map(toMessageResponse),
    result,
    unread: show === 'unread' ? result : countContactMessages(query, 'unread'),
    page,
    pages: Math.ceil(result / limit),
  };
}

/** @throws DomainError NOT_FOUND */
export async function markMessage(
  { database, clock }: ContactContext,
  id: string,
  read: boolean,
): Promise<ContactMessageResponse> {
  const readAt = read ? clock() : null;
  const message = await database.write((transaction) =>
    updateContactMessageRead(transaction, id, readAt),
  );
  if (!message) throw new DomainError('NOT_FOUND');
  return toMessageResponse(message);
}

/** Deletes a message for good. @throws DomainError NOT_FOUND */
export async function removeMessage({ database }: ContactContext, id: string): Promise<void> {
  const found = await database.write((transaction) => deleteContactMessage(transaction, id));
  if (!found) throw new DomainError('NOT_FOUND');
}

function toMessageResponse(message: ContactMessage): ContactMessageResponse {
  return {
    _id: message.publicId,
    name: message.name,
    email: message.email,
    message: message.message,
    read: message.readAt !== null,
    mailed: message.mailedAt !== null,
    receivedAt: new Date(message.receivedAt).toISOString(),
  };
}
