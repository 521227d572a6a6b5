import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { LINK_EMAILS_PER_HOUR } from '../../services/sessions/attempt-limits.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { emailTo, sentEmails } from '../../testing/emails.ts';
import { insertTestUser, TEST_PASSWORD } from '../../testing/factories.ts';
import { until } from '../../testing/until.ts';

const ann = 'ann@example.org';
const newPassword = 'another sound passphrase';

let test: TestApp;
let guest: Caller;
beforeEach(async () => {
  test = await buildTestApp({ config: { rateLimits: true } });
  guest = callerOf(test.app);
});
afterEach(() => test.close());

const emailWith = (to: string, subject: RegExp) => emailTo(test.context, to, subject);
const countEmails = () =>
  test.context.database.raw.prepare('SELECT count(*) FROM emails').pluck().get() as number;
const login = (email: string, password: string) =>
  guest('POST /api/user/login', { email, password });
const confirm = (token: string) => guest('POST /api/user/email/confirm', { token });
const reset = (token: string, password = newPassword) =>
  guest('POST /api/user/reset', { token, password });

/** The link is created after the response. */
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

describe('confirming an email address', () => {
  const person = { name: 'Ann Example', email: ann, password: TEST_PASSWORD };

  async function join() {
    const response = await guest('POST /api/user/register', person);
    const headers = { authorization: `Bearer ${response.json().accesstoken}` };
    const isConfirmed = async () =>
      (await guest('GET /api/user/info', undefined, headers)).json().users.emailConfirmed;
    return { isConfirmed, token: (await emailWith(ann, /confirm your email/)).token };
  }

  it('takes effect when the link of the email is used', async () => {
    const { token, isConfirmed } = await join();
    expect(await isConfirmed()).toBe(false);
    expect((await confirm(token)).json().email).toBe(ann);
    expect(await isConfirmed()).toBe(true);
  });

  it('is requested by an email without any text of the requester', async () => {
    await guest('POST /api/user/register', { ...person, name: 'WIN 500 EUR at evil.example' });
    await resetToken();
    const emails = await sentEmails(test.context);
    expect(emails).toHaveLength(2);
    for (const { text, html } of emails) expect(`${text}${html}`).not.toMatch(/WIN|evil/);
    // Names that email programs turn into links are refused.
    for (const name of ['WIN at https://evil.example/win', 'See www.evil.example']) {
      const refused = await guest('POST /api/user/register', { ...person, email: 'b@x.org', name });
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['name']]);
    }
  });

  it('works once with simultaneous requests', async () => {
    const { token } = await join();
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm(token)));
    const codes = responses.map((response) => response.statusCode).toSorted();
    expect(codes).toEqual([200, ...Array(19).fill(403)]);
  });

  it.each([
    ['too old', 48 * HOUR_MS, 403],
    ['just in time', 48 * HOUR_MS - 1, 200],
  ])('is %s', async (_what, wait, status) => {
    const { token } = await join();
    test.clock.advance(wait);
    expect((await confirm(token)).statusCode).toBe(status);
  });

  it('rejects a link for another purpose', async () => {
    const { token } = await join();
    expect((await reset(token)).json().code).toBe('LINK_INVALID');
    expect((await confirm(await resetToken())).json().code).toBe('LINK_INVALID');
  });

  it.each(['', 'x', 'a'.repeat(43), '../../etc/passwd', "' OR 1=1 --"])(
    'rejects the token %j',
    async (token) => {
      expect([400, 403]).toContain((await confirm(token)).statusCode);
    },
  );
});

