import { noteForAudit } from '../../db/audit-trail.ts';
import type { Queryable } from '../../db/client.ts';
import { readSetting, writeSetting } from '../../db/repositories/settings.ts';
import { DomainError } from '../../errors.ts';
import type { AccountContext } from './context.ts';
import { secondFactorsOf } from './second-factors.ts';

/** The statement that reads whose session it is knows this name too. */
const RULE = 'admins-need-second-factor';

/** Whether admins are heard as admins only once they have a second factor. */
export function adminsNeedSecondFactor(query: Queryable): boolean {
  return readSetting(query, RULE) === true;
}

/** @throws DomainError STATE_CONFLICT when who sets the rule would be shut out by it */
export function refuseToShutOneselfOut(query: Queryable, userId: number): void {
  if (secondFactorsOf(query, userId).length > 0) return;
  const msg = 'Please set up a second factor of your own first.';
  throw new DomainError('STATE_CONFLICT', { msg });
}

/**
 * Sets the rule for all admins.
 * @throws DomainError STATE_CONFLICT, see refuseToShutOneselfOut
 */
export async function ruleSecondFactor(
  { database, clock }: Pick<AccountContext, 'database' | 'clock'>,
  userId: number,
  required: boolean,
): Promise<void> {
  await database.write((transaction) => {
    if (required) refuseToShutOneselfOut(transaction, userId);
    writeSetting(transaction, RULE, required, clock());
    noteForAudit({ [RULE]: String(required) });
  });
}
