import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REQUEST_ID_PLACEHOLDER } from '#contracts/page.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { builtSite } from '../testing/built-site.ts';
import type { IdlePublisher } from '../testing/fakes.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let test: TestApp;
let folder: string;
let publisher: IdlePublisher;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'live-'));
  cpSync(path.join(builtSite(), 'client', '500.html'), path.join(folder, '500.html'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html></html>');
  // A page that the disk cannot give: what should be its precompressed copy is a folder.
  writeFileSync(path.join(folder, 'broken.html'), '<!doctype html><html></html>');
  mkdirSync(path.join(folder, 'broken.html.br'));
  test = await buildTestApp({ config: { rateLimits: true } });
  publisher = test.context.publisher as IdlePublisher;
  publisher.folder = folder;
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

const fetchPage = (url: string, headers: Record<string, string> = browser) =>
  test.app.inject({ url, headers });
type PageResponse = Awaited<ReturnType<typeof fetchPage>>;

/** The page runs under its own policy, and the policy allows what the page holds. */
function expectPageCsp(response: PageResponse): void {
  const policy = String(response.headers['content-security-policy']);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  for (const [, code = ''] of response.body.matchAll(
    /<(?:style|script)(?![^>]*src=)[^>]*>([\s\S]+?)<\//g,
  )) {
    const hash = createHash('sha256').update(code).digest('base64');
    expect([code.slice(0, 40), policy.includes(`'sha256-${hash}'`)]).toEqual([
      code.slice(0, 40),
      true,
    ]);
  }
}

describe('when the server fails, a browser', () => {
  it('gets the page of the release with advice and a request id, without details', async () => {
    const response = await fetchPage('/broken.html');
    expect(response.statusCode).toBe(500);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toContain('<h1 id="server-error-title">Error 500</h1>');
    expect(response.body).toContain('Go Back Home');
    const number = String(response.headers['x-request-id']);
    expect(number).toMatch(/^[\w-]{8,}$/);
    expect(response.body).toContain(number);
    expect(response.body).not.toMatch(/EISDIR|directory|\/tmp\/|request-id-->/);
    expectPageCsp(response);
    expect((await fetchPage('/broken.html')).headers['x-request-id']).not.toBe(number);
  });

  it('gets a built-in page if the release has none', async () => {
    rmSync(path.join(folder, '500.html'));
    const response = await fetchPage('/broken.html');
    expect(response.statusCode).toBe(500);
    expect(response.body).toContain('<h1>Error 500</h1>');
    expect(response.body).toContain(String(response.headers['x-request-id']));
    expect(response.body).not.toMatch(/EISDIR|directory|\/tmp\/|(?:src|href)="[^"]/);
    expectPageCsp(response);
  });

  it('gets only headers for a HEAD request', async () => {
    const response = await test.app.inject({
      method: 'HEAD',
      url: '/broken.html',
      headers: browser,
    });
    expect([response.statusCode, response.body]).toEqual([500, '']);
  });
});

it.each<Record<string, string>>([{}, { accept: '*/*' }, { accept: 'application/json' }])(
  'a client that accepts %j gets a message, a code and the request id as a header',
  async (headers) => {
    const response = await fetchPage('/broken.html', headers);
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      msg: 'Something went wrong on our side. The error has been logged.',
      code: 'INTERNAL',
    });
    expect(response.headers['x-request-id']).toBeDefined();
  },
);

it('returns a starting page with Retry-After before the first release', async () => {
  publisher.folder = null;
  const response = await fetchPage('/blog');
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.body).toContain('<h1>One moment</h1>');
  expectPageCsp(response);
  expect((await fetchPage('/api/health', browser)).statusCode).toBe(503);
  expect((await fetchPage('/blog', {})).json()).toMatchObject({ code: 'BUSY' });
});

it('asks a browser to wait after too many missing pages', async () => {
  writeFileSync(path.join(folder, '404.html'), '<!doctype html><html></html>');
  let response = await fetchPage('/nothing');
  for (let number = 0; response.statusCode === 404; number += 1)
    response = await fetchPage(`/no-${number}`);
  expect(response.statusCode).toBe(429);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  expect(response.body).toContain('Please wait a moment and try again.');
});

describe('a form without JavaScript', () => {
  const send = (url: string, payload: string) =>
    test.app.inject({
      method: 'POST',
      url,
      headers: { ...browser, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });

  it('gets a page with the reason if a field is invalid', async () => {
    const response = await send('/api/subscribers', 'email=ann%40&website=');
    expect(response.statusCode).toBe(400);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('<h1>This form was not sent</h1>');
    expect(response.body).toContain('what you typed is still there');
    // A link would request the page with GET, which does not send the form.
    expect(response.body).not.toContain('<a ');
    expectPageCsp(response);
  });

  it('gets a page that asks to wait after too many requests', async () => {
    let response = await send('/api/subscribers', 'email=ann0%40example.org&website=');
    for (let number = 1; response.statusCode === 303; number += 1)
      response = await send('/api/subscribers', `email=ann${number}%40example.org&website=`);
    expect(response.statusCode).toBe(429);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.body).toContain('<h1>This form was not sent</h1>');
  });

  it('gets a page with the reason if the form needs JavaScript', async () => {
    const response = await send('/api/user/login', 'email=ann%40example.org&password=x');
    expect(response.statusCode).toBe(415);
    expect(response.body).toContain('This form needs JavaScript');
    expect(response.body).not.toContain('password=');
  });

  it('of a program gets a message and a code', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/subscribers',
      headers,
      payload: 'email=ann%40',
    });
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
  });
});

it('never returns 304 for a missing page', async () => {
  writeFileSync(path.join(folder, '404.html'), '<!doctype html><html></html>');
  const { headers } = await fetchPage('/nothing');
  const again = await fetchPage('/nothing', { ...browser, 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.headers['cache-control']]).toEqual([404, 'no-cache']);
});

it('includes an error page without a request id for a proxy', async () => {
  const response = await fetchPage('/500.html');
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain(REQUEST_ID_PLACEHOLDER);
});
