import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { insertOAuthAccount } from '../../db/repositories/sign-in-methods.ts';
import {
  type Caller,
  callerOf,
  type SignedIn,
  signedInAgain,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { emailTo, sentEmails } from '../../testing/emails.ts';
import { insertTestUser, TEST_PASSWORD } from '../../testing/factories.ts';
import { authenticatorCode, createSoftwarePasskey } from '../../testing/second-factors.ts';
import { until } from '../../testing/until.ts';

const ann = 'ann@example.org';
const evil = 'evil@example.org';
const newPassword = 'another sound passphrase';
const hub = 'https://hub.example.org';

let test: TestApp;
let guest: Caller;
let account: SignedIn;
/** Intruder who has stolen Ann's session. */
let intruder: Caller;
beforeEach(async () => {
  const oauthProvider = {
    name: 'Hub',
    url: hub,
    apiUrl: hub,
    clientId: 'client',
    clientSecret: 'secret',
  };
  test = await buildTestApp({ config: { oauthProvider } });
  guest = callerOf(test.app);
  account = await signedInAs(test, { email: ann });
  intruder = callerOf(test.app, account);
});
afterEach(() => test.close());

const emailWith = (to: string, subject: RegExp) => emailTo(test.context, to, subject);
const login = (email: string, password: string) =>
  guest('POST /api/user/login', { email, password });
const reset = (token: string, removeFactors?: string[]) =>
  guest('POST /api/user/reset', {
    token,
    password: newPassword,
    ...(removeFactors && { removeFactors }),
  });
const recentFactors = (token: string) => guest('POST /api/user/reset/factors', { token });
const revert = (token: string) => guest('POST /api/user/email/revert', { token });
const undoLink = async (to: string) => (await emailWith(to, /has a new email address/)).token;

async function resetToken(email = ann): Promise<string> {
  const made = () =>
    test.context.database.raw
      .prepare("SELECT count(*) FROM one_time_tokens WHERE kind = 'reset password'")
      .pluck()
      .get();
  const before = made();
  await guest('POST /api/user/forgot', { email });
  await until('a link is made', () => made() !== before);
  return (await emailWith(email, /Reset your password/)).token;
}

async function requestEmailChange(email: string, as = intruder): Promise<string> {
  await as('PUT /api/account/email', { email });
  return (await emailWith(email, /confirm your email/)).token;
}

const confirm = (token: string) => guest('POST /api/user/email/confirm', { token });

describe('a new password', () => {
  it('makes a pending link to another address invalid, whether reset or changed', async () => {
    const pending = await requestEmailChange(evil);
    await reset(await resetToken());
    expect((await confirm(pending)).json().code).toBe('LINK_INVALID');
    const again = await signedInAgain(test, account.user);
    const second = await requestEmailChange('second@example.org', callerOf(test.app, again));
    const change = await callerOf(test.app, again)('PUT /api/account/password', {
      currentPassword: newPassword,
      password: TEST_PASSWORD,
    });
    expect(change.statusCode).toBe(200);
    expect((await confirm(second)).json().code).toBe('LINK_INVALID');
    expect((await login(ann, TEST_PASSWORD)).statusCode).toBe(200);
  });

  it('rejects a passkey whose registration began before it', async () => {
    const passkeyOptions = (await intruder('POST /api/account/passkeys/options')).json();
    await reset(await resetToken());
    const owner = callerOf(test.app, await signedInAgain(test, account.user));
    const response = createSoftwarePasskey(test.context.config.siteUrl).make(passkeyOptions);
    const added = await owner('POST /api/account/passkeys', {
      challengeToken: passkeyOptions.challengeToken,
      response,
      name: 'Late',
    });
    expect(added.json().code).toBe('SIGN_IN_EXPIRED');
  });

  it('is followed by a confirmation link for an unconfirmed address', async () => {
    const bob = 'bob@example.org';
    const joined = await guest('POST /api/user/register', {
      name: 'Bob Example',
      email: bob,
      password: TEST_PASSWORD,
    });
    const { token: first } = await emailWith(bob, /confirm your email/);
    const headers = { authorization: `Bearer ${joined.json().accesstoken}` };
    const body = { currentPassword: TEST_PASSWORD, password: newPassword };
    expect((await guest('PUT /api/account/password', body, headers)).statusCode).toBe(200);
    expect((await confirm(first)).json().code).toBe('LINK_INVALID');
    expect((await confirm((await emailWith(bob, /confirm your email/)).token)).statusCode).toBe(
      200,
    );
  });
});

describe('resetting a password', () => {
  const passkey = () => createSoftwarePasskey(test.context.config.siteUrl);

  async function addPasskey(name: string, key = passkey()) {
    const caller = callerOf(test.app, await signedInAgain(test, account.user));
    const passkeyOptions = (await caller('POST /api/account/passkeys/options')).json();
    const body = {
      challengeToken: passkeyOptions.challengeToken,
      response: key.make(passkeyOptions),
      name,
    };
    expect((await caller('POST /api/account/passkeys', body)).statusCode).toBe(200);
    return key;
  }

  async function signInWith(key: ReturnType<typeof passkey>) {
    const passkeyOptions = (await guest('POST /api/user/login/passkey/options', {})).json();
    return guest('POST /api/user/login/passkey', {
      challengeToken: passkeyOptions.challengeToken,
      response: key.show(passkeyOptions),
    });
  }

  async function addTotp() {
    const caller = callerOf(test.app, await signedInAgain(test, account.user));
    const { secret } = (await caller('POST /api/account/totp')).json();
    const code = authenticatorCode(secret, test.clock.now());
    expect((await caller('PUT /api/account/totp', { code })).statusCode).toBe(200);
  }

  const link = () =>
    insertOAuthAccount(test.context.database.query, {
      host: 'hub.example.org',
      subject: '1',
      userId: account.user.id,
      login: 'mallory',
      linkedAt: test.clock.now(),
    });

  it('lists sign-in methods added in the last 30 days', async () => {
    await addPasskey('Old laptop');
    test.clock.advance(30 * DAY_MS);
    await addPasskey('Blue key');
    test.clock.advance(1000);
    await addTotp();
    test.clock.advance(1000);
    link();
    const token = await resetToken();
    const { factors } = (await recentFactors(token)).json();
    expect(factors.map(({ kind, name }: { kind: string; name: string }) => [kind, name])).toEqual([
      ['linked account', 'Account “mallory” of hub.example.org'],
      ['totp', 'Codes of an authenticator app'],
      ['passkey', 'Passkey “Blue key”'],
    ]);
    const { text } = await emailWith(ann, /Reset your password/);
    expect(text).toMatch(/last 30 days: .*mallory.*Blue key/s);
    expect(text).not.toContain('Old laptop');
    expect((await recentFactors('x'.repeat(43))).json().code).toBe('LINK_INVALID');
  });

  it('removes those the owner does not recognise, and reports it by email', async () => {
    const mine = await addPasskey('Mine');
    test.clock.advance(31 * DAY_MS);
    const theirs = await addPasskey('Theirs');
    await addTotp();
    link();
    const token = await resetToken();
    const { factors } = (await recentFactors(token)).json();
    const ids = factors.map(({ _id }: { _id: string }) => _id);
    expect(ids).toHaveLength(3);
    expect((await reset(token, ids)).statusCode).toBe(200);
    expect((await signInWith(theirs)).json().code).toBe('PASSKEY_REJECTED');
    const back = (await signInWith(mine)).json().accesstoken;
    const headers = { authorization: `Bearer ${back}` };
    const shown = (await guest('GET /api/account', undefined, headers)).json().account;
    expect(shown.passkeys.map(({ name }: { name: string }) => name)).toEqual(['Mine']);
    expect(shown.secondFactors).not.toContain('totp');
    expect(shown.oauth).toEqual({ name: 'Hub', login: null });
    expect((await emailWith(ann, /password was changed/)).text).toMatch(
      /Removed with it: .*Theirs/s,
    );
  });

  it('allows sign-in by password alone once an added authenticator is removed', async () => {
    await addTotp();
    const token = await resetToken();
    await reset(token, ['totp']);
    expect((await login(ann, newPassword)).statusCode).toBe(200);
  });

  it('keeps sign-in methods of the owner and lists them in the email', async () => {
    const mine = await addPasskey('Mine');
    await reset(await resetToken());
    expect((await signInWith(mine)).statusCode).toBe(200);
    expect((await emailWith(ann, /password was changed/)).text).toMatch(/still valid: .*Mine/s);
  });

  it('keeps sign-in methods added more than 30 days ago', async () => {
    const mine = await addPasskey('Mine');
    const { account: before } = (
      await callerOf(test.app, await signedInAgain(test, account.user))('GET /api/account')
    ).json();
    test.clock.advance(30 * DAY_MS);
    await reset(await resetToken(), [`passkey ${before.passkeys[0]._id}`]);
    expect((await signInWith(mine)).statusCode).toBe(200);
  });
});

describe('undoing an email change', () => {
  it('restores the former address and leads to a new password', async () => {
    await confirm(await requestEmailChange(evil));
    const response = await revert(await undoLink(ann));
    expect(response.json()).toMatchObject({ email: ann, msg: expect.stringContaining(ann) });
    expect((await intruder('GET /api/user/info')).statusCode).toBe(401);
    expect((await login(ann, TEST_PASSWORD)).statusCode).toBe(401);
    expect((await reset(response.json().resetToken)).statusCode).toBe(200);
    expect((await login(ann, newPassword)).json().user).toMatchObject({ email: ann });
    await emailWith(evil, /change was undone/);
  });

  it('works for seven days, once', async () => {
    await confirm(await requestEmailChange(evil));
    const token = await undoLink(ann);
    test.clock.advance(7 * DAY_MS - 1);
    expect((await revert(token)).statusCode).toBe(200);
    expect((await revert(token)).json().code).toBe('LINK_INVALID');
    const again = callerOf(test.app, await signedInAgain(test, account.user));
    await confirm(await requestEmailChange(evil, again));
    const late = await undoLink(ann);
    test.clock.advance(7 * DAY_MS);
    expect((await revert(late)).json().code).toBe('LINK_INVALID');
  });

  it('works after the intruder changed password and address again, and is final', async () => {
    await confirm(await requestEmailChange(evil));
    const owners = await undoLink(ann);
    test.clock.advance(1000);
    const body = { currentPassword: TEST_PASSWORD, password: newPassword };
    expect((await intruder('PUT /api/account/password', body)).statusCode).toBe(200);
    await confirm(await requestEmailChange('second@example.org'));
    const intruders = await undoLink(evil);
    const pendingReset = await resetToken('second@example.org');
    expect((await revert(owners)).json().email).toBe(ann);
    expect((await revert(intruders)).json().code).toBe('LINK_INVALID');
    expect((await reset(pendingReset)).json().code).toBe('LINK_INVALID');
    expect((await login(ann, newPassword)).statusCode).toBe(401);
  });

  it('works after the intruder has used a link of a later change', async () => {
    await confirm(await requestEmailChange(evil));
    const owners = await undoLink(ann);
    test.clock.advance(1000);
    await confirm(await requestEmailChange('second@example.org'));
    expect((await revert(await undoLink(evil))).json().email).toBe(evil);
    expect((await revert(owners)).json().email).toBe(ann);
  });

  it('takes the address back from an account that never confirmed it', async () => {
    await confirm(await requestEmailChange(evil));
    const token = await undoLink(ann);
    const squatter = await guest('POST /api/user/register', {
      name: 'Mallory',
      email: ann,
      password: TEST_PASSWORD,
    });
    expect(squatter.statusCode).toBe(201);
    expect((await revert(token)).statusCode).toBe(200);
    const headers = { authorization: `Bearer ${squatter.json().accesstoken}` };
    expect((await guest('GET /api/user/info', undefined, headers)).statusCode).toBe(401);
    expect((await login(ann, TEST_PASSWORD)).statusCode).toBe(401);
  });

  it('is rejected if another account has confirmed the address', async () => {
    await confirm(await requestEmailChange(evil));
    const token = await undoLink(ann);
    insertTestUser(test.context.database, { email: ann });
    expect((await revert(token)).json().code).toBe('EMAIL_TAKEN');
    expect((await intruder('GET /api/user/info')).statusCode).toBe(200);
  });

  it('is not offered to an address that was never confirmed', async () => {
    const typo = 'typo@example.org';
    const bob = callerOf(test.app, await signedInAs(test, { email: typo, emailConfirmedAt: null }));
    await confirm(await requestEmailChange('bob@example.org', bob));
    const emails = await sentEmails(test.context);
    expect(emails.map(({ text }) => text).join()).not.toContain('/revert-email');
  });
});
