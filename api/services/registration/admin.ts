import { randomBytes } from 'node:crypto';
import { ROLE_ADMIN } from '#contracts/user.ts';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { auditing } from '../../db/client.ts';
import { deleteTokensBoundToPassword } from '../../db/repositories/one-time-tokens.ts';
import { revokeSessionsOfUser } from '../../db/repositories/sessions.ts';
import {
  findUserByEmail,
  makeUserAdmin,
  updateInvitedAt,
  updatePasswordHash,
} from '../../db/repositories/users.ts';
import { commandLine } from '../../installation.ts';
import { getSiteName } from '../../site-content.ts';
import { createPublicId } from '../identifiers.ts';
import { hashPassword, weaknessOf } from '../passwords/passwords.ts';
import { removeSecondFactors } from '../second-factors/second-factors.ts';
import { sendConfirmation } from './email-address.ts';
import { createAdminAccount } from './register.ts';

type AdminContext = Pick<AppContext, 'database' | 'clock'>;

/** Result of ADMIN_EMAIL, with a warning for the log. */
export interface ConfiguredAdmin {
  outcome: 'not configured' | 'created' | 'is admin already' | 'is a basic user';
  warning: string | null;
}

/**
 * Creates the admin of ADMIN_EMAIL, once. An existing account is not changed, because anyone may have
 * registered the address before.
 */
export async function ensureConfiguredAdmin(
  context: AdminContext & { config: Pick<Config, 'admin'> },
): Promise<ConfiguredAdmin> {
  const admin = context.config.admin;
  if (!admin) return { outcome: 'not configured', warning: null };
  const existing = findUserByEmail(context.database.query, admin.email);
  if (!existing) {
    await createAdmin(context, admin.email, admin.password);
    const weakness = weaknessOf(admin.password, { name: '', email: admin.email });
    return { outcome: 'created', warning: weakness && `ADMIN_PASSWORD: ${weakness}` };
  }
  if (existing.role === ROLE_ADMIN) return { outcome: 'is admin already', warning: null };
  return {
    outcome: 'is a basic user',
    warning:
      'ADMIN_EMAIL names an account that is not an admin, and it stays so. ' +
      `If it is yours, run: ${commandLine('admin')} EMAIL=${admin.email}`,
  };
}

export type MadeAdmin =
  | { outcome: 'created'; password: string }
  /** The address was never confirmed, so the account has a new password. */
  | { outcome: 'promoted with a new password'; password: string }
  | { outcome: 'promoted' }
  | { outcome: 'is admin already' };

/**
 * Makes the account of an email address an admin, or creates one with a random password. It revokes
 * all sessions, so that no one gains admin rights without signing in, and removes the second
 * factors, which the owner may have lost. If the address was never confirmed, the account may
 * belong to someone else and gets a new password.
 */
export async function makeAdmin(
  context: AdminContext & Pick<AppContext, 'config'>,
  email: string,
): Promise<MadeAdmin> {
  const existing = findUserByEmail(context.database.query, email);
  const password = randomBytes(15).toString('base64url');
  if (!existing) {
    await createAdmin(context, email, password);
    return { outcome: 'created', password };
  }
  const unconfirmed = existing.emailConfirmedAt === null;
  const passwordHash = unconfirmed ? await hashPassword(password) : null;
  const now = context.clock();
  const note = {
    at: now,
    actorId: null,
    action: 'make admin',
    subject: existing.publicId,
    details: {},
    outside: false,
    entryId: null,
    closed: false,
  };
  await auditing(note, () =>
    context.database.write((transaction) => {
      makeUserAdmin(transaction, existing.id, now);
      revokeSessionsOfUser(transaction, existing.id, 'made admin', now);
      removeSecondFactors(transaction, existing.id);
      if (passwordHash === null) return;
      updatePasswordHash(transaction, existing.id, passwordHash, now);
      updateInvitedAt(transaction, existing.id, null);
      deleteTokensBoundToPassword(transaction, existing.id);
      sendConfirmation(context, transaction, existing, email);
    }),
  );
  if (unconfirmed) return { outcome: 'promoted with a new password', password };
  return { outcome: existing.role === ROLE_ADMIN ? 'is admin already' : 'promoted' };
}

async function createAdmin(context: AdminContext, email: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await context.database.write((transaction) => {
    // Another process that started at the same time may have created the admin.
    if (findUserByEmail(transaction, email)) return;
    createAdminAccount(context, transaction, {
      publicId: createPublicId(),
      email,
      name: getSiteName(context.database),
      passwordHash,
      createdAt: context.clock(),
      // The operator of the server vouches for the address.
      emailConfirmedAt: context.clock(),
    });
  });
}
