import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../integrations/outbound.ts';
import { createReporting } from '../log.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { until } from '../testing/until.ts';
import { startScheduleWorker } from '../workers/start-workers.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

interface ReceivedRequest {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A collector that responds with `status` and stores the requests. */
async function startCollector(
  status = 200,
): Promise<{ origin: string; received: ReceivedRequest[]; server: Server }> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, received, server };
}

async function startApp(config: Parameters<typeof buildTestApp>[0]): Promise<TestApp> {
  const test = await buildTestApp(config);
  closing.push(() => test.close());
  return test;
}

const silent = {
  accessLog: false,
  logLevel: 'silent',
  logFormat: 'json' as const,
  mode: 'test' as const,
};
const eventOf = (call: ReceivedRequest | undefined) => JSON.parse(call?.body.split('\n')[2] ?? '');

const post = (test: TestApp, url: string, payload: object) =>
  test.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress: '198.51.100.77',
    headers: { 'sec-fetch-site': 'same-origin', 'user-agent': firefox },
  });

describe('a configured collector of page views', () => {
  it('receives each counted view without personal data', async () => {
    const { origin, received } = await startCollector();
    const test = await startApp({ config: { analyticsUrl: `${origin}/views?site=1` } });
    const view = { path: '/about', query: '?token=x&page=2', referrer: 'https://a.example/secret' };
    await post(test, '/api/views', view);
    await post(test, '/api/views', { path: '/' });
    await post(test, '/api/views', { path: '/admin/messages' });
    await test.app.close();
    expect(received).toHaveLength(1);
    const at = '2026-01-15T12:00:00.000Z';
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      site: 'http://localhost:3000',
      views: [
        { at, path: '/about', query: 'page=2', referrer: 'a.example' },
        { at, path: '/', query: '', referrer: '' },
      ],
    });
    expect(received[0]?.url).toBe('/views?site=1');
    expect(JSON.stringify(received)).not.toMatch(/198\.51|Firefox|secret|token/);
  });

  it('does not delay responses while it is unreachable', async () => {
    const test = await startApp({ config: { analyticsUrl: 'http://127.0.0.1:9/views' } });
    expect((await post(test, '/api/views', { path: '/about' })).statusCode).toBe(204);
    await test.app.close();
  });
});

