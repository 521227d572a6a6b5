import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contracts/durations.ts';
import type { BackupStatus } from '#contracts/status.ts';
import { readConfig } from '../../config.ts';
import {
  type BackupOutcome,
  findNextNight,
  maintainBackupRuns,
  runNextBackup,
} from '../../services/backup/backup-runs.ts';
import { callerOf, type SignedIn, signedInAgain, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sentEmails } from '../../testing/emails.ts';
import { TEST_PASSWORD } from '../../testing/factories.ts';
import { openMigrated } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';
import { startBackupWorker } from '../../workers/backup-worker.ts';

const stored: BackupOutcome = { file: 'site-1.tar.gz', bytes: 1000 };

let test: TestApp;
let user: SignedIn['user'];
beforeEach(async () => {
  test = await buildTestApp();
  ({ user } = await signedInAs(test, { role: 'admin' }));
});
afterEach(() => test.close());

/** Calls with a new session, since an earlier one ends while the clock moves. */
const admin: ReturnType<typeof callerOf> = async (...call) =>
  callerOf(test.app, await signedInAgain(test, user))(...call);
const status = async (): Promise<BackupStatus> => (await admin('GET /api/admin/backups')).json();

/** Polls as the worker does. @returns the number of backups that were made */
async function poll(outcome: BackupOutcome = stored, hasExited = () => false): Promise<number> {
  await maintainBackupRuns(test.context, hasExited);
  let count = 0;
  const run = async () => {
    count += 1;
    return outcome;
  };
  await runNextBackup(test.context, { leaseOwner: 'test', run });
  return count;
}

const settings = (change: object) => admin('PUT /api/admin/settings', change);

describe('the nightly backup', () => {
  it('is scheduled in the hour and time zone of the owner, also after changes', async () => {
    await settings({ timezone: 'Europe/Berlin' });
    expect(await poll()).toBe(0);
    const { nextAt, isOn, isEncrypted, lastGood } = await status();
    expect({ isOn, isEncrypted, lastGood }).toEqual({
      isOn: true,
      isEncrypted: false,
      lastGood: null,
    });
    expect(Date.parse(nextAt ?? '')).toBe(findNextNight(test.clock.now(), 'Europe/Berlin', 3));
    await settings({ 'backup-hour': 22 });
    await poll();
    expect(Date.parse((await status()).nextAt ?? '')).toBe(
      findNextNight(test.clock.now(), 'Europe/Berlin', 22),
    );
  });

  it('runs once per night, and immediately after a pause of the server', async () => {
    await poll();
    test.clock.advance(3 * DAY_MS);
    expect(await poll()).toBe(1);
    expect(await poll()).toBe(0);
    const { lastGood, nextAt, failure } = await status();
    expect({ lastGood, failure }).toMatchObject({ lastGood: stored, failure: null });
    expect(Date.parse(nextAt ?? '')).toBeGreaterThan(test.clock.now());
    let count = 0;
    for (let hour = 0; hour < 72; hour += 1) {
      test.clock.advance(60 * MINUTE_MS);
      count += await poll();
    }
    expect(count).toBe(3);
  });

  it('does not repeat a night when the clock is set back', async () => {
    await poll();
    test.clock.advance(Date.parse((await status()).nextAt ?? '') - test.clock.now());
    expect(await poll()).toBe(1);
    test.clock.advance(-60 * MINUTE_MS);
    await poll();
    test.clock.advance(60 * MINUTE_MS);
    expect(await poll()).toBe(0);
  });

  it('can be switched off, after re-authentication', async () => {
    await poll();
    const owner = callerOf(test.app, await signedInAgain(test, user));
    const change = () => owner('PUT /api/admin/settings', { 'nightly-backups': false });
    test.context.database.raw.exec('UPDATE sessions SET confirmed_at = 0');
    expect((await change()).json().code).toBe('REAUTHENTICATION_REQUIRED');
    await owner('POST /api/account/confirm', { password: TEST_PASSWORD });
    expect((await change()).statusCode).toBe(200);
    await poll();
    expect(await status()).toMatchObject({ isOn: false, nextAt: null });
    test.clock.advance(3 * DAY_MS);
    expect(await poll()).toBe(0);
  });

  it.each([
    ['2026-03-29T00:00:00Z', 'Europe/Berlin', 2, '2026-03-29T01:00:00.000Z'],
    ['2026-10-24T23:00:00Z', 'Europe/Berlin', 2, '2026-10-25T00:00:00.000Z'],
    ['2026-10-25T00:00:00Z', 'Europe/Berlin', 2, '2026-10-26T01:00:00.000Z'],
    ['2026-11-24T12:00:00Z', 'Pacific/Kiritimati', 0, '2026-11-25T10:00:00.000Z'],
    ['2026-11-24T12:00:00Z', 'Pacific/Niue', 23, '2026-11-25T10:00:00.000Z'],
  ])('after %s in %s at %i is at %s', (after, zone, hour, expected) => {
    expect(new Date(findNextNight(Date.parse(after), zone, hour)).toISOString()).toBe(expected);
  });
});

