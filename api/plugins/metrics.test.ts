import { afterEach, expect, it } from 'vitest';
import { callerOf, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { createIdlePublisher } from '../testing/fakes.ts';

const METRICS_TOKEN = 'token-of-the-monitoring';

let test: TestApp;
afterEach(() => test.close());

const start = async (metricsToken: string | null = METRICS_TOKEN) => {
  const publisher = createIdlePublisher();
  test = await buildTestApp({ config: { metricsToken }, publisher });
  publisher.folder = test.context.config.dataFolder;
};
const read = (authorization: string) =>
  callerOf(test.app)('GET /metrics', undefined, { authorization });

/** Value of a metric by its name with labels. */
async function readValue(metric: string): Promise<number> {
  const { body } = await read(`Bearer ${METRICS_TOKEN}`);
  const line = body.split('\n').find((text) => text.startsWith(`${metric} `));
  return Number(line?.slice(metric.length + 1));
}

it('has no metrics unless METRICS_TOKEN is set', async () => {
  await start(null);
  const admin = await signedInAs(test, { role: 'admin' });
  for (const headers of [admin.headers, { authorization: `Bearer ${METRICS_TOKEN}` }]) {
    const response = await test.app.inject({ url: '/metrics', headers });
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('# HELP');
  }
});

it('requires the token', async () => {
  await start();
  const admin = await signedInAs(test, { role: 'admin' });
  const refused = [
    {},
    admin.headers,
    { authorization: 'Bearer wrong' },
    { authorization: `Bearer ${METRICS_TOKEN.slice(0, -1)}` },
    { authorization: `Basic ${METRICS_TOKEN}` },
  ];
  for (const headers of refused) {
    const response = await test.app.inject({ url: '/metrics', headers });
    expect([response.statusCode, response.json().code]).toEqual([401, 'NOT_SIGNED_IN']);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  }
  const response = await read(`Bearer ${METRICS_TOKEN}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.body).toContain('process_resident_memory_bytes');
});

it('counts requests by route and class of status, never by URL', async () => {
  await start();
  const call = callerOf(test.app);
  await call('GET /api/articles?title=private');
  await call('GET /api/articles/unknown-1');
  await call('GET /api/articles/unknown-2');
  const count = (labels: string) => readValue(`http_request_duration_seconds_count{${labels}}`);
  expect(await count('method="GET",route="/api/articles",status="2xx"')).toBe(1);
  expect(await count('method="GET",route="/api/articles/:id",status="4xx"')).toBe(2);
  const { body } = await read(`Bearer ${METRICS_TOKEN}`);
  expect(body).not.toMatch(/private|unknown-1/);
});

it('reports queues, releases, backups and the disk', async () => {
  await start();
  const { raw } = test.context.database;
  const now = test.clock.now();
  raw.exec(`INSERT INTO jobs (kind, payload, priority, run_at, created_at) VALUES
    ('publish', '{}', 1, ${now - 7000}, 0), ('publish', '{}', 1, ${now + 7000}, 0)`);
  raw.exec(`INSERT INTO releases (build_id, schema_version, state, created_at) VALUES
    ('a', 1, 'live', 0), ('b', 1, 'failed', 0), ('c', 1, 'failed', 0)`);
  expect(await readValue('site_backup_age_seconds')).toBeNaN();
  raw.exec(`INSERT INTO backup_runs (requested, run_at, state, ended_at)
    VALUES (0, 0, 'done', ${now - 60_000})`);
  expect(await readValue('site_queue_jobs{kind="publish"}')).toBe(2);
  expect(await readValue('site_queue_late_seconds{kind="publish"}')).toBe(7);
  expect(await readValue('site_queue_late_seconds{kind="email"}')).toBe(0);
  expect(await readValue('site_releases{state="failed"}')).toBe(2);
  expect(await readValue('site_publisher_running')).toBe(0);
  expect(await readValue('site_backup_age_seconds')).toBe(60);
  expect(await readValue('site_disk_free_bytes')).toBeGreaterThan(0);
});
