import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { oneTimeTokens } from '../schema.ts';

export type OneTimeTokenRecord = typeof oneTimeTokens.$inferSelect;

export function insertOneTimeToken(query: Queryable, token: OneTimeTokenRecord): void {
  query.insert(oneTimeTokens).values(token).run();
}

interface Wanted {
  hash: string;
  kind: string;
  now: number;
}

const open = ({ hash, kind, now }: Wanted) =>
  and(eq(oneTimeTokens.hash, hash), eq(oneTimeTokens.kind, kind), gt(oneTimeTokens.expiresAt, now));

/** A token that nobody has used and whose time is not over. */
export function findOneTimeToken(query: Queryable, wanted: Wanted): OneTimeTokenRecord | undefined {
  return query.select().from(oneTimeTokens).where(open(wanted)).get();
}

/** As findOneTimeToken, and uses it up: of many at once one gets it. */
export function takeOneTimeToken(query: Queryable, wanted: Wanted): OneTimeTokenRecord | undefined {
  return query.delete(oneTimeTokens).where(open(wanted)).returning().get();
}

/** The one that was made last for a user and still works. */
export function findLatestTokenOfUser(
  query: Queryable,
  userId: number,
  kind: string,
  now: number,
): OneTimeTokenRecord | undefined {
  return query
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.userId, userId),
        eq(oneTimeTokens.kind, kind),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
    .orderBy(desc(oneTimeTokens.createdAt))
    .limit(1)
    .get();
}

export function deleteTokensOfUser(query: Queryable, userId: number, kind: string): void {
  query
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), eq(oneTimeTokens.kind, kind)))
    .run();
}

export function deleteTokensExpiredBy(query: Queryable, now: number): void {
  query.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now)).run();
}
