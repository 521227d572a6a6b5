import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { buildApp } from '../app.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

let test: TestApp;
let close: () => Promise<void>;
afterEach(async () => {
  await close();
  await test.close();
});

/** Starts the app with a log in memory. @returns the function that calls it and its lines */
async function start(accessLog: boolean) {
  test = await buildTestApp();
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const config = { ...test.context.config, accessLog };
  const app = await buildApp({ ...test.context, config }, { log, reports: null });
  close = () => app.close();
  const call = (url: string, headers = {}) =>
    app.inject({ url, headers, remoteAddress: '203.0.113.9' });
  return { lines, call };
}

it('writes one line per request, without IP address, query and secrets', async () => {
  const { lines, call } = await start(true);
  await call('/api/articles/some-id?title=private', { cookie: 'a=private' });
  await call('/api/downloads/private.token');
  await call('/preview/private.link');
  await call('/api/nowhere/%1b[31m\u009b');
  expect(lines).toMatchObject([
    { method: 'GET', route: '/api/articles/:id', path: '/api/articles/some-id', status: 404 },
    { route: '/api/downloads/:token', path: '/api/downloads/[token]' },
    { path: '/preview/[link]' },
    { path: '/api/nowhere/%1b[31m%C2%9B', status: 404 },
  ]);
  expect(lines[0]).toMatchObject({ msg: 'request', ms: expect.any(Number) });
  expect(JSON.stringify(lines)).not.toMatch(/private|203\.0\.113/);
});

it('is off by default', async () => {
  const { lines, call } = await start(false);
  await call('/api/articles');
  expect(lines).toEqual([]);
});

it('puts the trace of a valid traceparent header into the log lines of its request', async () => {
  const { lines, call } = await start(true);
  const trace = { trace_id: TRACE, span_id: SPAN };
  await call('/api/articles', { traceparent: `00-${TRACE}-${SPAN}-01` });
  await call('/api/articles', { traceparent: `01-${TRACE}-${SPAN}-01-later-fields` });
  expect(lines).toMatchObject([trace, trace]);
});

it.each([
  'nonsense',
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}"-01`,
])('ignores the traceparent header %s', async (traceparent) => {
  const { lines, call } = await start(true);
  expect((await call('/api/articles', { traceparent })).statusCode).toBe(200);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toHaveProperty('trace_id');
});
