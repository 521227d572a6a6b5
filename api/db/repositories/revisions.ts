import { and, desc, eq, lt, lte, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../database.ts';
import { deriveWorkingCopies } from '../derived.ts';
import { users } from '../schema/accounts.ts';
import { articleRevisions, workingCopies } from '../schema/articles.ts';

export type RevisionRow = typeof articleRevisions.$inferSelect;
export type WorkingCopyRow = typeof workingCopies.$inferSelect;
type NewRevision = Omit<typeof articleRevisions.$inferInsert, 'id'>;

/** A revision without its fields. */
export type RevisionHead = ReturnType<typeof listRevisions>[number];

const head = {
  id: articleRevisions.id,
  publicId: articleRevisions.publicId,
  kind: articleRevisions.kind,
  version: articleRevisions.version,
  by: users.name,
  startedAt: articleRevisions.startedAt,
  savedAt: articleRevisions.savedAt,
  words: articleRevisions.words,
  title: articleRevisions.title,
};

export function findNewestRevision(query: Queryable, articleId: number): RevisionRow | undefined {
  return query
    .select()
    .from(articleRevisions)
    .where(eq(articleRevisions.articleId, articleId))
    .orderBy(desc(articleRevisions.id))
    .limit(1)
    .get();
}

export function insertRevision(query: Queryable, row: NewRevision): void {
  query.insert(articleRevisions).values(row).run();
}

/** Replaces an autosave by a later one of the same editing session. */
export function updateRevision(query: Queryable, id: number, changes: Partial<NewRevision>): void {
  query.update(articleRevisions).set(changes).where(eq(articleRevisions.id, id)).run();
}

/** Deletes all but the newest autosaves of an article. */
export function purgeAutosaves({ query }: Database, articleId: number, most: number): void {
  const isAutosave = and(
    eq(articleRevisions.articleId, articleId),
    // A literal value, because the partial index needs the same condition.
    sql`${articleRevisions.kind} = 'autosave'`,
  );
  const newestToDelete = query
    .select({ id: articleRevisions.id })
    .from(articleRevisions)
    .where(isAutosave)
    .orderBy(desc(articleRevisions.id))
    .limit(1)
    .offset(most);
  query
    .delete(articleRevisions)
    .where(and(isAutosave, lte(articleRevisions.id, newestToDelete)))
    .run();
}

/** Returns one page of an article's revisions, newest first. */
export function listRevisions(
  query: Queryable,
  articleId: number,
  page: { before: number | null; limit: number },
) {
  const ofArticle = eq(articleRevisions.articleId, articleId);
  return query
    .select(head)
    .from(articleRevisions)
    .leftJoin(users, eq(users.id, articleRevisions.userId))
    .where(page.before === null ? ofArticle : and(ofArticle, lt(articleRevisions.id, page.before)))
    .orderBy(desc(articleRevisions.id))
    .limit(page.limit)
    .all();
}

export function findRevision(
  query: Queryable,
  articleId: number,
  publicId: string,
): (RevisionHead & { fields: RevisionRow['fields'] }) | undefined {
  return query
    .select({ ...head, fields: articleRevisions.fields })
    .from(articleRevisions)
    .leftJoin(users, eq(users.id, articleRevisions.userId))
    .where(and(eq(articleRevisions.publicId, publicId), eq(articleRevisions.articleId, articleId)))
    .get();
}

export function findArticleOfEditSession(query: Queryable, editSession: string): number | null {
  const row = query
    .select({ id: articleRevisions.articleId })
    .from(articleRevisions)
    .where(eq(articleRevisions.editSession, editSession))
    .get();
  return row?.id ?? null;
}

/** User and article of a working copy, by row id. */
export type WorkingCopyOwner = Pick<WorkingCopyRow, 'articleId' | 'userId'>;

const ofOwner = ({ articleId, userId }: WorkingCopyOwner) =>
  and(eq(workingCopies.articleId, articleId), eq(workingCopies.userId, userId));

/** Returns at most `WORKING_COPIES_MAX` working copies, newest first. */
export function listWorkingCopyRows(query: Queryable, owner: WorkingCopyOwner): WorkingCopyRow[] {
  const rows = query.select().from(workingCopies).where(ofOwner(owner)).all();
  return rows.sort((one, other) => other.savedAt - one.savedAt);
}

export function writeWorkingCopy(query: Queryable, row: WorkingCopyRow): void {
  const { version, savedAt, fields } = row;
  query
    .insert(workingCopies)
    .values(row)
    .onConflictDoUpdate({
      target: [workingCopies.articleId, workingCopies.userId, workingCopies.editSession],
      set: { version, savedAt, fields },
    })
    .run();
  deriveWorkingCopies(query, row.articleId);
}

export function deleteWorkingCopy(
  query: Queryable,
  owner: WorkingCopyOwner,
  editSession: string,
): void {
  query
    .delete(workingCopies)
    .where(and(ofOwner(owner), eq(workingCopies.editSession, editSession)))
    .run();
  deriveWorkingCopies(query, owner.articleId);
}
