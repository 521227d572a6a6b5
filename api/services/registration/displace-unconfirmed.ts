import type { Queryable } from '../../db/client.ts';
import { deleteTokensBoundToPassword } from '../../db/repositories/one-time-tokens.ts';
import { revokeSessionsOfUser } from '../../db/repositories/sessions.ts';
import { releaseEmail, type UserRecord, updatePasswordHash } from '../../db/repositories/users.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';

/**
 * Removes the email address and the password of an account that never confirmed it, since anyone can
 * register an address without owning it. Call it in a transaction.
 */
export function displaceUnconfirmed(transaction: Queryable, holder: UserRecord, now: number): void {
  releaseEmail(transaction, holder, now);
  updatePasswordHash(transaction, holder.id, NO_PASSWORD, now);
  revokeSessionsOfUser(transaction, holder.id, 'address taken over', now);
  deleteTokensBoundToPassword(transaction, holder.id);
}
