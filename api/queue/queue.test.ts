import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connection, openConnection } from '../db/connection.ts';
import {
  backoffAfter,
  claim,
  claimLeased,
  createCircuitBreaker,
  endAttempt,
  hasDue,
  hasLease,
  type LeasedQueue,
  listAbandoned,
  listDue,
  purge,
  reschedule,
} from './queue.ts';

const queue: LeasedQueue = {
  table: 'tasks',
  waiting: `state = 'queued'`,
  nextAttemptAt: 'next_attempt_at',
  attempts: 'attempts',
  owner: 'lease_owner',
  leased: 'running',
  reportable: ['running', 'unknown'],
  expired: `state = 'done' AND next_attempt_at <= @before`,
};

let database: Connection;
beforeEach(() => {
  database = openConnection(':memory:');
  database.raw.exec(`CREATE TABLE tasks (id INTEGER PRIMARY KEY, state TEXT DEFAULT 'queued',
    priority INTEGER DEFAULT 1, attempts INTEGER DEFAULT 0, next_attempt_at INTEGER,
    lease_owner TEXT)`);
});
afterEach(() => database.close());

const add = (nextAttemptAt: number, priority = 1) =>
  Number(
    database.raw
      .prepare('INSERT INTO tasks (next_attempt_at, priority) VALUES (?, ?)')
      .run(nextAttemptAt, priority).lastInsertRowid,
  );
const row = (id: number) => database.raw.prepare('SELECT * FROM tasks WHERE id = ?').get(id);
const take = (owner: string, now: number, limit = 1) =>
  claimLeased(database, queue, { owner, now, until: now + 100, limit });
const takeOne = (owner: string, now: number) => {
  const [claimed] = take(owner, now);
  if (!claimed) throw new Error('no job is due');
  return claimed;
};

describe('claim', () => {
  it('claims the jobs that have been due longest, and none that are not due', () => {
    const [late, early] = [add(20), add(10)];
    add(31);
    expect(take('a', 30).map(({ id }) => id)).toEqual([early]);
    expect(take('a', 30).map(({ id }) => id)).toEqual([late]);
    expect(take('a', 30)).toEqual([]);
  });

  it('claims only jobs of the given scope', () => {
    add(1, 1);
    const urgent = add(2, 0);
    const scope = { priority: 0 };
    expect(hasDue(database, queue, 2, { priority: 2 })).toBe(false);
    expect(hasDue(database, queue, 2, scope)).toBe(true);
    expect(claim(database, queue, { now: 5, until: 9, limit: 9, scope })).toEqual([
      { id: urgent, attempts: 1, leaseUntil: 9 },
    ]);
  });

  it('gives each job to one of several workers', () => {
    const ids = Array.from({ length: 10 }, () => add(1));
    const claimed = ['a', 'b', 'c', 'd'].flatMap((owner) => take(owner, 1, 3));
    expect(claimed.map(({ id }) => id)).toEqual(ids);
  });

  it('makes a job without an owner due again when its lease ends', () => {
    const id = add(1);
    const unleased = { ...queue, waiting: 'next_attempt_at IS NOT NULL' };
    claim(database, unleased, { now: 1, until: 50 });
    expect(listDue(database, unleased, { now: 49, limit: 9 })).toEqual([]);
    expect(listDue(database, unleased, { now: 50, limit: 9 })).toEqual([id]);
  });
});

describe('an attempt', () => {
  it('ends with the state and the next attempt that it reports', () => {
    const id = add(1);
    const first = takeOne('a', 1);
    expect(hasLease(database, queue, first)).toBe(true);
    expect(endAttempt(database, queue, first, { state: 'queued', nextAttemptAt: 40 })).toBe(true);
    expect(row(id)).toMatchObject({ state: 'queued', attempts: 1, next_attempt_at: 40 });
    const second = takeOne('a', 40);
    endAttempt(database, queue, second, { state: 'done' });
    expect(row(id)).toMatchObject({ state: 'done', attempts: 2 });
    expect(hasLease(database, queue, second)).toBe(false);
  });

  it('is ignored after another attempt has replaced it', () => {
    const id = add(1);
    const first = takeOne('a', 1);
    endAttempt(database, queue, first, { state: 'queued', nextAttemptAt: 2 });
    takeOne('b', 2);
    expect(hasLease(database, queue, first)).toBe(false);
    expect(endAttempt(database, queue, first, { state: 'done' })).toBe(false);
    expect(row(id)).toMatchObject({ state: 'running', lease_owner: 'b' });
  });

  it('may still report its result while its job counts as unknown', () => {
    const id = add(1);
    const attempt = takeOne('a', 1);
    endAttempt(database, queue, attempt, { state: 'unknown', nextAttemptAt: null });
    expect(endAttempt(database, queue, attempt, { state: 'done' })).toBe(true);
    expect(row(id)).toMatchObject({ state: 'done', next_attempt_at: null });
  });

  it('does not postpone a job that became due again meanwhile', () => {
    const id = add(1);
    const [attempt] = claim(database, queue, { now: 1, until: 50 });
    if (!attempt) throw new Error('no job is due');
    database.raw.exec('UPDATE tasks SET next_attempt_at = 7');
    reschedule(database, queue, attempt, null);
    expect(row(id)).toMatchObject({ next_attempt_at: 7 });
    reschedule(database, queue, { id, leaseUntil: 7 }, null);
    expect(row(id)).toMatchObject({ next_attempt_at: null });
  });
});

it('lists attempts whose lease is over or whose owner has exited', () => {
  for (let number = 0; number < 3; number += 1) add(1);
  const [expired, exited, running] = [takeOne('a', 1), takeOne('b', 60), takeOne('c', 60)];
  const abandoned = listAbandoned(database, queue, {
    now: 101,
    hasExited: (owner) => owner === 'b',
  });
  expect(abandoned).toEqual([expired, exited]);
  expect(abandoned).not.toContainEqual(running);
});

it('purges jobs that ended before a time', () => {
  add(1);
  const [old, recent] = [takeOne('a', 1), add(2)];
  endAttempt(database, queue, old, { state: 'done', nextAttemptAt: 5 });
  expect(purge(database, queue, 4)).toBe(0);
  expect(purge(database, queue, 5)).toBe(1);
  expect(row(recent)).toBeDefined();
});

it('doubles the pause with each attempt up to a maximum', () => {
  const backoff = { firstMs: 10, maxMs: 60 };
  const pauses = [0, 1, 2, 3, 4, 500].map((attempts) => backoffAfter(attempts, backoff));
  expect(pauses).toEqual([10, 10, 20, 40, 60, 60]);
});

it('opens the circuit after a failure, for longer after each, until a call succeeds', () => {
  const breaker = createCircuitBreaker<string>({ firstMs: 10, maxMs: 60 });
  breaker.recordFailure('mail', 100);
  expect([breaker.isOpen('mail', 109), breaker.isOpen('mail', 110)]).toEqual([true, false]);
  expect(breaker.isOpen('other', 105)).toBe(false);
  breaker.recordFailure('mail', 110);
  expect([breaker.isOpen('mail', 129), breaker.isOpen('mail', 130)]).toEqual([true, false]);
  breaker.recordSuccess('mail');
  breaker.recordFailure('mail', 200);
  expect(breaker.isOpen('mail', 210)).toBe(false);
});
