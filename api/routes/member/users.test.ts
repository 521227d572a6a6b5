import { afterEach, beforeEach, expect, it } from 'vitest';
import { callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(() => test.close());

it('returns members their own data without the password hash', async () => {
  const member = await signedInAs(test, { phone: '0123', skills: ['a', 'b'] });
  const response = await test.app.inject({ url: '/api/user/info', headers: member.headers });
  expect(response.json().users).toMatchObject({
    email: member.user.email,
    phone: '0123',
    skills: ['a', 'b'],
    role: 0,
  });
  expect(response.body).not.toMatch(/argon2|hash/i);
});

it('returns all personal data of a page in one response', async () => {
  const { database } = test.context;
  const owner = await signedInAs(test, { role: 'admin' });
  insertTestArticle(database, { publicId: 'one', authorId: owner.user.id });
  const member = await signedInAs(test);
  const call = callerOf(test.app, member);
  await call('PUT /api/articles/one/saves');
  await call('PUT /api/games/likes', { likes: [9, 11] });
  const info = async (query: string, caller = call) =>
    (await caller(`GET /api/user/info${query}`)).json();

  const { users, ...rest } = await info('?article=one');
  expect(users._id).toBe(member.user.publicId);
  expect(rest).toEqual({
    unreadNotifications: 0,
    cartCount: 0,
    likedGames: expect.arrayContaining([9, 11]),
    reactions: { totalLikes: 0, liked: false, saved: true, alerts: false },
    waiting: null,
  });
  expect((await info('')).reactions).toBeNull();
  expect((await info('?article=no-such-article')).reactions).toBeNull();
  expect((await info('', callerOf(test.app, owner))).waiting).toMatchObject({ comments: 0 });
});

it('returns no data to guests', async () => {
  const response = await test.app.inject('/api/user/info');
  expect(response.statusCode).toBe(401);
  expect(Object.keys(response.json())).toEqual(['msg', 'code']);
});

it.each(['suspended', 'deleted'] as const)('treats a %s user as missing', async (status) => {
  const user = insertTestUser(test.context.database, { status });
  const response = await test.app.inject(`/api/user/${user.publicId}`);
  const never = await test.app.inject('/api/user/never');
  expect(response.statusCode).toBe(404);
  expect(response.body).toBe(never.body);
});

it.each(["1' OR '1'='1", '../info', '%00', '1', '-1', '_id'])('returns 404 for %j', async (id) => {
  insertTestUser(test.context.database);
  const response = await test.app.inject(`/api/user/${encodeURIComponent(id)}`);
  expect(response.statusCode).toBe(404);
});
