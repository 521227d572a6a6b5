import { randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '#contracts/durations.ts';
import type { PublishPayload } from '#contracts/job.ts';
import { ROLE_ADMIN, ROLE_BASIC } from '#contracts/user.ts';
import type { Config } from '../../config.ts';
import type { AppContext } from '../../context.ts';
import { type Queryable, runAudited } from '../../db/database.ts';
import { findArticleById, listArticleIdsOf } from '../../db/hot/articles.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { settingOf } from '../../db/hot/site.ts';
import {
  deleteSetupTokensExpiredBy,
  deleteTokensBoundToPassword,
  insertSetupToken,
  listOpenSetupTokens,
  markSetupTokenUsed,
} from '../../db/repositories/one-time-tokens.ts';
import { revokeSessionsOfUser } from '../../db/repositories/sessions.ts';
import {
  adminExists,
  claimPlaceholder,
  findPlaceholder,
  findUserByEmail,
  insertUser,
  makeUserAdmin,
  type NewUser,
  type UserRecord,
  updateInvitedAt,
  updatePasswordHash,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { commandLine } from '../../installation.ts';
import { getSiteName } from '../../site-content.ts';
import { getArticleFacts } from '../articles/articles.ts';
import { createPublicId } from '../identifiers.ts';
import { hashToken } from '../keyring.ts';
import { assertStrongPassword, hashPassword, weaknessOf } from '../passwords/passwords.ts';
import { removeSecondFactors } from '../second-factors/second-factors.ts';
import { type AccountContext, type SessionGrant, startSession } from '../sessions/sessions.ts';
import { displaceUnconfirmed, sendConfirmation } from './email-address.ts';

/** Lifetime of a set-up link, in milliseconds; each start prints a new one. */
const VALID_MS = 7 * DAY_MS;

type SetupContext = Pick<AppContext, 'database' | 'clock' | 'config'>;

interface Registration {
  name: string;
  email: string;
  password: string;
  /** One-time set-up token, which makes the account the first admin. */
  setupToken: string | null;
  userAgent: string;
}

/**
 * Creates an account, sends the email that confirms its address, and signs it in.
 * @throws DomainError VALIDATION (common password), EMAIL_TAKEN, SETUP_TOKEN_INVALID, REGISTRATION_CLOSED, BUSY
 */
export async function register(
  context: AccountContext,
  { name, email, password, setupToken, userAgent }: Registration,
): Promise<SessionGrant> {
  if (!setupToken && !settingOf(context.database, 'open-registration')) {
    throw new DomainError('REGISTRATION_CLOSED');
  }
  assertStrongPassword(password, { name, email });
  assertEmailAvailable(context.database.query, email, setupToken);
  const passwordHash = await hashPassword(password);
  const now = context.clock();
  return context.database.write((transaction) => {
    // Checked again, because another registration may have ended while the password was hashed.
    const unconfirmed = assertEmailAvailable(transaction, email, setupToken);
    if (setupToken) useSetupToken(transaction, setupToken, now);
    if (unconfirmed) displaceUnconfirmed(transaction, unconfirmed, now);
    const account = { publicId: createPublicId(), email, name, passwordHash, createdAt: now };
    // The set-up token proves access to the server, so the address counts as confirmed.
    const owner = { ...account, emailConfirmedAt: now };
    const user = setupToken
      ? createAdminAccount(context, transaction, owner)
      : insertUser(transaction, { ...account, role: ROLE_BASIC });
    if (!setupToken) sendConfirmation(context, transaction, user, email);
    const options = { user, remember: false, userAgent, now };
    return startSession(transaction, context.refreshKey, options);
  });
}

/**
 * Checks that an email address can be registered.
 * @returns an account that never confirmed the address, and loses it to the owner of the set-up token
 * @throws DomainError EMAIL_TAKEN
 */
function assertEmailAvailable(query: Queryable, email: string, setupToken: string | null) {
  const user = findUserByEmail(query, email);
  if (user && (!setupToken || user.emailConfirmedAt !== null)) {
    throw new DomainError('EMAIL_TAKEN');
  }
  return user;
}

/**
 * Creates an admin account; call it in a transaction. The first admin takes the place of the placeholder
 * user who is the author of the demo articles.
 */
function createAdminAccount(
  context: Pick<AppContext, 'database' | 'clock'>,
  query: Queryable,
  user: Omit<NewUser, 'role'>,
): UserRecord {
  const { database } = context;
  const placeholder = findPlaceholder(query);
  if (!placeholder) return insertUser(query, { ...user, role: ROLE_ADMIN });
  const ids = listArticleIdsOf(database, placeholder.id);
  const facts = (id: number) => {
    const article = findArticleById(database, id);
    return article && getArticleFacts(database, article);
  };
  const before = new Map(ids.map((id) => [id, facts(id)]));
  const owner = claimPlaceholder(query, placeholder.id, user);
  for (const id of ids) {
    // The pages of these articles show the name of their author.
    const payload: PublishPayload = {
      before: before.get(id) ?? null,
      after: facts(id),
      requestedAt: context.clock(),
    };
    enqueueJob(database, { kind: 'publish', payload, articleId: id, now: context.clock() });
  }
  return owner;
}

/**
 * Creates a one-time set-up token, unless there is an admin. Only its hash is stored, so each start
 * creates another one; the first use invalidates all.
 * @returns the link to print, or null if there is an admin
 */
export async function ensureSetupToken(context: SetupContext): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const now = context.clock();
  const made = await context.database.write((transaction) => {
    deleteSetupTokensExpiredBy(transaction, now);
    if (adminExists(transaction)) return false;
    insertSetupToken(transaction, {
      hash: hashToken(token),
      createdAt: now,
      expiresAt: now + VALID_MS,
    });
    return true;
  });
  return made ? `${context.config.siteUrl}/register#setup=${token}` : null;
}

/**
 * Consumes a set-up token; call it in the transaction that creates the admin.
 * @throws DomainError SETUP_TOKEN_INVALID if it is unknown, used or expired, or if there is an admin
 */
function useSetupToken(transaction: Queryable, token: string, now: number): void {
  const given = Buffer.from(hashToken(token), 'hex');
  const found = listOpenSetupTokens(transaction, now).filter((hash) =>
    timingSafeEqual(Buffer.from(hash, 'hex'), given),
  );
  if (!found[0] || adminExists(transaction)) throw new DomainError('SETUP_TOKEN_INVALID');
  markSetupTokenUsed(transaction, found[0], now);
}

type AdminContext = Pick<AppContext, 'database' | 'clock'>;

/** Result of ADMIN_EMAIL, with a warning for the log. */
interface ConfiguredAdmin {
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
 * Makes the account of an email address an admin, or creates one with a random password. It revokes all sessions, so
 * that no one gains admin rights without signing in, and removes the second factors, which the owner may have lost.
 * If the address was never confirmed, the account may belong to someone else and gets a new password.
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
  const auditEntry = {
    at: now,
    actorId: null,
    action: 'make admin',
    subject: existing.publicId,
    details: {},
    withoutChanges: false,
    entryId: null,
    closed: false,
  };
  await runAudited(auditEntry, () =>
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
