import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { subscribers } from '../db/schema/email.ts';
import { realTimeEvents } from '../db/schema/notifications.ts';
import { checkouts } from '../db/schema/orders.ts';
import type { RecentErrors } from '../log.ts';
import { publishEvent } from '../services/events/events.ts';
import { signedInAs } from '../testing/api-caller.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { makeCertificate } from '../testing/certificate.ts';
import { sentEmails } from '../testing/emails.ts';
import { insertTestUser } from '../testing/factories.ts';
import { startLocalServer } from '../testing/local-server.ts';
import { until } from '../testing/until.ts';
import { startScheduleWorker, startWorkers } from './start-workers.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

it('emails the admins about problems within a minute, and reads the certificate of SITE_URL', async () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const cert = makeCertificate({ name: 'localhost', keys });
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const proxy = createServer({ cert, key }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closing.push(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const test = await buildTestApp({ config: { siteUrl: `https://127.0.0.1:${port}` } });
  closing.push(() => test.close());
  await signedInAs(test, { role: 'admin' });
  test.context.database.raw.exec(`INSERT INTO releases (build_id, schema_version, state, created_at)
    VALUES ('a', 1, 'failed', ${test.clock.now()})`);
  const errors: RecentErrors = {
    findBurst: () => ({ count: 20, minutes: 10, last: 'sending failed' }),
  };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const stop = startWorkers(test.context, log, errors);
  vi.advanceTimersByTime(MINUTE_MS);
  await stop();
  expect(log.error).not.toHaveBeenCalled();
  const subjects = (await sentEmails(test.context)).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual([
    'Many errors on your site',
    'Publishing failed',
    'The certificate of your site needs attention',
  ]);
});

it('deletes old checkouts also if refunds cannot be read', async () => {
  const test = await buildTestApp();
  closing.push(() => test.close());
  const { id: userId } = insertTestUser(test.context.database);
  const { query, raw } = test.context.database;
  const at = test.clock.now() - 100 * DAY_MS;
  query
    .insert(checkouts)
    .values({
      publicId: 'old',
      userId,
      provider: 'demo',
      state: 'ended',
      currency: 'EUR',
      subtotal: 100,
      total: 100,
      lines: [],
      fingerprint: '',
      buyer: { name: 'Ann', email: 'ann@example.org' },
      seller: '',
      taxLine: '',
      terms: '',
      consentedAt: at,
      createdAt: at,
      endsAt: at,
    })
    .run();
  raw.exec('ALTER TABLE refunds RENAME TO unreadable_refunds');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const errors: RecentErrors = { findBurst: () => null };
  closing.push(startWorkers(test.context, log, errors));
  await until('the old checkout is deleted', () => {
    vi.advanceTimersByTime(1000);
    return query.select().from(checkouts).all().length === 0;
  });
  expect(log.error).toHaveBeenCalledWith(
    { err: expect.anything(), step: 'refunds' },
    'payment worker failed',
  );
});

it('stops after a subscriber was forwarded, so that the database stays open for the result', async () => {
  const requests: (() => void)[] = [];
  const service = await startLocalServer((_request, response) => {
    requests.push(() => response.end('{}'));
  });
  closing.push(() => service.close());
  const test = await buildTestApp({ config: { subscribeFormUrl: service.url } });
  closing.push(() => test.close());
  const now = test.clock.now();
  const { query } = test.context.database;
  for (const name of ['ann', 'bob']) {
    query
      .insert(subscribers)
      .values({
        publicId: name,
        email: `${name}@example.org`,
        source: 'Subscribe',
        requestedAt: now,
        linkUntil: now,
        confirmedAt: now,
        forwardAt: now,
      })
      .run();
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const stop = startScheduleWorker(test.context, log);
  vi.advanceTimersByTime(MINUTE_MS);
  await until('a subscriber is sent', () => requests.length > 0);
  const stopped = stop();
  for (const respond of requests) respond();
  await stopped;
  expect(query.select().from(subscribers).all()).toMatchObject([
    { publicId: 'ann', forwardedAt: now },
    { publicId: 'bob', forwardedAt: null },
  ]);
  expect(log.error).not.toHaveBeenCalled();
});

it('purges expired data also if another purge fails', async () => {
  const test = await buildTestApp();
  closing.push(() => test.close());
  const { database } = test.context;
  await database.write((transaction) =>
    publishEvent(transaction, test.context, { channel: 'moderation', data: 'old' }),
  );
  database.raw.exec('ALTER TABLE articles RENAME TO unreadable_articles');
  test.clock.advance(HOUR_MS);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const stop = startScheduleWorker(test.context, log);
  vi.advanceTimersByTime(1000);
  await stop();
  expect(database.query.select().from(realTimeEvents).all()).toEqual([]);
  const steps = log.error.mock.calls.map(([{ step }]) => step);
  expect(steps).toEqual(expect.arrayContaining(['alerts', 'articles']));
});
