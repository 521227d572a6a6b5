import { hostname } from 'node:os';
import { HOUR_MS } from '#contracts/durations.ts';
import type { Connection } from '../db/connection.ts';
import { hasRow, prepared, readValues } from '../db/statement-cache.ts';

/** Stops calls of a service that fails, so that not each job in the queue fails as well. */
export interface CircuitBreaker<Service> {
  /** True while the service must not be called. */
  isOpen(service: Service, now: number): boolean;
  recordSuccess(service: Service): void;
  recordFailure(service: Service, now: number): void;
}

/** Pauses between attempts, in milliseconds. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** For calls of external services, which may be down for hours. */
export const externalBackoff: Backoff = { firstMs: 30_000, maxMs: 6 * HOUR_MS };

/** For calls of object storage that a person or another job waits for. */
export const storageBackoff: Backoff = { firstMs: 200, maxMs: 5000 };

/** For jobs of this server, which are retried if the disk is full or fails. */
export const localBackoff: Backoff = { firstMs: 1000, maxMs: 5000 };

/** Table whose rows are jobs. Names of columns and conditions are SQL; times are milliseconds UTC. */
export interface Queue {
  table: string;
  /** Condition for rows that wait for an attempt; an index covers it. */
  waiting: string;
  /** Column with the time of the next attempt, or null if there is none. */
  nextAttemptAt: string;
  /** Column with the number of attempts, or null if they are not counted. */
  attempts: string | null;
  /** Condition for rows to purge, with the parameter `@before`. */
  expired?: string;
}

/** Queue whose jobs must not run twice: a row also stores its state and the owner of its lease. */
export interface LeasedQueue extends Queue {
  attempts: string;
  owner: string;
  /** State of a row during an attempt. */
  leased: string;
  /** States in which the owner of the last attempt may still report its result. */
  reportable: readonly string[];
}

/** Attempt at a job. */
export interface Claim {
  id: number;
  /** Number of this attempt, from 1 on. */
  attempts: number;
  /** Time at which the job becomes due again if nothing else happens. */
  leaseUntil: number;
}

export interface LeasedClaim extends Claim {
  leaseOwner: string;
}

/** Conditions that a row must meet besides being due, by column. */
type Scope = Record<string, string | number>;

const scopeConditions = (scope: Scope) =>
  Object.keys(scope)
    .map((column) => ` AND ${column} = @${column}`)
    .join('');

/** True if a job is due. Takes no lock, so that idle workers can poll it. */
export function hasDue(
  database: Connection,
  { table, waiting, nextAttemptAt }: Queue,
  now: number,
  scope: Scope = {},
): boolean {
  const sql = `SELECT 1 FROM ${table}
    WHERE ${waiting}${scopeConditions(scope)} AND ${nextAttemptAt} <= @now LIMIT 1`;
  return hasRow(database, sql, { ...scope, now });
}

export interface Backlog {
  waiting: number;
  /** Time at which the first of them is or was due, or null if there is none. */
  oldestAt: number | null;
}

/** Returns how many jobs wait, due or not. */
export function readBacklog(
  database: Connection,
  { table, waiting, nextAttemptAt }: Queue,
  scope: Scope = {},
): Backlog {
  const sql = `SELECT count(*) AS waiting, min(${nextAttemptAt}) AS oldestAt FROM ${table}
    WHERE ${waiting}${scopeConditions(scope)} AND ${nextAttemptAt} IS NOT NULL`;
  return prepared<[object], Backlog>(database, sql).get(scope) ?? { waiting: 0, oldestAt: null };
}

/** Lists the ids of due jobs, longest due first. */
export function listDue(
  database: Connection,
  { table, waiting, nextAttemptAt }: Queue,
  { now, limit }: { now: number; limit: number },
): number[] {
  const sql = `SELECT id FROM ${table}
    WHERE ${waiting} AND ${nextAttemptAt} <= @now ORDER BY ${nextAttemptAt}, id LIMIT @limit`;
  return readValues<number>(database, sql, { now, limit });
}

/** Claims due jobs, longest due first; call it in a transaction. No other process can claim them before `until`. */
export function claim(
  database: Connection,
  queue: Queue,
  request: { now: number; until: number; limit?: number; scope?: Scope },
): Claim[] {
  return claimRows<Claim>(database, queue, '', request);
}

/** Like `claim`, for a queue with leases. */
export function claimLeased(
  database: Connection,
  queue: LeasedQueue,
  { owner, ...request }: Parameters<typeof claim>[2] & { owner: string },
): LeasedClaim[] {
  const changes = `, state = '${queue.leased}', ${queue.owner} = @leaseOwner`;
  const claims = claimRows<LeasedClaim>(database, queue, changes, request, { leaseOwner: owner });
  return claims.map((claimed) => ({ ...claimed, leaseOwner: owner }));
}

