import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sentEmails } from '../../testing/emails.ts';
import { TEST_PASSWORD } from '../../testing/factories.ts';
import { startOAuthProvider, type TestOAuthProvider } from '../../testing/oauth-provider.ts';
import { authenticatorCode } from '../../testing/second-factors.ts';

let host: TestOAuthProvider;
let test: TestApp;
let guest: Caller;
beforeEach(async () => {
  host = await startOAuthProvider();
  const { url, clientId, clientSecret } = host;
  const oauthProvider = { name: 'GitHub', url, apiUrl: url, clientId, clientSecret };
  test = await buildTestApp({ config: { oauthProvider } });
  guest = callerOf(test.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
});
afterEach(async () => {
  await test.close();
  await host.close();
});

const cookieOf = (response: Awaited<ReturnType<Caller>>) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** Follows the sign-in at the provider like a browser, and returns its result. */
async function goThere(caller = guest, start = 'POST /api/user/oauth') {
  const response = await caller(start, start.includes('/account/') ? undefined : {});
  const { url } = response.json();
  const back = await fetch(url, { redirect: 'manual' });
  const location = new URL(back.headers.get('location') ?? '');
  const { code = '', state = '' } = Object.fromEntries(location.searchParams);
  return { cookie: cookieOf(response), code, state, url: new URL(url), location };
}

type Trip = Awaited<ReturnType<typeof goThere>>;

const finish = ({ cookie, code, state }: Trip, also = '') =>
  guest('POST /api/user/oauth/finish', { code, state }, { cookie: `${cookie}; ${also}` });

describe('OAuth sign-in', () => {
  it('redirects to the service with state and PKCE and back to /login', async () => {
    expect((await guest('GET /api/user/oauth')).json()).toEqual({ name: 'GitHub' });
    const { url, location, cookie } = await goThere();
    expect(url.href.startsWith(`${host.url}/login/oauth/authorize?`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'client',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: 'http://localhost:3000/login',
    });
    expect(location.pathname).toBe('/login');
    expect(cookie).toMatch(/^oauth-3000=/);
  });

  it('creates an account the first time and signs in to it afterwards', async () => {
    const first = await finish(await goThere());
    expect([first.statusCode, first.json().user]).toMatchObject([
      200,
      { name: 'Ann Example', email: 'ann@example.org', emailConfirmed: true, role: 0 },
    ]);
    // The same person under another name.
    Object.assign(host.person, { login: 'ann2', name: null, emails: [] });
    const second = await finish(await goThere());
    expect(second.json().user.id).toBe(first.json().user.id);
    expect(second.cookies.map(({ httpOnly }) => httpOnly)).not.toContain(undefined);
    // There is no password that fits.
    for (const password of ['!', TEST_PASSWORD]) {
      const login = await guest('POST /api/user/login', { email: 'ann@example.org', password });
      expect(login.json().code).toBe('WRONG_CREDENTIALS');
    }
  });

  it.each<[string, (trip: Trip) => Trip | Promise<Trip>]>([
    ['an unknown state', (trip) => ({ ...trip, state: 'x'.repeat(43) })],
    ['an unknown code', (trip) => ({ ...trip, code: 'invented' })],
    ['another browser', (trip) => ({ ...trip, cookie: 'oauth-3000=other' })],
    ['a browser without the cookie', (trip) => ({ ...trip, cookie: '' })],
    ['the code of another trip', async (trip) => ({ ...trip, code: (await goThere()).code })],
    [
      'the second time',
      async (trip) => {
        await finish(trip);
        return trip;
      },
    ],
    [
      'too late',
      (trip) => {
        test.clock.advance(11 * 60_000);
        return trip;
      },
    ],
  ])('rejects %s', async (_what, change) => {
    const response = await finish(await change(await goThere()));
    expect([response.statusCode, response.json().code]).toEqual([401, 'SIGN_IN_EXPIRED']);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each(['broken', 'silent', 'redirecting', 'garbage', 'endless'] as const)(
    'reports that the service is %s without following redirects',
    async (mood) => {
      const trip = await goThere();
      host.mood = mood;
      const response = await finish(trip);
      expect([response.statusCode, response.json()]).toEqual([
        502,
        { code: 'OAUTH_UNAVAILABLE', msg: 'GitHub is not responding correctly.' },
      ]);
      expect(host.receivedRequests).not.toContain('/elsewhere');
      expect(response.body).not.toContain(host.url);
    },
  );

  it('rejects email addresses that the service has not verified', async () => {
    host.person.emails = [
      { email: 'ann@example.org', primary: true, verified: false },
      { email: 'old@example.org', primary: false, verified: true },
    ];
    const response = await finish(await goThere());
    expect([response.statusCode, response.json().msg]).toEqual([
      409,
      'Your GitHub account has no confirmed email address. Please confirm one there first.',
    ]);
  });

  it('does not take over an existing account', async () => {
    await signedInAs(test, { email: 'ann@example.org' });
    const response = await finish(await goThere());
    expect([response.statusCode, response.json().code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(response.json().msg).toContain('sign in with its password, then connect GitHub');
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it('requires the second factor', async () => {
    const ann = await signedInAs(test, { email: 'ann@example.org' });
    const call = callerOf(test.app, ann);
    await connect(ann);
    const { secret } = (await call('POST /api/account/totp')).json();
    await call('PUT /api/account/totp', { code: authenticatorCode(secret, test.clock.now()) });
    const refused = await finish(await goThere());
    expect([refused.statusCode, refused.json()]).toMatchObject([
      401,
      { code: 'SECOND_FACTOR_PENDING', methods: ['totp', 'recovery code'] },
    ]);
    test.clock.advance(30_000);
    const { signInToken } = refused.json();
    const code = authenticatorCode(secret, test.clock.now());
    expect((await guest('POST /api/user/login/code', { signInToken, code })).statusCode).toBe(200);
  });

  it('rejects suspended users, and new accounts while registration is closed', async () => {
    const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    await admin('PUT /api/admin/settings', { 'open-registration': false });
    expect((await finish(await goThere())).json().code).toBe('REGISTRATION_CLOSED');
    await admin('PUT /api/admin/settings', { 'open-registration': true });
    const { user } = (await finish(await goThere())).json();
    await admin(`PUT /api/admin/users/${user.id}`, { suspended: true });
    expect((await finish(await goThere())).json().code).toBe('ACCOUNT_SUSPENDED');
  });

  it('normalises an invalid name', async () => {
    Object.assign(host.person, { login: 'x', name: '<b>\u0000</b>' });
    expect((await finish(await goThere())).json().user.name).toBe('b/b');
    Object.assign(host.person, { id: 7, login: 'y', name: null });
    host.person.emails = [{ email: 'y@example.org', primary: true, verified: true }];
    expect((await finish(await goThere())).json().user.name).toBe('y--');
  });
});

/** Connects the account of the service to the account of a member. */
async function connect(person: SignedIn) {
  const trip = await goThere(callerOf(test.app, person), 'POST /api/account/oauth');
  return finish(trip, person.headers.cookie);
}

describe('connecting an OAuth account', () => {
  it('allows sign-in with it, notifies the owner, and can be disconnected', async () => {
    const bob = await signedInAs(test, { email: 'bob@example.org' });
    const call = callerOf(test.app, bob);
    const shown = async () => (await call('GET /api/account')).json().account.oauth;
    expect(await shown()).toEqual({ name: 'GitHub', login: null });
    expect((await connect(bob)).json()).toEqual({
      msg: 'GitHub is connected: it can sign you in from now on.',
      linked: true,
    });
    expect(await shown()).toEqual({ name: 'GitHub', login: 'ann' });
    expect((await finish(await goThere())).json().user.id).toBe(bob.user.publicId);
    expect((await sentEmails(test.context)).map(({ subject }) => subject)).toContain(
      'A GitHub account was connected to your account',
    );
    expect((await call('DELETE /api/account/oauth')).statusCode).toBe(200);
    expect(await shown()).toEqual({ name: 'GitHub', login: null });
    expect((await call('DELETE /api/account/oauth')).statusCode).toBe(404);
    expect((await finish(await goThere())).json().user.email).toBe('ann@example.org');
  });

  it('is completed only in the session that started it', async () => {
    const bob = await signedInAs(test);
    const eve = await signedInAs(test);
    const trip = await goThere(callerOf(test.app, bob), 'POST /api/account/oauth');
    expect((await finish(trip, eve.headers.cookie)).json().code).toBe('SIGN_IN_EXPIRED');
    const again = await goThere(callerOf(test.app, bob), 'POST /api/account/oauth');
    expect((await finish(again)).json().code).toBe('SIGN_IN_EXPIRED');
  });

  it('is rejected if it belongs to another user or another one is connected', async () => {
    const bob = await signedInAs(test);
    const eve = await signedInAs(test);
    await connect(bob);
    expect((await connect(eve)).json().msg).toBe(
      'This GitHub account is connected to another account here.',
    );
    host.person.id = 99;
    expect((await connect(bob)).json().msg).toContain(
      'Another GitHub account is already connected',
    );
  });

  it('keeps at least one sign-in method', async () => {
    const cookies = cookieOf(await finish(await goThere()));
    const ann = callerOf(test.app, {
      headers: { cookie: cookies, 'sec-fetch-site': 'same-origin' },
    });
    expect((await ann('GET /api/account')).json().account).toMatchObject({ password: false });
    const refused = await ann('DELETE /api/account/oauth');
    expect([refused.statusCode, refused.json().msg]).toEqual([
      409,
      'Please set a password first, or you would have no way to sign in.',
    ]);
  });
});

it('is off unless it is configured', async () => {
  const plain = await buildTestApp({ config: { oauthProvider: null } });
  const call = callerOf(plain.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
  expect((await call('GET /api/user/oauth')).json()).toEqual({ name: null });
  expect((await call('POST /api/user/oauth', {})).statusCode).toBe(404);
  const body = { code: 'x', state: 'y' };
  expect((await call('POST /api/user/oauth/finish', body)).statusCode).toBe(404);
  await plain.close();
});
