import {
  deleteCodeHostAccountOf,
  findCodeHostAccount,
  findCodeHostAccountOf,
  insertCodeHostAccount,
} from '../../db/repositories/code-host-accounts.ts';
import { listPasskeys } from '../../db/repositories/passkeys.ts';
import { DomainError } from '../../errors.ts';
import type { CodeHostIdentity } from '../../integrations/code-host.ts';
import type { AccountContext } from './context.ts';
import { tellOwner } from './letters.ts';
import { NO_PASSWORD } from './passwords.ts';
import { ownerForFactor } from './second-factors.ts';

/**
 * Lets an account of the service sign in as this user from now on.
 * @throws DomainError STATE_CONFLICT when it belongs to somebody else, or another one is connected
 */
export async function linkCodeHost(
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
      const msg = `This ${name} account signs in to another account here.`;
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    if (findCodeHostAccountOf(transaction, userId, host)) {
      const msg = `Another ${name} account is connected already. Please remove it first.`;
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    insertCodeHostAccount(transaction, { host, subject, userId, login, linkedAt: clock() });
    tellOwner(context, transaction, user, `A ${name} account can sign in to your account now`);
  });
}

/**
 * Takes that back.
 * @throws DomainError NOT_FOUND, STATE_CONFLICT when nothing else would sign in
 */
export async function unlinkCodeHost(context: AccountContext, userId: number): Promise<void> {
  const { database, codeHost } = context;
  if (!codeHost) throw new DomainError('NOT_FOUND');
  const { host, name } = codeHost;
  await database.write((transaction) => {
    const user = ownerForFactor(transaction, userId);
    const passkeys = listPasskeys(transaction, userId).length;
    if (user.passwordHash === NO_PASSWORD && passkeys === 0) {
      const msg = 'Please choose a password first: otherwise nothing would sign you in.';
      throw new DomainError('STATE_CONFLICT', { msg });
    }
    if (!deleteCodeHostAccountOf(transaction, userId, host)) throw new DomainError('NOT_FOUND');
    tellOwner(context, transaction, user, `No ${name} account signs in to your account any more`);
  });
}
