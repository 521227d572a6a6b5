import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ListedUser } from '#contracts/user-list.ts';
import { nextAnniversary, splitName } from '../../services/users/manage-users.ts';
import {
  type Caller,
  callerOf,
  createByApi,
  type SignedIn,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { emailTo } from '../../testing/emails.ts';
import { insertTestUser, TEST_PASSWORD } from '../../testing/factories.ts';

let test: TestApp;
let person: SignedIn;
let admin: Caller;
let guest: Caller;
beforeEach(async () => {
  test = await buildTestApp();
  person = await signedInAs(test, { role: 'admin', name: 'Grace Brewster Hopper' });
  admin = callerOf(test.app, person);
  guest = callerOf(test.app, { headers: { cookie: '', 'sec-fetch-site': 'same-origin' } });
});
afterEach(() => test.close());

const list = async (search = '') => (await admin(`GET /api/admin/users${search}`)).json();
const names = async (search: string) =>
  (await list(search)).users.map(({ name }: ListedUser) => name);
const login = (email: string, password = TEST_PASSWORD) =>
  guest('POST /api/user/login', { email, password });

describe('the table of users', () => {
  it('lists users with the documented columns', async () => {
    const createdAt = Date.UTC(2020, 1, 29, 12);
    insertTestUser(test.context.database, { name: 'Ada', email: 'ada@example.org', createdAt });
    insertTestUser(test.context.database, { status: 'deleted', name: 'Gone' });
    insertTestUser(test.context.database, { status: 'placeholder', name: 'Sample' });
    const { users, result, counts } = await list('?sort=first&order=asc');
    expect(result).toBe(2);
    expect(counts).toEqual({ admins: 1, suspended: 0, invited: 0 });
    expect(users).toMatchObject([
      {
        firstName: 'Ada',
        lastName: '',
        email: 'ada@example.org',
        accountType: 'Basic',
        createdAt: new Date(createdAt).toISOString(),
        self: false,
        state: 'active',
      },
      { firstName: 'Grace Brewster', lastName: 'Hopper', accountType: 'Admin', self: true },
    ]);
    expect(JSON.stringify(users)).not.toMatch(/argon2|password/i);
  });

  it('is searched by part of a name or email, for any input', async () => {
    for (const name of ['Łukasz Żak', 'Bob "The Tester"', '100% Äpfel', "O'Brien"]) {
      insertTestUser(test.context.database, { name });
    }
    const found = (typed: string) => names(`?search=${encodeURIComponent(typed)}`);
    expect(await found('hopp')).toEqual(['Grace Brewster Hopper']);
    expect(await found('żak')).toEqual(['Łukasz Żak']);
    expect(await found('ła')).toEqual([]);
    expect(await found('łu')).toEqual(['Łukasz Żak']);
    expect(await found('"The')).toEqual(['Bob "The Tester"']);
    expect(await found('0% Ä')).toEqual(['100% Äpfel']);
    expect(await found("o'b")).toEqual(["O'Brien"]);
    expect(await found(person.user.email)).toEqual(['Grace Brewster Hopper']);
    for (const typed of ['%', '_', '*', '" OR 1 --', "' OR '1", 'NEAR(', 'a AND b', '-x ^']) {
      expect((await list(`?search=${encodeURIComponent(typed)}`)).result).toBeLessThan(2);
    }
  });

  it('is sorted by every column and lists each user once over all pages', async () => {
    const { database } = test.context;
    const days = [5, 40, 200, 300, 325, 330];
    days.forEach((day, index) => {
      const name = `${'FEDCBA'[index]} ${'abcdef'[index]}`;
      const createdAt = Date.UTC(2019, 0, 1 + day);
      insertTestUser(database, { name, email: `${index}@a.example`, createdAt });
    });
    await admin(`PUT /api/admin/users/${person.user.publicId}`, {});
    const others = async (sort: string) =>
      (await names(`?sort=${sort}`)).filter((name: string) => name.length === 3);
    const reverse = 'A f,B e,C d,D c,E b,F a'.split(',');
    expect(await others('first&order=asc')).toEqual(reverse);
    expect(await others('last&order=desc')).toEqual(reverse);
    expect(await others('email&order=desc')).toEqual(reverse);
    expect(await others('joined&order=desc')).toEqual(reverse);
    expect(await names('?sort=type&order=desc&limit=1')).toEqual(['Grace Brewster Hopper']);
    // By the next one from today on, over the turn of the year.
    const upcoming: ListedUser[] = (await list('?sort=anniversary&order=asc')).users;
    const dates = upcoming.map(({ anniversary }) => anniversary);
    expect(dates).toEqual(dates.toSorted());
    for (const sort of ['first', 'last', 'email', 'type', 'joined', 'anniversary']) {
      for (const order of ['asc', 'desc']) {
        const whole = await names(`?sort=${sort}&order=${order}`);
        const paged: string[] = [];
        for (const page of [1, 2, 3, 4]) {
          paged.push(...(await names(`?sort=${sort}&order=${order}&limit=2&page=${page}`)));
        }
        expect([sort, order, paged]).toEqual([sort, order, whole]);
      }
    }
  });

  it.each(['?sort=password_hash', '?order=up', '?page=0', '?limit=1000', '?show=deleted'])(
    'refuses %s',
    async (search) => {
      expect((await admin(`GET /api/admin/users${search}`)).statusCode).toBe(400);
    },
  );
});

describe('an invitation', () => {
  const input = { name: 'Ann Example', email: 'Ann@Example.org', role: 0 };

  it('creates an account that can be used only after opening its link once', async () => {
    const response = await admin('POST /api/admin/users', input);
    expect([response.statusCode, response.json().msg]).toEqual([
      201,
      'Invitation sent to ann@example.org.',
    ]);
    expect(response.json().user).toMatchObject({ state: 'invited', accountType: 'Basic' });
    expect((await list('?show=invited')).result).toBe(1);
    for (const password of ['!', '', TEST_PASSWORD]) {
      expect((await login('ann@example.org', password)).statusCode).toBeGreaterThanOrEqual(400);
    }
    const { token, text } = await emailTo(test.context, 'ann@example.org', /invited you/);
    expect(text).toContain('/invitation#token=');
    const accept = { token, password: 'four words make sense' };
    const welcome = await guest('POST /api/user/reset', accept);
    expect(welcome.json().msg).toBe('Welcome. Your password is set: you can sign in now.');
    expect((await guest('POST /api/user/reset', accept)).json().code).toBe('LINK_INVALID');
    expect((await login('ann@example.org', accept.password)).json().user).toMatchObject({
      emailConfirmed: true,
      role: 0,
    });
    expect((await list()).users).toContainEqual(
      expect.objectContaining({ email: 'ann@example.org', state: 'active' }),
    );
  });

  it('is sent again on request, which makes the former link invalid', async () => {
    const { _id } = (await admin('POST /api/admin/users', input)).json().user;
    const first = await emailTo(test.context, 'ann@example.org', /invited you/);
    test.clock.advance(60_000);
    expect((await admin(`POST /api/admin/users/${_id}/invitation`)).statusCode).toBe(200);
    const second = await emailTo(test.context, 'ann@example.org', /invited you/);
    const use = (token: string) =>
      guest('POST /api/user/reset', { token, password: 'four words make sense' });
    expect((await use(first.token)).statusCode).toBe(403);
    expect((await use(second.token)).statusCode).toBe(200);
    const late = await admin(`POST /api/admin/users/${_id}/invitation`);
    expect([late.statusCode, late.json().msg]).toEqual([409, 'This invitation is no longer open.']);
  });

  it('is rejected for existing accounts and invalid addresses', async () => {
    const taken = await admin('POST /api/admin/users', { ...input, email: person.user.email });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(taken.json().fields.email).toBe('An account with this email already exists.');
    for (const part of [
      { email: 'x' },
      { email: 'a@b.c\r\nBcc: d@e.f' },
      { name: 'A' },
      { role: 2 },
    ]) {
      const response = await admin('POST /api/admin/users', { ...input, ...part });
      expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
    }
  });
});

describe('managing an account as an admin', () => {
  it('changes the role immediately and ends the sessions', async () => {
    const ann = await signedInAs(test);
    const call = callerOf(test.app, ann);
    const made = await admin(`PUT /api/admin/users/${ann.user.publicId}`, { role: 1 });
    expect(made.json().user.accountType).toBe('Admin');
    expect((await call('GET /api/user/info')).statusCode).toBe(401);
    const { accesstoken } = (await login(ann.user.email)).json();
    const bearer = (what: string) =>
      test.app.inject({
        method: 'GET',
        url: what,
        headers: { authorization: `Bearer ${accesstoken}` },
      });
    expect((await bearer('/api/admin/users')).statusCode).toBe(200);
    await admin(`PUT /api/admin/users/${ann.user.publicId}`, { role: 0 });
    expect((await bearer('/api/admin/users')).statusCode).toBe(401);
    const { entries } = (await admin('GET /api/admin/audit')).json();
    expect(entries.map(({ details }: { details: { role: string } }) => details.role)).toEqual([
      'Admin → Basic',
      'Basic → Admin',
    ]);
    await emailTo(test.context, ann.user.email, /You are no longer an admin/);
  });

  it('rejects admins with an unconfirmed email address', async () => {
    const stranger = insertTestUser(test.context.database, { emailConfirmedAt: null });
    const response = await admin(`PUT /api/admin/users/${stranger.publicId}`, { role: 1 });
    expect([response.statusCode, response.json().code]).toEqual([409, 'STATE_CONFLICT']);
    expect(response.json().msg).toMatch(/not confirmed their email/);
    expect((await list('?show=admins')).result).toBe(1);
  });

  it('suspends and reactivates the account; only the correct password reveals the suspension', async () => {
    const ann = await signedInAs(test);
    const path = `PUT /api/admin/users/${ann.user.publicId}`;
    expect((await admin(path, { suspended: true })).json().user.state).toBe('suspended');
    expect((await callerOf(test.app, ann)('GET /api/user/info')).statusCode).toBe(401);
    const refused = await login(ann.user.email);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await login(ann.user.email, 'a wrong one')).json().code).toBe('WRONG_CREDENTIALS');
    expect((await list('?show=suspended')).result).toBe(1);
    await admin(path, { suspended: false });
    expect((await login(ann.user.email)).statusCode).toBe(200);
  });

  it('rejects the own account and deleted accounts', async () => {
    const own = await admin(`PUT /api/admin/users/${person.user.publicId}`, { role: 0 });
    expect([own.statusCode, own.json().code]).toEqual([409, 'STATE_CONFLICT']);
    const gone = insertTestUser(test.context.database, { status: 'deleted' });
    const sample = insertTestUser(test.context.database, { status: 'placeholder' });
    for (const id of [gone.publicId, sample.publicId, 'unknown']) {
      const response = await admin(`PUT /api/admin/users/${id}`, { role: 1 });
      expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('keeps one admin when two admins remove each other at the same time', async () => {
    const other = await signedInAs(test, { role: 'admin' });
    // Invited and suspended admins do not count.
    insertTestUser(test.context.database, { role: 1, invitedAt: 1, passwordHash: '!' });
    insertTestUser(test.context.database, { role: 1, status: 'suspended' });
    const responses = await Promise.all([
      admin(`PUT /api/admin/users/${other.user.publicId}`, { role: 0 }),
      callerOf(test.app, other)(`PUT /api/admin/users/${person.user.publicId}`, {
        suspended: true,
      }),
    ]);
    const codes = responses.map(({ statusCode }) => statusCode).toSorted();
    expect(codes[0]).toBe(200);
    expect(codes[1]).toBeGreaterThanOrEqual(400);
    const left = test.context.database.raw
      .prepare(
        "SELECT count(*) AS admins FROM users WHERE role = 1 AND status = 'active' AND invited_at IS NULL",
      )
      .get();
    expect(left).toEqual({ admins: 1 });
  });

  it('deletes the account with its data and transfers its articles', async () => {
    const ann = await signedInAs(test, { role: 'admin', name: 'Ann Example' });
    const call = callerOf(test.app, ann);
    const article = await createByApi(call, { title: 'By Ann' });
    const { email, publicId } = ann.user;
    expect((await list('?search=example')).users[0]).toMatchObject({ articles: 1 });
    const response = await admin(`DELETE /api/user/${publicId}`);
    expect([response.statusCode, response.json().msg]).toEqual([200, 'Deleted.']);
    expect((await call('GET /api/user/info')).statusCode).toBe(401);
    expect((await login(email)).json().code).toBe('WRONG_CREDENTIALS');
    expect((await list()).result).toBe(1);
    expect((await guest(`GET /api/user/${publicId}`)).statusCode).toBe(404);
    const read = (await guest(`GET /api/articles/${article._id}`)).body;
    expect(read).toContain('Grace Brewster Hopper');
    expect(read).not.toContain('Ann Example');
    const log = (await admin('GET /api/admin/audit')).body;
    expect(JSON.parse(log).entries[0]).toMatchObject({
      what: 'Deleted an account',
      subject: { _id: publicId, name: null },
      details: { articles: '1 taken over', comments: 'kept' },
    });
    expect(log).not.toContain('Ann Example');
    await emailTo(test.context, email, /Your account is deleted/);
    expect((await admin(`DELETE /api/user/${publicId}`)).statusCode).toBe(404);
    expect((await admin(`DELETE /api/user/${person.user.publicId}`)).statusCode).toBe(409);
    // The address is free again.
    expect((await admin('POST /api/admin/users', { name: 'Ann Anew', email })).statusCode).toBe(
      201,
    );
  });

  it('requires re-authentication', async () => {
    test.context.database.raw.exec('UPDATE sessions SET confirmed_at = 0');
    const calls: [string, object][] = [
      ['POST /api/admin/users', { name: 'Ann Example', email: 'ann@example.org' }],
      [`PUT /api/admin/users/${person.user.publicId}`, { role: 0 }],
      [`DELETE /api/user/${person.user.publicId}`, {}],
    ];
    for (const [call, body] of calls) {
      expect((await admin(call, body)).json().code).toBe('REAUTHENTICATION_REQUIRED');
    }
  });
});

it.each([
  ['Ada', 'Ada', ''],
  ['Ada Lovelace', 'Ada', 'Lovelace'],
  ['Grace Brewster Hopper', 'Grace Brewster', 'Hopper'],
])('%s is split at its last space', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

it('returns the next anniversary of joining, within a year', () => {
  const day = 86_400_000;
  const time = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2040, 0, 1) });
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 9000 * day }), (joined, since) => {
      const now = joined + since;
      const next = nextAnniversary(joined, now);
      const today = new Date(now).toISOString().slice(0, 10);
      const first = new Date(joined).toISOString().slice(0, 10);
      expect(next > first && next >= today).toBe(true);
      expect(Date.parse(next) - Date.parse(today)).toBeLessThanOrEqual(366 * day);
      if (!first.endsWith('02-29')) expect(next.slice(4)).toBe(first.slice(4));
    }),
  );
  expect(nextAnniversary(Date.UTC(2024, 1, 29), Date.UTC(2025, 0, 1))).toBe('2025-02-28');
  expect(nextAnniversary(Date.UTC(2024, 1, 29), Date.UTC(2027, 2, 1))).toBe('2028-02-29');
});
