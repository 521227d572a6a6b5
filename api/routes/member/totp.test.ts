import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin } from '../../services/registration/register.ts';
import { CODES_PER_HOUR, unlimitedTotp } from '../../services/sessions/attempt-limits.ts';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sentEmails } from '../../testing/emails.ts';
import { TEST_PASSWORD } from '../../testing/factories.ts';
import { authenticatorCode, fromBase32 } from '../../testing/second-factors.ts';

const email = 'ann@example.org';
const STEP_MS = 30_000;
const SIGN_IN_TOKEN_MS = 10 * 60_000;

let test: TestApp;
let ann: SignedIn;
let call: Caller;
let guest: Caller;
let secret: string;
let recoveryCodes: string[];

beforeEach(async () => {
  test = await buildTestApp({ config: { rateLimits: true } });
  guest = callerOf(test.app);
  ann = await signedInAs(test, { email });
  call = callerOf(test.app, ann);
});
afterEach(() => test.close());

const code = (steps = 0) => authenticatorCode(secret, test.clock.now() + steps * STEP_MS);
const login = (cookie?: string) =>
  guest(
    'POST /api/user/login',
    { email, password: TEST_PASSWORD, rememberMe: true },
    cookie ? { cookie, 'sec-fetch-site': 'same-origin' } : {},
  );
const signInToken = async () => (await login()).json().signInToken as string;
const step = (token: string, typed: string) =>
  guest('POST /api/user/login/code', { signInToken: token, code: typed });

/** Sets codes up, and waits until the one that was shown is over. */
async function setUp() {
  const enrolment = (await call('POST /api/account/totp')).json();
  secret = enrolment.secret;
  const response = await call('PUT /api/account/totp', { code: code() });
  expect(response.statusCode).toBe(200);
  recoveryCodes = response.json().recoveryCodes;
  test.clock.advance(STEP_MS);
}

