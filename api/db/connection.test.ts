import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMigrated } from '../testing/test-database.ts';
import { openConnection } from './connection.ts';
import { openDatabase } from './database.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'connection-test-'));
  file = path.join(folder, 'test.db');
  openMigrated(file).close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const openers = { 'with the query builder': openDatabase, 'for hand-written SQL': openConnection };
const FULL = 2;
const addLease = (name: string) =>
  `INSERT INTO leases (name, holder, held_until) VALUES ('${name}', 'me', 1)`;

describe.each(Object.entries(openers))('a connection %s', (_what, open) => {
  it('waits for the disk at each commit, also after writes and on a second connection', async () => {
    const one = open(file);
    const pragma = (name: string, connection = one) =>
      connection.raw.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous')]).toEqual(['wal', FULL]);
    await one.write(() => one.raw.exec(addLease('one')));
    const other = open(file);
    await other.write(() => other.raw.exec(addLease('other')));
    expect([pragma('journal_mode'), pragma('synchronous')]).toEqual(['wal', FULL]);
    expect(pragma('synchronous', other)).toBe(FULL);
    one.close();
    other.close();
  });

  it('keeps references whole', async () => {
    const connection = open(file);
    const write = connection.write(() =>
      connection.raw.exec(
        "INSERT INTO former_slugs (slug, article_id, created_at) VALUES ('lost', 404, 0)",
      ),
    );
    await expect(write).rejects.toThrow('FOREIGN KEY');
    connection.close();
  });

  it('stores all of a failing transaction or nothing', async () => {
    const connection = open(file);
    const write = connection.write(() => {
      connection.raw.exec(addLease('half'));
      throw new Error('changed my mind');
    });
    await expect(write).rejects.toThrow('changed my mind');
    expect(connection.raw.prepare('SELECT * FROM leases').all()).toEqual([]);
    connection.close();
  });

  it('waits while another connection holds the write lock', async () => {
    const connection = open(file);
    const other = openConnection(file);
    other.raw.exec('BEGIN IMMEDIATE');
    other.raw.exec(addLease('first'));
    const write = connection.write(() => connection.raw.exec(addLease('second')));
    const first = await Promise.race([write.then(() => 'written'), turn('still waiting')]);
    expect(first).toBe('still waiting');
    other.raw.exec('COMMIT');
    await write;
    const names = connection.raw.prepare('SELECT name FROM leases ORDER BY name').pluck().all();
    expect(names).toEqual(['first', 'second']);
    connection.close();
    other.close();
  });

  it('for reading alone refuses to write', () => {
    const connection = open(file, { readonly: true });
    expect(() => connection.raw.exec(addLease('no'))).toThrow('readonly');
    connection.close();
  });
});
