import { addAuditDetails } from '../../db/audit-trail.ts';
import type { Queryable } from '../../db/client.ts';
import { readSetting, writeSetting } from '../../db/repositories/settings.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from '../account-context.ts';
import { secondFactorsOf } from './second-factors.ts';

/** The query of the session owner uses this name, too. */
const RULE = 'admins-need-second-factor';

/** True if admins need a second factor to use their admin rights. */
export function adminsNeedSecondFactor(query: Queryable): boolean {
  return readSetting(query, RULE) === true;
}

/** @throws DomainError STATE_CONFLICT if the policy would lock out the caller */
export function preventSelfLockout(query: Queryable, userId: number): void {
  if (secondFactorsOf(query, userId).length > 0) return;
  const msg = 'Please set up a second factor for your account first.';
  throw new DomainError('STATE_CONFLICT', { msg });
}

/**
 * Sets the second-factor policy for admins.
 * @throws DomainError STATE_CONFLICT, see preventSelfLockout
 */
export async function setSecondFactorPolicy(
  { database, clock }: Pick<AccountContext, 'database' | 'clock'>,
  userId: number,
  required: boolean,
): Promise<void> {
  await database.write((transaction) => {
    if (required) preventSelfLockout(transaction, userId);
    writeSetting(transaction, RULE, required, clock());
    addAuditDetails({ [RULE]: String(required) });
  });
}
