import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { oauthAccounts } from '../schema/accounts.ts';

export type CodeHostAccount = typeof oauthAccounts.$inferSelect;

/** Returns the user that an OAuth account is linked to. */
export function findCodeHostAccount(
  query: Queryable,
  { host, subject }: Pick<CodeHostAccount, 'host' | 'subject'>,
): CodeHostAccount | undefined {
  return query
    .select()
    .from(oauthAccounts)
    .where(and(eq(oauthAccounts.host, host), eq(oauthAccounts.subject, subject)))
    .get();
}

/** Returns the linked account of a user at a service, if any. */
export function findCodeHostAccountOf(
  query: Queryable,
  userId: number,
  host: string,
): CodeHostAccount | undefined {
  return query
    .select()
    .from(oauthAccounts)
    .where(and(eq(oauthAccounts.userId, userId), eq(oauthAccounts.host, host)))
    .get();
}

/** Returns all linked accounts of a user. */
export function listCodeHostAccountsOf(query: Queryable, userId: number): CodeHostAccount[] {
  return query.select().from(oauthAccounts).where(eq(oauthAccounts.userId, userId)).all();
}

export function insertCodeHostAccount(query: Queryable, account: CodeHostAccount): void {
  query.insert(oauthAccounts).values(account).run();
}

/** @returns true if there was an account */
export function deleteCodeHostAccountOf(query: Queryable, userId: number, host: string): boolean {
  const gone = query
    .delete(oauthAccounts)
    .where(and(eq(oauthAccounts.userId, userId), eq(oauthAccounts.host, host)))
    .run();
  return gone.changes > 0;
}
