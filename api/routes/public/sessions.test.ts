import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#contracts/session-messages.ts';
import { users } from '../../db/schema/accounts.ts';
import { signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestUser, TEST_PASSWORD } from '../../testing/factories.ts';

const DAY_S = 86_400;

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(() => test.close());

describe('registration', () => {
  const valid = { name: 'Ann Example', email: 'ann@example.org', password: TEST_PASSWORD };

  it('creates a basic account and signs in', async () => {
    const response = await register(valid);
    expect(response.statusCode).toBe(201);
    const body = response.json();
    expect(body.user).toMatchObject({ name: 'Ann Example', email: 'ann@example.org', role: 0 });
    expect(body.data.accesstoken).toBe(body.accesstoken);
    const info = await test.app.inject({
      url: '/api/user/info',
      headers: { authorization: `Bearer ${body.accesstoken}` },
    });
    expect(info.json().users.email).toBe('ann@example.org');
  });

  it.each([
    ['a short name first', { name: 'ab', password: '12345', email: 'x' }, messages.name],
    ['a name that is no string', { ...valid, name: 123 }, messages.name],
    ['a missing name', { email: valid.email, password: valid.password }, messages.name],
    ['then a short password', { ...valid, password: '12345', email: 'x' }, messages.password],
    ['a missing password', { name: valid.name, email: valid.email }, messages.password],
    ['then a wrong email', { ...valid, email: 'ann@' }, messages.email],
    ['a missing email', { name: valid.name, password: valid.password }, messages.email],
  ])('reports %s', async (_what, payload, msg) => {
    const response = await register(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ msg, code: 'VALIDATION' });
  });

  it('returns the documented messages', () => {
    expect(messages).toEqual({
      name: 'Name only accepts string characters and must be greater than 3',
      password: 'Password must be greater than 6 characters',
      email: 'Email only accepts in email format',
    });
  });

  it.each([
    ['name of 3', 'Ann', 'abcxyz'],
    ['password of 6', 'Anna', 'zq8#k!'],
  ])('accepts a %s characters', async (_what, name, password) => {
    expect((await register({ ...valid, name, password })).statusCode).toBe(201);
  });

  it('rejects a common password at its field', async () => {
    const response = await register({ ...valid, password: 'Password1' });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields.password).toMatch(/password is too common/);
  });

  it.each(['isAdmin', 'admin', '_id', 'createdAt', 'status', 'passwordHash'])(
    'refuses the undocumented field %s',
    async (field) => {
      const response = await register({ ...valid, [field]: 1 });
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe('VALIDATION');
    },
  );

  it.each([1, '1', true, { role: 1 }])('ignores the role %j', async (role) => {
    const response = await register({ ...valid, role });
    expect(response.statusCode).toBe(201);
    expect(response.json().user.role).toBe(0);
    expect(test.context.database.query.select().from(users).all()).toMatchObject([{ role: 0 }]);
  });

  it('reports an existing email address, regardless of case', async () => {
    await register(valid);
    const response = await register({ ...valid, email: ' ANN@Example.ORG ' });
    expect(response.statusCode).toBe(409);
    expect(response.json().code).toBe('EMAIL_TAKEN');
  });

  it('accepts an email address in one of ten simultaneous requests', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => register(valid)));
    const codes = responses.map((response) => response.statusCode).toSorted();
    expect(codes).toEqual([201, ...Array(9).fill(409)]);
  });
});

