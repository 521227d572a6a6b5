import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import { draftLinks } from '../schema/articles.ts';

export type DraftLink = typeof draftLinks.$inferSelect;

export function insertDraftLink(query: Queryable, row: typeof draftLinks.$inferInsert): DraftLink {
  return query.insert(draftLinks).values(row).returning().get();
}

export function findDraftLink(query: Queryable, publicId: string): DraftLink | undefined {
  return query.select().from(draftLinks).where(eq(draftLinks.publicId, publicId)).get();
}

/** Returns the active links to an article, the next to expire first. */
export function listOpenDraftLinks(query: Queryable, articleId: number, now: number): DraftLink[] {
  return query
    .select()
    .from(draftLinks)
    .where(and(eq(draftLinks.articleId, articleId), gt(draftLinks.endsAt, now)))
    .orderBy(asc(draftLinks.endsAt))
    .all();
}

/** Deletes the expired links to an article. */
export function deleteEndedDraftLinks(query: Queryable, articleId: number, now: number): void {
  query
    .delete(draftLinks)
    .where(and(eq(draftLinks.articleId, articleId), lte(draftLinks.endsAt, now)))
    .run();
}

export function deleteDraftLink(query: Queryable, id: number): void {
  query.delete(draftLinks).where(eq(draftLinks.id, id)).run();
}

export function setDraftLinkSeen(query: Queryable, id: number, seenAt: number): void {
  query.update(draftLinks).set({ seenAt }).where(eq(draftLinks.id, id)).run();
}
