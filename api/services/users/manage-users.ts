import { paginate } from '#contracts/fields.ts';
import { ROLE_ADMIN } from '#contracts/user.ts';
import type {
  InvitationRequest,
  ListedUser,
  UserChangeRequest,
  UserListQuery,
} from '#contracts/user-list.ts';
import { type AppContext, iso } from '../../context.ts';
import { addAuditDetails, type Queryable } from '../../db/database.ts';
import { deleteTokensOfUser } from '../../db/repositories/one-time-tokens.ts';
import { revokeSessionsOfUser } from '../../db/repositories/sessions.ts';
import { distrustDevices } from '../../db/repositories/sign-in-methods.ts';
import {
  countOtherAdmins,
  countUsers,
  findListedUser,
  findUserByEmail,
  findUserByPublicId,
  insertUser,
  type ListedUserRow,
  listUsers,
  type UserRecord,
  updateInvitedAt,
  updateRole,
  updateStatus,
} from '../../db/repositories/users.ts';
import { DomainError, fieldError } from '../../errors.ts';
import { createPublicId } from '../identifiers.ts';
import { enqueueEmail } from '../mail/email-queue.ts';
import { INVITATION } from '../one-time-tokens.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';
import { enqueueMemberCommentRendering } from '../profile/profile-changes.ts';
import {
  adminChangeEmail,
  invitationEmail,
  sendTokenLink,
} from '../registration/account-emails.ts';
import type { AccountContext } from '../sessions/sessions.ts';

interface Inviter {
  name: string;
}

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
  enqueueAdminChangeEmail(context, transaction, user, {
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
  enqueueAdminChangeEmail(context, transaction, user, {
    what: 'Your account is suspended',
    meaning: 'You have been signed out everywhere and cannot sign in. No data was deleted.',
  });
}

function reactivate(context: Context, transaction: Queryable, user: UserRecord): void {
  updateStatus(transaction, user.id, 'active', context.clock());
  enqueueMemberCommentRendering(context, user.id);
  addAuditDetails({ state: 'suspended → active' });
  enqueueAdminChangeEmail(context, transaction, user, {
    what: 'Your account has been reactivated',
    meaning: 'You can sign in as before.',
  });
}

function enqueueAdminChangeEmail(
  context: Context,
  transaction: Queryable,
  user: UserRecord,
  change: { what: string; meaning: string },
): void {
  // Invited users who never signed in get no email.
  if (user.invitedAt !== null) return;
  const content = adminChangeEmail(user, context.config, change);
  enqueueEmail(transaction, context, { kind: 'account', to: user.email, content });
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
      throw fieldError('email', msg, { code: 'EMAIL_TAKEN' });
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
    addAuditDetails({ role: roleName(role) }, user.publicId);
    sendInvitation(context, transaction, user, inviter);
    return user.publicId;
  });
}

/**
 * Emails another link and invalidates earlier ones.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT if the invitation has been accepted, TOO_MANY_REQUESTS
 */
export async function resendInvitation(
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
    sendInvitation(context, transaction, user, inviter);
  });
}

function sendInvitation(
  context: AccountContext,
  transaction: Queryable,
  user: UserRecord,
  inviter: Inviter,
): void {
  deleteTokensOfUser(transaction, user.id, INVITATION);
  const link = { kind: INVITATION, userId: user.id, to: user.email } as const;
  sendTokenLink(context, transaction, link, (token) =>
    invitationEmail(user, context.config, { token, from: inviter.name }),
  );
}

type UserListContext = Pick<AppContext, 'database' | 'clock'>;

/** Returns one page of the user table for the admin `viewerId`. */
export function readUsers(
  { database, clock }: UserListContext,
  { search, show, sort, order, ...range }: UserListQuery,
  viewerId: number,
) {
  const now = clock();
  const selection = { search, show };
  const { rows, pageInfo } = paginate(range, countUsers(database, selection));
  const today = iso(now).slice(5, 10);
  const users = listUsers(database, selection, { sort, order, ...rows, today });
  const countOf = (which: typeof show) => countUsers(database, { search: '', show: which });
  return {
    users: users.map((row) => toListedUser(row, viewerId, now)),
    ...pageInfo,
    counts: {
      admins: countOf('admins'),
      suspended: countOf('suspended'),
      invited: countOf('invited'),
    },
  };
}

/** Returns a row of the user table. @throws DomainError NOT_FOUND */
export function readListedUser(
  { database, clock }: UserListContext,
  publicId: string,
  viewerId: number,
): ListedUser {
  const row = findListedUser(database, publicId);
  if (!row) throw new DomainError('NOT_FOUND');
  return toListedUser(row, viewerId, clock());
}

function toListedUser(row: ListedUserRow, viewerId: number, now: number): ListedUser {
  const { publicId, name, email, avatar, role, status, createdAt, articles } = row;
  return {
    _id: publicId,
    avatar,
    name,
    ...splitName(name),
    email,
    role,
    accountType: role === ROLE_ADMIN ? 'Admin' : 'Basic',
    state: status === 'suspended' ? 'suspended' : row.invitedAt === null ? 'active' : 'invited',
    emailConfirmed: row.emailConfirmedAt !== null,
    anniversary: nextAnniversary(createdAt, now),
    createdAt: iso(createdAt),
    self: row.id === viewerId,
    articles,
  };
}

/** Splits a name at its last space; a single word is a first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const space = name.lastIndexOf(' ');
  if (space < 0) return { firstName: name, lastName: '' };
  return { firstName: name.slice(0, space).trim(), lastName: name.slice(space + 1) };
}

/**
 * Returns the next anniversary of joining, including today: `2027-03-01`. For February 29 it is
 * February 28 in other years; the day of joining itself does not count.
 */
export function nextAnniversary(joinedAt: number, now: number): string {
  const joined = iso(joinedAt).slice(0, 10);
  const today = iso(now).slice(0, 10);
  for (let year = Number(today.slice(0, 4)); ; year += 1) {
    const day = inYear(joined.slice(5), year);
    if (day >= today && day > joined) return day;
  }
}

function inYear(monthDay: string, year: number): string {
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const day = monthDay === '02-29' && !leap ? '02-28' : monthDay;
  return `${String(year).padStart(4, '0')}-${day}`;
}
