import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { insertTestUser, TEST_PASSWORD } from '../testing/factories.ts';
import type { IdlePublisher } from '../testing/fakes.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp({ config: { rateLimits: true } });
});
afterEach(() => test.close());

describe('the general limit', () => {
  it('allows 600 requests per IP address and minute, then returns Retry-After', async () => {
    expect(await countAccepted(601, () => sendRequest('/api/user/info'))).toBe(600);
    test.clock.advance(20_000);
    const refused = await sendRequest('/api/user/info');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('40');
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    test.clock.advance(40_000);
    expect((await sendRequest('/api/user/info')).statusCode).toBe(401);
  });

  it('counts each IP address separately', async () => {
    await countAccepted(600, () => sendRequest('/api/user/info', '10.0.0.1'));
    expect((await sendRequest('/api/user/info', '10.0.0.1')).statusCode).toBe(429);
    expect((await sendRequest('/api/user/info', '10.0.0.2')).statusCode).toBe(401);
  });

  it('counts the IP addresses of an IPv6 network as one', async () => {
    await countAccepted(600, (number) =>
      sendRequest('/api/user/info', `2001:db8::${number.toString(16)}`),
    );
    expect((await sendRequest('/api/user/info', '2001:db8::ffff')).statusCode).toBe(429);
    expect((await sendRequest('/api/user/info', '2001:db8:0:1::1')).statusCode).toBe(401);
  });

  it('ignores forged forwarded IP addresses', async () => {
    await countAccepted(100, () => sendRequest('/api/user/info'));
    const forged = (number: number) => ({
      'x-forwarded-for': `198.51.100.${number % 250}, 203.0.113.${number % 250}`,
      'x-real-ip': `198.51.100.${number % 250}`,
      forwarded: `for=198.51.100.${number % 250}`,
    });
    expect(
      await countAccepted(500, (number) =>
        sendRequest('/api/user/info', undefined, forged(number)),
      ),
    ).toBe(500);
    expect((await sendRequest('/api/user/info', undefined, forged(7))).statusCode).toBe(429);
  });

  it('does not limit pages', async () => {
    expect(await countAccepted(700, () => sendRequest('/blog'))).toBe(700);
  });

  it('can be turned off', async () => {
    await using open = await buildTestApp();
    for (let number = 0; number < 650; number++) {
      expect((await open.app.inject('/api/user/info')).statusCode).toBe(401);
    }
  });
});

it('trusts only configured proxies', async () => {
  await using behind = await buildTestApp({
    config: { rateLimits: true, trustedProxies: ['10.0.0.0/8'] },
  });
  const through = (remoteAddress: string, forwarded: string) =>
    behind.app.inject({
      url: '/api/user/info',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
    });
  for (let number = 0; number < 600; number++) await through('10.1.2.3', '198.51.100.1');
  expect((await through('10.1.2.3', '198.51.100.1')).statusCode).toBe(429);
  expect((await through('10.1.2.3', '198.51.100.2')).statusCode).toBe(401);
  expect((await through('10.1.2.3', '198.51.100.9, 198.51.100.1')).statusCode).toBe(429);
  expect((await through('192.0.2.1', '198.51.100.1')).statusCode).toBe(401);
});

it('limits clients that request missing URLs, and no others', async () => {
  expect(await countAccepted(100, (number) => sendRequest(`/api/backup-${number}.zip`))).toBe(60);
  expect((await sendRequest('/api/user/info')).statusCode).toBe(401);
  expect((await sendRequest('/api/admin.php', '10.0.0.9')).statusCode).not.toBe(429);
});

it('limits requests of missing pages, but not of existing ones', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'live-'));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html></html>');
  (test.context.publisher as IdlePublisher).folder = folder;
  expect(await countAccepted(100, (number) => sendRequest(`/wp-login-${number}.php`))).toBe(60);
  expect((await sendRequest('/wp-login.php')).headers['retry-after']).toBeDefined();
  expect((await sendRequest('/')).statusCode).toBe(200);
  expect((await sendRequest('/nowhere', '10.0.0.9')).statusCode).toBe(404);
  rmSync(folder, { recursive: true });
});

