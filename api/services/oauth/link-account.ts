import {
  deleteCodeHostAccountOf,
  findCodeHostAccount,
  findCodeHostAccountOf,
  insertCodeHostAccount,
} from '../../db/repositories/oauth-accounts.ts';
import { listPasskeys } from '../../db/repositories/passkeys.ts';
import { DomainError } from '../../errors.ts';
import type { CodeHostIdentity } from '../../integrations/code-host.ts';
import type { AccountContext } from '../account-context.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';
import { notifyOwner } from '../registration/emails.ts';
import { ownerForFactor } from '../second-factors/second-factors.ts';

/**
 * Links an account of the OAuth provider to a user, who can sign in with it.
 * @throws DomainError STATE_CONFLICT if it is linked to another user, or the user has linked another one
 */
export async function linkOAuthAccount(
  context: AccountContext,
  userId: number,
  { subject, login }: CodeHostIdentity,
): Promise<void> {
  const { database, clock, codeHost } = context;
  if (!codeHost) throw new DomainError('NOT_FOUND');
  const { host, name } = codeHost;
  await database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    const holder = findCodeHostAccount(transaction, { host, subject });
    if (holder?.userId === userId) return;
    if (holder) {
      const msg = `This ${name} account is connected to another account here.`;
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    if (findCodeHostAccountOf(transaction, userId, host)) {
      const msg = `Another ${name} account is already connected. Please remove it first.`;
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    insertCodeHostAccount(transaction, { host, subject, userId, login, linkedAt: clock() });
    notifyOwner(context, transaction, user, `A ${name} account was connected to your account`);
  });
}

/**
 * Unlinks the account.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT if the user has no other way to sign in
 */
export async function unlinkOAuthAccount(context: AccountContext, userId: number): Promise<void> {
  const { database, codeHost } = context;
  if (!codeHost) throw new DomainError('NOT_FOUND');
  const { host, name } = codeHost;
  await database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    const passkeys = listPasskeys(transaction, userId).length;
    if (user.passwordHash === NO_PASSWORD && passkeys === 0) {
      const msg = 'Please set a password first, or you would have no way to sign in.';
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    if (!deleteCodeHostAccountOf(transaction, userId, host)) throw new DomainError('NOT_FOUND');
    notifyOwner(context, transaction, user, `A ${name} account was disconnected from your account`);
  });
}
