import { and, desc, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { avatars, users } from '../schema/accounts.ts';
import { media } from '../schema/media.ts';

export type Avatar = typeof avatars.$inferSelect;

export type Media = typeof media.$inferSelect;

export function findMediaBySource(query: Queryable, sourceHash: string): Media | undefined {
  return query.select().from(media).where(eq(media.sourceHash, sourceHash)).get();
}

export function findMediaByPublicId(query: Queryable, publicId: string): Media | undefined {
  return query.select().from(media).where(eq(media.publicId, publicId)).get();
}

export function findMediaByFileName(query: Queryable, fileName: string): Media | undefined {
  return query.select().from(media).where(eq(media.fileName, fileName)).get();
}

export function insertMedia(query: Queryable, row: typeof media.$inferInsert): Media {
  return query.insert(media).values(row).returning().get();
}

/** Dimensions by the address that markdown uses, `/media/{file name}`. */
export function readMediaSizes(
  query: Queryable,
  addresses: string[],
): Map<string, { width: number; height: number }> {
  const names = addresses.map((address) => address.replace(/^\/media\//, ''));
  if (names.length === 0) return new Map();
  const rows = query
    .select({ fileName: media.fileName, width: media.width, height: media.height })
    .from(media)
    .where(inArray(media.fileName, names))
    .all();
  return new Map(
    rows.map((row) => [`/media/${row.fileName}`, { width: row.width, height: row.height }]),
  );
}

export function listMediaFiles(query: Queryable): string[] {
  return query
    .select({ fileName: media.fileName })
    .from(media)
    .all()
    .map((row) => row.fileName);
}

/** Every image of the store, the newest first. */
export function listMedia(query: Queryable): Media[] {
  return query.select().from(media).orderBy(desc(media.id)).all();
}

/** Says what a picture shows. */
export function updateMediaAlt(query: Queryable, id: number, alt: string): void {
  query.update(media).set({ alt }).where(eq(media.id, id)).run();
}

export function deleteMedia(query: Queryable, id: number): void {
  query.delete(media).where(eq(media.id, id)).run();
}

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
