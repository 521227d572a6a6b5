import type { ConfirmRequest } from '#contracts/account.ts';
import { confirmSession } from '../../db/repositories/sessions.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { refuseWrongPassword } from './change-password.ts';
import type { AccountContext } from './context.ts';
import { ownerOfProof } from './passkeys.ts';
import { takeTotpCode, wrongCode } from './second-factors-totp.ts';

/** Milliseconds after which what is dangerous asks again who is there. */
export const CONFIRMED_MS = 10 * 60_000;

interface Claim extends ConfirmRequest {
  userId: number;
  sessionId: string;
  /** Where it comes from, for the guard against guessing. */
  address: string;
}

/**
 * Notes that a session has shown once more who is using it: by passkey, by a code of an
 * authenticator, or by password.
 * @throws DomainError VALIDATION at the field, PASSKEY_REFUSED, TOO_MANY_REQUESTS, BUSY
 */
export async function confirmWhoIsThere(context: AccountContext, claim: Claim): Promise<void> {
  const { database, clock } = context;
  const { userId, sessionId } = claim;
  await check(context, claim);
  await database.write((transaction) => {
    confirmSession(transaction, sessionId, clock());
    context.codeGuard.succeeded(transaction, userId);
  });
}

async function check(context: AccountContext, claim: Claim): Promise<void> {
  const { database, codeGuard } = context;
  const { userId, passkey, code, password = '' } = claim;
  if (passkey) return void (await ownerOfProof(context, passkey, userId));
  if (code !== undefined) {
    await codeGuard.admit(userId);
    const digits = code.replace(/\s/g, '');
    const right = await database.write((transaction) =>
      takeTotpCode(context, transaction, userId, digits),
    );
    if (!right) throw wrongCode();
    return;
  }
  const user = findActiveUser(database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  await refuseWrongPassword(context, user, { ...claim, password, field: 'password' });
}
