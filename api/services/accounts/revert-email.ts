import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../db/client.ts';
import {
  deleteTokensBoundToPassword,
  deleteTokensOfUserSince,
} from '../../db/repositories/one-time-tokens.ts';
import { revokeSessionsOfUser } from '../../db/repositories/sessions.ts';
import { distrustDevices } from '../../db/repositories/trusted-devices.ts';
import {
  findActiveUser,
  findUserByEmail,
  type UserRecord,
  updateConfirmedEmail,
  updatePasswordHash,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { enqueueMail } from '../mail/queue.ts';
import { notify } from '../notifications/notify.ts';
import type { AccountContext } from './context.ts';
import { displaceUnconfirmed } from './displace.ts';
import { emailChangedLetter, emailRevertedLetter } from './letters.ts';
import {
  issueToken,
  lookAtToken,
  RESET_PASSWORD,
  REVERT_EMAIL,
  takeToken,
} from './one-time-tokens.ts';
import { hashPassword } from './passwords.ts';

const linkData = z.object({ email: z.string() });

/**
 * After an email change: tells the owner, and sends the former address a link that undoes it. An
 * address that was never confirmed may be a stranger's, so it gets no link. Belongs in the transaction.
 */
export function sendRevertLink(
  context: Pick<AccountContext, 'config' | 'clock'>,
  transaction: Queryable,
  user: UserRecord,
  former: UserRecord,
): void {
  const title = 'Your account has a new email address';
  notify(transaction, context, { userId: user.id, kind: 'security', title, path: '/account' });
  if (former.emailConfirmedAt === null) return;
  const { token, expiresAt } = issueToken(transaction, {
    kind: REVERT_EMAIL,
    userId: user.id,
    data: { email: former.email },
    now: context.clock(),
  });
  const letter = emailChangedLetter(former, context.config, { token, email: user.email });
  const mail = { kind: 'account', to: former.email, letter, usefulUntil: expiresAt } as const;
  enqueueMail(transaction, context, mail);
}

/**
 * Returns an account to the address it had before an email change. Whoever made the change may still
 * know the password, so it is replaced by a random one and every device is signed out.
 * @returns the address, and a token to choose a new password with
 * @throws DomainError LINK_INVALID, EMAIL_TAKEN when the address has another confirmed account, BUSY
 */
export async function revertEmail(
  context: AccountContext,
  token: string,
): Promise<{ email: string; resetToken: string }> {
  const { database, clock, config } = context;
  if (!lookAtToken(database.query, REVERT_EMAIL, token, clock())) {
    throw new DomainError('LINK_INVALID');
  }
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const now = clock();
  return database.write((transaction) => {
    const taken = takeToken(transaction, REVERT_EMAIL, token, now);
    const user = taken?.userId ? findActiveUser(transaction, taken.userId) : undefined;
    if (!taken || !user) throw new DomainError('LINK_INVALID');
    const { email } = linkData.parse(taken.data);
    const holder = findUserByEmail(transaction, email);
    if (holder && holder.id !== user.id) {
      if (holder.emailConfirmedAt !== null) throw new DomainError('EMAIL_TAKEN');
      displaceUnconfirmed(transaction, holder, now);
    }
    updateConfirmedEmail(transaction, user.id, email, now);
    updatePasswordHash(transaction, user.id, passwordHash, now);
    revokeSessionsOfUser(transaction, user.id, 'email reverted', now);
    distrustDevices(transaction, user.id);
    deleteTokensBoundToPassword(transaction, user.id);
    // Links to addresses that came after this one would undo the undoing; earlier ones stay valid.
    deleteTokensOfUserSince(transaction, user.id, REVERT_EMAIL, taken.createdAt);
    if (user.email !== email) {
      const letter = emailRevertedLetter(config);
      enqueueMail(transaction, context, { kind: 'account', to: user.email, letter });
    }
    const { token: resetToken } = issueToken(transaction, {
      kind: RESET_PASSWORD,
      userId: user.id,
      data: { email },
      now,
    });
    return { email, resetToken };
  });
}