describe('a backup that fails', () => {
  it('is attempted three times, then reported to all admins once a day', async () => {
    await signedInAs(test, { role: 'admin' });
    const error = 'The backup needs 9 MB of free disk space, and 1 MB are free.';
    await poll();
    for (let night = 0; night < 2; night += 1) {
      await admin('POST /api/admin/backups');
      expect(await poll({ error })).toBe(1);
      expect(await status()).toMatchObject({ failure: error, isRunning: false });
      expect(await poll({ error })).toBe(0);
      test.clock.advance(5 * MINUTE_MS);
      expect(await poll({ error })).toBe(1);
      test.clock.advance(10 * MINUTE_MS);
      expect(await sentEmails(test.context)).toHaveLength(night === 0 ? 0 : 2);
      expect(await poll({ error })).toBe(1);
    }
    const emails = await sentEmails(test.context);
    expect(emails).toHaveLength(2);
    expect(emails[0]?.subject).toBe('The backup failed');
    expect(emails[0]?.text).toContain(error);
    expect(emails[0]?.text).toContain('/admin/jobs');
    await admin('POST /api/admin/backups');
    await poll();
    expect(await status()).toMatchObject({ failure: null, lastGood: stored });
  });

  it('is retried if the server process ended', async () => {
    await admin('POST /api/admin/backups');
    const never = runNextBackup(test.context, {
      leaseOwner: 'ended',
      run: () => new Promise<BackupOutcome>(() => undefined),
    });
    void never;
    await until('it runs', async () => (await status()).isRunning);
    expect(await poll(stored, () => true)).toBe(0);
    expect((await status()).failure).toMatch(/stopped during the backup/);
    test.clock.advance(5 * MINUTE_MS);
    expect(await poll()).toBe(1);
    expect((await status()).failure).toBeNull();
  });
});

it('deletes the copies of a backup that the end of the server interrupts', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'test-backup-stop-'));
  mkdirSync(path.join(folder, 'content', 'media'), { recursive: true });
  // Large enough that its backup takes a while.
  writeFileSync(path.join(folder, 'content', 'media', 'film.mp4'), Buffer.alloc(64 * 1_048_576));
  const database = openMigrated(path.join(folder, 'site.db'));
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder });
  database.raw.exec(`INSERT INTO backup_runs (requested, run_at) VALUES (1, 0)`);
  const ignore = () => undefined;
  const context = { ...test.context, config, database, clock: Date.now };
  const stop = startBackupWorker(context, { info: ignore, warn: ignore, error: ignore });
  const copies = () => readdirSync(folder).filter((name) => name.startsWith('.backup-'));
  await until('the backup has begun', () => copies().length > 0);
  await stop();
  expect(copies()).toEqual([]);
  database.close();
  rmSync(folder, { recursive: true });
});

it('creates a requested backup in a separate process', { tags: ['topic'] }, async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'test-backup-worker-'));
  mkdirSync(path.join(folder, 'uploads'));
  writeFileSync(path.join(folder, 'uploads', 'a.png'), 'picture');
  const database = openMigrated(path.join(folder, 'site.db'));
  const config = { ...readConfig({ NODE_ENV: 'test', DATA_DIR: folder }) };
  const context = { ...test.context, config, database, clock: Date.now };
  database.raw.exec(`INSERT INTO backup_runs (requested, run_at) VALUES (1, 0)`);
  const logged: unknown[] = [];
  const append = (...parts: unknown[]) => void logged.push(parts);
  const stop = startBackupWorker(context, { info: append, warn: append, error: append });
  const ended = database.raw.prepare(
    'SELECT file, error FROM backup_runs WHERE requested = 1 AND state <> ?',
  );
  await until('it has ended', () => logged.length > 0);
  await stop();
  expect(ended.get('running')).toMatchObject({
    file: expect.stringMatching(/^site-/),
    error: null,
  });
  expect(logged).toEqual([
    [expect.objectContaining({ bytes: expect.any(Number) }), 'backup stored'],
  ]);
  expect(readdirSync(path.join(folder, 'backups')).length).toBe(3);
  database.close();
  rmSync(folder, { recursive: true });
});
