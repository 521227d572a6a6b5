import { ROLE_ADMIN } from '#contracts/user.ts';
import type { UserChangeRequest } from '#contracts/user-list.ts';
import { addAuditDetails } from '../../db/audit-trail.ts';
import type { Queryable } from '../../db/client.ts';
import { revokeSessionsOfUser } from '../../db/repositories/sessions.ts';
import { distrustDevices } from '../../db/repositories/trusted-devices.ts';
import {
  countOtherAdmins,
  findUserByPublicId,
  type UserRecord,
  updateRole,
  updateStatus,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { enqueueMemberCommentRendering } from '../comments/member-comments.ts';
import { enqueueMail } from '../mail/queue.ts';
import { decisionEmail } from './letters.ts';

type Context = Pick<AccountContext, 'database' | 'clock' | 'config'>;
const roleName = (role: number) => (role === ROLE_ADMIN ? 'Admin' : 'Basic');

/**
 * Changes the role of a user, or suspends or reactivates the account. It ends their sessions and
 * emails them. Wake the publisher afterwards.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT about oneself, the last admin and a new admin with an
 *   unconfirmed address
 */
export async function changeUser(
  context: Context,
  publicId: string,
  { role, suspended }: UserChangeRequest,
  viewerId: number,
): Promise<void> {
  await context.database.write((transaction) => {
    const user = findOtherUser(transaction, publicId, viewerId);
    if (role !== undefined && role !== user.role) changeRole(context, transaction, user, role);
    if (suspended !== undefined && suspended !== (user.status === 'suspended')) {
      if (suspended) suspend(context, transaction, user);
      else reactivate(context, transaction, user);
    }
  });
}

/**
 * Returns a user that an admin may change, which excludes the admin.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT
 */
export function findOtherUser(
  transaction: Queryable,
  publicId: string,
  viewerId: number,
): UserRecord {
  const user = findUserByPublicId(transaction, publicId);
  if (!user || (user.status !== 'active' && user.status !== 'suspended')) {
    throw new DomainError('NOT_FOUND');
  }
  if (user.id === viewerId) {
    const msg = 'This is your own account: another admin must do that.';
    throw new DomainError('STATE_CONFLICT', { msg });
  }
  return user;
}

/**
 * Rejects removing the last active admin; call it in the transaction, so that one stays if two
 * admins remove each other at the same time.
 * @throws DomainError STATE_CONFLICT
 */
export function assertNotLastAdmin(transaction: Queryable, user: UserRecord): void {
  if (user.role !== ROLE_ADMIN || countOtherAdmins(transaction, user.id) > 0) return;
  throw new DomainError('STATE_CONFLICT', { msg: 'The last admin must remain an admin.' });
}

function changeRole(
  context: Context,
  transaction: Queryable,
  user: UserRecord,
  role: number,
): void {
  const now = context.clock();
  if (role !== ROLE_ADMIN) assertNotLastAdmin(transaction, user);
  else assertConfirmedEmail(user);
  updateRole(transaction, user.id, role, now);
  // Sessions end, so that none keeps former rights.
  revokeSessionsOfUser(transaction, user.id, 'role changed', now);
  distrustDevices(transaction, user.id);
  addAuditDetails({ role: `${roleName(user.role)} → ${roleName(role)}` });
  enqueueDecisionEmail(context, transaction, user, {
    what: role === ROLE_ADMIN ? 'You are now an admin' : 'You are no longer an admin',
    meaning: 'You have been signed out everywhere and can sign in again.',
  });
}

/**
 * Anyone can register an address without owning it; the link of an invitation proves the owner.
 * @throws DomainError STATE_CONFLICT
 */
function assertConfirmedEmail(user: UserRecord): void {
  if (user.emailConfirmedAt !== null || user.invitedAt !== null) return;
  const msg = 'This member has not confirmed their email address yet, so they cannot be an admin.';
  throw new DomainError('STATE_CONFLICT', { msg });
}

function suspend(context: Context, transaction: Queryable, user: UserRecord): void {
  const now = context.clock();
  assertNotLastAdmin(transaction, user);
  updateStatus(transaction, user.id, 'suspended', now);
  revokeSessionsOfUser(transaction, user.id, 'suspended', now);
  // Comments of suspended members do not link to their profile.
  enqueueMemberCommentRendering(context, user.id);
  addAuditDetails({ state: 'active → suspended' });
  enqueueDecisionEmail(context, transaction, user, {
    what: 'Your account is suspended',
    meaning: 'You have been signed out everywhere and cannot sign in. No data was deleted.',
  });
}

function reactivate(context: Context, transaction: Queryable, user: UserRecord): void {
  updateStatus(transaction, user.id, 'active', context.clock());
  enqueueMemberCommentRendering(context, user.id);
  addAuditDetails({ state: 'suspended → active' });
  enqueueDecisionEmail(context, transaction, user, {
    what: 'Your account has been reactivated',
    meaning: 'You can sign in as before.',
  });
}

function enqueueDecisionEmail(
  context: Context,
  transaction: Queryable,
  user: UserRecord,
  decision: { what: string; meaning: string },
): void {
  // Invited users who never signed in get no email.
  if (user.invitedAt !== null) return;
  const letter = decisionEmail(user, context.config, decision);
  enqueueMail(transaction, context, { kind: 'account', to: user.email, letter });
}
