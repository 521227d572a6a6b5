import type { UserRecord } from '../../db/repositories/users.ts';

/**
 * How a letter begins. Whoever registers with the address of somebody else writes nothing into a mail
 * to them: until the address is confirmed, a letter names nobody.
 */
export function greeting({
  name,
  emailConfirmedAt,
}: Pick<UserRecord, 'name' | 'emailConfirmedAt'>): string {
  return emailConfirmedAt === null ? 'Hello,' : `Hello ${name},`;
}
