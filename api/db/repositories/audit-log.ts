import { and, desc, eq, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { countRows, type Database, type Page } from '../database.ts';
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

/** Returns the admins with entries. Each one takes one step in the index, however many entries there are. */
export function listAuditActors({ query }: Database) {
  return query.all<{ publicId: string; name: string }>(sql`WITH RECURSIVE steps (id) AS (
      SELECT min(actor_id) FROM audit_log
      UNION ALL
      SELECT (SELECT min(actor_id) FROM audit_log WHERE actor_id > steps.id)
      FROM steps WHERE steps.id IS NOT NULL)
    SELECT users.public_id AS publicId, users.name FROM steps CROSS JOIN users ON users.id = steps.id`);
}

/** Returns the actions with entries in the same way. */
export function listAuditActions({ query }: Database): string[] {
  const rows = query.all<{ action: string }>(sql`WITH RECURSIVE steps (action) AS (
      SELECT min(action) FROM audit_log
      UNION ALL
      SELECT (SELECT min(action) FROM audit_log WHERE audit_log.action > steps.action)
      FROM steps WHERE steps.action IS NOT NULL)
    SELECT action FROM steps WHERE action IS NOT NULL`);
  return rows.map(({ action }) => action);
}
