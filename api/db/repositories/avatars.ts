import { and, eq, lt, notExists, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { avatars, users } from '../schema/accounts.ts';

export type Avatar = typeof avatars.$inferSelect;

export function insertAvatar(query: Queryable, avatar: typeof avatars.$inferInsert): void {
  query.insert(avatars).values(avatar).run();
}

export function findAvatar(query: Queryable, publicId: string): Avatar | undefined {
  return query.select().from(avatars).where(eq(avatars.publicId, publicId)).get();
}

/** Returns the avatars of a member: the current one, and at most one unsaved one. */
export function listAvatarsOf(query: Queryable, userId: number): Avatar[] {
  return query.select().from(avatars).where(eq(avatars.userId, userId)).all();
}

/** Returns all avatars with their members, for admins and the purge. */
export function listAvatars(query: Queryable): Avatar[] {
  return query.select().from(avatars).all();
}

export function deleteAvatar(query: Queryable, id: number): void {
  query.delete(avatars).where(eq(avatars.id, id)).run();
}

/** Deletes unused avatars that were uploaded before `time`. @returns their rows */
export function deleteUnusedAvatars(query: Queryable, time: number): Avatar[] {
  const shown = query
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.id, avatars.userId), sql`${users.avatar} LIKE '%/' || ${avatars.name} || '-%'`),
    );
  return query
    .delete(avatars)
    .where(and(lt(avatars.createdAt, time), notExists(shown)))
    .returning()
    .all();
}