describe('sign-in', () => {
  it.each([
    ['a wrong password', { status: 'active' }, 'a guess'],
    ['a wrong password of a suspended account', { status: 'suspended' }, 'a guess'],
    ['a deleted account', { status: 'deleted' }, TEST_PASSWORD],
  ] as const)('responds to %s as to an unknown email', async (_what, columns, password) => {
    insertTestUser(test.context.database, { email: 'ann@example.org', ...columns });
    const unknown = await login({ email: 'nobody@example.org', password });
    const response = await login({ email: 'ann@example.org', password });
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe('WRONG_CREDENTIALS');
    expect(response.body).toBe(unknown.body);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('reveals a suspension only with the correct password, and never signs in', async () => {
    insertTestUser(test.context.database, { email: 'ann@example.org', status: 'suspended' });
    const response = await login({ email: 'ann@example.org', password: TEST_PASSWORD });
    expect([response.statusCode, response.json().code]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('sets session cookies if it is not remembered', async () => {
    insertTestUser(test.context.database, { email: 'ann@example.org' });
    const response = await login({ email: 'ANN@example.org' });
    expect(response.statusCode).toBe(200);
    expect(cookieNamed(response, 'access-3000')).toMatchObject({
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
    });
    expect(cookieNamed(response, 'access-3000')).not.toHaveProperty('maxAge');
    const refresh = response.cookies.filter(({ name }) => name === 'refresh-3000');
    expect(refresh).toMatchObject([
      { path: '/api/user/refresh_token', httpOnly: true, sameSite: 'Strict' },
      { path: '/api/user/logout', httpOnly: true, sameSite: 'Strict' },
    ]);
    for (const cookie of refresh) expect(cookie).not.toHaveProperty('maxAge');
  });

  it('sets persistent cookies if it is remembered', async () => {
    insertTestUser(test.context.database, { email: 'ann@example.org' });
    const response = await login({ email: 'ann@example.org', rememberMe: true });
    expect(cookieNamed(response, 'access-3000')).toMatchObject({ maxAge: 900 });
    expect(cookieNamed(response, 'refresh-3000')).toMatchObject({ maxAge: 7 * DAY_S });
  });

  it('ends the previous session of the browser', async () => {
    const before = await signedInAs(test);
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: before.headers,
      payload: { email: before.user.email, password: TEST_PASSWORD },
    });
    expect(response.statusCode).toBe(200);
    expect((await info(before.headers)).statusCode).toBe(401);
  });

  it('uses cookie names with a protected prefix over HTTPS', async () => {
    await using secure = await buildTestApp({ config: { siteUrl: 'https://example.org' } });
    insertTestUser(secure.context.database, { email: 'ann@example.org' });
    const response = await secure.app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: 'ann@example.org', password: TEST_PASSWORD },
    });
    expect(cookieNamed(response, '__Host-access')).toMatchObject({ path: '/', secure: true });
    expect(cookieNamed(response, '__Secure-refresh')).toMatchObject({
      path: '/api/user/refresh_token',
      secure: true,
    });
  });

  it.each(['a@example.org', "' OR 1=1 --", 'x'.repeat(254)])(
    'takes %j as an unknown email',
    async (email) => {
      expect((await login({ email })).statusCode).toBe(401);
    },
  );
});

describe('sign-out', () => {
  it.each(['POST /api/user/logout', 'GET /user/logout', 'GET /api/user/logout'])(
    'by %s ends the session on the server and removes the cookies',
    async (route) => {
      const member = await signedInAs(test);
      const [method, url] = route.split(' ') as ['GET' | 'POST', string];
      const response = await test.app.inject({ method, url, headers: member.headers });
      expect(response.json()).toEqual({ msg: 'You are signed out.' });
      expect(cookieNamed(response, 'access-3000')).toMatchObject({ value: '', maxAge: 0 });
      const refreshCookies = response.cookies.filter(({ name }) => name === 'refresh-3000');
      expect(refreshCookies).toMatchObject([
        { path: '/api/user/refresh_token', value: '', maxAge: 0 },
        { path: '/api/user/logout', value: '', maxAge: 0 },
      ]);
      expect((await info(member.headers)).statusCode).toBe(401);
      const refresh = { url: '/api/user/refresh_token', headers: member.headers };
      expect((await test.app.inject(refresh)).statusCode).toBe(401);
    },
  );

  it('redirects a browser to the home page', async () => {
    const member = await signedInAs(test);
    const headers = { ...member.headers, 'sec-fetch-mode': 'navigate' };
    const response = await test.app.inject({ url: '/user/logout', headers });
    expect(response.statusCode).toBe(303);
    expect(response.headers.location).toBe('/');
    expect((await info(member.headers)).statusCode).toBe(401);
  });

  it('ends the session by an access token that has expired', async () => {
    const member = await signedInAs(test);
    test.clock.advance(3_600_000);
    await test.app.inject({ url: '/user/logout', headers: member.headers });
    const refresh = { url: '/api/user/refresh_token', headers: member.headers };
    expect((await test.app.inject(refresh)).statusCode).toBe(401);
  });

  it('redirects to the path of the refresh cookie if the access cookie is missing', async () => {
    const response = await test.app.inject({
      url: '/user/logout',
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    });
    expect(response.headers.location).toBe('/api/user/logout');
  });

  it('returns the same response to guests', async () => {
    const response = await test.app.inject({ method: 'POST', url: '/api/user/logout' });
    expect(response.statusCode).toBe(200);
  });

  it('does not run for a HEAD request', async () => {
    const member = await signedInAs(test);
    const request = { method: 'HEAD', url: '/user/logout', headers: member.headers } as const;
    await test.app.inject(request);
    expect((await info(member.headers)).statusCode).toBe(200);
  });
});

function register(payload: object) {
  return test.app.inject({ method: 'POST', url: '/api/user/register', payload });
}

function login(fields: { email: string; password?: string; rememberMe?: boolean }) {
  const payload = { password: TEST_PASSWORD, ...fields };
  return test.app.inject({ method: 'POST', url: '/api/user/login', payload });
}

function info(headers: Record<string, string>) {
  return test.app.inject({ url: '/api/user/info', headers });
}

function cookieNamed(response: { cookies: { name: string }[] }, name: string) {
  return response.cookies.find((cookie) => cookie.name === name);
}
