import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emails } from '../db/schema/email.ts';
import { enqueueEmail } from '../services/mail/email-queue.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { startSmtpServer, type TestSmtpServer } from '../testing/emails.ts';
import { until } from '../testing/until.ts';
import { startMailWorker } from './mail-worker.ts';
import type { StopWorker } from './polling.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let test: TestApp;
let server: TestSmtpServer;
let stop: StopWorker;
let isServerDown = false;
beforeEach(async () => {
  isServerDown = false;
  vi.clearAllMocks();
  server = await startSmtpServer({ connect: () => (isServerDown ? 'hang up' : 'agree') });
  test = await buildTestApp({ config: { smtpUrl: server.url } });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  stop = startMailWorker(test.context, log);
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
  await test.close();
  await server.close();
});

const write = (to: string, expiresAt: number | null = null) =>
  test.context.database.write((transaction) =>
    enqueueEmail(transaction, test.context, {
      kind: 'account',
      to,
      content: { subject: 'Hello', title: 'Hello', paragraphs: ['Hello.'], reason: 'None.' },
      ...(expiresAt !== null && { expiresAt }),
    }),
  );

/** Advances the timers of the worker until a condition is fulfilled. */
const pollUntil = (what: string, condition: () => boolean) =>
  until(what, () => {
    vi.advanceTimersByTime(500);
    return condition();
  });
const responses = () =>
  test.context.database.query
    .select()
    .from(emails)
    .all()
    .map(({ response }) => response ?? '');

it('sends emails also if alerts cannot be written', async () => {
  test.context.database.raw.exec('ALTER TABLE article_alerts RENAME TO unreadable_alerts');
  await write('ann@example.org');
  await pollUntil('the email is sent', () => server.accepted.length === 1);
  expect(log.error).toHaveBeenCalledWith(
    { err: expect.anything(), step: 'article alerts' },
    'mail worker failed',
  );
});

it('pauses longer after each failure, also if an email expires in between', async () => {
  isServerDown = true;
  await write('ann@example.org');
  await pollUntil('the server was tried', () => responses()[0] !== '');
  await write('bob@example.org', test.clock.now());
  await pollUntil('the other one has expired', () => responses()[1]?.includes('expired') === true);
  await write('cem@example.org');
  await pollUntil('the server was tried again', () => responses()[2] !== '');
  const triedAt = performance.now();
  await write('dan@example.org');
  await pollUntil('the server was tried once more', () => responses()[3] !== '');
  // The first pause lasts five seconds, the second ten.
  expect(performance.now() - triedAt).toBeGreaterThan(7_000);
});