describe('enrolling an authenticator app', () => {
  it('is effective only once a code was confirmed', async () => {
    await call('POST /api/account/totp');
    expect((await login()).statusCode).toBe(200);
    const wrong = await call('PUT /api/account/totp', { code: '000000' });
    expect(wrong.json().fields.code).toMatch(/Wrong or already used code/);
    expect((await login()).statusCode).toBe(200);
    await setUp();
    expect((await login()).json().code).toBe('SECOND_FACTOR_PENDING');
  });

  it('notifies the owner and returns ten recovery codes once', async () => {
    await setUp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const account = (await call('GET /api/account')).json().account;
    expect(account).toMatchObject({ recoveryCodesLeft: 10 });
    expect(account.secondFactors).toEqual(['totp', 'recovery code']);
    const subjects = (await sentEmails(test.context)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Codes of an authenticator were set up']);
  });

  it('draws a QR code of the URL with a quiet zone', async () => {
    const { url, qr } = (await call('POST /api/account/totp')).json();
    expect(url).toMatch(/^otpauth:\/\/totp\/[^?]+ann%40example\.org\?secret=[A-Z2-7]{32}&/);
    expect(qr.path).toMatch(/^M4 4h1v1h-1z/);
    expect(qr.path).not.toMatch(/[^Mhvz\d\s-]/);
  });

  it('stores the secret and the recovery codes only encrypted or hashed', async () => {
    await setUp();
    const stored = Buffer.concat(
      ['totp_secrets', 'recovery_codes'].map((table) =>
        Buffer.from(
          JSON.stringify(test.context.database.raw.prepare(`SELECT * FROM ${table}`).all()),
        ),
      ),
    ).toString();
    expect(stored).not.toContain(secret.replaceAll(' ', ''));
    expect(stored).not.toContain(JSON.stringify(fromBase32(secret)).slice(25, 60));
    for (const one of recoveryCodes) expect(stored).not.toContain(one.replaceAll('-', ''));
  });

  it('is rejected while the email address is unconfirmed, and the second time', async () => {
    const stranger = await signedInAs(test, { emailConfirmedAt: null });
    const refused = await callerOf(test.app, stranger)('POST /api/account/totp');
    expect(refused.json()).toMatchObject({ code: 'STATE_CONFLICT' });
    await setUp();
    expect((await call('POST /api/account/totp')).json().code).toBe('STATE_CONFLICT');
  });
});

describe('the second factor', () => {
  beforeEach(setUp);

  it('signs in with the code and the options of the first step, not with the token alone', async () => {
    const token = await signInToken();
    expect((await step(token, '')).statusCode).toBe(400);
    const response = await step(token, ` ${code().slice(0, 3)} ${code().slice(3)} `);
    expect(response.statusCode).toBe(200);
    const refresh = response.cookies.find(({ name }) => name.startsWith('refresh'));
    expect(refresh?.maxAge).toBe(7 * 86_400);
  });

  it('reveals no second factors before the correct password', async () => {
    const wrong = await guest('POST /api/user/login', { email, password: 'not it' });
    const unknown = await guest('POST /api/user/login', { email: 'x@example.org', password: 'x' });
    expect(wrong.body).toBe(unknown.body);
  });

  it('accepts a code once in simultaneous requests', async () => {
    const tokens = [
      await signInToken(),
      await signInToken(),
      await signInToken(),
      await signInToken(),
    ];
    const responses = await Promise.all(tokens.map((token) => step(token, code())));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400]);
    test.clock.advance(STEP_MS);
    // The one before is within the tolerance of clocks, but over.
    expect((await step(await signInToken(), code(-1))).statusCode).toBe(400);
    expect((await step(await signInToken(), code())).statusCode).toBe(200);
  });

  it('accepts a recovery code in one of twenty simultaneous requests', async () => {
    // The rate limiter would allow ten of them.
    Object.assign(test.app.accounts.totpLimiter, unlimitedTotp);
    const tokens: string[] = [];
    for (let made = 0; made < 20; made += 1) tokens.push(await signInToken());
    const [first = ''] = recoveryCodes;
    const responses = await Promise.all(tokens.map((token) => step(token, first.toUpperCase())));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await call('GET /api/account')).json().account.recoveryCodesLeft).toBe(9);
    const subjects = (await sentEmails(test.context)).map(({ subject }) => subject);
    expect(subjects).toContain('A recovery code was used to sign in');
  });

  it('allows ten codes per account and hour, from all IP addresses together', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < CODES_PER_HOUR + 2; attempt += 1) {
      statuses.push((await step(await signInToken(), '000000')).statusCode);
    }
    expect(statuses).toEqual([...Array(CODES_PER_HOUR).fill(400), 429, 429]);
    const right = await step(await signInToken(), code());
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    ['is too old', async () => test.clock.advance(SIGN_IN_TOKEN_MS)],
    [
      'is older than the password',
      async () => {
        const change = { currentPassword: TEST_PASSWORD, password: 'another sound passphrase' };
        test.clock.advance(1);
        await call('PUT /api/account/password', change);
      },
    ],
    [
      'belongs to a suspended account',
      async () => void test.context.database.raw.exec("UPDATE users SET status = 'suspended'"),
    ],
  ])('rejects a token that %s', async (_what, happens) => {
    const token = await signInToken();
    await happens();
    expect((await step(token, code())).json().code).toBe('SIGN_IN_EXPIRED');
  });

  it('is requested once per device, until other devices are signed out', async () => {
    const response = await step(await signInToken(), code());
    const device = response.cookies.find(({ name }) => name.startsWith('device'));
    const cookie = `${device?.name}=${device?.value}`;
    expect((await login(cookie)).statusCode).toBe(200);
    expect((await login()).json().code).toBe('SECOND_FACTOR_PENDING');
    await call('DELETE /api/account/sessions');
    expect((await login(cookie)).json().code).toBe('SECOND_FACTOR_PENDING');
  });

  it('ends when codes are turned off and after `make admin`', async () => {
    expect((await call('DELETE /api/account/totp')).statusCode).toBe(200);
    expect((await login()).statusCode).toBe(200);
    test.clock.advance(STEP_MS);
    await setUp();
    expect((await login()).statusCode).toBe(401);
    await makeAdmin(test.context, email);
    expect((await login()).statusCode).toBe(200);
  });

  it('re-authenticates before a sensitive change', async () => {
    test.clock.advance(SIGN_IN_TOKEN_MS);
    expect((await call('DELETE /api/account/totp')).json().code).toBe('REAUTHENTICATION_REQUIRED');
    expect((await call('POST /api/account/confirm', { code: '000000' })).statusCode).toBe(400);
    expect((await call('POST /api/account/confirm', { code: recoveryCodes[0] })).statusCode).toBe(
      400,
    );
    expect((await call('POST /api/account/confirm', { code: code() })).statusCode).toBe(200);
    expect((await call('DELETE /api/account/totp')).statusCode).toBe(200);
  });

  it('allows no more codes after a password, but after a right code', async () => {
    const confirm = async (claim: object) =>
      (await call('POST /api/account/confirm', claim)).statusCode;
    const guess = async (times: number) => {
      for (let attempt = 0; attempt < times; attempt += 1)
        expect(await confirm({ code: '000000' })).toBe(400);
    };
    await guess(CODES_PER_HOUR - 1);
    expect(await confirm({ code: code() })).toBe(200);
    await guess(CODES_PER_HOUR);
    expect(await confirm({ password: TEST_PASSWORD })).toBe(200);
    expect(await confirm({ code: '000000' })).toBe(429);
  });
});

describe('the second-factor policy for admins', () => {
  it('grants admin rights only with a second factor', async () => {
    const owner = await signedInAs(test, { email: 'owner@example.org', role: 'admin' });
    const asOwner = callerOf(test.app, owner);
    const rule = (required: boolean) => asOwner('PUT /api/admin/second-factor', { required });
    expect((await rule(true)).json().code).toBe('STATE_CONFLICT');

    const other = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    call = asOwner;
    await setUp();
    expect((await rule(true)).statusCode).toBe(200);
    expect((await asOwner('GET /api/admin/messages')).statusCode).toBe(200);
    const refused = await other('GET /api/admin/messages');
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    // The account page needs no second factor, because it is set up there.
    expect((await other('GET /api/account')).statusCode).toBe(200);

    await rule(false);
    expect((await other('GET /api/admin/messages')).statusCode).toBe(200);
  });

  it('can only be changed by admins', async () => {
    const response = await call('PUT /api/admin/second-factor', { required: false });
    expect(response.json().code).toBe('NOT_ADMIN');
  });
});
