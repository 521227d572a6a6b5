import { AsyncLocalStorage } from 'node:async_hooks';
import type BetterSqlite3 from 'better-sqlite3';
import type { Queryable } from './client.ts';
import { auditLog } from './schema/site.ts';

/** What an admin is doing, until it stands in the audit log. */
export interface AuditNote {
  /** Milliseconds UTC. */
  at: number;
  /** Row id of the admin; null for whoever runs the machine. */
  actorId: number | null;
  /** What is done, as the method and route of the call or the command's name. */
  action: string;
  /** Public id, or another name, of what it is done to; empty where the action says it all. */
  subject: string;
  /** Safe to be read by every admin: no secrets, and nothing about people beyond their public id. */
  details: Record<string, string>;
  /** Whether it is done already, and not in the database. */
  outside: boolean;
  /** Row of the log, once it is stored. */
  entryId: number | null;
  /** After the answer: what runs on is no admin's doing any more. */
  closed: boolean;
}

const acting = new AsyncLocalStorage<AuditNote>();

/** Runs `work` as the deed that `note` describes: its first write stores the note with it. */
export function auditing<Result>(note: AuditNote, work: () => Result): Result {
  return acting.run(note, work);
}

/** Adds to what the log says about the deed underway; nothing happens where none is audited. */
export function noteForAudit(details: Record<string, string>, subject?: string): void {
  const note = acting.getStore();
  if (!note || note.closed) return;
  Object.assign(note.details, details);
  if (subject !== undefined) note.subject = subject;
}

/**
 * For `Database.write`: runs `work`, and puts the note of the deed underway into the same
 * transaction, so that neither is stored without the other. Work that changes nothing is no deed.
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

/** Rows that this connection has ever changed. */
function changesOf(raw: BetterSqlite3.Database): number {
  return raw.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
}

function insertEntry(query: Queryable, note: AuditNote): number {
  const { at, actorId, action, subject, details } = note;
  const entry = { at, actorId, action, subject, details };
  return query.insert(auditLog).values(entry).returning({ id: auditLog.id }).get().id;
}
