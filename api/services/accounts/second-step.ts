import { z } from 'zod';
import type { Queryable } from '../../db/client.ts';
import { isTrustedDevice, trustDevice } from '../../db/repositories/trusted-devices.ts';
import { findActiveUser, type UserRecord } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from './context.ts';
import { hashOfDevice } from './device.ts';
import { tellOwner } from './letters.ts';
import { issueToken, lookAtToken, takeToken } from './one-time-tokens.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { secondFactorsOf } from './second-factors.ts';
import { takeTotpCode, wrongCode } from './second-factors-totp.ts';
import { type SessionGrant, startSession } from './sessions.ts';

const KIND = 'second factor';
const ticketData = z.object({ remember: z.boolean() });

/**
 * After a right password: asks for a second factor where the account has one, once per device.
 * @throws DomainError SECOND_FACTOR_NEEDED with a ticket for the next step
 */
export async function askSecondFactor(
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

/** Does not ask this device again. */
export async function rememberDevice(
  { database, clock }: Pick<AccountContext, 'database' | 'clock'>,
  userId: number,
  device: string,
): Promise<void> {
  const entry = { userId, hash: hashOfDevice(device), createdAt: clock() };
  await database.write((transaction) => trustDevice(transaction, entry));
}

/**
 * Whom a ticket was given to, while it works.
 * @throws DomainError SIGN_IN_EXPIRED, also when the password was changed since
 */
export function ownerOfTicket(query: Queryable, ticket: string, now: number) {
  const found = lookAtToken(query, KIND, ticket, now);
  const user = found?.userId ? findActiveUser(query, found.userId) : undefined;
  if (!found || !user) throw new DomainError('SIGN_IN_EXPIRED');
  return { user, remember: ticketData.parse(found.data).remember };
}

interface CodeStep {
  ticket: string;
  /** Of an authenticator program, or a recovery code. */
  code: string;
  userAgent: string;
}

/**
 * The second step with a code, which works once.
 * @throws DomainError VALIDATION at the field `code`, SIGN_IN_EXPIRED, TOO_MANY_REQUESTS
 */
export async function signInByCode(
  context: AccountContext,
  { ticket, code, userAgent }: CodeStep,
): Promise<SessionGrant> {
  const { database, clock, codeGuard, refreshKey } = context;
  const now = clock();
  const asked = ownerOfTicket(database.query, ticket, now).user.id;
  await codeGuard.admit(asked);
  return database.write((transaction) => {
    const { user, remember } = ownerOfTicket(transaction, ticket, now);
    useCode(context, transaction, user, code);
    takeToken(transaction, KIND, ticket, now);
    codeGuard.succeeded(transaction, user.id);
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
  if (takeTotpCode(context, transaction, user.id, digits)) return;
  if (!takeRecoveryCode(transaction, user.id, typed, context.clock())) throw wrongCode();
  tellOwner(context, transaction, user, 'A recovery code was used to sign in');
}
