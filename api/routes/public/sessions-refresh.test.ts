import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import { sessions, users } from '../../db/schema/accounts.ts';
import { makeAdmin } from '../../services/registration/register.ts';
import { signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestUser, TEST_PASSWORD } from '../../testing/factories.ts';

const OVERLAP_MS = 15_000;

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(() => test.close());

describe('refreshing a session', () => {
  it('rotates the token, a hundred times in a row', async () => {
    let token = await startToken();
    const seen = new Set([token]);
    for (let round = 0; round < 100; round++) {
      test.clock.advance(600_000);
      token = newToken(await refresh(token));
      seen.add(token);
      if (round % 60 === 59) token = await startToken();
    }
    expect(seen.size).toBe(101);
  });

  it('returns the same fields as a sign-in', async () => {
    const body = (await refresh(await startToken())).json();
    expect(body.data.accesstoken).toBe(body.accesstoken);
    expect(body.user.email).toContain('@example.org');
  });

  it('returns 401 without a token', async () => {
    const response = await test.app.inject({ url: '/api/user/refresh_token' });
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe('NOT_SIGNED_IN');
  });

  it('is rejected for another site', async () => {
    const token = await startToken();
    const response = await refresh(token, { 'sec-fetch-site': 'cross-site' });
    expect(response.json().code).toBe('CROSS_SITE');
    expect((await refresh(token)).statusCode).toBe(200);
  });
});

describe('two tabs that refresh at the same time', () => {
  it('both stay signed in, also afterwards', async () => {
    let token = await startToken();
    for (let round = 0; round < 20; round++) {
      const responses = await Promise.all([refresh(token), refresh(token)]);
      expect(responses.map((response) => response.statusCode)).toEqual([200, 200]);
      const exchanged = new Set(responses.map(newToken));
      expect(exchanged.size).toBe(1);
      [token = ''] = exchanged;
      test.clock.advance(600_000);
    }
  });

  it('both get valid access tokens', async () => {
    const token = await startToken();
    for (const response of await Promise.all([refresh(token), refresh(token)])) {
      const headers = { authorization: `Bearer ${response.json().accesstoken}` };
      const info = await test.app.inject({ url: '/api/user/info', headers });
      expect(info.statusCode).toBe(200);
    }
  });
});

it('returns the new token again if the response was lost', async () => {
  const token = await startToken();
  const lost = newToken(await refresh(token));
  test.clock.advance(OVERLAP_MS - 1);
  const again = newToken(await refresh(token));
  expect(again).toBe(lost);
  // Ten minutes later, the browser sends the second refresh token.
  test.clock.advance(600_000);
  expect(newToken(await refresh(again))).not.toBe(again);
});

describe('a stolen refresh token', () => {
  it('is rejected after the grace period and revokes the whole session', async () => {
    const stolen = await startToken();
    const token = newToken(await refresh(stolen));
    test.clock.advance(OVERLAP_MS);
    await expectEnded(stolen);
    await expectEnded(token);
  });

  it('works until the end of the grace period without revoking the session', async () => {
    const earlier = await startToken();
    const token = newToken(await refresh(earlier));
    test.clock.advance(OVERLAP_MS - 1);
    expect((await refresh(earlier)).statusCode).toBe(200);
    expect((await refresh(token)).statusCode).toBe(200);
  });

  it('is rejected after two rotations, also within a second', async () => {
    const oldest = await startToken();
    const token = newToken(await refresh(newToken(await refresh(oldest))));
    test.clock.advance(1_000);
    await expectEnded(oldest);
    await expectEnded(token);
  });

  it('also revokes the access tokens of thief and owner', async () => {
    const stolen = await startToken();
    const owner = await refresh(stolen);
    test.clock.advance(OVERLAP_MS);
    await refresh(stolen);
    const headers = { authorization: `Bearer ${owner.json().accesstoken}` };
    const info = await test.app.inject({ url: '/api/user/info', headers });
    expect(info.statusCode).toBe(401);
    expect(test.context.database.query.select().from(sessions).get()?.revokedReason).toBe(
      'replayed token',
    );
  });

  it('leaves other devices of the same user signed in', async () => {
    const user = insertTestUser(test.context.database);
    const [stolen, elsewhere] = [await login(user.email), await login(user.email)];
    await refresh(stolen);
    test.clock.advance(OVERLAP_MS);
    await expectEnded(stolen);
    expect((await refresh(elsewhere)).statusCode).toBe(200);
  });
});

