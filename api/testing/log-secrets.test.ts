import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/**
 * Script for a separate process, because the log is written to the standard output. It calls the routes of
 * accounts with valid and invalid data at log level `trace`, then writes all secrets to the standard error.
 */
const session = `
import { buildTestApp } from './api/testing/build-test-app.ts';
import { insertTestUser, TEST_PASSWORD } from './api/testing/factories.ts';
const extend = (app) => app.addHook('onRequest', async (request) => {
  request.log.info({ req: request }, 'seen');
});
const test = await buildTestApp({ config: { logLevel: 'trace' }, extend });
insertTestUser(test.context.database, { email: 'ann@example.org' });
const secrets = [TEST_PASSWORD, 'argon2id', '@example.org'];
const call = async (method, url, payload, headers = {}) => {
  const response = await test.app.inject({
    method, url, payload, headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
  for (const cookie of response.cookies) if (cookie.value) secrets.push(cookie.value);
  return response;
};
const user = { name: 'Bob', email: 'bob@example.org', password: 'a secret of bob', role: 1 };
secrets.push(user.password, 'wrong-guess', 'wrong-secret', 'wrong-token');
await call('POST', '/api/user/register', user);
await call('POST', '/api/user/register', { ...user, secret: 'wrong-secret', email: 'c@example.org' });
await call('POST', '/api/user/login', { email: 'ann@example.org', password: 'wrong-guess' });
await call('POST', '/api/user/login', '{"password":"wrong-guess"', { 'content-type': 'application/json' });
const login = await call('POST', '/api/user/login', { email: 'ann@example.org', password: TEST_PASSWORD });
const cookie = login.cookies.map(({ name, value }) => name + '=' + value).join('; ');
await call('GET', '/api/user/refresh_token?token=wrong-token', undefined, { cookie });
await call('GET', '/preview/wrong-token.of.a-draft');
await call('GET', '/api/user/info', undefined, { authorization: 'Bearer ' + login.json().accesstoken });
test.context.database.raw.exec(
  "CREATE TRIGGER broken BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'broken'); END",
);
await call('POST', '/api/user/register', { ...user, email: 'dora@example.org' });
test.context.database.raw.exec('ALTER TABLE sessions RENAME TO gone');
await call('GET', '/api/user/refresh_token', undefined, { cookie });
await call('POST', '/api/user/login', { email: 'ann@example.org', password: TEST_PASSWORD });
await test.app.close();
process.stderr.write(JSON.stringify(secrets));
`;

it('writes no password, token or cookie to the log', { tags: ['verify'] }, async () => {
  const { stdout, stderr } = await run(process.execPath, [
    '--no-warnings',
    '--input-type=module',
    '--eval',
    session,
  ]);
  const secrets: string[] = JSON.parse(stderr);
  expect(secrets.length).toBeGreaterThan(10);
  const lines = stdout.trim().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  expect(stdout).toContain('role ignored');
  expect(stdout).toContain('unexpected error');
  expect(secrets.filter((secret) => stdout.includes(secret))).toEqual([]);
});
