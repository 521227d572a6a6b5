import type { AccountResponse } from '#contracts/account.ts';
import { ROLE_ADMIN } from '#contracts/user.ts';
import { findCodeHostAccountOf } from '../../db/repositories/oauth-accounts.ts';
import { listPasskeys } from '../../db/repositories/passkeys.ts';
import { countRecoveryCodes } from '../../db/repositories/recovery-codes.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';
import { unconfirmedEmail } from '../registration/email.ts';
import { adminsNeedSecondFactor } from '../second-factors/second-factor-policy.ts';
import { secondFactorsOf } from '../second-factors/second-factors.ts';
import { listSessions } from './session-list.ts';

/** Returns the sign-in methods and sessions of a user. @throws DomainError NOT_SIGNED_IN */
export function readAccount(
  { database, clock, codeHost }: Pick<AccountContext, 'database' | 'clock' | 'codeHost'>,
  who: { userId: number; sessionId: string },
): AccountResponse['account'] {
  const { query } = database;
  const now = clock();
  const user = findActiveUser(query, who.userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  const waiting = unconfirmedEmail(query, user, now);
  return {
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    pendingEmail: waiting === user.email ? null : waiting,
    sessions: listSessions(query, who, now),
    secondFactors: secondFactorsOf(query, user.id),
    passkeys: listPasskeys(query, user.id).map((passkey) => ({
      _id: passkey.publicId,
      name: passkey.name,
      createdAt: new Date(passkey.createdAt).toISOString(),
      lastUsedAt: passkey.lastUsedAt === null ? null : new Date(passkey.lastUsedAt).toISOString(),
    })),
    password: user.passwordHash !== NO_PASSWORD,
    codeHost: codeHost && {
      name: codeHost.name,
      login: findCodeHostAccountOf(query, user.id, codeHost.host)?.login ?? null,
    },
    recoveryCodesLeft: countRecoveryCodes(query, user.id),
    adminsNeedSecondFactor: user.role === ROLE_ADMIN ? adminsNeedSecondFactor(query) : null,
  };
}
