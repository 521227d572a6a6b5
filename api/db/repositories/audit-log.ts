import { and, desc, eq, gt, gte, isNull, lt, min, ne, type SQL } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { countRows, type Database, type Page, type Queryable } from '../database.ts';
import { users } from '../schema/accounts.ts';
import { articles } from '../schema/articles.ts';
import { auditLog } from '../schema/site.ts';

export interface AuditSelection {
  /** Row ID of an admin; null for commands; undefined for all. */
  actorId?: number | null | undefined;
  action?: string | undefined;
  /** Milliseconds UTC, the first inclusive, the second exclusive. */
  from: number;
  until: number;
}

function auditCondition({ actorId, action, from, until }: AuditSelection): SQL | undefined {
  const ofActor = actorId === null ? isNull(auditLog.actorId) : eq(auditLog.actorId, actorId ?? 0);
  return and(
    gte(auditLog.at, from),
    lt(auditLog.at, until),
    actorId === undefined ? undefined : ofActor,
    action === undefined ? undefined : eq(auditLog.action, action),
  );
}

/** Entry of the log, with the current names. */
export type AuditRow = ReturnType<typeof listAuditEntries>[number];

/** Returns one page of the log, newest first. */
export function listAuditEntries(
  { query }: Database,
  selection: AuditSelection,
  { limit, offset }: Page,
) {
  const page = query
    .select()
    .from(auditLog)
    .where(auditCondition(selection))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit)
    .offset(offset)
    .as('page');
  const actor = alias(users, 'actor');
  const subject = alias(users, 'subject');
  return query
    .select({
      id: page.id,
      at: page.at,
      byId: actor.publicId,
      byName: actor.name,
      action: page.action,
      subject: page.subject,
      userName: subject.name,
      articleTitle: articles.title,
      details: page.details,
    })
    .from(page)
    .leftJoin(actor, eq(actor.id, page.actorId))
    .leftJoin(subject, and(eq(subject.publicId, page.subject), ne(subject.status, 'deleted')))
    .leftJoin(articles, eq(articles.publicId, page.subject))
    .orderBy(desc(page.at), desc(page.id))
    .all();
}

export const countAuditEntries = ({ query }: Database, selection: AuditSelection): number =>
  countRows(query, auditLog, auditCondition(selection));

/** Deletes older entries. @returns their number */
export const purgeAuditEntries = ({ query }: Database, before: number): number =>
  query.delete(auditLog).where(lt(auditLog.at, before)).run().changes;

/** Returns the admins with entries. */
export function listAuditActors({ query }: Database) {
  const { id, publicId, name } = users;
  return listAuditValues<number>(query, auditLog.actorId).flatMap((actorId) =>
    query.select({ publicId, name }).from(users).where(eq(id, actorId)).all(),
  );
}

/** Returns the actions with entries. */
export const listAuditActions = ({ query }: Database): string[] =>
  listAuditValues<string>(query, auditLog.action);

/**
 * Returns the distinct values of an indexed column, lowest first. Each one takes one step in the index, however many
 * entries there are.
 */
function listAuditValues<Value>(query: Queryable, column: SQLiteColumn): Value[] {
  const values: Value[] = [];
  for (;;) {
    const isNext = values.length === 0 ? undefined : gt(column, values.at(-1));
    const row = query
      .select({ next: min(column) })
      .from(auditLog)
      .where(isNext)
      .get();
    if (!row || row.next === null) return values;
    values.push(row.next as Value);
  }
}
