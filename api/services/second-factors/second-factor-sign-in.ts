import { z } from 'zod';
import type { Queryable } from '../../db/client.ts';
import { isTrustedDevice, trustDevice } from '../../db/repositories/trusted-devices.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { consumeToken, issueToken, peekToken } from '../one-time-tokens.ts';
import { notifyOwner } from '../registration/emails.ts';
import { hashOfDevice } from '../sessions/device-proof.ts';
import { type SessionGrant, startSession } from '../sessions/sessions.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { secondFactorsOf } from './second-factors.ts';
import { consumeTotpCode, wrongCode } from './totp-factor.ts';

const KIND = 'second factor';
const ticketData = z.object({ remember: z.boolean() });

/**
 * Requires a second factor after a right password, unless the account has none or the device is trusted.
 * @throws DomainError SECOND_FACTOR_NEEDED with the pending sign-in token
 */
export async function requireSecondFactor(
  { database, clock }: AccountContext,
  user: UserRecord,
  { device, remember }: { device: string | null; remember: boolean },
): Promise<void> {
  const methods = secondFactorsOf(database.query, user.id);
  if (methods.length === 0) return;
  if (device && isTrustedDevice(database.query, user.id, hashOfDevice(device))) return;
  const data = { remember };
  const { token } = await database.write((transaction) =>
    issueToken(transaction, { kind: KIND, userId: user.id, data, now: clock() }),
  );
  throw new DomainError('SECOND_FACTOR_NEEDED', { details: { ticket: token, methods } });
}

/** Trusts a device, so that it needs no second factor at the next sign-in. */
export async function rememberDevice(
  { database, clock }: Pick<AccountContext, 'database' | 'clock'>,
  userId: number,
  device: string,
): Promise<void> {
  const entry = { userId, hash: hashOfDevice(device), createdAt: clock() };
  await database.write((transaction) => trustDevice(transaction, entry));
}

/**
 * Returns the user of a pending sign-in token.
 * @throws DomainError SIGN_IN_EXPIRED, also if the password was changed since
 */
export function ownerOfSignInToken(query: Queryable, ticket: string, now: number) {
  const found = peekToken(query, KIND, ticket, now);
  const user = found?.userId ? findActiveUser(query, found.userId) : undefined;
  if (!found || !user) throw new DomainError('SIGN_IN_EXPIRED');
  return { user, remember: ticketData.parse(found.data).remember };
}

interface CodeStep {
  ticket: string;
  /** Code of an authenticator app, or a recovery code. */
  code: string;
  userAgent: string;
}

/**
 * Completes a pending sign-in with a code, which works once.
 * @throws DomainError VALIDATION at the field `code`, SIGN_IN_EXPIRED, TOO_MANY_REQUESTS
 */
export async function signInByCode(
  context: AccountContext,
  { ticket, code, userAgent }: CodeStep,
): Promise<SessionGrant> {
  const { database, clock, totpLimiter, refreshKey } = context;
  const now = clock();
  const asked = ownerOfSignInToken(database.query, ticket, now).user.id;
  await totpLimiter.admit(asked);
  return database.write((transaction) => {
    const { user, remember } = ownerOfSignInToken(transaction, ticket, now);
    useCode(context, transaction, user, code);
    consumeToken(transaction, KIND, ticket, now);
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
  notifyOwner(context, transaction, user, 'A recovery code was used to sign in');
}
