import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { codeHostAccounts } from '../schema.ts';

export type CodeHostAccount = typeof codeHostAccounts.$inferSelect;

/** Whom an account of the service may sign in. */
export function findCodeHostAccount(
  query: Queryable,
  { host, subject }: Pick<CodeHostAccount, 'host' | 'subject'>,
): CodeHostAccount | undefined {
  return query
    .select()
    .from(codeHostAccounts)
    .where(and(eq(codeHostAccounts.host, host), eq(codeHostAccounts.subject, subject)))
    .get();
}

/** The account of the service that a user has connected, if they have. */
export function findCodeHostAccountOf(
  query: Queryable,
  userId: number,
  host: string,
): CodeHostAccount | undefined {
  return query
    .select()
    .from(codeHostAccounts)
    .where(and(eq(codeHostAccounts.userId, userId), eq(codeHostAccounts.host, host)))
    .get();
}

/** All accounts of services that can sign a user in. */
export function listCodeHostAccountsOf(query: Queryable, userId: number): CodeHostAccount[] {
  return query.select().from(codeHostAccounts).where(eq(codeHostAccounts.userId, userId)).all();
}

export function insertCodeHostAccount(query: Queryable, account: CodeHostAccount): void {
  query.insert(codeHostAccounts).values(account).run();
}

/** @returns whether there was one */
export function deleteCodeHostAccountOf(query: Queryable, userId: number, host: string): boolean {
  const gone = query
    .delete(codeHostAccounts)
    .where(and(eq(codeHostAccounts.userId, userId), eq(codeHostAccounts.host, host)))
    .run();
  return gone.changes > 0;
}