describe('a configured collector of errors', () => {
  const dsn = (origin: string) => ({ url: `${origin}/api/42/envelope/`, key: 'public' });

  it('receives browser errors as an envelope without personal data', async () => {
    const { origin, received } = await startCollector();
    const test = await startApp({ config: { errorReports: dsn(origin) } });
    const stack = [
      'TypeError: ann@example.org is not a function',
      '    at start (http://localhost:3000/_assets/page.js?session=abc:1:20)',
      '    at http://localhost:3000/_assets/page.js:2:30',
    ].join('\n');
    const message = 'Uncaught TypeError: ann@example.org is not a function at 203.0.113.9';
    const response = await post(test, '/api/client-errors', { message, path: '/login', stack });
    expect([response.statusCode, response.body]).toEqual([204, '']);
    await test.app.close();
    const [report] = received;
    expect(report?.url).toBe('/api/42/envelope/');
    expect(report?.headers['x-sentry-auth']).toContain('sentry_key=public');
    const [head, item, event] = (report?.body ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head.event_id).toMatch(/^[0-9a-f]{32}$/);
    expect(item).toEqual({ type: 'event' });
    expect(event).toMatchObject({ platform: 'javascript', level: 'error', transaction: '/login' });
    const [exception] = event.exception.values;
    expect(exception.type).toBe('TypeError');
    expect(exception.value).toBe('Uncaught TypeError: [email] is not a function at [IP address]');
    expect(exception.stacktrace.frames.at(-1).function).toBe('start');
    expect(exception.stacktrace.frames[0]).toMatchObject({ lineno: 2, colno: 30 });
    expect(JSON.stringify(received)).not.toMatch(/ann@|203\.0\.113|session=abc|198\.51|Firefox/);
  });

  it('receives every server error at any trace sample rate', async () => {
    const { origin, received } = await startCollector();
    const test = await startApp({ config: { errorReports: dsn(origin), traceSampleRate: 0 } });
    test.context.database.raw.exec('DROP TABLE users');
    expect((await test.app.inject('/api/user/nobody')).statusCode).toBe(500);
    const health = await test.app.inject('/api/health');
    expect([health.statusCode, health.json()]).toEqual([
      503,
      { msg: 'The database is not responding.', code: 'BUSY' },
    ]);
    expect((await test.app.inject('/api/nothing')).statusCode).toBe(404);
    await test.app.close();
    const events = received.map(eventOf);
    expect(events.map((event) => event.transaction).toSorted()).toEqual([
      'GET /api/health',
      'GET /api/user/:id',
    ]);
    expect(events[0].exception.values[0]).toMatchObject({
      type: 'SqliteError',
      value: 'no such table: users',
    });
  });

  it.each([
    [1, 2],
    [0, 0],
  ])('gets the share %d of requests as traces', async (traceSampleRate, times) => {
    const { origin, received } = await startCollector();
    const test = await startApp({ config: { errorReports: dsn(origin), traceSampleRate } });
    await test.app.inject('/api/user/nobody');
    await test.app.inject('/blog/here');
    await test.app.close();
    const traces = received.map(eventOf);
    expect(traces.map(({ transaction }) => transaction).toSorted()).toEqual(
      ['GET /*', 'GET /api/user/:id'].slice(0, times),
    );
    for (const trace of traces) {
      expect(trace.timestamp).toBeGreaterThanOrEqual(trace.start_timestamp);
      expect(trace.contexts.trace).toMatchObject({ op: 'http.server' });
    }
  });

  it('receives failures of polling loops', async () => {
    const { origin, received } = await startCollector();
    const { context } = await startApp({});
    const { log, reports } = createReporting({ ...silent, errorReports: dsn(origin) });
    context.database.raw.exec('DROP TABLE articles');
    const stop = startScheduleWorker(context, log);
    await until('the collector has received it', () => received.length > 0);
    await stop();
    await reports?.close();
    expect(eventOf(received[0])).toMatchObject({
      transaction: 'schedule worker failed',
      exception: { values: [{ type: 'SqliteError' }] },
    });
  });

  it('receives failures of workers, each once a minute', async () => {
    const { origin, received } = await startCollector();
    const { log, reports } = createReporting({ ...silent, errorReports: dsn(origin) });
    for (let number = 0; number < 2; number += 1) {
      const stack = 'Error: no such tag\n    at render (/app/worker.ts:1:20)';
      log.error({ stack }, 'publisher: publishing an article: no such tag');
    }
    log.warn({ err: new Error('passes') }, 'a service is slow');
    await reports?.close();
    expect(received).toHaveLength(1);
    const { transaction, exception } = eventOf(received[0]);
    expect(transaction).toBe('publisher: publishing an article: no such tag');
    expect(exception.values[0].stacktrace.frames).toMatchObject([{ function: 'render' }]);
  });
});

it('sends nothing without a setting, but logs browser errors', async () => {
  const test = await startApp({ config: { rateLimits: true } });
  expect((await post(test, '/api/client-errors', { message: 'x' })).statusCode).toBe(204);
  const refused = await post(test, '/api/client-errors', { message: 'x'.repeat(501) });
  expect(refused.json().code).toBe('VALIDATION');
  for (let number = 0; number < 10; number += 1) {
    await post(test, '/api/client-errors', { message: 'x' });
  }
  expect((await post(test, '/api/client-errors', { message: 'x' })).statusCode).toBe(429);
});

describe('telemetry requests', () => {
  const send = async (url: string, times: number) => {
    const failures: unknown[] = [];
    const outbound = createOutbound({ url, headers: {}, failed: (error) => failures.push(error) });
    for (let number = 0; number < times; number += 1) {
      outbound.send('x');
      await outbound.close();
    }
    return failures;
  };

  it('pause after five failures in a row, with one log line', async () => {
    const { origin, received } = await startCollector(503);
    expect(await send(origin, 20)).toHaveLength(1);
    expect(received).toHaveLength(5);
  });

  it('follow no redirects', async () => {
    const { origin, received } = await startCollector(307);
    await send(origin, 1);
    expect(received.map((call) => call.url)).toEqual(['/']);
  });

  it('are dropped while a service is slow', async () => {
    const { origin, server } = await startCollector();
    let requestCount = 0;
    server.removeAllListeners('request');
    server.on('request', () => {
      requestCount += 1;
    });
    const outbound = createOutbound({ url: origin, headers: {}, failed: () => undefined });
    for (let number = 0; number < 50; number += 1) outbound.send('x');
    await until('the service gets a request', () => requestCount > 0);
    expect(requestCount).toBeLessThanOrEqual(4);
    server.closeAllConnections();
    await outbound.close();
  });
});
