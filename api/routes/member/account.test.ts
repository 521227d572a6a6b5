import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REAUTHENTICATION_MS } from '../../services/sessions/reauthenticate.ts';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { emailTo, sentEmails } from '../../testing/emails.ts';
import { insertTestUser, TEST_PASSWORD } from '../../testing/factories.ts';

const former = 'ann@example.org';
const newEmail = 'new@example.org';
const newPassword = 'another sound passphrase';

let test: TestApp;
let ann: SignedIn;
let call: Caller;
beforeEach(async () => {
  test = await buildTestApp({ config: { rateLimits: true } });
  ann = await signedInAs(test, { email: former });
  call = callerOf(test.app, ann);
});
afterEach(() => test.close());

const emailWith = (to: string, subject: RegExp) => emailTo(test.context, to, subject);
const login = (email: string, password = TEST_PASSWORD) =>
  callerOf(test.app)('POST /api/user/login', { email, password });
const info = async () => (await call('GET /api/user/info')).json().users;

describe('a new password', () => {
  const change = (currentPassword: string, password = newPassword) =>
    call('PUT /api/account/password', { currentPassword, password });

  it('keeps only the session of this device and notifies the owner', async () => {
    const elsewhere = (await login(former)).json().accesstoken;
    expect((await change(TEST_PASSWORD)).statusCode).toBe(200);
    expect((await call('GET /api/user/info')).statusCode).toBe(200);
    const other = { authorization: `Bearer ${elsewhere}` };
    expect((await callerOf(test.app)('GET /api/user/info', undefined, other)).statusCode).toBe(401);
    expect((await login(former)).statusCode).toBe(401);
    expect((await login(former, newPassword)).statusCode).toBe(200);
    await emailWith(former, /password was changed/);
  });

  it('requires the current password and reports errors at its field', async () => {
    const response = await change('not it');
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ currentPassword: 'This is not your password.' });
    expect((await change(TEST_PASSWORD, 'Password1')).json().fields.password).toMatch(/too common/);
    expect((await login(former)).statusCode).toBe(200);
  });

  it('allows five wrong passwords per session and hour', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await change(`guess ${attempt}`)).statusCode).toBe(400);
    }
    expect((await change(TEST_PASSWORD)).statusCode).toBe(429);
    // The owner signs in elsewhere all the same.
    expect((await login(former)).statusCode).toBe(200);
  });
});

describe('a new email address', () => {
  const change = (email = newEmail) => call('PUT /api/account/email', { email });
  const confirm = (token: string) => callerOf(test.app)('POST /api/user/email/confirm', { token });

  it('is effective once its link was used; the former address is notified twice', async () => {
    expect((await change()).statusCode).toBe(200);
    expect((await info()).email).toBe(former);
    await emailWith(former, /requested a change of your email/);
    expect((await confirm((await emailWith(newEmail, /confirm/)).token)).statusCode).toBe(200);
    expect(await info()).toMatchObject({ email: newEmail, emailConfirmed: true });
    await emailWith(former, /has a new email/);
    expect((await login(newEmail)).statusCode).toBe(200);
    expect((await login(former)).statusCode).toBe(401);
  });

  it('does not reveal existing accounts; their owners are notified', async () => {
    insertTestUser(test.context.database, { email: 'taken@example.org' });
    const [free, taken] = [await change(), await change('taken@example.org')];
    expect(taken.statusCode).toBe(free.statusCode);
    expect(taken.body).toBe(free.body.replace(newEmail, 'taken@example.org'));
    const received = await emailWith('taken@example.org', /already has an account/);
    expect(received.token).toBe('');
    // The account shows the same pending address, and resending responds the same.
    const pending = async () => (await call('GET /api/account')).json().account.pendingEmail;
    expect(await pending()).toBe('taken@example.org');
    expect((await call('POST /api/account/email/resend')).json().msg).toContain(
      'taken@example.org',
    );
    const toOwner = (await sentEmails(test.context)).filter(
      ({ to }) => to?.[0]?.address === 'taken@example.org',
    );
    expect(toOwner.map(({ subject }) => subject)).toEqual(
      Array(2).fill('This address already has an account'),
    );
    await call('DELETE /api/account/email/change');
    expect(await pending()).toBeNull();
  });

  it('is rejected if it was registered before the link was used', async () => {
    await change();
    const { token } = await emailWith(newEmail, /confirm/);
    insertTestUser(test.context.database, { email: newEmail });
    expect((await confirm(token)).json().code).toBe('EMAIL_TAKEN');
    expect((await info()).email).toBe(former);
  });

  it('follows the last request; links of earlier and cancelled requests are invalid', async () => {
    await change('typo@example.org');
    const { token: first } = await emailWith('typo@example.org', /confirm/);
    await change();
    expect((await confirm(first)).json().code).toBe('LINK_INVALID');
    const { token: second } = await emailWith(newEmail, /confirm/);
    expect((await call('DELETE /api/account/email/change')).statusCode).toBe(200);
    expect((await confirm(second)).json().code).toBe('LINK_INVALID');
  });

  it.each(['ann@example.org', 'ANN@example.org', 'ann@', 'a\r\nBcc: x@example.org', ''])(
    'cannot be %j',
    async (email) => {
      const response = await change(email);
      expect(response.statusCode).toBe(400);
      expect(response.json().fields.email).toBeTruthy();
      expect(await sentEmails(test.context)).toEqual([]);
    },
  );

  it('sends the link again on request, within a limit', async () => {
    expect((await call('POST /api/account/email/resend')).json().code).toBe('STATE_CONFLICT');
    await change();
    expect((await call('POST /api/account/email/resend')).json().msg).toContain(newEmail);
    const sent = await sentEmails(test.context);
    expect(sent.filter(({ to }) => to?.[0]?.address === newEmail)).toHaveLength(2);
    await call('POST /api/account/email/resend');
    await call('POST /api/account/email/resend');
    expect((await call('POST /api/account/email/resend')).statusCode).toBe(429);
  });
});

