import type { Connection } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A row of the log; names are those of today. */
export interface AuditRow {
  id: number;
  at: number;
  byId: string | null;
  byName: string | null;
  action: string;
  subject: string;
  userName: string | null;
  articleTitle: string | null;
  /** JSON. */
  details: string;
}

export interface AuditSelection {
  /** Row id of an admin; null: commands; undefined: everybody. */
  actorId?: number | null | undefined;
  action?: string | undefined;
  /** Milliseconds UTC, the first inclusive, the second exclusive. */
  from: number;
  until: number;
}

const condition = ({ actorId, action }: AuditSelection): string =>
  [
    'at >= @from AND at < @until',
    ...(actorId === undefined ? [] : ['actor_id IS @actorId']),
    ...(action === undefined ? [] : ['action = @action']),
  ].join(' AND ');

const valuesOf = ({ actorId, action, from, until }: AuditSelection) => ({
  from,
  until,
  ...(actorId === undefined ? {} : { actorId }),
  ...(action === undefined ? {} : { action }),
});

/** One page of the log, newest first. */
export function listAuditEntries(
  database: Connection,
  selection: AuditSelection,
  { limit, offset }: { limit: number; offset: number },
): AuditRow[] {
  const sql = `SELECT page.id, page.at, actor.public_id AS byId, actor.name AS byName, page.action, page.subject,
      subject.name AS userName, article.title AS articleTitle, page.details
    FROM (SELECT * FROM audit_log WHERE ${condition(selection)}
      ORDER BY at DESC, id DESC LIMIT @limit OFFSET @offset) page
    LEFT JOIN users actor ON actor.id = page.actor_id
    LEFT JOIN users subject ON subject.public_id = page.subject AND subject.status <> 'deleted'
    LEFT JOIN articles article ON article.public_id = page.subject
    ORDER BY page.at DESC, page.id DESC`;
  return prepared<[object], AuditRow>(database, sql).all({ ...valuesOf(selection), limit, offset });
}

export function countAuditEntries(database: Connection, selection: AuditSelection): number {
  const sql = `SELECT count(*) AS found FROM audit_log WHERE ${condition(selection)}`;
  return prepared<[object], { found: number }>(database, sql).get(valuesOf(selection))?.found ?? 0;
}

/** Forgets what is older. @returns how many entries that were */
export function forgetAuditEntries(database: Connection, before: number): number {
  const sql = 'DELETE FROM audit_log WHERE at < ?';
  return prepared<[number], unknown>(database, sql).run(before).changes;
}

/** Who has entries, each found by one step of the index. */
export function listAuditActors(database: Connection): { publicId: string; name: string }[] {
  const sql = `WITH RECURSIVE steps (id) AS (
      SELECT min(actor_id) FROM audit_log
      UNION ALL
      SELECT (SELECT min(actor_id) FROM audit_log WHERE actor_id > steps.id)
      FROM steps WHERE steps.id IS NOT NULL)
    SELECT users.public_id AS publicId, users.name FROM steps CROSS JOIN users ON users.id = steps.id`;
  return prepared<[], { publicId: string; name: string }>(database, sql).all();
}

/** What was ever done, likewise. */
export function listAuditActions(database: Connection): string[] {
  const sql = `WITH RECURSIVE steps (action) AS (
      SELECT min(action) FROM audit_log
      UNION ALL
      SELECT (SELECT min(action) FROM audit_log WHERE audit_log.action > steps.action)
      FROM steps WHERE steps.action IS NOT NULL)
    SELECT action FROM steps WHERE action IS NOT NULL`;
  return prepared<[], { action: string }>(database, sql)
    .all()
    .map(({ action }) => action);
}