it('allows ten registrations per IP address and hour', async () => {
  const register = (number: number) => post('register', { name: 'Ann', email: `a${number}@x.org` });
  expect(await countAccepted(30, register)).toBe(10);
  test.clock.advance(HOUR_MS);
  expect((await register(99)).statusCode).toBe(400);
});

describe('guessing a password', () => {
  beforeEach(() => {
    insertTestUser(test.context.database, { email: 'owner@example.org' });
  });

  it.each(['owner@example.org', 'unknown@example.org'])(
    'at %s is limited to five attempts per IP address and hour',
    async (email) => {
      const responses = [];
      for (let number = 0; number < 20; number++)
        responses.push(await login({ email, password: 'x' }));
      expect(responses.map((response) => response.statusCode)).toEqual([
        ...Array(5).fill(401),
        ...Array(15).fill(429),
      ]);
      expect(responses.at(-1)?.headers['retry-after']).toBe('3600');
      expect(responses.at(-1)?.json().code).toBe('TOO_MANY_REQUESTS');
    },
  );

  it('is limited for simultaneous attempts, too', async () => {
    const attempts = Array.from({ length: 20 }, () => login({ password: 'x' }));
    const codes = (await Promise.all(attempts)).map((response) => response.statusCode);
    expect(codes.filter((code) => code === 401)).toHaveLength(5);
  });

  it('rejects also the correct password once the limit is reached', async () => {
    for (let number = 0; number < 5; number++) await login({ password: 'x' });
    expect((await login({})).statusCode).toBe(429);
  });

  it('from 200 IP addresses neither succeeds nor locks out the owner', async () => {
    let checked = 0;
    for (let number = 0; number < 600; number++) {
      const response = await login({ password: `guess ${number}` }, `10.0.1.${number % 200}`);
      if (response.statusCode === 401) checked++;
      else expect(response.statusCode).toBe(429);
    }
    expect(checked).toBeLessThanOrEqual(220);
    expect((await login({}, '192.0.2.7')).statusCode).toBe(200);
  });

  it('does not limit a known device, also behind the same IP address', async () => {
    const known = (await login({}, '10.0.0.1')).cookies.find(({ name }) => name === 'device-3000');
    for (let number = 0; number < 10; number++) await login({ password: 'x' }, '10.0.0.1');
    expect((await login({}, '10.0.0.1')).statusCode).toBe(429);
    const cookie = `device-3000=${known?.value}`;
    expect((await login({}, '10.0.0.1', { cookie })).statusCode).toBe(200);
  });

  it('with a stolen device cookie is limited to five attempts', async () => {
    const known = (await login({}, '10.0.0.1')).cookies.find(({ name }) => name === 'device-3000');
    const cookie = `device-3000=${known?.value}`;
    const attempt = (number: number) => login({ password: 'x' }, `10.0.2.${number}`, { cookie });
    expect(await countAccepted(50, attempt)).toBe(5);
  });
});

type PageResponse = Awaited<ReturnType<typeof sendRequest>>;

async function countAccepted(
  times: number,
  request: (number: number) => Promise<PageResponse>,
): Promise<number> {
  let accepted = 0;
  for (let number = 0; number < times; number++) {
    if ((await request(number)).statusCode !== 429) accepted++;
  }
  return accepted;
}

function sendRequest(
  url: string,
  remoteAddress = '192.0.2.1',
  headers: Record<string, string> = {},
) {
  return test.app.inject({ url, remoteAddress, headers });
}

function post(
  name: string,
  payload: object,
  remoteAddress = '192.0.2.1',
  headers: Record<string, string> = {},
) {
  return test.app.inject({
    method: 'POST',
    url: `/api/user/${name}`,
    payload,
    remoteAddress,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
}

function login(
  fields: { email?: string; password?: string },
  address?: string,
  headers?: Record<string, string>,
) {
  const payload = { email: 'owner@example.org', password: TEST_PASSWORD, ...fields };
  return post('login', payload, address, headers);
}
