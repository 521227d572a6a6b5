import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import type { CheckResult } from '#contracts/status.ts';
import { version } from '../../installation.ts';
import { callerOf, type SignedIn, signedInAgain, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createIdlePublisher } from '../../testing/fakes.ts';
import { fakeDiskSpace } from '../../testing/full-disk.ts';

let test: TestApp;
let user: SignedIn['user'];
const publisher = createIdlePublisher();
beforeEach(async () => {
  test = await buildTestApp({ publisher });
  const { dataFolder } = test.context.config;
  writeFileSync(path.join(dataFolder, 'index.html'), '');
  publisher.folder = dataFolder;
  run(`INSERT INTO leases (name, holder, held_until) VALUES ('publisher', 'elsewhere/1/x', 1e15)`);
  run(`INSERT INTO backup_runs (requested, run_at) VALUES (0, ${test.clock.now() + DAY_MS})`);
  ({ user } = await signedInAs(test, { role: 'admin' }));
});
afterEach(() => test.close());

const run = (sql: string) => test.context.database.raw.exec(sql);
const guest = () => callerOf(test.app)('GET /api/ready');

/** Results of the checks that are not ok, for an admin who asks later. */
async function problems(): Promise<[number, ...Pick<CheckResult, 'name' | 'state'>[]]> {
  test.clock.advance(10_000);
  const admin = callerOf(test.app, await signedInAgain(test, user));
  const response = await admin('GET /api/ready');
  const checks: CheckResult[] = response.json().checks;
  return [response.statusCode, ...checks.filter(({ state }) => state !== 'ok')];
}

it('returns 200 on a new site whose first backup is scheduled, without details for guests', async () => {
  const response = await guest();
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ ok: true, instance: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(response.headers['cache-control']).toBe('no-store');
  expect(await problems()).toEqual([200]);
});

it('hides the reasons from guests and members', async () => {
  publisher.folder = null;
  const member = await signedInAs(test);
  for (const call of [callerOf(test.app), callerOf(test.app, member)]) {
    const response = await call('GET /api/ready');
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({
      msg: expect.any(String),
      code: 'NOT_READY',
      instance: expect.any(String),
    });
  }
  expect(await problems()).toMatchObject([503, { name: 'release', state: 'failed' }]);
});

it('returns the reasons instead of an error page to browsers', async () => {
  publisher.folder = null;
  const admin = callerOf(test.app, await signedInAgain(test, user));
  const response = await admin('GET /api/ready', undefined, { accept: 'text/html' });
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expect(response.json().checks).toContainEqual(expect.objectContaining({ state: 'failed' }));
});

it('reports liveness while it is not ready', async () => {
  run('DELETE FROM leases');
  const health = await callerOf(test.app)('GET /api/health');
  expect(health.json()).toEqual({ status: 'ok', version });
  expect((await guest()).statusCode).toBe(503);
});

