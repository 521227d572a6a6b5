import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { TEST_PASSWORD } from '../../testing/factories.ts';
import { createSoftwarePasskey, type Forgery } from '../../testing/second-factors.ts';

const email = 'ann@example.org';

let test: TestApp;
let ann: SignedIn;
let call: Caller;
let guest: Caller;
let passkey: ReturnType<typeof createSoftwarePasskey>;

beforeEach(async () => {
  test = await buildTestApp();
  guest = callerOf(test.app);
  ann = await signedInAs(test, { email });
  call = callerOf(test.app, ann);
  passkey = createSoftwarePasskey(test.context.config.siteUrl);
});
afterEach(() => test.close());

async function add(as = call, key = passkey, forged: Forgery = {}, name = 'Laptop') {
  const passkeyOptions = (await as('POST /api/account/passkeys/options')).json();
  const response = key.make(passkeyOptions, forged);
  return as('POST /api/account/passkeys', {
    challengeToken: passkeyOptions.challengeToken,
    response,
    name,
  });
}

const requestOptions = async (body = {}) =>
  (await guest('POST /api/user/login/passkey/options', body)).json();
async function signIn(forged: Forgery = {}) {
  const passkeyOptions = await requestOptions();
  return show(passkeyOptions.challengeToken, passkey.show(passkeyOptions, forged));
}
const show = (challengeToken: string, response: unknown) =>
  guest('POST /api/user/login/passkey', { challengeToken, response } as object);
const listed = async () => (await call('GET /api/account')).json().account.passkeys;

describe('a passkey', () => {
  it('signs in without a password, remembered on request', async () => {
    const added = await add();
    expect([added.statusCode, added.json().recoveryCodes?.length]).toEqual([200, 10]);
    const response = await signIn();
    expect(response.json().user.email).toBe(email);
    expect((await listed())[0]).toMatchObject({ name: 'Laptop', lastUsedAt: expect.any(String) });
  });

  it('is requested after the password on a new device and works as second factor', async () => {
    await add();
    const login = await guest('POST /api/user/login', { email, password: TEST_PASSWORD });
    expect(login.json()).toMatchObject({
      code: 'SECOND_FACTOR_PENDING',
      methods: ['passkey', 'recovery code'],
    });
    const passkeyOptions = await requestOptions({ signInToken: login.json().signInToken });
    expect(passkeyOptions.options.allowCredentials).toMatchObject([{ id: passkey.id }]);
    expect(
      (await show(passkeyOptions.challengeToken, passkey.show(passkeyOptions))).statusCode,
    ).toBe(200);
  });

  it('is requested without revealing which accounts have one', async () => {
    await add();
    expect((await requestOptions()).options.allowCredentials).toEqual([]);
    expect((await requestOptions({ signInToken: 'invented' })).code).toBe('SIGN_IN_EXPIRED');
  });

  it('re-authenticates its owner only before a sensitive change', async () => {
    await add();
    const other = await signedInAs(test, { email: 'b@example.org' });
    const callOther = callerOf(test.app, other);
    const confirm = async (as: Caller) => {
      const passkeyOptions = (await as('POST /api/account/confirm/passkey')).json();
      const credential = {
        challengeToken: passkeyOptions.challengeToken,
        response: passkey.show(passkeyOptions),
      };
      return as('POST /api/account/confirm', { passkey: credential } as object);
    };
    expect((await confirm(callOther)).json().code).toBe('PASSKEY_REJECTED');
    test.clock.advance(11 * 60_000);
    expect((await call('DELETE /api/account/passkeys/x')).json().code).toBe(
      'REAUTHENTICATION_REQUIRED',
    );
    expect((await confirm(call)).statusCode).toBe(200);
    expect((await call('DELETE /api/account/passkeys/x')).json().code).toBe('NOT_FOUND');
  });

  it('is renamed and removed by its owner only', async () => {
    await add();
    const [{ _id }] = await listed();
    const other = callerOf(test.app, await signedInAs(test, { email: 'b@example.org' }));
    for (const [what, body] of [
      [`PUT /api/account/passkeys/${_id}`, { name: 'Mine' }],
      [`DELETE /api/account/passkeys/${_id}`, undefined],
    ] as const) {
      const never = await other(what.replace(_id, 'never'), body);
      const theirs = await other(what, body);
      expect([theirs.statusCode, theirs.body]).toEqual([404, never.body]);
    }
    await call(`PUT /api/account/passkeys/${_id}`, { name: ' The blue key ' });
    expect(await listed()).toMatchObject([{ name: 'The blue key' }]);
    expect((await call(`DELETE /api/account/passkeys/${_id}`)).statusCode).toBe(200);
    expect((await signIn()).json().code).toBe('PASSKEY_REJECTED');
    // With the last factor the recovery codes go, and the password is enough again.
    const login = await guest('POST /api/user/login', { email, password: TEST_PASSWORD });
    expect(login.statusCode).toBe(200);
  });

  it('does not sign in to a suspended account and returns the same message as a password', async () => {
    await add();
    test.context.database.raw.exec("UPDATE users SET status = 'suspended'");
    const login = await guest('POST /api/user/login', { email, password: TEST_PASSWORD });
    const response = await signIn();
    expect(response.json()).toEqual(login.json());
    expect([response.statusCode, response.json().code]).toEqual([
      login.statusCode,
      'ACCOUNT_SUSPENDED',
    ]);
    expect(response.headers['set-cookie']).toBeUndefined();
    // A caller without the passkey does not learn that the account is suspended.
    expect((await signIn({ brokenSignature: true })).json().code).toBe('PASSKEY_REJECTED');
  });
});

