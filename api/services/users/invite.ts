import type { InvitationRequest } from '#contracts/user-list.ts';
import { addAuditDetails } from '../../db/audit-trail.ts';
import type { Queryable } from '../../db/client.ts';
import { deleteTokensOfUser } from '../../db/repositories/one-time-tokens.ts';
import {
  findUserByEmail,
  findUserByPublicId,
  insertUser,
  type UserRecord,
  updateInvitedAt,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { createPublicId } from '../articles/public-id.ts';
import { enqueueMail } from '../mail/queue.ts';
import { INVITATION, issueToken } from '../one-time-tokens.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';
import { invitationEmail } from './letters.ts';

interface Inviter {
  name: string;
}

/**
 * Creates an account without a password and emails a link that sets it.
 * @returns public id of the account
 * @throws DomainError EMAIL_TAKEN
 */
export async function inviteUser(
  context: AccountContext,
  { name, email, role }: InvitationRequest,
  inviter: Inviter,
): Promise<string> {
  const { database, clock } = context;
  const now = clock();
  return database.write((transaction) => {
    if (findUserByEmail(transaction, email)) {
      const msg = 'An account with this email already exists.';
      throw new DomainError('EMAIL_TAKEN', { msg, fields: { email: msg } });
    }
    const user = insertUser(transaction, {
      publicId: createPublicId(),
      name,
      email,
      role,
      passwordHash: NO_PASSWORD,
      createdAt: now,
      invitedAt: now,
    });
    addAuditDetails({ role: role === 1 ? 'Admin' : 'Basic' }, user.publicId);
    mailInvitation(context, transaction, user, inviter);
    return user.publicId;
  });
}

/**
 * Mails another link; earlier ones are void.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT once it was accepted, TOO_MANY_REQUESTS
 */
export async function inviteAgain(
  context: AccountContext,
  publicId: string,
  inviter: Inviter,
): Promise<void> {
  const { database, clock, emailLimiter } = context;
  await database.write((transaction) => {
    const user = findUserByPublicId(transaction, publicId);
    if (!user || user.status === 'deleted') throw new DomainError('NOT_FOUND');
    if (user.invitedAt === null || user.status !== 'active') {
      throw new DomainError('STATE_CONFLICT', { msg: 'This invitation is no longer open.' });
    }
    if (!emailLimiter.admit(transaction, user.email)) {
      const msg =
        'We have already sent several emails to this address. Please try again in an hour.';
      throw new DomainError('TOO_MANY_REQUESTS', { msg, retryAfter: 3600 });
    }
    updateInvitedAt(transaction, user.id, clock());
    mailInvitation(context, transaction, user, inviter);
  });
}

function mailInvitation(
  context: AccountContext,
  transaction: Queryable,
  user: UserRecord,
  inviter: Inviter,
): void {
  deleteTokensOfUser(transaction, user.id, INVITATION);
  const { token, expiresAt } = issueToken(transaction, {
    kind: INVITATION,
    userId: user.id,
    data: { email: user.email },
    now: context.clock(),
  });
  const letter = invitationEmail(user, context.config, { token, from: inviter.name });
  const mail = { kind: 'account', to: user.email, letter, usefulUntil: expiresAt } as const;
  enqueueMail(transaction, context, mail);
}
