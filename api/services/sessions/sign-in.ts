import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS } from '#contracts/durations.ts';
import type { Queryable } from '../../db/database.ts';
import { isTrustedDevice, trustDevice } from '../../db/repositories/sign-in-methods.ts';
import { findActiveUser, findUserByEmail, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { hashToken } from '../keyring.ts';
import { consumeToken, issueToken, peekToken } from '../one-time-tokens.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { notifyAccountHolder } from '../registration/account-emails.ts';
import { consumeRecoveryCode, secondFactorsOf } from '../second-factors/second-factors.ts';
import { consumeTotpCode, wrongCode } from '../second-factors/totp.ts';
import { type AccountContext, type SessionGrant, startSession } from './sessions.ts';

/** Lifetime of a device cookie, in milliseconds. */
export const DEVICE_COOKIE_MS = 365 * DAY_MS;

const shape = /^([\w-]{22})\.([\w-]{43})$/;

/** Returns a random device identifier. */
export const createDevice = (): string => randomBytes(16).toString('base64url');

interface SignIn {
  email: string;
  password: string;
  remember: boolean;
  /** IP address of the client, for the login limiter. */
  ipAddress: string;
  device: string | null;
  userAgent: string;
}

/**
 * Signs in with email and password. An unknown account and a wrong password take the same time and give the same
 * error. Only a caller with the right password learns that an account is suspended.
 * @throws DomainError WRONG_CREDENTIALS, ACCOUNT_SUSPENDED, SECOND_FACTOR_PENDING, TOO_MANY_REQUESTS, BUSY
 */
export async function signIn(
  context: AccountContext,
  { email, password, remember, ipAddress, device, userAgent }: SignIn,
): Promise<SessionGrant> {
  const attempt = await context.loginLimiter.admit({ ipAddress, email, device });
  const found = findUserByEmail(context.database.query, email);
  const account = found?.status === 'active' || found?.status === 'suspended' ? found : undefined;
  const right = await verifyPassword(password, account?.passwordHash ?? null).catch(
    async (error) => {
      await attempt.unchecked();
      throw error;
    },
  );
  if (!account || !right) throw new DomainError('WRONG_CREDENTIALS');
  if (account.status === 'suspended') {
    await attempt.succeeded();
    throw new DomainError('ACCOUNT_SUSPENDED');
  }
  const now = context.clock();
  await requireSecondFactor(context, account, { device, remember }).catch(async (error) => {
    await attempt.succeeded();
    throw error;
  });
  const grant = await context.database.write((transaction) => {
    const user = findActiveUser(transaction, account.id);
    // The account may have been suspended, or its password changed, during the check.
    if (user?.passwordHash !== account.passwordHash) throw new DomainError('WRONG_CREDENTIALS');
    return startSession(transaction, context.refreshKey, { user, remember, userAgent, now });
  });
  await attempt.succeeded();
  return grant;
}

/** Creates the cookie of a device that has signed in to an account. It is not a credential. */
export function createDeviceCookie(email: string, key: Buffer, device = createDevice()): string {
  return `${device}.${macOf(device, email, key).toString('base64url')}`;
}

/** Returns the device identifier of a cookie, or null if the cookie is invalid or for another account. */
export function readDeviceCookie(
  cookie: string | undefined,
  email: string,
  key: Buffer,
): string | null {
  const [, device, mac] = shape.exec(cookie ?? '') ?? [];
  if (!device || !mac) return null;
  const expected = macOf(device, email, key);
  return timingSafeEqual(expected, Buffer.from(mac, 'base64url')) ? device : null;
}

function macOf(device: string, email: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${device} ${email}`).digest();
}

const KIND = 'second factor';

const signInData = z.object({ remember: z.boolean() });

interface CodeStep {
  signInToken: string;
  /** Code of an authenticator app, or a recovery code. */
  code: string;
  userAgent: string;
}

/**
 * Requires a second factor after a right password, unless the account has none or the device is trusted.
 * @throws DomainError SECOND_FACTOR_PENDING with the pending sign-in token
 */
export async function requireSecondFactor(
  { database, clock }: AccountContext,
  user: UserRecord,
  { device, remember }: { device: string | null; remember: boolean },
): Promise<void> {
  const methods = secondFactorsOf(database.query, user.id);
  if (methods.length === 0) return;
  if (device && isTrustedDevice(database.query, user.id, hashToken(device))) return;
  const data = { remember };
  const { token } = await database.write((transaction) =>
    issueToken(transaction, { kind: KIND, userId: user.id, data, now: clock() }),
  );
  throw new DomainError('SECOND_FACTOR_PENDING', { details: { signInToken: token, methods } });
}

/** Trusts a device, so that it needs no second factor at the next sign-in. */
export async function rememberDevice(
  { database, clock }: Pick<AccountContext, 'database' | 'clock'>,
  userId: number,
  device: string,
): Promise<void> {
  const entry = { userId, hash: hashToken(device), createdAt: clock() };
  await database.write((transaction) => trustDevice(transaction, entry));
}

/**
 * Returns the user of a pending sign-in token.
 * @throws DomainError SIGN_IN_EXPIRED, also if the password was changed since
 */
export function ownerOfSignInToken(query: Queryable, signInToken: string, now: number) {
  const found = peekToken(query, KIND, signInToken, now);
  const user = found?.userId ? findActiveUser(query, found.userId) : undefined;
  if (!found || !user) throw new DomainError('SIGN_IN_EXPIRED');
  return { user, remember: signInData.parse(found.data).remember };
}

/**
 * Completes a pending sign-in with a code, which works once.
 * @throws DomainError VALIDATION at the field `code`, SIGN_IN_EXPIRED, TOO_MANY_REQUESTS
 */
export async function signInByCode(
  context: AccountContext,
  { signInToken, code, userAgent }: CodeStep,
): Promise<SessionGrant> {
  const { database, clock, totpLimiter, refreshKey } = context;
  const now = clock();
  const ownerId = ownerOfSignInToken(database.query, signInToken, now).user.id;
  await totpLimiter.admit(ownerId);
  return database.write((transaction) => {
    const { user, remember } = ownerOfSignInToken(transaction, signInToken, now);
    useCode(context, transaction, user, code);
    consumeToken(transaction, KIND, signInToken, now);
    totpLimiter.succeeded(transaction, user.id);
    return startSession(transaction, refreshKey, { user, remember, userAgent, now });
  });
}

/** @throws DomainError VALIDATION at the field `code` */
function useCode(
  context: AccountContext,
  transaction: Queryable,
  user: UserRecord,
  typed: string,
): void {
  const digits = typed.replace(/\s/g, '');
  if (consumeTotpCode(context, transaction, user.id, digits)) return;
  if (!consumeRecoveryCode(transaction, user.id, typed, context.clock())) throw wrongCode();
  notifyAccountHolder(context, transaction, {
    to: user,
    what: 'A recovery code was used to sign in',
  });
}
