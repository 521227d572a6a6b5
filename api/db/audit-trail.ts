import { AsyncLocalStorage } from 'node:async_hooks';
import type BetterSqlite3 from 'better-sqlite3';
import type { Queryable } from './client.ts';
import { auditLog } from './schema/site.ts';

/** Action of an admin that is not stored in the audit log yet. */
export interface AuditNote {
  /** Milliseconds UTC. */
  at: number;
  /** Row id of the admin; null for commands. */
  actorId: number | null;
  /** Method and route of the request, or name of the command. */
  action: string;
  /** Public id or name of the target; empty if the action has none. */
  subject: string;
  /** Details that every admin may read: no secrets, and no personal data except public ids. */
  details: Record<string, string>;
  /** True if the action is complete and has changed nothing in the database. */
  outside: boolean;
  /** Row of the log, once it is stored. */
  entryId: number | null;
  /** Ends the action; later work of the request is not attributed to the admin. */
  closed: boolean;
}

const acting = new AsyncLocalStorage<AuditNote>();

/** Runs `work` as the action of `note`; its first write transaction stores the audit entry. */
export function auditing<Result>(note: AuditNote, work: () => Result): Result {
  return acting.run(note, work);
}

/** Adds details to the audit entry of the current action, if any. */
export function addAuditDetails(details: Record<string, string>, subject?: string): void {
  const note = acting.getStore();
  if (!note || note.closed) return;
  Object.assign(note.details, details);
  if (subject !== undefined) note.subject = subject;
}

/**
 * Runs `work` for `Database.write` and stores the audit entry of the current action in the same
 * transaction. Work without changes adds no entry.
 * @param transact runs its argument in a transaction
 */
export function withAuditEntry<Result>(
  query: Queryable,
  transact: (work: () => Result) => Result,
  work: () => Result,
): Result {
  const note = acting.getStore();
  if (!note || note.closed || note.entryId !== null) return transact(work);
  let entryId: number | null = null;
  const result = transact(() => {
    const before = changesOf(query.$client);
    const done = work();
    if (changesOf(query.$client) > before || note.outside) entryId = insertEntry(query, note);
    return done;
  });
  note.entryId = entryId;
  return result;
}

/** Returns the number of rows that this connection has changed. */
function changesOf(raw: BetterSqlite3.Database): number {
  return raw.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
}

function insertEntry(query: Queryable, note: AuditNote): number {
  const { at, actorId, action, subject, details } = note;
  const entry = { at, actorId, action, subject, details };
  return query.insert(auditLog).values(entry).returning({ id: auditLog.id }).get().id;
}