function claimRows<Row extends Claim>(
  database: Connection,
  { table, waiting, nextAttemptAt, attempts }: Queue,
  changes: string,
  { now, until, limit = 1, scope = {} }: Parameters<typeof claim>[2],
  parameters: object = {},
): Row[] {
  const sql = `UPDATE ${table}
    SET ${nextAttemptAt} = @until${attempts ? `, ${attempts} = ${attempts} + 1` : ''}${changes}
    WHERE id IN (SELECT id FROM ${table}
      WHERE ${waiting}${scopeConditions(scope)} AND ${nextAttemptAt} <= @now
      ORDER BY ${nextAttemptAt}, id LIMIT @limit)
    RETURNING id, ${attempts ?? 1} AS attempts, ${nextAttemptAt} AS leaseUntil`;
  return prepared<[object], Row>(database, sql)
    .all({ ...scope, ...parameters, now, until, limit })
    .sort((first, second) => first.id - second.id);
}

/**
 * Sets the next attempt at a job, or none. A job that became due again during the attempt, because of
 * a change that the attempt did not see, stays due.
 */
export function reschedule(
  database: Connection,
  { table, nextAttemptAt }: Queue,
  { id, leaseUntil }: Pick<Claim, 'id' | 'leaseUntil'>,
  at: number | null,
): void {
  const sql = `UPDATE ${table} SET ${nextAttemptAt} = @at
    WHERE id = @id AND ${nextAttemptAt} = @leaseUntil`;
  prepared<[object], unknown>(database, sql).run({ id, leaseUntil, at });
}

type LeasedAttempt = Pick<LeasedClaim, 'id' | 'attempts' | 'leaseOwner'>;

/** Returns the condition for the row of an attempt, if no other attempt has followed. */
const latestAttempt = (queue: LeasedQueue, states: readonly string[]) =>
  `id = @id AND ${queue.attempts} = @attempts AND ${queue.owner} = @leaseOwner
    AND state IN (${states.map((state) => `'${state}'`).join(', ')})`;

const parametersOf = ({ id, attempts, leaseOwner }: LeasedAttempt) => ({
  id,
  attempts,
  leaseOwner,
});

/** True if an attempt still has its lease, so that it may go on. */
export function hasLease(
  database: Connection,
  queue: LeasedQueue,
  attempt: LeasedAttempt,
): boolean {
  const sql = `SELECT 1 FROM ${queue.table} WHERE ${latestAttempt(queue, [queue.leased])}`;
  return hasRow(database, sql, parametersOf(attempt));
}

/**
 * Ends an attempt with a new state of its job. The result of an attempt that another one has replaced is ignored.
 * @param nextAttemptAt unchanged by default
 * @returns false if the result was ignored
 */
export function endAttempt(
  database: Connection,
  queue: LeasedQueue,
  attempt: LeasedAttempt,
  { state, nextAttemptAt }: { state: string; nextAttemptAt?: number | null },
): boolean {
  const next = nextAttemptAt === undefined ? '' : `, ${queue.nextAttemptAt} = @nextAttemptAt`;
  const sql = `UPDATE ${queue.table} SET state = @state${next}
    WHERE ${latestAttempt(queue, queue.reportable)}`;
  const parameters = { ...parametersOf(attempt), state, ...(next && { nextAttemptAt }) };
  return prepared<[object], unknown>(database, sql).run(parameters).changes > 0;
}

/** Lists attempts whose lease is over or whose owner has exited. */
export function listAbandoned(
  database: Connection,
  { table, attempts, nextAttemptAt, owner, leased }: LeasedQueue,
  { now, hasExited }: { now: number; hasExited: (owner: string) => boolean },
): LeasedClaim[] {
  const sql = `SELECT id, ${attempts} AS attempts, ${nextAttemptAt} AS leaseUntil,
      ${owner} AS leaseOwner FROM ${table} WHERE state = '${leased}'`;
  return prepared<[], LeasedClaim>(database, sql)
    .all()
    .filter(({ leaseUntil, leaseOwner }) => leaseUntil <= now || hasExited(leaseOwner));
}

/** Deletes the rows of jobs that ended before a time. @returns the number of rows */
export function purge(database: Connection, queue: Queue, before: number): number {
  if (queue.expired === undefined) return 0;
  const sql = `DELETE FROM ${queue.table} WHERE ${queue.expired}`;
  return prepared<[object], unknown>(database, sql).run({ before }).changes;
}

/** Returns the pause after so many attempts, in milliseconds; it doubles with each attempt. */
export function backoffAfter(attempts: number, { firstMs, maxMs }: Backoff): number {
  // Beyond 2^30 the product could lose precision, and each maximum is reached long before.
  return Math.min(firstMs * 2 ** Math.min(Math.max(attempts - 1, 0), 30), maxMs);
}

export function createCircuitBreaker<Service>(backoff: Backoff): CircuitBreaker<Service> {
  const open = new Map<Service, { failures: number; until: number }>();
  return {
    isOpen: (service, now) => (open.get(service)?.until ?? 0) > now,
    recordSuccess: (service) => void open.delete(service),
    recordFailure(service, now) {
      const failures = (open.get(service)?.failures ?? 0) + 1;
      open.set(service, { failures, until: now + backoffAfter(failures, backoff) });
    },
  };
}

/** Returns a name for this process that is unique among all that share the data folder. */
export function createLeaseOwner(): string {
  return `${hostname()}/${process.pid}/${Math.random().toString(36).slice(2, 10)}`;
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** True if a lease owner was another process of this machine and has exited. */
export function hasOwnerExited(owner: string): boolean {
  const [host, pid] = owner.split('/');
  return host === hostname() && Number(pid) !== process.pid && !isProcessAlive(Number(pid));
}
