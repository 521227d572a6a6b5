import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase, type PendingAuditEntry, runAudited } from './database.ts';
import { migrate } from './migrate.ts';

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'together-test-'));
  database = openDatabase(path.join(folder, 'test.db'));
  migrate(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const addLease = (name: string) =>
  database.raw
    .prepare('INSERT INTO leases (name, holder, held_until) VALUES (?, ?, 1)')
    .run(name, 'me');
const storedLeases = () =>
  database.raw.prepare('SELECT name FROM leases ORDER BY name').pluck().all();

describe('writes that are requested at the same time', () => {
  it('share commits and get their own results', async () => {
    // Another connection counts the commits, because each one changes its view of the file.
    const other = openDatabase(path.join(folder, 'test.db'), { readonly: true });
    const seen = new Set<unknown>();
    const poll = () => seen.add(other.raw.pragma('data_version', { simple: true }));
    poll();
    const names = Array.from({ length: 12 }, (_, index) => `lease ${index + 10}`);
    const responses = await Promise.all(
      names.map(async (name) => {
        const response = await database.write(() => {
          addLease(name);
          return name.toUpperCase();
        });
        poll();
        return response;
      }),
    );
    expect(responses).toEqual(names.map((name) => name.toUpperCase()));
    expect(storedLeases()).toEqual(names);
    expect(seen.size).toBe(2);
    other.close();
  });

  it('share the next commit, too, right after a shared one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    try {
      const stored: string[] = [];
      const write = (name: string) =>
        database.write(() => addLease(name)).then(() => stored.push(name));
      await Promise.all([write('a'), write('b')]);
      // In turns of their own, as requests come.
      const later = [write('c')];
      await turn();
      later.push(write('d'));
      await turn();
      expect(stored).toEqual(['a', 'b']);
      await vi.advanceTimersByTimeAsync(4);
      await Promise.all(later);
      expect(stored).toEqual(['a', 'b', 'c', 'd']);

      // After that commit, a single write does not wait for others.
      await vi.advanceTimersByTimeAsync(4);
      await write('e');
      await write('f');
    } finally {
      vi.useRealTimers();
    }
  });

  it('fail alone: the others are stored, and the failed one is rolled back', async () => {
    const results = await Promise.allSettled(
      ['first', 'second', 'third'].map((name) =>
        database.write(() => {
          addLease(name);
          if (name === 'second') throw new Error('changed my mind');
        }),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(storedLeases()).toEqual(['first', 'third']);
  });

  it('are attributed to their own caller in the audit log', async () => {
    const auditEntry = (action: string): PendingAuditEntry => ({
      at: 1,
      actorId: null,
      action,
      subject: '',
      details: {},
      withoutChanges: false,
      entryId: null,
      closed: false,
    });
    await Promise.all([
      runAudited(auditEntry('first action'), () => database.write(() => addLease('a'))),
      database.write(() => addLease('b')),
      runAudited(auditEntry('idle action'), () => database.write(() => storedLeases())),
      runAudited(auditEntry('last action'), () => database.write(() => addLease('c'))),
    ]);
    const stored = database.raw.prepare('SELECT action FROM audit_log ORDER BY id').pluck().all();
    expect(stored).toEqual(['first action', 'last action']);
  });
});
