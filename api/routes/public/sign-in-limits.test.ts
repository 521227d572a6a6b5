import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { CODES_PER_HOUR, LINK_EMAILS_PER_HOUR } from '../../services/sessions/attempt-limits.ts';
import { callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestUser, TEST_PASSWORD } from '../../testing/factories.ts';
import { authenticatorCode } from '../../testing/second-factors.ts';

const email = 'ann@example.org';

let test: TestApp;
let processes: TestApp['app'][];
beforeEach(async () => {
  test = await buildTestApp({ config: { rateLimits: true } });
  processes = [test.app];
});
afterEach(async () => {
  for (const app of processes.slice(1)) await app.close();
  await test.close();
});

/** Another process, or the same one after a restart, on the same data. */
async function startAnother() {
  const app = await buildApp(test.context);
  processes.push(app);
  return callerOf(app);
}

const statusOf = async (call: ReturnType<typeof callerOf>, password: string) =>
  (await call('POST /api/user/login', { email, password })).statusCode;

it('counts failed passwords across restarts and processes', async () => {
  insertTestUser(test.context.database, { email });
  const [first, second] = [callerOf(test.app), await startAnother()];
  const statuses: number[] = [];
  for (const call of [first, second, first, second, first]) {
    statuses.push(await statusOf(call, 'a guess'));
  }
  expect(statuses).toEqual(Array(5).fill(401));
  const restarted = await startAnother();
  for (const call of [first, second, restarted]) {
    expect(await statusOf(call, TEST_PASSWORD)).toBe(429);
  }
  test.clock.advance(3_600_000);
  expect(await statusOf(restarted, TEST_PASSWORD)).toBe(200);
});

it('counts failed codes across restarts', async () => {
  const ann = await signedInAs(test, { email });
  const call = callerOf(test.app, ann);
  const { secret } = (await call('POST /api/account/totp')).json();
  const right = () => authenticatorCode(secret, test.clock.now());
  await call('PUT /api/account/totp', { code: right() });
  test.clock.advance(30_000);
  const login = await callerOf(test.app)('POST /api/user/login', {
    email,
    password: TEST_PASSWORD,
  });
  const { signInToken } = login.json();
  for (let index = 0; index < CODES_PER_HOUR; index += 1) {
    const wrong = await callerOf(test.app)('POST /api/user/login/code', {
      signInToken,
      code: '000000',
    });
    expect(wrong.statusCode).toBe(400);
  }
  const restarted = await startAnother();
  const response = await restarted('POST /api/user/login/code', { signInToken, code: right() });
  expect(response.statusCode).toBe(429);
});

it('counts emailed links per address across restarts', async () => {
  const ann = await signedInAs(test, { email });
  for (let sent = 0; sent < LINK_EMAILS_PER_HOUR; sent += 1) {
    const response = await callerOf(test.app, ann)('PUT /api/account/email', {
      email: 'new@example.org',
    });
    expect(response.statusCode).toBe(200);
  }
  await startAnother();
  const again = callerOf(processes[1] as TestApp['app'], ann);
  const response = await again('PUT /api/account/email', { email: 'new@example.org' });
  expect(response.json().code).toBe('TOO_MANY_REQUESTS');
});

it('stores no IP or email addresses for the limits', async () => {
  insertTestUser(test.context.database, { email });
  await statusOf(callerOf(test.app), 'a guess');
  const rows = JSON.stringify(
    test.context.database.raw.prepare('SELECT * FROM sign_in_attempts').all(),
  );
  expect(rows).toMatch(/attempt/);
  expect(rows).not.toMatch(/ann@|127\.0\.0\.1/);
});
