import type { ConfirmRequest } from '#contracts/account.ts';
import { MINUTE_MS } from '#contracts/durations.ts';
import { recordReauthentication } from '../../db/repositories/sessions.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { assertPassword } from '../passwords/change-password.ts';
import { verifyPasskey } from '../second-factors/passkeys.ts';
import { consumeTotpCode, wrongCode } from '../second-factors/totp.ts';
import type { AccountContext } from './sessions.ts';

/** Time for which a re-authentication is valid, in milliseconds. */
export const REAUTHENTICATION_MS = 10 * MINUTE_MS;

interface Claim extends ConfirmRequest {
  userId: number;
  sessionId: string;
  /** IP address of the client, for the login limiter. */
  ipAddress: string;
}

/**
 * Re-authenticates a session with a passkey, a code of an authenticator app, or the password.
 * @throws DomainError VALIDATION at the field, PASSKEY_REJECTED, TOO_MANY_REQUESTS, BUSY
 */
export async function reauthenticate(context: AccountContext, claim: Claim): Promise<void> {
  const { database, clock } = context;
  await check(context, claim);
  await database.write((transaction) =>
    recordReauthentication(transaction, claim.sessionId, clock()),
  );
}

async function check(context: AccountContext, claim: Claim): Promise<void> {
  const { database, totpLimiter } = context;
  const { userId, passkey, code, password = '' } = claim;
  if (passkey) return void (await verifyPasskey(context, passkey, userId));
  if (code !== undefined) {
    await totpLimiter.admit(userId);
    const digits = code.replace(/\s/g, '');
    return database.write((transaction) => {
      if (!consumeTotpCode(context, transaction, userId, digits)) throw wrongCode();
      totpLimiter.succeeded(transaction, userId);
    });
  }
  const user = findActiveUser(database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  await assertPassword(context, user, { ...claim, password, field: 'password' });
}
