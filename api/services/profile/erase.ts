import type { Letter } from '#contracts/mail.ts';
import type { AccountDeletion } from '#contracts/profile.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { listAvatarsOf } from '../../db/repositories/avatars.ts';
import {
  deleteMemberRows,
  type MemberKey,
  memberTables,
} from '../../db/repositories/member-data.ts';
import { blankUser, findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { greeting } from '../accounts/greeting.ts';
import { leaveComments } from '../comments/of-member.ts';
import { enqueueMail } from '../mail/queue.ts';
import { removeAvatars } from '../media/files.ts';
import { refuseLastAdmin } from '../users/change.ts';
import { refreshArticlesOf } from './refresh-articles.ts';

type Context = Pick<AppContext, 'config' | 'database' | 'clock' | 'publisher'>;

/** How rows about a member are found. */
export const memberKeyOf = (user: UserRecord): MemberKey => ({
  id: user.id,
  // Whoever registers with an address of somebody else must not get at what was sent there.
  confirmedEmail: user.emailConfirmedAt === null ? null : user.email,
});

/**
 * Takes a user out of the database: sessions, ways in, what they liked and were sent. Their row stays
 * without a name, for what they wrote and what stays. Belongs in a transaction.
 * @returns names of the avatars whose files are to be removed once it is done
 * @throws DomainError STATE_CONFLICT for the last admin
 */
export function eraseUser(
  context: Pick<Context, 'database' | 'clock'>,
  transaction: Queryable,
  user: UserRecord,
): string[] {
  refuseLastAdmin(transaction, user);
  const pictures = listAvatarsOf(transaction, user.id).map(({ name }) => name);
  for (const table of memberTables) {
    if (table.afterwards === 'remove') deleteMemberRows(transaction, table, memberKeyOf(user));
  }
  blankUser(transaction, user, context.clock());
  refreshArticlesOf(context, user.id);
  return pictures;
}

/**
 * Deletes the account of who asks for it, with or without what they wrote below articles, and says
 * goodbye by mail.
 * @throws DomainError NOT_SIGNED_IN, STATE_CONFLICT for the last admin
 */
export async function deleteOwnAccount(
  context: Context,
  userId: number,
  wish: AccountDeletion,
): Promise<void> {
  const { config, database } = context;
  const pictures = await database.write((transaction) => {
    const user = findActiveUser(transaction, userId);
    if (!user) throw new DomainError('NOT_SIGNED_IN');
    leaveComments(context, transaction, user.id, wish.comments);
    const names = eraseUser(context, transaction, user);
    const letter = goodbyeLetter(user, config.siteUrl);
    enqueueMail(transaction, context, { kind: 'account', to: user.email, letter });
    return names;
  });
  context.publisher.wake();
  await removeAvatars(config.dataFolder, pictures);
}

function goodbyeLetter(user: UserRecord, siteUrl: string): Letter {
  return {
    subject: 'Your account is deleted',
    title: 'Your account is deleted',
    paragraphs: [
      `${greeting(user)} your account on ${siteUrl} is deleted, with everything that was yours alone.`,
      `If that was not you, please write at once: ${siteUrl}/contact`,
    ],
    reason: `You get this because there was an account on ${siteUrl}. It is the last mail about it.`,
  };
}
