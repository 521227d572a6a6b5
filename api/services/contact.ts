import type {
  ContactMessageResponse,
  ContactRequest,
  MessageListQuery,
} from '#contracts/contact.ts';
import { paginate } from '#contracts/fields.ts';
import type { EmailContent } from '#contracts/mail.ts';
import { type AppContext, iso } from '../context.ts';
import { settingOf } from '../db/hot/site.ts';
import {
  type ContactMessage,
  countContactMessages,
  deleteContactMessage,
  insertContactMessage,
  listContactMessages,
  type NewContactMessage,
  updateContactMessageRead,
} from '../db/repositories/contact-messages.ts';
import { DomainError } from '../errors.ts';
import { createPublicId } from './identifiers.ts';
import { enqueueEmailToAdmins } from './mail/email-queue.ts';

type ContactContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

/**
 * Stores a contact message and emails it to every admin; without an active admin it stays in the
 * inbox. Messages with a filled honeypot field are not stored.
 */
export async function receiveMessage(
  context: ContactContext,
  { website, ...written }: ContactRequest,
): Promise<void> {
  if (website !== '') return;
  const { config, database, clock } = context;
  const message = { ...written, publicId: createPublicId(), receivedAt: clock() };
  const content = contactEmail(message, config.siteUrl);
  await database.write((transaction) => {
    insertContactMessage(transaction, message);
    if (!settingOf(database, 'email-about-messages')) return;
    const subjectKey = message.publicId;
    enqueueEmailToAdmins(transaction, context, { kind: 'contact', content, subjectKey });
  });
}

function contactEmail({ name, email, message }: NewContactMessage, siteUrl: string): EmailContent {
  return {
    subject: `Message from ${name}`,
    title: `${name} wrote to you`,
    paragraphs: [`From ${name} <${email}>, on ${siteUrl}/contact:`],
    quote: message,
    button: { label: 'Open the inbox', href: `${siteUrl}/admin/messages` },
    afterButton: [`Reply to this email to answer ${name}.`],
    reason: 'You are receiving this email because you are an admin of the site.',
    replyTo: { name, address: email },
  };
}

export function readInbox({ database }: ContactContext, { show, ...range }: MessageListQuery) {
  const { query } = database;
  const result = countContactMessages(query, show);
  const { rows, pageInfo } = paginate(range, result);
  return {
    messages: listContactMessages(query, { show, ...rows }).map(toMessageResponse),
    ...pageInfo,
    unread: show === 'unread' ? result : countContactMessages(query, 'unread'),
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

/** Deletes a message permanently. @throws DomainError NOT_FOUND */
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
    emailed: message.emailedAt !== null,
    receivedAt: iso(message.receivedAt),
  };
}
