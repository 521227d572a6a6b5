import { ROLE_BASIC } from '#contracts/user.ts';
import type { Queryable } from '../../db/client.ts';
import { settingOf } from '../../db/repositories/setting-of.ts';
import { findActiveUser, findUserByEmail, insertUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { createPublicId } from '../articles/public-id.ts';
import type { AccountContext } from './context.ts';
import { displaceUnconfirmed } from './displace.ts';
import { sendConfirmation } from './email.ts';
import { insertAdmin } from './owner.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { refuseWeakPassword } from './passwords-common.ts';
import { askSecondFactor } from './second-step.ts';
import { type SessionGrant, startSession } from './sessions.ts';
import { useSetupToken } from './setup-token.ts';

interface Registration {
  name: string;
  email: string;
  password: string;
  /** The one-time set-up token; whoever has it becomes the first admin. */
  setupToken: string | null;
  userAgent: string;
}

/**
 * Makes an account, asks by mail whether the address is theirs, and signs it in.
 * @throws DomainError VALIDATION (common password), EMAIL_TAKEN, SETUP_TOKEN_INVALID,
 *   REGISTRATION_CLOSED, BUSY
 */
export async function register(
  context: AccountContext,
  { name, email, password, setupToken, userAgent }: Registration,
): Promise<SessionGrant> {
  if (!setupToken && !settingOf(context.database, 'open-registration')) {
    throw new DomainError('REGISTRATION_CLOSED');
  }
  refuseWeakPassword(password, { name, email });
  refuseTakenEmail(context.database.query, email, setupToken);
  const passwordHash = await hashPassword(password);
  const now = context.clock();
  return context.database.write((transaction) => {
    // Once more, since somebody may have been quicker while the password was hashed.
    const holder = refuseTakenEmail(transaction, email, setupToken);
    if (setupToken) useSetupToken(transaction, setupToken, now);
    if (holder) displaceUnconfirmed(transaction, holder, now);
    const account = { publicId: createPublicId(), email, name, passwordHash, createdAt: now };
    // Whoever has the token runs the machine, and says whose address it is.
    const owner = { ...account, emailConfirmedAt: now };
    const user = setupToken
      ? insertAdmin(context, transaction, owner)
      : insertUser(transaction, { ...account, role: ROLE_BASIC });
    if (!setupToken) sendConfirmation(context, transaction, user, email);
    const options = { user, remember: false, userAgent, now };
    return startSession(transaction, context.refreshKey, options);
  });
}

/**
 * @returns an account that never confirmed the address: the owner of the site, who has the set-up
 *   token, takes the address from it
 * @throws DomainError EMAIL_TAKEN
 */
function refuseTakenEmail(query: Queryable, email: string, setupToken: string | null) {
  const holder = findUserByEmail(query, email);
  if (holder && (!setupToken || holder.emailConfirmedAt !== null)) {
    throw new DomainError('EMAIL_TAKEN');
  }
  return holder;
}

interface SignIn {
  email: string;
  password: string;
  remember: boolean;
  /** Where it comes from, for the guard against guessing. */
  address: string;
  device: string | null;
  userAgent: string;
}

/**
 * Signs in with e-mail and password. Takes the same time and gives the same answer whether the
 * account is unknown or the password is wrong. Only who knows the password learns that an account
 * is suspended.
 * @throws DomainError WRONG_CREDENTIALS, ACCOUNT_SUSPENDED, SECOND_FACTOR_NEEDED,
 *   TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(
  context: AccountContext,
  { email, password, remember, address, device, userAgent }: SignIn,
): Promise<SessionGrant> {
  const attempt = await context.guard.admit({ address, email, device });
  const found = findUserByEmail(context.database.query, email);
  const known = found?.status === 'active' || found?.status === 'suspended' ? found : undefined;
  const right = await verifyPassword(password, known?.passwordHash ?? null).catch(async (error) => {
    await attempt.unchecked();
    throw error;
  });
  if (!known || !right) throw new DomainError('WRONG_CREDENTIALS');
  if (known.status === 'suspended') {
    await attempt.succeeded();
    throw new DomainError('ACCOUNT_SUSPENDED');
  }
  const now = context.clock();
  await askSecondFactor(context, known, { device, remember }).catch(async (error) => {
    await attempt.succeeded();
    throw error;
  });
  const grant = await context.database.write((transaction) => {
    const user = findActiveUser(transaction, known.id);
    // Suspended, or given another password, while this one was being checked.
    if (user?.passwordHash !== known.passwordHash) throw new DomainError('WRONG_CREDENTIALS');
    return startSession(transaction, context.refreshKey, { user, remember, userAgent, now });
  });
  await attempt.succeeded();
  return grant;
}
