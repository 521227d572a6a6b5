import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { setImmediate } from 'node:timers';
import type BetterSqlite3 from 'better-sqlite3';
import { count, type SQL, type Subquery } from 'drizzle-orm';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Connection, isReplicatedDatabase, openRaw, withBusyRetry } from './connection.ts';
import { auditLog } from './schema/site.ts';
import { cacheStatements } from './statement-cache.ts';

/** Action of an admin that is not stored in the audit log yet. */
export interface PendingAuditEntry {
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
  withoutChanges: boolean;
  /** Row of the log, once it is stored. */
  entryId: number | null;
  /** Ends the action; later work of the request is not attributed to the admin. */
  closed: boolean;
}

const acting = new AsyncLocalStorage<PendingAuditEntry>();

/** Most works that share a commit: the last of them waits for all the others. */
const GROUP_SIZE_MAX = 16;

/**
 * Milliseconds from a shared commit to the next one. Concurrent writers in this time share the next
 * commit, too; a single writer never waits.
 */
const GROUP_INTERVAL_MS = 4;

interface PendingWrite {
  run(): unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Outcome = { result: unknown } | { error: unknown };

type Drizzle = BetterSQLite3Database & { $client: BetterSqlite3.Database };
/** Connection or transaction that repositories run queries on. It runs no hand-written statements. */
export type Queryable = Pick<
  Drizzle,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | '$client'
>;

/** From one time to before another, in milliseconds since 1970. */
export interface TimePeriod {
  from: number;
  to: number;
}

/** Part of a list: so many rows, after the first ones. */
export interface Page {
  limit: number;
  offset: number;
}

/** A connection with the query builder, for everything that is not a hot path. */
export interface Database extends Connection {
  readonly query: Queryable;
  /** As `Connection.write`; `work` gets the transaction to build queries on. */
  write<Result>(work: (transaction: Queryable) => Result): Promise<Result>;
}

/**
 * Pages of the log after which a commit of this connection runs a checkpoint: 32 MB, half of the
 * size limit of the log. The publisher's connection does so from 1,000 pages on, in its own thread,
 * so that requests rarely wait for a checkpoint.
 */
const CHECKPOINT_PAGES = 8000;

/** Opens the SQLite file, see connection.ts for what that means. */
export function openDatabase(file: string, options: { readonly?: boolean } = {}): Database {
  const raw = openRaw(file, options.readonly ?? false);
  if (!isReplicatedDatabase(raw)) raw.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const query = drizzle(cacheStatements(raw));
  const transaction = raw.transaction((inside: () => unknown) => inside());
  const transact = <Result>(inside: () => Result) => transaction.immediate(inside) as Result;
  const groupWrites = groupCommit(raw, (work) => withAuditEntry(query, transact, work));
  return {
    query,
    raw,
    write: (work) => groupWrites(() => work(query)),
    close: () => raw.close(),
    [Symbol.dispose]: () => raw.close(),
  };
}

/**
 * Groups writes that are requested in the same turn of the event loop, or soon after a shared commit, into one
 * commit. Waiting for the disk is a third of the cost of a small write and blocks the event loop. Each write runs in
 * a savepoint, so a failing one does not affect the others; results are returned after the commit.
 * @param transact runs its argument in an IMMEDIATE transaction, or in a savepoint of the one that is open
 */
function groupCommit(
  raw: BetterSqlite3.Database,
  transact: (work: () => unknown) => unknown,
): <Result>(work: () => Result) => Promise<Result> {
  const waiting: PendingWrite[] = [];
  let pausedUntil = 0;
  const commitSoon = () => {
    const pause = pausedUntil - performance.now();
    if (pause > 0) setTimeout(commit, pause);
    else setImmediate(commit);
  };
  const commit = async () => {
    const group = waiting.splice(0, GROUP_SIZE_MAX);
    if (waiting.length > 0) setImmediate(commit);
    pausedUntil = group.length > 1 ? performance.now() + GROUP_INTERVAL_MS : 0;
    try {
      const outcomes = await withBusyRetry(raw, () => runAll(raw, group));
      for (const [index, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[index] as Outcome;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.result);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  return <Result>(work: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({
        // Restores the async context of the caller, which holds the audit entry.
        run: AsyncResource.bind(() => transact(work)),
        resolve: resolve as (result: unknown) => void,
        reject,
      });
      if (waiting.length === 1) commitSoon();
    });
}

function runAll(raw: BetterSqlite3.Database, group: PendingWrite[]): Outcome[] {
  const [only, ...others] = group;
  if (only && others.length === 0) return [{ result: only.run() }];
  const runEach = raw.transaction(() =>
    group.map(({ run }): Outcome => {
      try {
        return { result: run() };
      } catch (error) {
        // A full disk rolls back the whole transaction, including the writes of the others.
        if (!raw.inTransaction) throw error;
        return { error };
      }
    }),
  );
  return runEach.immediate();
}

/** Runs `work` as the action of `auditEntry`; its first write transaction stores the audit entry. */
export function runAudited<Result>(auditEntry: PendingAuditEntry, work: () => Result): Result {
  return acting.run(auditEntry, work);
}

/** Adds details to the audit entry of the current action, if any. */
export function addAuditDetails(details: Record<string, string>, subject?: string): void {
  const auditEntry = acting.getStore();
  if (!auditEntry || auditEntry.closed) return;
  Object.assign(auditEntry.details, details);
  if (subject !== undefined) auditEntry.subject = subject;
}

/**
 * Runs `work` for `Database.write` and stores the audit entry of the current action in the same
 * transaction. Work without changes adds no entry.
 * @param transact runs its argument in a transaction
 */
function withAuditEntry<Result>(
  query: Queryable,
  transact: (work: () => Result) => Result,
  work: () => Result,
): Result {
  const auditEntry = acting.getStore();
  if (!auditEntry || auditEntry.closed || auditEntry.entryId !== null) return transact(work);
  let entryId: number | null = null;
  const result = transact(() => {
    const before = changesOf(query.$client);
    const done = work();
    if (changesOf(query.$client) > before || auditEntry.withoutChanges)
      entryId = insertEntry(query, auditEntry);
    return done;
  });
  auditEntry.entryId = entryId;
  return result;
}

/** Returns the number of rows that this connection has changed. */
function changesOf(raw: BetterSqlite3.Database): number {
  return raw.prepare<[], number>('SELECT total_changes()').pluck().get() ?? 0;
}

function insertEntry(query: Queryable, auditEntry: PendingAuditEntry): number {
  const { at, actorId, action, subject, details } = auditEntry;
  const entry = { at, actorId, action, subject, details };
  return query.insert(auditLog).values(entry).returning({ id: auditLog.id }).get().id;
}

/** Reads the rows of a query one by one, which the query builder cannot do. @returns values in the order of the columns */
export function iterateRows(
  { raw }: Pick<Connection, 'raw'>,
  query: { toSQL(): { sql: string; params: unknown[] } },
): IterableIterator<unknown[]> {
  const { sql, params } = query.toSQL();
  const statement = raw.prepare<unknown[], unknown[]>(sql).raw();
  return statement.iterate(...params);
}

/** Counts the rows of a source, all or those that match a condition. */
export function countRows(
  query: Queryable,
  source: SQLiteTable | Subquery | SQL,
  condition?: SQL,
): number {
  return query.select({ found: count() }).from(source).where(condition).get()?.found ?? 0;
}