it('revokes no session for a forged token with a known identifier', async () => {
  const token = await startToken();
  const [sessionId, random, mac] = token.split('.');
  const inventions = [
    `${sessionId}.${'A'.repeat(43)}.${'A'.repeat(43)}`,
    `${sessionId}.${'A'.repeat(43)}.${mac}`,
    `${'A'.repeat(22)}.${random}.${mac}`,
    `${sessionId}`,
    `${token}.x`,
    'x'.repeat(5_000),
  ];
  for (const invention of inventions) {
    const response = await refresh(invention);
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe('SESSION_ENDED');
  }
  expect((await refresh(token)).statusCode).toBe(200);
});

it.each([
  ['its user signs out', (token: string) => logout(token)],
  ['its user is suspended', () => setStatus('suspended')],
  ['its user is deleted', () => setStatus('deleted')],
  ['its user becomes admin', () => makeAdmin(test.context, 'ann@example.org')],
])('refuses the token after %s', async (_what, end) => {
  insertTestUser(test.context.database, { email: 'ann@example.org' });
  const token = await login('ann@example.org');
  await end(token);
  await expectEnded(token);
});

describe('the lifetime of a session', () => {
  it('is 12 hours if it is not remembered, regardless of activity', async () => {
    let token = await startToken();
    for (let hour = 0; hour < 11; hour++) {
      test.clock.advance(HOUR_MS);
      token = newToken(await refresh(token));
    }
    test.clock.advance(HOUR_MS);
    await expectEnded(token);
  });

  it('is 7 days without activity if it is remembered', async () => {
    const user = insertTestUser(test.context.database);
    const token = await login(user.email, true);
    test.clock.advance(7 * DAY_MS - 1);
    const next = newToken(await refresh(token));
    test.clock.advance(7 * DAY_MS);
    await expectEnded(next);
  });

  it('is at most 30 days if it is remembered', async () => {
    const user = insertTestUser(test.context.database);
    let token = await login(user.email, true);
    for (let day = 6; day < 30; day += 6) {
      test.clock.advance(6 * DAY_MS);
      token = newToken(await refresh(token));
    }
    test.clock.advance(6 * DAY_MS);
    await expectEnded(token);
  });

  it('ends an access token after 15 minutes', async () => {
    const { headers } = await signedInAs(test);
    test.clock.advance(15 * 60_000);
    expect((await test.app.inject({ url: '/api/user/info', headers })).statusCode).toBe(200);
    test.clock.advance(1_000);
    expect((await test.app.inject({ url: '/api/user/info', headers })).statusCode).toBe(401);
  });
});

async function startToken(): Promise<string> {
  return (await signedInAs(test)).refreshToken;
}

async function login(email: string, rememberMe = false): Promise<string> {
  const payload = { email, password: TEST_PASSWORD, rememberMe };
  return newToken(await test.app.inject({ method: 'POST', url: '/api/user/login', payload }));
}

function logout(token: string) {
  const headers = { cookie: `refresh-3000=${token}`, 'sec-fetch-site': 'same-origin' };
  return test.app.inject({ method: 'POST', url: '/api/user/logout', headers });
}

async function setStatus(status: 'suspended' | 'deleted') {
  await test.context.database.write((query) => query.update(users).set({ status }).run());
}

function refresh(token: string, headers: Record<string, string> = {}) {
  return test.app.inject({
    url: '/api/user/refresh_token',
    headers: { cookie: `refresh-3000=${token}`, 'sec-fetch-site': 'same-origin', ...headers },
  });
}

function newToken(response: Awaited<ReturnType<typeof refresh>>): string {
  return response.cookies.find((cookie) => cookie.name === 'refresh-3000')?.value ?? '';
}

async function expectEnded(token: string): Promise<void> {
  const response = await refresh(token);
  expect(response.statusCode).toBe(401);
  expect(response.json().code).toBe('SESSION_ENDED');
}
