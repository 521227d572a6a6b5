import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

let local: TestApp;
let secure: TestApp;
let cookie: string;
beforeAll(async () => {
  local = await buildTestApp();
  secure = await buildTestApp({ config: { siteUrl: 'https://example.org' } });
  cookie = (await signedInAs(local)).headers.cookie;
});
afterAll(() => Promise.all([local.close(), secure.close()]));

const host = 'localhost:3000';

describe('a request that changes something', () => {
  it.each([
    ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: `http://${host}` }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a page of ours, in a browser that only tells its origin', { origin: `http://${host}` }],
    ['a page of ours by number', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
    [
      'a page of ours in the local network',
      { host: '10.0.0.5:3000', origin: 'http://10.0.0.5:3000' },
    ],
  ])('passes with cookies from %s', async (_who, headers) => {
    expect(await logout(local, { host, cookie, ...headers })).toBe(200);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    [
      'another port of this host',
      { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4000' },
    ],
    ['another port, in a browser that only tells its origin', { origin: 'http://localhost:4000' }],
    ['another name for this host', { origin: 'http://127.0.0.1:3000' }],
    ['a site that begins like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['a site with our name before an @', { origin: 'http://localhost:3000@evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    [
      'a sandboxed frame that claims to be ours',
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    ],
    ['an origin that is none', { origin: 'localhost:3000' }],
    ['an empty origin', { origin: '' }],
    ['a file', { origin: 'file://' }],
    ['an unknown origin', {}],
    ['a page of ours, by its address alone', { referer: `http://${host}/login` }],
    ['a value browsers do not send', { 'sec-fetch-site': 'Same-Origin' }],
    ['an unknown origin, with a token', { authorization: 'Bearer x' }],
  ])('is rejected with cookies from %s', async (_who, headers) => {
    expect(await logout(local, { host, cookie, ...headers })).toBe(403);
  });

  it.each([
    ['nothing that browsers send', {}, 200],
    ['a token', { authorization: 'Bearer x' }, 200],
    ['a token and an origin', { authorization: 'Bearer x', origin: 'https://app.example' }, 200],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['the origin null', { origin: 'null' }, 403],
    [
      'a password in the header',
      { authorization: 'Basic eDp5', origin: 'https://evil.example' },
      403,
    ],
  ])('without cookies but with %s gets the expected status', async (_what, headers, status) => {
    expect(await logout(local, { host, ...headers } as Record<string, string>)).toBe(status);
  });

  it('uses the public host name behind a proxy', async () => {
    const headers = { cookie: 'a=b', host: '127.0.0.1:3000', origin: 'https://example.org' };
    expect(await logout(secure, headers)).toBe(200);
  });

  it('rejects the same host over HTTP', async () => {
    const headers = { cookie: 'a=b', host: 'example.org', origin: 'http://example.org' };
    expect(await logout(secure, headers)).toBe(403);
  });
});

describe('the two documented GETs that change something', () => {
  it.each([
    ['/api/user/refresh_token', { 'sec-fetch-site': 'cross-site' }, 403],
    ['/user/logout', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }, 403],
    ['/user/logout', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 403],
    ['/user/logout', {}, 403],
    ['/user/logout', { referer: 'https://evil.example/' }, 403],
    // Without TLS, browsers send neither Sec-Fetch-Site nor Origin with a GET.
    ['/user/logout', { referer: `http://${host}/blog` }, 200],
    ['/user/logout', { 'sec-fetch-site': 'same-origin' }, 200],
  ])('%s %j', async (url, headers, status) => {
    const fresh = await signedInAs(local);
    const request = { url, headers: { host, ...headers, cookie: fresh.headers.cookie } };
    expect((await local.app.inject(request)).statusCode).toBe(status);
  });
});

it('allows reading from links of other sites', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
  const response = await local.app.inject({ url: '/api/user/nobody', headers });
  expect(response.statusCode).toBe(404);
});

it('sends no CORS headers', async () => {
  const response = await local.app.inject({
    method: 'OPTIONS',
    url: '/api/user/login',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  const allowing = Object.keys(response.headers).filter((name) =>
    name.startsWith('access-control'),
  );
  expect(allowing).toEqual([]);
});

it.each([
  'text/plain',
  'text/plain; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/jsonp',
])('rejects a body of type %s', async (type) => {
  const response = await local.app.inject({
    method: 'POST',
    url: '/api/user/login',
    headers: { 'content-type': type },
    payload: '{"email":"a@example.org","password":"a guess"}',
  });
  expect(response.statusCode).toBe(415);
  expect(response.json().code).toBe('UNSUPPORTED_MEDIA_TYPE');
});

async function logout(test: TestApp, headers: Record<string, string>): Promise<number> {
  const request = { method: 'POST', url: '/api/user/logout', headers } as const;
  const response = await test.app.inject(request);
  if (response.statusCode === 403) expect(response.json().code).toBe('CROSS_SITE');
  return response.statusCode;
}
