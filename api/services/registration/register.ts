import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PublishPayload } from '#contracts/job.ts';
import { ROLE_ADMIN, ROLE_BASIC } from '#contracts/user.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { findArticleById, listArticleIdsOf } from '../../db/hot/articles.ts';
import { enqueueJob } from '../../db/hot/jobs.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import {
  deleteSetupTokensExpiredBy,
  insertSetupToken,
  listOpenSetupTokens,
  markSetupTokenUsed,
} from '../../db/repositories/one-time-tokens.ts';
import {
  adminExists,
  claimPlaceholder,
  findPlaceholder,
  findUserByEmail,
  insertUser,
  type NewUser,
  type UserRecord,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { getArticleFacts } from '../articles/publication.ts';
import { createPublicId } from '../identifiers.ts';
import { assertStrongPassword, hashPassword } from '../passwords/passwords.ts';
import { hashToken } from '../secrets.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { displaceUnconfirmed, sendConfirmation } from './email-address.ts';

/** Lifetime of a set-up link, in milliseconds; each start prints a new one. */
const VALID_MS = 7 * 86_400_000;

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
export function createAdminAccount(
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
