import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await buildTestApp({
    extend: (app) => {
      app.register(async (scope) => {
        scope.get(
          '/api/cached',
          { config: { requiredRole: 'public' } },
          async (_request, reply) => {
            reply.header('cache-control', 'public, max-age=60');
            return 'x';
          },
        );
      });
    },
  });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as net.AddressInfo).port;
});
afterAll(() => test.close());

it.each(['/api/user/nobody', '/%c0', '/api/user/info', '/', '/api/docs', '/api/docs/json'])(
  'sets protective headers for %s',
  async (url) => {
    const { headers } = await test.app.inject(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  },
);

it.each([
  '/api/user/nobody',
  '/api/nothing',
  '/api/user/info',
  '/user/logout',
  '/%61pi/health',
  '/a%70i/nothing',
  '/%61pi',
  '/%75ser/logout',
])('prevents storing, framing and running the response to %s', async (url) => {
  const { headers } = await test.app.inject(url);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
});

it.each(['/%c0', '/%', '/blog/%zz', '/api/%ff', '/%e0%80%ae'])(
  'rejects the malformed escape in %s with a message and a code',
  async (url) => {
    const response = await test.app.inject(url);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      msg: 'The request is malformed.',
      code: 'MALFORMED_REQUEST',
    });
    expect(response.headers['cache-control']).toBe('no-store');
  },
);

it('keeps the Cache-Control header of a route', async () => {
  expect((await test.app.inject('/api/cached')).headers['cache-control']).toBe(
    'public, max-age=60',
  );
});

it('returns no details of an error, with protective headers', async () => {
  const broken = await buildTestApp();
  broken.context.database.raw.exec('ALTER TABLE users RENAME TO gone');
  const response = await broken.app.inject('/api/user/nobody');
  expect(response.statusCode).toBe(500);
  expect(Object.keys(response.json())).toEqual(['msg', 'code']);
  expect(response.body).not.toMatch(/sql|users|table/i);
  expect(response.headers['cache-control']).toBe('no-store');
  await broken.close();
});

it('allows own scripts and no inline code on /api/docs', async () => {
  for (const url of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui-bundle.js']) {
    const policy = String((await test.app.inject(url)).headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:|upgrade/);
  }
});

it('sends Strict-Transport-Security on HTTPS sites', async () => {
  const secure = await buildTestApp({ config: { siteUrl: 'https://example.org' } });
  const { headers } = await secure.app.inject('/api/user/nobody');
  expect(headers['strict-transport-security']).toBe('max-age=63072000');
  await secure.close();
});

describe('an ambiguous request', () => {
  it.each([
    ['two hosts', 'GET /api/user/nobody HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n'],
    ['two equal hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nhOsT: localhost\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n'],
    ['an absolute target', 'GET http://evil.example/x/ HTTP/1.1\r\nHost: localhost\r\n'],
    ['our own absolute target', 'GET http://localhost/blog/ HTTP/1.1\r\nHost: localhost\r\n'],
    ['another scheme', 'GET file:///etc/passwd HTTP/1.1\r\nHost: localhost\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n'],
    ['a target without a slash', 'GET api/health HTTP/1.1\r\nHost: localhost\r\n'],
    ['huge headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Huge: ${'x'.repeat(20_000)}\r\n`],
    ['TRACE', 'TRACE /api/user/nobody HTTP/1.1\r\nHost: localhost\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost\r\n'],
    [
      'two lengths',
      'POST /api/user/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n',
    ],
    [
      'length and chunks',
      'POST /api/user/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n',
    ],
  ])('is rejected for %s', async (_what, request) => {
    const response = await fetchRaw(`${request}Connection: close\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(response).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
    expect(response).not.toMatch(/\r\nlocation:/i);
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({
      msg: expect.any(String),
      code: expect.any(String),
    });
  });

  it('is accepted with one host', async () => {
    const request = 'GET /api/user/nobody HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(await fetchRaw(request)).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  });
});

/** Returns the response to bytes that no client library would send. */
function fetchRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
    let response = '';
    socket.on('data', (data) => {
      response += data;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });
}