it.each<[string, () => unknown, Partial<CheckResult>]>([
  [
    'the database cannot be written',
    () => test.context.database.raw.pragma('query_only = ON'),
    { name: 'database', msg: expect.stringMatching(/readonly/) },
  ],
  [
    'no process publishes',
    () => run(`UPDATE leases SET held_until = ${test.clock.now() - 60_000}`),
    { name: 'publisher' },
  ],
  [
    'a page has been waiting for minutes',
    () =>
      run(`INSERT INTO jobs (kind, payload, priority, run_at, created_at)
        VALUES ('publish', '{}', 1, ${test.clock.now() - 600_000}, 0)`),
    { name: 'queues', msg: expect.stringContaining('publish for 10 minutes') },
  ],
  [
    'changed content has been waiting for minutes',
    () =>
      run(`INSERT INTO jobs (kind, payload, priority, run_at, created_at)
        VALUES ('content', '{}', 2, ${test.clock.now() - 600_000}, 0)`),
    { name: 'queues', msg: expect.stringContaining('content for 10 minutes') },
  ],
  [
    'the database is not replicated',
    () => {
      test.context.config.litestream = { url: 'file:///replica', credentials: null };
    },
    { name: 'replication', msg: expect.stringContaining('Litestream is not running') },
  ],
  [
    'the last good backup is too old',
    () =>
      run(`INSERT INTO backup_runs (requested, run_at, state, ended_at)
        VALUES (0, 0, 'done', ${test.clock.now() - 3 * DAY_MS})`),
    { name: 'backup', msg: expect.stringContaining('3 days old') },
  ],
  [
    'the first backup failed',
    () =>
      run(`INSERT INTO backup_runs (requested, run_at, state, ended_at, error)
        VALUES (0, 0, 'failed', ${test.clock.now()}, 'The disk is full.')`),
    { name: 'backup', msg: expect.stringContaining('The disk is full.') },
  ],
  [
    'uploads are only in a bucket that is no longer set',
    () =>
      run(`INSERT INTO product_uploads (id, name, bytes, created_at, touched_at)
          VALUES ('x', 'x', 1, 0, 0);
        INSERT INTO upload_objects (name, bytes, sha256, etag) VALUES ('products/x', 1, '', '')`),
    { name: 'bucket-copies', msg: expect.stringContaining('1 upload is only in the bucket') },
  ],
  [
    'a table cannot be read',
    () => run('ALTER TABLE refunds RENAME TO damaged'),
    { name: 'queues', msg: expect.stringContaining('no such table') },
  ],
])('responds with 503 when %s', async (_name, breakIt, found) => {
  expect((await guest()).statusCode).toBe(200);
  const admin = await signedInAgain(test, user);
  breakIt();
  test.clock.advance(10_000);
  const response = await callerOf(test.app, admin)('GET /api/ready');
  expect(response.statusCode).toBe(503);
  const checks: CheckResult[] = response.json().checks;
  expect(checks.filter(({ state }) => state !== 'ok')).toMatchObject([
    { state: 'failed', ...found },
  ]);
});

it.each<[string, () => unknown]>([
  [
    'an old backup while nightly backups are off',
    () =>
      run(`DELETE FROM backup_runs; INSERT INTO settings (key, value, updated_at)
        VALUES ('nightly-backups', 'false', 0)`),
  ],
  [
    'a failed backup after a recent good one',
    () =>
      run(`INSERT INTO backup_runs (requested, run_at, state, ended_at, error) VALUES
        (0, 0, 'done', ${test.clock.now() - DAY_MS}, NULL),
        (0, 0, 'failed', ${test.clock.now()}, 'The disk is full.')`),
  ],
])('only warns about %s', async (_name, change) => {
  change();
  expect(await problems()).toMatchObject([200, { name: 'backup', state: 'warning' }]);
});

it('warns if a worker does not begin with what is due', async () => {
  const due = test.clock.now() - 2 * HOUR_MS;
  run(`UPDATE backup_runs SET run_at = ${due}`);
  const [status, ...found] = await problems();
  expect(status).toBe(200);
  expect(found).toMatchObject([
    { name: 'queues', state: 'warning', msg: expect.stringContaining('backup for 120 minutes') },
  ]);
});

it('does not suggest manual backups while nightly backups run', async () => {
  run(`INSERT INTO backup_runs (requested, run_at, state, ended_at)
    VALUES (0, 0, 'done', ${test.clock.now() - 9 * DAY_MS})`);
  const admin = callerOf(test.app, await signedInAgain(test, user));
  expect((await admin('GET /api/ready')).body).not.toContain('make backup');
});

it.each([
  [100, 'failed', 503],
  [5000, 'warning', 200],
  [50_000, undefined, 200],
])('with %i MB of 100,000 MB free, the check of the disk is %s', async (free, state, status) => {
  using _disk = fakeDiskSpace({ free, total: 100_000 });
  const disk = state ? [{ name: 'disk', state }] : [];
  expect(await problems()).toMatchObject([status, ...disk]);
});

it('caches its checks for a few seconds', async () => {
  expect((await guest()).statusCode).toBe(200);
  publisher.folder = null;
  expect((await guest()).statusCode).toBe(200);
  test.clock.advance(5000);
  expect((await guest()).statusCode).toBe(503);
});