const forgeries: [string, Forgery][] = [
  ['for another site', { origin: 'https://evil.example' }],
  ['for a sibling port', { origin: 'http://localhost:4000' }],
  ['for another challenge', { challenge: Buffer.from('another').toString('base64url') }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['of whoever touched the device', { userVerified: false }],
];

describe('a response of an authenticator', () => {
  it.each(forgeries)('%s creates no passkey', async (_what, forged) => {
    expect((await add(call, passkey, forged)).json().code).toBe('PASSKEY_REJECTED');
    expect(await listed()).toEqual([]);
  });

  it.each<[string, Forgery]>([
    ...forgeries,
    ['with another signature', { brokenSignature: true }],
    ['of a copy, whose counter stands still', { counter: 0 }],
    ['of an unknown passkey', { credentialId: 'unknown' }],
  ])('%s does not sign in', async (_what, forged) => {
    await add();
    expect((await signIn()).statusCode).toBe(200);
    const response = await signIn(forged);
    expect(response.json().code).toBe('PASSKEY_REJECTED');
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['no signature', { clientDataJSON: 'e30' }],
    ['garbage', { clientDataJSON: '%%%', authenticatorData: '\u0000', signature: '' }],
    ['another type', { clientDataJSON: 'e30', authenticatorData: 1, signature: {} }],
  ])('with %s is rejected with a message', async (_what, response) => {
    await add();
    const { challengeToken } = await requestOptions();
    const shape = { id: passkey.id, rawId: passkey.id, type: 'public-key', response };
    expect((await show(challengeToken, shape)).json().code).toBe('PASSKEY_REJECTED');
  });

  it('is accepted once', async () => {
    await add();
    const passkeyOptions = await requestOptions();
    const response = passkey.show(passkeyOptions);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => show(passkeyOptions.challengeToken, response)),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await show((await requestOptions()).challengeToken, response)).json().code).toBe(
      'PASSKEY_REJECTED',
    );
  });

  it('expires after five minutes', async () => {
    await add();
    const passkeyOptions = await requestOptions();
    test.clock.advance(5 * 60_000);
    expect(
      (await show(passkeyOptions.challengeToken, passkey.show(passkeyOptions))).json().code,
    ).toBe('SIGN_IN_EXPIRED');
  });

  it('to a challenge of another user is rejected', async () => {
    const other = callerOf(test.app, await signedInAs(test, { email: 'b@example.org' }));
    const passkeyOptions = (await other('POST /api/account/passkeys/options')).json();
    const body = {
      challengeToken: passkeyOptions.challengeToken,
      response: passkey.make(passkeyOptions),
      name: 'Theirs',
    };
    expect((await call('POST /api/account/passkeys', body as object)).json().code).toBe(
      'SIGN_IN_EXPIRED',
    );
  });

  it('is rejected for an existing passkey', async () => {
    await add();
    const other = callerOf(test.app, await signedInAs(test, { email: 'b@example.org' }));
    expect((await add(other)).json().code).toBe('PASSKEY_REJECTED');
  });
});

it('is rejected while the email address is unconfirmed', async () => {
  const stranger = callerOf(test.app, await signedInAs(test, { emailConfirmedAt: null }));
  const response = await stranger('POST /api/account/passkeys/options');
  expect(response.json().code).toBe('STATE_CONFLICT');
});