describe('a sensitive change', () => {
  const change = () => call('PUT /api/account/email', { email: newEmail });

  it('requires re-authentication after ten minutes', async () => {
    test.clock.advance(REAUTHENTICATION_MS - 1);
    expect((await change()).statusCode).toBe(200);
    test.clock.advance(1);
    expect((await change()).json().code).toBe('REAUTHENTICATION_REQUIRED');
    const wrong = await call('POST /api/account/confirm', { password: 'a guess' });
    expect(wrong.json().fields).toEqual({ password: 'This is not your password.' });
    expect((await change()).json().code).toBe('REAUTHENTICATION_REQUIRED');
    const right = await call('POST /api/account/confirm', { password: TEST_PASSWORD });
    expect(right.statusCode).toBe(200);
    expect((await change()).statusCode).toBe(200);
  });

  it('requires re-authentication in each session', async () => {
    const other = callerOf(test.app, await signedInAs(test, { email: 'b@example.org' }));
    test.clock.advance(REAUTHENTICATION_MS);
    await call('POST /api/account/confirm', { password: TEST_PASSWORD });
    const response = await other('PUT /api/account/email', { email: 'c@example.org' });
    expect(response.json().code).toBe('REAUTHENTICATION_REQUIRED');
  });
});

describe('the devices of an account', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140 Safari/537.36';
  const signIn = async (userAgent: string, rememberMe = false) => {
    const response = await callerOf(test.app)(
      'POST /api/user/login',
      { email: former, password: TEST_PASSWORD, rememberMe },
      { 'user-agent': userAgent },
    );
    return { authorization: `Bearer ${response.json().accesstoken}` };
  };
  const sessions = async () => (await call('GET /api/account')).json().account.sessions;
  const reaches = async (headers: Record<string, string>) =>
    (await callerOf(test.app)('GET /api/user/info', undefined, headers)).statusCode;

  it('are listed with the current one first and without secrets', async () => {
    test.clock.advance(60_000);
    await signIn(chrome, true);
    await signedInAs(test, { email: 'b@example.org' });
    expect(await sessions()).toMatchObject([
      { current: true, device: 'Unknown device', remembered: false },
      { current: false, device: 'Chrome on Linux', remembered: true },
    ]);
    expect(JSON.stringify(await sessions())).not.toMatch(/hash|refresh/i);
  });

  it('are signed out one by one', async () => {
    const [one, other] = [await signIn('curl/8'), await signIn(chrome)];
    const device = (await sessions()).find(({ device }: { device: string }) => device === 'curl');
    expect((await call(`DELETE /api/account/sessions/${device._id}`)).statusCode).toBe(200);
    expect([await reaches(one), await reaches(other)]).toEqual([401, 200]);
    expect(await sessions()).toHaveLength(2);
  });

  it('are signed out except the current one', async () => {
    const others = [await signIn('curl/8'), await signIn(chrome)];
    expect((await call('DELETE /api/account/sessions')).statusCode).toBe(200);
    expect(await Promise.all(others.map(reaches))).toEqual([401, 401]);
    expect(await sessions()).toMatchObject([{ current: true }]);
  });

  it('of other users are treated as missing', async () => {
    const other = await signedInAs(test, { email: 'b@example.org' });
    const theirs = await call(`DELETE /api/account/sessions/${other.sessionId}`);
    const never = await call('DELETE /api/account/sessions/never');
    expect([theirs.statusCode, theirs.body]).toEqual([404, never.body]);
    expect((await callerOf(test.app, other)('GET /api/user/info')).statusCode).toBe(200);
  });

  it('are removed when they expire', async () => {
    await signIn(chrome);
    test.clock.advance(12 * 3_600_000 - 1);
    expect(await reaches(ann.headers)).toBe(401);
    const fresh = callerOf(test.app, undefined);
    const headers = await signIn('curl/8');
    test.clock.advance(1);
    const account = (await fresh('GET /api/account', undefined, headers)).json().account;
    expect(account.sessions).toMatchObject([{ current: true, device: 'curl' }]);
  });
});
