import type { EmailContent } from '#contracts/mail.ts';
import type { AccountDeletion } from '#contracts/profile.ts';
import type { AppContext } from '../../context.ts';
import { addAuditDetails, type Database, type Queryable } from '../../db/database.ts';
import { findArticleById } from '../../db/hot/articles.ts';
import { reassignArticles } from '../../db/repositories/articles.ts';
import { listAvatarsOf } from '../../db/repositories/media.ts';
import {
  deleteMemberRows,
  type MemberKey,
  type MemberTable,
  memberTables,
  readMemberRows,
} from '../../db/repositories/member-data.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { anonymiseUser, findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { enqueueEmail } from '../mail/email-queue.ts';
import { removeAvatars } from '../media/media-files.ts';
import { adminChangeEmail, greeting } from '../registration/account-emails.ts';
import { assertNotLastAdmin, findOtherUser } from '../users/manage-users.ts';
import { detachMemberComments, refreshAuthorPages } from './profile-changes.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/** Returns the key that finds all rows about a user. */
const toMemberKey = (user: UserRecord): MemberKey => ({
  id: user.id,
  // An unconfirmed address may belong to someone else, whose data stays private.
  confirmedEmail: user.emailConfirmedAt === null ? null : user.email,
});

/**
 * Deletes a user's personal data; an anonymous row remains for content that refers to it. Call it in a transaction.
 * @returns names of the avatars whose files to delete after the commit
 * @throws DomainError STATE_CONFLICT for the last admin
 */
function eraseUser(
  context: Pick<Context, 'database' | 'clock'>,
  transaction: Queryable,
  user: UserRecord,
): string[] {
  assertNotLastAdmin(transaction, user);
  const avatars = listAvatarsOf(transaction, user.id).map(({ name }) => name);
  for (const table of memberTables) {
    if (!table.isKept) deleteMemberRows(transaction, table, toMemberKey(user));
  }
  anonymiseUser(transaction, user, context.clock());
  refreshAuthorPages(context, user.id);
  return avatars;
}

/**
 * Deletes the caller's account, with or without their comments, and sends a confirmation email.
 * @throws DomainError NOT_SIGNED_IN, or STATE_CONFLICT for the last admin
 */
export async function deleteOwnAccount(
  context: Context,
  userId: number,
  input: AccountDeletion,
): Promise<void> {
  const { config, database } = context;
  const avatars = await database.write((transaction) => {
    const user = findActiveUser(transaction, userId);
    if (!user) throw new DomainError('NOT_SIGNED_IN');
    detachMemberComments(context, transaction, user.id, input.comments);
    const names = eraseUser(context, transaction, user);
    enqueueEmail(transaction, context, {
      kind: 'account',
      to: user.email,
      content: accountDeletedEmail(user, config.siteUrl),
    });
    return names;
  });
  context.publisher.wake();
  await removeAvatars(context, avatars);
}

function accountDeletedEmail(user: UserRecord, siteUrl: string): EmailContent {
  return {
    subject: 'Your account is deleted',
    title: 'Your account is deleted',
    paragraphs: [
      `${greeting(user)} your account on ${siteUrl} and all data that belonged only to you have been deleted.`,
      `If it was not you, please contact us immediately: ${siteUrl}/contact`,
    ],
    reason: `You are receiving this email because you had an account on ${siteUrl}. This is the last email about it.`,
  };
}

/**
 * Deletes the account of another user. The admin who deletes it becomes the author of their articles.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT about oneself and the last admin
 */
export async function deleteUser(
  context: Context,
  publicId: string,
  { viewerId, comments }: { viewerId: number; comments: 'keep' | 'remove' },
): Promise<void> {
  const { config, database, publisher } = context;
  const avatarNames = await database.write((transaction) => {
    const user = findOtherUser(transaction, publicId, viewerId);
    refreshAuthorPages(context, user.id);
    const reassigned = reassignArticles(transaction, { from: user.id, to: viewerId });
    if (reassigned > 0) addAuditDetails({ articles: `${reassigned} taken over` });
    detachMemberComments(context, transaction, user.id, comments);
    addAuditDetails({ comments: comments === 'keep' ? 'kept' : 'removed' });
    const names = eraseUser(context, transaction, user);
    // Invited users who never signed in get no email.
    if (user.invitedAt === null) {
      const content = adminChangeEmail(user, config, {
        what: 'Your account is deleted',
        meaning:
          'All data that belonged only to you has been deleted. This is the last email about it.',
      });
      enqueueEmail(transaction, context, { kind: 'account', to: user.email, content });
    }
    return names;
  });
  publisher.wake();
  await removeAvatars(context, avatarNames);
}

/** Returns all data about a member, without secrets and row ids. @throws DomainError NOT_SIGNED_IN */
export function exportOwnData(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  userId: number,
): Record<string, unknown> {
  const user = findActiveUser(database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  const key = toMemberKey(user);
  return {
    site: config.siteUrl,
    exportedAt: new Date(clock()).toISOString(),
    ...Object.fromEntries(
      memberTables.map((table) => [
        table.name,
        readMemberRows(database.query, table, key).map((row) =>
          toReadableRow(database, toOwnerView(database, table, row)),
        ),
      ]),
    ),
  };
}

const comments = memberTables.find(({ name }) => name === 'comments');
const purchases = memberTables.find(({ name }) => name === 'orders');

function toOwnerView(
  database: Database,
  table: MemberTable,
  row: Record<string, unknown>,
): Record<string, unknown> {
  if (table === comments) return toAuthorView(row);
  return table === purchases ? { ...row, lines: listOrderLines(database, Number(row.id)) } : row;
}

/** Returns the lines of an order without row ids; prices are in the smallest currency unit. */
function listOrderLines(database: Database, orderId: number): object[] {
  const lines = findOrder(database, orderId)?.lines ?? [];
  return lines.map(({ productId: _, image: __, ...line }) => line);
}

/** Shows spam as held, as in the site: authors do not see spam decisions. */
const toAuthorView = (row: Record<string, unknown>) =>
  row.state === 'spam' ? { ...row, state: 'held' } : row;

/** Formats times, replaces an article's row id by its path, and omits other row ids. */
function toReadableRow(database: Database, row: Record<string, unknown>): Record<string, unknown> {
  const article =
    typeof row.articleId === 'number' ? findArticleById(database, row.articleId) : null;
  return Object.fromEntries(
    Object.entries({ ...row, ...(article && { article: `/blog/${article.slug}` }) })
      .filter(([name, value]) => typeof value !== 'number' || !/^id$|Id$/.test(name))
      .map(([name, value]) => [name, isTime(name, value) ? new Date(value).toISOString() : value]),
  );
}

const isTime = (name: string, value: unknown): value is number =>
  typeof value === 'number' && /(At|Until)$/.test(name);