describe('a forgotten password', () => {
  it('returns the same response with and without an account', async () => {
    insertTestUser(test.context.database, { email: ann });
    insertTestUser(test.context.database, { email: 'gone@example.org', status: 'suspended' });
    const responses = await Promise.all(
      [ann, 'gone@example.org', 'nobody@example.org'].map((email) =>
        guest('POST /api/user/forgot', { email }),
      ),
    );
    expect(new Set(responses.map(({ body, statusCode }) => `${statusCode} ${body}`)).size).toBe(1);
    await until('an email waits', () => countEmails() > 0);
    // Closing waits for the work after the responses.
    await test.app.close();
    expect((await sentEmails(test.context)).map(({ to }) => to?.[0]?.address)).toEqual([ann]);
  });

  it('responds before the account is looked up', async () => {
    const response = await guest('POST /api/user/forgot', { email: ann });
    test.context.database.raw.exec('DROP TABLE one_time_tokens');
    insertTestUser(test.context.database, { email: 'late@example.org' });
    const broken = await guest('POST /api/user/forgot', { email: 'late@example.org' });
    expect([broken.statusCode, broken.body]).toEqual([response.statusCode, response.body]);
  });

  it('is replaced through the link, which ends all sessions and notifies the owner', async () => {
    const member = await signedInAs(test, { email: ann });
    expect((await reset(await resetToken())).statusCode).toBe(200);
    const info = await callerOf(test.app, member)('GET /api/user/info');
    expect(info.statusCode).toBe(401);
    expect((await login(ann, TEST_PASSWORD)).statusCode).toBe(401);
    expect((await login(ann, newPassword)).statusCode).toBe(200);
    expect((await emailWith(ann, /password was changed/)).text).toContain('/forgot-password');
  });

  it('resets the login limit after a password reset', async () => {
    insertTestUser(test.context.database, { email: ann });
    for (let slip = 0; slip < 6; slip += 1) await login(ann, `not it ${slip}`);
    expect((await login(ann, TEST_PASSWORD)).statusCode).toBe(429);
    await reset(await resetToken());
    expect((await login(ann, newPassword)).statusCode).toBe(200);
  });

  it('accepts the link in one of twenty simultaneous requests', async () => {
    insertTestUser(test.context.database, { email: ann });
    const token = await resetToken();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) => reset(token, `${newPassword} ${number}`)),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode === 403)).toHaveLength(19);
  });

  it('keeps the link valid if the new password is rejected', async () => {
    insertTestUser(test.context.database, { email: ann });
    const token = await resetToken();
    expect((await reset(token, 'Password1')).json().fields.password).toMatch(/too common/);
    expect((await reset(token, '12345')).json().fields.password).toMatch(/greater than 6/);
    expect((await reset(token)).statusCode).toBe(200);
  });

  it.each([
    ['after an hour', async () => test.clock.advance(HOUR_MS)],
    [
      'once the account is suspended',
      async () => {
        test.context.database.raw.exec("UPDATE users SET status = 'suspended'");
      },
    ],
    [
      'once the account has another address',
      async () => {
        test.context.database.raw.exec("UPDATE users SET email = 'other@example.org'");
      },
    ],
    ['once another link was used', async (second: string) => void (await reset(second))],
  ])('rejects its link %s', async (_what, happens) => {
    insertTestUser(test.context.database, { email: ann });
    const [first, second] = [await resetToken(), await resetToken()];
    await happens(second);
    expect((await reset(first)).json().code).toBe('LINK_INVALID');
  });

  it('limits emails per mailbox', async () => {
    insertTestUser(test.context.database, { email: ann });
    for (let attempt = 0; attempt < 9; attempt += 1) {
      expect((await guest('POST /api/user/forgot', { email: ann })).statusCode).toBe(200);
    }
    await test.app.close();
    expect(countEmails()).toBe(LINK_EMAILS_PER_HOUR);
  });

  it('allows ten requests per IP address and hour', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const email = `person${attempt}@example.org`;
      statuses.push((await guest('POST /api/user/forgot', { email })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  });
});

it('stores tokens of links only as hashes', async () => {
  insertTestUser(test.context.database, { email: ann });
  const token = await resetToken();
  const rows = JSON.stringify(
    test.context.database.raw.prepare('SELECT * FROM one_time_tokens').all(),
  );
  expect(rows).toContain('reset password');
  expect(rows).not.toContain(token);
});
