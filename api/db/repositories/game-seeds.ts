import { and, desc, eq, isNull, lt, lte } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { gameSeeds } from '../schema/games.ts';

/** Started game that may count for the leaderboard. */
export type SeedRow = typeof gameSeeds.$inferSelect;

export function insertSeed({ query }: Database, seed: Omit<SeedRow, 'id' | 'usedAt'>): void {
  query.insert(gameSeeds).values(seed).run();
}

export const findSeed = ({ query }: Database, publicId: string): SeedRow | undefined =>
  query.select().from(gameSeeds).where(eq(gameSeeds.publicId, publicId)).get();

/** Marks a seed as used. @returns false if it was used before */
export function claimSeed({ query }: Database, id: number, now: number): boolean {
  const condition = and(eq(gameSeeds.id, id), isNull(gameSeeds.usedAt));
  return query.update(gameSeeds).set({ usedAt: now }).where(condition).run().changes > 0;
}

/** Marks a seed as unused, because its game could not be counted for a reason that is not the player's. */
export function releaseSeed({ query }: Database, id: number): void {
  query.update(gameSeeds).set({ usedAt: null }).where(eq(gameSeeds.id, id)).run();
}

/** Deletes seeds that ended before a time, and all but the newest `keep` of a user. */
export function purgeSeeds(
  { query }: Database,
  { before, userId, keep }: { before: number; userId: number; keep: number },
): void {
  query.delete(gameSeeds).where(lt(gameSeeds.endsAt, before)).run();
  const newestToDelete = query
    .select({ id: gameSeeds.id })
    .from(gameSeeds)
    .where(eq(gameSeeds.userId, userId))
    .orderBy(desc(gameSeeds.id))
    .limit(1)
    .offset(keep);
  query
    .delete(gameSeeds)
    .where(and(eq(gameSeeds.userId, userId), lte(gameSeeds.id, newestToDelete)))
    .run();
}
