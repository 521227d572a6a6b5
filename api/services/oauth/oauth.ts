import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '#contracts/durations.ts';
import { LINK_IN_NAME, NAME_MIN } from '#contracts/session-messages.ts';
import { ROLE_BASIC } from '#contracts/user.ts';
import type { Queryable } from '../../db/database.ts';
import { settingOf } from '../../db/hot/site.ts';
import {
  deleteOAuthAccountOf,
  findOAuthAccount,
  findOAuthAccountOf,
  insertOAuthAccount,
  listPasskeys,
} from '../../db/repositories/sign-in-methods.ts';
import {
  findActiveUser,
  findUserByEmail,
  findUserById,
  insertUser,
  type UserRecord,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import {
  type OAuthIdentity,
  type OAuthProvider,
  OAuthRejectedError,
  OAuthUnavailableError,
} from '../../integrations/oauth-provider.ts';
import { createPublicId } from '../identifiers.ts';
import { consumeToken, issueToken } from '../one-time-tokens.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';
import { notifyAccountHolder } from '../registration/account-emails.ts';
import { ownerForFactor } from '../second-factors/second-factors.ts';
import { type AccountContext, type SessionGrant, startSession } from '../sessions/sessions.ts';
import { requireSecondFactor } from '../sessions/sign-in.ts';

const KIND = 'oauth';
const stateData = z.object({ verifier: z.string(), browser: z.string(), remember: z.boolean() });

/** Time for the sign-in at the provider, in milliseconds. */
export const OAUTH_MS = 10 * MINUTE_MS;

/** Returns the configured OAuth provider. @throws DomainError NOT_FOUND */
export function oauthProviderOf({
  oauthProvider,
}: Pick<AccountContext, 'oauthProvider'>): OAuthProvider {
  if (!oauthProvider) throw new DomainError('NOT_FOUND');
  return oauthProvider;
}

const redirectUri = ({ config }: Pick<AccountContext, 'config'>) => `${config.siteUrl}/login`;
const base64UrlHashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Starts a sign-in at the provider. Its callback is accepted from the same browser only, which keeps
 * `browser` in a cookie.
 * @param userId user who links an account, or null to sign in
 */
export async function startOAuth(
  context: AccountContext,
  { userId, remember }: { userId: number | null; remember: boolean },
): Promise<{ url: string; browser: string }> {
  const oauthProvider = oauthProviderOf(context);
  const verifier = randomBytes(32).toString('base64url');
  const browser = randomBytes(32).toString('base64url');
  const data = { verifier, browser: base64UrlHashOf(browser), remember };
  const { token } = await context.database.write((transaction) =>
    issueToken(transaction, { kind: KIND, userId, data, now: context.clock() }),
  );
  const authorizationRequest = {
    state: token,
    challenge: base64UrlHashOf(verifier),
    redirectUri: redirectUri(context),
  };
  return { url: oauthProvider.authorizeUrl(authorizationRequest), browser };
}

interface CameBack {
  code: string;
  state: string;
  /** Value of the cookie of the browser. */
  browser: string | undefined;
  /** Signed-in user, or null. */
  viewerId: number | null;
  /** Returns the known device of an account, or null. */
  deviceOf(email: string): string | null;
  userAgent: string;
}

/**
 * Handles the callback of the provider: signs the user in, creates an account, or links one.
 * @returns null if an account was linked
 * @throws DomainError SIGN_IN_EXPIRED, OAUTH_UNAVAILABLE, EMAIL_TAKEN, STATE_CONFLICT, REGISTRATION_CLOSED,
 *   ACCOUNT_SUSPENDED, SECOND_FACTOR_PENDING
 */
export async function handleOAuthCallback(
  context: AccountContext,
  cameBack: CameBack,
): Promise<SessionGrant | null> {
  const oauthProvider = oauthProviderOf(context);
  const { database, clock, refreshKey } = context;
  const pending = await database.write((transaction) =>
    consumeToken(transaction, KIND, cameBack.state, clock()),
  );
  const { verifier, browser, remember } = stateData.parse(pending?.data ?? noPendingSignIn);
  if (!pending || !isSame(base64UrlHashOf(cameBack.browser ?? ''), browser)) {
    throw new DomainError('SIGN_IN_EXPIRED');
  }
  // The user who links an account must be the one who started.
  if (pending.userId !== null && pending.userId !== cameBack.viewerId) {
    throw new DomainError('SIGN_IN_EXPIRED');
  }
  const identity = await identify(context, oauthProvider, { code: cameBack.code, verifier });
  if (pending.userId !== null) {
    await linkOAuthAccount(context, pending.userId, identity);
    return null;
  }
  const owner = await database.write((transaction) => ownerOf(context, transaction, identity));
  await requireSecondFactor(context, owner, { device: cameBack.deviceOf(owner.email), remember });
  return database.write((transaction) => {
    const user = findActiveUser(transaction, owner.id);
    if (!user) throw new DomainError('SIGN_IN_EXPIRED');
    const { userAgent } = cameBack;
    return startSession(transaction, refreshKey, { user, remember, userAgent, now: clock() });
  });
}

const noPendingSignIn = { verifier: '', browser: '', remember: false };

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

async function identify(
  context: AccountContext,
  oauthProvider: OAuthProvider,
  { code, verifier }: { code: string; verifier: string },
): Promise<OAuthIdentity> {
  try {
    return await oauthProvider.identify({ code, verifier, redirectUri: redirectUri(context) });
  } catch (cause) {
    if (cause instanceof OAuthRejectedError) throw new DomainError('SIGN_IN_EXPIRED', { cause });
    if (!(cause instanceof OAuthUnavailableError)) throw cause;
    const msg = `${oauthProvider.name} is not responding correctly.`;
    throw new DomainError('OAUTH_UNAVAILABLE', { msg, cause });
  }
}

/** Returns the user of an identity, or creates one if the address has no account. */
function ownerOf(
  context: AccountContext,
  transaction: Queryable,
  identity: OAuthIdentity,
): UserRecord {
  const { name, host } = oauthProviderOf(context);
  const linked = findOAuthAccount(transaction, { host, subject: identity.subject });
  const owner = linked && findUserById(transaction, linked.userId);
  if (owner?.status === 'suspended') throw new DomainError('ACCOUNT_SUSPENDED');
  if (owner?.status === 'active') return owner;
  if (identity.email === null) {
    const msg = `Your ${name} account has no confirmed email address. Please confirm one there first.`;
    throw new DomainError('STATE_CONFLICT', { msg });
  }
  if (findUserByEmail(transaction, identity.email)) {
    // Signing in here first proves that both accounts have the same owner.
    const msg = `An account with ${identity.email} already exists. Please sign in with its password, then connect ${name} on your account page.`;
    throw new DomainError('EMAIL_TAKEN', { msg });
  }
  if (!settingOf(context.database, 'open-registration')) {
    throw new DomainError('REGISTRATION_CLOSED');
  }
  const now = context.clock();
  const user = insertUser(transaction, {
    publicId: createPublicId(),
    email: identity.email,
    name: validNameOf(identity),
    passwordHash: NO_PASSWORD,
    role: ROLE_BASIC,
    createdAt: now,
    emailConfirmedAt: now,
  });
  const { subject, login } = identity;
  insertOAuthAccount(transaction, { host, subject, userId: user.id, login, linkedAt: now });
  return user;
}

/** Returns a name that the registration form would accept. */
function validNameOf({ name, login }: OAuthIdentity): string {
  const clean = (text: string) =>
    text
      .replace(/[\p{Cc}<>]/gu, '')
      .split(LINK_IN_NAME)
      .join(' ')
      .trim()
      .slice(0, 80);
  const given = clean(name);
  if (given.length >= NAME_MIN) return given;
  return clean(login).padEnd(NAME_MIN, '-');
}

/**
 * Links an account of the OAuth provider to a user, who can sign in with it.
 * @throws DomainError STATE_CONFLICT if it is linked to another user, or the user has linked another one
 */
async function linkOAuthAccount(
  context: AccountContext,
  userId: number,
  { subject, login }: OAuthIdentity,
): Promise<void> {
  const { database, clock, oauthProvider } = context;
  if (!oauthProvider) throw new DomainError('NOT_FOUND');
  const { host, name } = oauthProvider;
  await database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    const holder = findOAuthAccount(transaction, { host, subject });
    if (holder?.userId === userId) return;
    if (holder) {
      const msg = `This ${name} account is connected to another account here.`;
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    if (findOAuthAccountOf(transaction, userId, host)) {
      const msg = `Another ${name} account is already connected. Please remove it first.`;
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    insertOAuthAccount(transaction, { host, subject, userId, login, linkedAt: clock() });
    notifyAccountHolder(context, transaction, {
      to: user,
      what: `A ${name} account was connected to your account`,
    });
  });
}

/** Unlinks the account. @throws DomainError NOT_FOUND, STATE_CONFLICT if the user has no other way to sign in */
export async function unlinkOAuthAccount(context: AccountContext, userId: number): Promise<void> {
  const { database, oauthProvider } = context;
  if (!oauthProvider) throw new DomainError('NOT_FOUND');
  const { host, name } = oauthProvider;
  await database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    const passkeys = listPasskeys(transaction, userId).length;
    if (user.passwordHash === NO_PASSWORD && passkeys === 0) {
      const msg = 'Please set a password first, or you would have no way to sign in.';
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    if (!deleteOAuthAccountOf(transaction, userId, host)) throw new DomainError('NOT_FOUND');
    notifyAccountHolder(context, transaction, {
      to: user,
      what: `A ${name} account was disconnected from your account`,
    });
  });
}
