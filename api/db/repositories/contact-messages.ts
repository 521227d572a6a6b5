import { desc, eq, isNull } from 'drizzle-orm';
import { countRows, type Page, type Queryable } from '../database.ts';
import { contactMessages } from '../schema/site.ts';

export type ContactMessage = typeof contactMessages.$inferSelect;
export type NewContactMessage = Pick<
  ContactMessage,
  'publicId' | 'name' | 'email' | 'message' | 'receivedAt'
>;

/** Only unread messages, or all. */
type MessageFilter = 'all' | 'unread';

const messageCondition = (which: MessageFilter) =>
  which === 'unread' ? isNull(contactMessages.readAt) : undefined;

export function insertContactMessage(query: Queryable, message: NewContactMessage): void {
  query.insert(contactMessages).values(message).run();
}

/** Returns one page of the inbox, newest first. */
export function listContactMessages(
  query: Queryable,
  { show, limit, offset }: Page & { show: MessageFilter },
): ContactMessage[] {
  return query
    .select()
    .from(contactMessages)
    .where(messageCondition(show))
    .orderBy(desc(contactMessages.receivedAt), desc(contactMessages.id))
    .limit(limit)
    .offset(offset)
    .all();
}

export function countContactMessages(query: Queryable, show: MessageFilter): number {
  return countRows(query, contactMessages, messageCondition(show));
}

/** @returns the changed message, or undefined if it does not exist */
export function updateContactMessageRead(
  query: Queryable,
  publicId: string,
  readAt: number | null,
): ContactMessage | undefined {
  return query
    .update(contactMessages)
    .set({ readAt })
    .where(eq(contactMessages.publicId, publicId))
    .returning()
    .get();
}

/** Stores that a message was emailed. */
export function markContactMessageEmailed(query: Queryable, publicId: string, now: number): void {
  query
    .update(contactMessages)
    .set({ emailedAt: now })
    .where(eq(contactMessages.publicId, publicId))
    .run();
}

/** @returns true if the message existed */
export function deleteContactMessage(query: Queryable, publicId: string): boolean {
  const gone = query.delete(contactMessages).where(eq(contactMessages.publicId, publicId)).run();
  return gone.changes > 0;
}
