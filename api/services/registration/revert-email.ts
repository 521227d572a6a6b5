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
import type { AccountContext } from '../account-context.ts';
import { enqueueMail } from '../mail/queue.ts';
import { notify } from '../notifications/notify.ts';
import {
  consumeToken,
  issueToken,
  peekToken,
  RESET_PASSWORD,
  REVERT_EMAIL,
} from '../one-time-tokens.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { displaceUnconfirmed } from './displace-unconfirmed.ts';
import { emailChangedEmail, emailRevertedEmail } from './emails.ts';

const linkData = z.object({ email: z.string() });

/**
 * Notifies the owner of an email change, and sends the former address a link that undoes it; call
 * it in the transaction of the change. An unconfirmed address may belong to someone else and gets
 * no link.
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
  const letter = emailChangedEmail(former, context.config, { token, email: user.email });
  const mail = { kind: 'account', to: former.email, letter, usefulUntil: expiresAt } as const;
  enqueueMail(transaction, context, mail);
}

/**
 * Restores the email address that an account had before a change. It also replaces the password and
 * revokes all sessions, because an intruder may have made the change.
 * @returns the address, and a token for a password reset
 * @throws DomainError LINK_INVALID, EMAIL_TAKEN if the address has another confirmed account, BUSY
 */
export async function revertEmail(
  context: AccountContext,
  token: string,
): Promise<{ email: string; resetToken: string }> {
  const { database, clock, config } = context;
  if (!peekToken(database.query, REVERT_EMAIL, token, clock())) {
    throw new DomainError('LINK_INVALID');
  }
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const now = clock();
  return database.write((transaction) => {
    const taken = consumeToken(transaction, REVERT_EMAIL, token, now);
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
    // Links of later changes would undo this; links of earlier ones stay valid.
    deleteTokensOfUserSince(transaction, user.id, REVERT_EMAIL, taken.createdAt);
    if (user.email !== email) {
      const letter = emailRevertedEmail(config);
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
