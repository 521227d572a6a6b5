import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/database.ts';
import { findUserByEmail } from '../../db/repositories/users.ts';
import { setupTokens } from '../../db/schema/accounts.ts';
import { getSiteName } from '../../site-content.ts';
import { callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { emailTo } from '../../testing/emails.ts';
import { insertTestUser, TEST_PASSWORD } from '../../testing/factories.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { ensureConfiguredAdmin, ensureSetupToken, makeAdmin } from './register.ts';

const run = promisify(execFile);

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(() => test.close());

describe('the set-up link', () => {
  it('creates one admin and is invalid afterwards', async () => {
    const secret = await printedToken();
    const first = await registerWith(secret, 'first@example.org');
    expect(first.statusCode).toBe(201);
    expect(first.json().user.role).toBe(1);
    const second = await registerWith(secret, 'second@example.org');
    expect(second.statusCode).toBe(403);
    expect(second.json().code).toBe('SETUP_TOKEN_INVALID');
    expect(findUserByEmail(test.context.database.query, 'second@example.org')).toBeUndefined();
  });

  it('takes the email address from an account that never confirmed it', async () => {
    const squatter = await callerOf(test.app)('POST /api/user/register', {
      name: 'Mallory',
      email: 'first@example.org',
      password: 'a guess of the owner',
    });
    expect(squatter.statusCode).toBe(201);
    const wrong = await registerWith('x'.repeat(43), 'first@example.org');
    expect(wrong.json().code).toBe('SETUP_TOKEN_INVALID');
    const owner = await registerWith(await printedToken(), 'first@example.org');
    expect(owner.json().user).toMatchObject({ role: 1, name: 'Ann Example', emailConfirmed: true });
    const headers = { authorization: `Bearer ${squatter.json().accesstoken}` };
    const info = await callerOf(test.app)('GET /api/user/info', undefined, headers);
    expect(info.statusCode).toBe(401);
    const { publicId } = test.context.database.raw
      .prepare("SELECT public_id AS publicId FROM users WHERE email LIKE '%.invalid'")
      .get() as { publicId: string };
    for (const email of ['first@example.org', `${publicId}@released.invalid`]) {
      const login = { email, password: 'a guess of the owner' };
      expect((await callerOf(test.app)('POST /api/user/login', login)).statusCode).toBe(401);
    }
  });

  it('does not take the email address from an account that confirmed it', async () => {
    insertTestUser(test.context.database, { email: 'first@example.org' });
    const response = await registerWith(await printedToken(), 'first@example.org');
    expect(response.json().code).toBe('EMAIL_TAKEN');
  });

  it('creates one admin if it is used twice at the same time', async () => {
    const secret = await printedToken();
    const responses = await Promise.all([
      registerWith(secret, 'first@example.org'),
      registerWith(secret, 'second@example.org'),
    ]);
    expect(responses.map((response) => response.statusCode).toSorted()).toEqual([201, 403]);
  });

  it('is invalid once there is an admin, and no other link is created', async () => {
    const secret = await printedToken();
    insertTestUser(test.context.database, { role: 1 });
    expect((await registerWith(secret, 'late@example.org')).statusCode).toBe(403);
    expect(await ensureSetupToken(test.context)).toBeNull();
  });

  it('stays invalid while the only admin is suspended', async () => {
    insertTestUser(test.context.database, { role: 1, status: 'suspended' });
    expect(await ensureSetupToken(test.context)).toBeNull();
  });

  it('works after another process has created its own', async () => {
    const secret = await printedToken();
    await printedToken();
    expect((await registerWith(secret, 'first@example.org')).statusCode).toBe(201);
  });

  it('expires after a week', async () => {
    const secret = await printedToken();
    test.clock.advance(7 * 86_400_000);
    expect((await registerWith(secret, 'late@example.org')).statusCode).toBe(403);
  });

  it('is not stored in the database', async () => {
    const secret = await printedToken();
    expect(
      JSON.stringify(test.context.database.query.select().from(setupTokens).all()),
    ).not.toContain(secret);
  });

  it('is optional in a form that sends it empty', async () => {
    const response = await registerWith('', 'reader@example.org');
    expect(response.statusCode).toBe(201);
    expect(response.json().user.role).toBe(0);
  });
});

describe('the admin of ADMIN_EMAIL', () => {
  const admin = { email: 'owner@example.org', password: TEST_PASSWORD };

  it('is created once and can sign in', async () => {
    expect(await ensure(admin)).toEqual({ outcome: 'created', warning: null });
    expect(await ensure(admin)).toEqual({ outcome: 'is admin already', warning: null });
    const user = findUserByEmail(test.context.database.query, 'Owner@Example.org');
    expect(user).toMatchObject({ role: 1, name: getSiteName(test.context.database) });
    expect(await verifyPassword(TEST_PASSWORD, user?.passwordHash ?? null)).toBe(true);
  });

  it('is not created from an existing user; a warning explains how', async () => {
    insertTestUser(test.context.database, { email: admin.email });
    const { outcome, warning } = await ensure(admin);
    expect(outcome).toBe('is a basic user');
    expect(warning).toMatch(/make admin EMAIL=owner@example\.org/);
    expect(findUserByEmail(test.context.database.query, admin.email)?.role).toBe(0);
  });

  it('is created with a common password, with a warning', async () => {
    const { outcome, warning } = await ensure({ ...admin, password: 'password1' });
    expect(outcome).toBe('created');
    expect(warning).toMatch(/^ADMIN_PASSWORD: .*too common/);
  });

  it('is not created without the variable', async () => {
    expect(await ensure(null)).toEqual({ outcome: 'not configured', warning: null });
  });

  const ensure = (given: typeof admin | null) =>
    ensureConfiguredAdmin({ ...test.context, config: { admin: given } });
});

describe('make admin', () => {
  it('promotes a user and ends their sessions', async () => {
    const member = await signedInAs(test);
    expect(await makeAdmin(test.context, member.user.email)).toEqual({ outcome: 'promoted' });
    const info = await test.app.inject({ url: '/api/user/info', headers: member.headers });
    expect(info.statusCode).toBe(401);
    expect(findUserByEmail(test.context.database.query, member.user.email)?.role).toBe(1);
  });

  it('sets a new password of an account with an unconfirmed address, and sends a confirmation', async () => {
    const stranger = await signedInAs(test, { emailConfirmedAt: null });
    const { email } = stranger.user;
    const made = await makeAdmin(test.context, email);
    if (made.outcome !== 'promoted with a new password') expect.fail(made.outcome);
    const login = (password: string) =>
      callerOf(test.app)('POST /api/user/login', { email, password });
    expect((await login(TEST_PASSWORD)).statusCode).toBe(401);
    expect((await callerOf(test.app, stranger)('GET /api/user/info')).statusCode).toBe(401);
    expect((await login(made.password)).json().user).toMatchObject({ role: 1 });
    const { token } = await emailTo(test.context, email, /confirm your email/);
    const confirmed = await callerOf(test.app)('POST /api/user/email/confirm', { token });
    expect(confirmed.statusCode).toBe(200);
  });

  it('creates an account and prints its password once', { tags: ['topic'] }, async () => {
    const folder = test.context.config.dataFolder;
    const { stdout } = await makeAdminCommand('EMAIL=New.Owner@example.org');
    const password = /shown this once: (\S{20})\n/.exec(stdout)?.[1] ?? '';
    const database = openDatabase(`${folder}/site.db`);
    const user = findUserByEmail(database.query, 'new.owner@example.org');
    database.close();
    expect(user?.role).toBe(1);
    expect(await verifyPassword(password, user?.passwordHash ?? null)).toBe(true);
    const again = await makeAdminCommand('EMAIL=new.owner@example.org');
    expect(again.stdout).toBe(
      'new.owner@example.org was an admin already; all their devices were signed out and second factors removed.\n',
    );
  });

  it('asks for an email address without one', { tags: ['verify'] }, async () => {
    await expect(makeAdminCommand('EMAIL=nobody')).rejects.toMatchObject({
      code: 1,
      stderr: 'nobody is not an email address. Usage: make admin EMAIL=you@example.org\n',
    });
    await expect(makeAdminCommand('EMAIL=')).rejects.toMatchObject({
      code: 1,
      stderr: 'Missing EMAIL. Usage: make admin EMAIL=you@example.org\n',
    });
  });

  const makeAdminCommand = (argument: string) =>
    run(process.execPath, ['api/commands/make-admin.ts', argument], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: test.context.config.dataFolder,
      },
    });
});

async function printedToken(): Promise<string> {
  const link = await ensureSetupToken(test.context);
  const token = /^http:\/\/localhost:3000\/register#setup=([\w-]{43})$/.exec(link ?? '')?.[1];
  return token ?? expect.fail(`no link: ${link}`);
}

function registerWith(secret: string, email: string) {
  return test.app.inject({
    method: 'POST',
    url: '/api/user/register',
    payload: { name: 'Ann Example', email, password: TEST_PASSWORD, secret },
  });
}
