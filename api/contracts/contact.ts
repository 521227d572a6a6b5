import { z } from 'zod';
import { line, pageInfo, pageQuery, text } from './fields.ts';
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX, contactMessages } from './form-messages.ts';

/** Messages per page of the inbox. */
export const MESSAGES_PER_PAGE = 20;

/**
 * POST /api/contact. `website` is an invisible field that only programs fill in. They get the same response, but
 * their message is not stored.
 */
export const contactRequest = z
  .strictObject({
    name: line(CONTACT_NAME_MAX, contactMessages.name),
    email: z
      .string(contactMessages.email)
      .trim()
      .max(254, contactMessages.email)
      .pipe(z.email(contactMessages.email)),
    message: text(CONTACT_MESSAGE_MAX, contactMessages.message),
    website: z.string().max(2000).default(''),
  })
  .meta({ id: 'Contact' });
export type ContactRequest = z.infer<typeof contactRequest>;

/** Response to all messages, so that programs do not learn whether a message was stored. */
export const contactResponse = z.object({ msg: z.string() }).meta({ id: 'ContactResult' });

/** A message as the inbox shows it. */
export const contactMessageResponse = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    message: z.string(),
    read: z.boolean(),
    emailed: z.boolean().describe('whether it was also sent by email'),
    receivedAt: z.iso.datetime(),
  })
  .meta({ id: 'ContactMessage' });
export type ContactMessageResponse = z.infer<typeof contactMessageResponse>;

/** GET /api/admin/messages: newest first. */
export const messageListQuery = z.strictObject({
  show: z.enum(['all', 'unread']).default('all'),
  ...pageQuery(MESSAGES_PER_PAGE),
});
export type MessageListQuery = z.infer<typeof messageListQuery>;

export const messageListResponse = z
  .object({
    messages: z.array(contactMessageResponse),
    ...pageInfo,
    unread: z.int().describe('number of unread messages, regardless of the filter'),
  })
  .meta({ id: 'ContactMessageList' });

/** PUT /api/admin/messages/:id */
export const messageChangeRequest = z
  .strictObject({ read: z.boolean() })
  .meta({ id: 'ContactMessageChange' });

export const messageChangeResponse = z
  .object({ msg: z.string(), message: contactMessageResponse })
  .meta({ id: 'ContactMessageChanged' });
