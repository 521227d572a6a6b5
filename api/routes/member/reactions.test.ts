import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { articles } from '../../db/schema/articles.ts';
import { publishDue } from '../../services/articles/publication.ts';
import { sendArticleAlerts, withdrawAlerts } from '../../services/notifications/alerts.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  type SignedIn,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sentEmails } from '../../testing/emails.ts';
import { insertTestArticle } from '../../testing/factories.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';

let test: TestApp;
let owner: SignedIn;
let admin: Caller;
const guest: Caller = (...what) =>
  callerOf(test.app, { headers: { 'sec-fetch-site': 'same-origin' } as never })(...what);

beforeAll(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  owner = await signedInAs(test, { role: 'admin', name: 'Olga' });
  admin = callerOf(test.app, owner);
  const authorId = owner.user.id;
  const states = { one: {}, two: {}, old: { archived: true }, hidden: { draft: true } };
  for (const [publicId, columns] of Object.entries(states)) {
    insertTestArticle(test.context.database, { publicId, authorId, title: publicId, ...columns });
  }
});
afterAll(() => test.close());

type Member = Awaited<ReturnType<typeof newMember>>;
async function newMember(columns: Parameters<typeof signedInAs>[1] = {}) {
  const person = await signedInAs(test, columns);
  return { ...person, call: callerOf(test.app, person) };
}
const reactionsTo = async (call: Caller, id = 'one') =>
  (await call(`GET /api/articles/${id}/reactions`)).json();

describe('authorization of reactions', () => {
  it.each<[string, 'guest' | 'member', number]>([
    ['PUT /api/articles/one/likes', 'guest', 401],
    ['PUT /api/articles/one/likes', 'member', 200],
    ['DELETE /api/articles/one/likes', 'guest', 401],
    ['DELETE /api/articles/one/likes', 'member', 200],
    ['PUT /api/articles/article-two/likes', 'member', 200],
    ['PUT /api/articles/old/likes', 'member', 200],
    ['PUT /api/articles/hidden/likes', 'member', 404],
    ['DELETE /api/articles/hidden/likes', 'member', 404],
    ['PUT /api/articles/nothing/likes', 'member', 404],
    ['PUT /api/articles/one/saves', 'guest', 401],
    ['PUT /api/articles/one/saves', 'member', 200],
    ['PUT /api/articles/hidden/saves', 'member', 404],
    ['DELETE /api/articles/one/saves', 'member', 200],
    ['GET /api/reading-list', 'guest', 401],
    ['GET /api/reading-list', 'member', 200],
    ['GET /api/articles/hidden/reactions', 'member', 404],
    ['GET /api/articles/one/reactions', 'guest', 200],
  ])('%s as %s: %i', async (what, role, status) => {
    const call = role === 'guest' ? guest : (await newMember()).call;
    expect((await call(what)).statusCode).toBe(status);
  });
});

describe('a like', () => {
  it('counts once, is rejected the second time, and can be removed', async () => {
    const { call } = await newMember();
    const before = (await reactionsTo(guest)).totalLikes;
    // The number in the request is ignored.
    const liked = await call('PUT /api/articles/one/likes', { likes: 9999 });
    expect(liked.json()).toEqual({ msg: 'Liked.', totalLikes: before + 1 });
    const again = await call('PUT /api/articles/one/likes', { likes: 1 });
    expect([again.statusCode, again.json()]).toEqual([
      409,
      { code: 'ALREADY_LIKED', msg: 'You have already liked this article' },
    ]);
    expect(await reactionsTo(call)).toMatchObject({ totalLikes: before + 1, liked: true });
    expect(await reactionsTo(guest)).toMatchObject({ totalLikes: before + 1, liked: false });
    expect((await guest('GET /api/articles/one')).json().likes).toBe(before + 1);
    const back = await call('DELETE /api/articles/one/likes');
    expect(back.json().totalLikes).toBe(before);
    expect((await call('DELETE /api/articles/one/likes')).json().totalLikes).toBe(before);
    expect(await reactionsTo(call)).toMatchObject({ liked: false });
  });

  it('counts once for fifty simultaneous requests', async () => {
    const { call } = await newMember();
    const before = (await reactionsTo(guest, 'two')).totalLikes;
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => call('PUT /api/articles/two/likes', {})),
    );
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(409)]);
    expect((await reactionsTo(guest, 'two')).totalLikes).toBe(before + 1);
  });

  it('rejects undocumented fields', async () => {
    const { call } = await newMember();
    const response = await call('PUT /api/articles/one/likes', { user: 'somebody' });
    expect(response.statusCode).toBe(400);
  });
});

it('limits a member to ten reactions in half a minute, of any kind and from any IP address', async () => {
  const strict = await buildTestApp({
    config: { rateLimits: true },
    markdown: createPlainMarkdown(),
  });
  const authorId = (await signedInAs(strict, { role: 'admin' })).user.id;
  insertTestArticle(strict.context.database, { publicId: 'one', authorId });
  const eager = callerOf(strict.app, await signedInAs(strict));
  const other = callerOf(strict.app, await signedInAs(strict));
  const statuses: number[] = [];
  for (let number = 0; number < 12; number += 1) {
    const method = number % 2 === 0 ? 'PUT' : 'DELETE';
    const what = number % 4 < 2 ? 'likes' : 'saves';
    const forged = { 'x-forwarded-for': `10.0.0.${number}` };
    const response = await eager(`${method} /api/articles/one/${what}`, undefined, forged);
    statuses.push(response.statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  expect((await other('PUT /api/articles/one/likes')).statusCode).toBe(200);
  strict.clock.advance(30_000);
  expect((await eager('PUT /api/articles/one/saves')).statusCode).toBe(200);
  // Likes of comments count, too.
  const liked: number[] = [];
  for (let number = 0; number < 10; number += 1) {
    const method = number % 2 === 0 ? 'PUT' : 'DELETE';
    liked.push((await eager(`${method} /api/comments/nothing/likes`)).statusCode);
  }
  expect(liked).toEqual([...Array(9).fill(404), 429]);
  await strict.close();
});

describe('PUT /api/user/{id}', () => {
  it('adds to the lists as documented and removes nothing', async () => {
    const { call, user } = await newMember();
    const put = (body: object) => call(`PUT /api/user/${user.publicId}`, body);
    await put({ savedArticles: ['one'] });
    test.clock.advance(1000);
    const response = await put({ savedArticles: ['article-two', 'one'], likedArticles: ['two'] });
    expect(response.json()).toMatchObject({
      savedArticles: ['two', 'one'],
      likedArticles: ['two'],
      notifications: false,
    });
    const list = (await call('GET /api/reading-list')).json();
    expect([list.result, list.articles.map(({ _id }: { _id: string }) => _id)]).toEqual([
      2,
      ['two', 'one'],
    ]);
    expect(list.articles[0].savedAt > list.articles[1].savedAt).toBe(true);
    expect('markdown' in list.articles[0]).toBe(false);
  });

  it.each<[string, unknown, boolean]>([
    ['a list with the article', ['one'], true],
    ['true', true, true],
    ['an empty list', [], false],
    ['false', false, false],
  ])('turns alerts on or off for %s', async (_what, notifications, on) => {
    const { call, user } = await newMember({ notifications: !on });
    const response = (await call(`PUT /api/user/${user.publicId}`, { notifications })).json();
    expect(response).toMatchObject({
      notifications: on,
      msg: on ? 'Start being alerted when user makes posts.' : 'Saved.',
    });
    expect((await reactionsTo(call)).alerts).toBe(on);
  });

  it('returns 404 for other accounts', async () => {
    const { call } = await newMember();
    const victim = await newMember();
    const missing = await call('PUT /api/user/nobody', { savedArticles: ['one'] });
    const swapped = await call(`PUT /api/user/${victim.user.publicId}`, { savedArticles: ['one'] });
    expect([swapped.statusCode, swapped.json()]).toEqual([404, missing.json()]);
    expect((await victim.call('GET /api/reading-list')).json().result).toBe(0);
  });

  it.each<[string, unknown, number]>([
    ['nothing at all', {}, 400],
    ['a role', { role: 1, savedArticles: ['one'] }, 400],
    ['a list that is none', { savedArticles: 'one' }, 400],
    ['too long a list', { savedArticles: Array(101).fill('one') }, 400],
    ['an article that is hidden', { savedArticles: ['one', 'hidden'] }, 404],
  ])('rejects %s and changes nothing', async (_what, body, status) => {
    const { call, user } = await newMember();
    const response = await call(`PUT /api/user/${user.publicId}`, body as object);
    expect(response.statusCode).toBe(status);
    expect((await call('GET /api/reading-list')).json().result).toBe(0);
    expect((await call('GET /api/user/info')).json().users.role).toBe(0);
  });
});

describe('the reading list', () => {
  it('is paged and omits unreadable articles', async () => {
    const { call } = await newMember();
    const authorId = owner.user.id;
    for (let number = 1; number <= 5; number += 1) {
      const publicId = `saved${number}`;
      insertTestArticle(test.context.database, { publicId, authorId });
      test.clock.advance(1000);
      await call(`PUT /api/articles/${publicId}/saves`);
    }
    test.context.database.query.update(articles).set({ views: 0 }).run();
    await admin('DELETE /api/articles/saved4');
    await call('DELETE /api/articles/saved1/saves');
    const page = async (number: number) => {
      const response = (await call(`GET /api/reading-list?limit=2&page=${number}`)).json();
      return [
        response.result,
        response.pages,
        response.articles.map((one: { _id: string }) => one._id),
      ];
    };
    expect(await page(1)).toEqual([3, 2, ['saved5', 'saved3']]);
    expect(await page(2)).toEqual([3, 2, ['saved2']]);
  });
});

describe('notifications about a new article', () => {
  const alertsOf = async (call: Caller) =>
    ((await call('GET /api/notifications')).json().notifications as { title: string }[]).map(
      ({ title }) => title,
    );
  const notifyAll = async () => {
    let rounds = 0;
    while (await sendArticleAlerts(test.context)) rounds += 1;
    return rounds;
  };

  it('are sent once to members who want alerts, and by email if they chose so', async () => {
    const received = await newMember({ notifications: true });
    const emailed = await newMember({ notifications: true });
    const deaf = await newMember();
    await emailed.call('PUT /api/notifications/preferences', { kind: 'article', byEmail: true });
    const fields = { title: 'Fresh', subtitle: 'From the oven' };
    const { _id, slug } = await createByApi(admin, { ...fields, draft: true });
    await notifyAll();
    expect(await alertsOf(received.call)).toEqual([]);
    await admin(`PUT /api/articles/${_id}`, { draft: false, images: await coverByApi(admin) });
    await notifyAll();
    // Edits and republications cause no notification.
    await admin(`PUT /api/articles/${_id}`, { subtitle: 'Still warm' });
    await admin(`PUT /api/articles/${_id}`, { draft: true });
    await admin(`PUT /api/articles/${_id}`, { draft: false, images: await coverByApi(admin) });
    await notifyAll();
    const emails = (await sentEmails(test.context)).filter(
      ({ field }) => field.get('subject') === 'New article: Fresh',
    );
    expect(await alertsOf(received.call)).toEqual(['New article: Fresh']);
    expect(await alertsOf(emailed.call)).toEqual(['New article: Fresh']);
    expect(await alertsOf(deaf.call)).toEqual([]);
    expect(emails.map(({ field }) => field.get('to'))).toEqual([emailed.user.email]);
    expect(emails[0]?.text).toContain(`http://localhost:3000/blog/${slug}`);
    expect(emails[0]?.field.get('list-unsubscribe')).toContain('/api/notifications/unsubscribe?');
  });

  it('are withdrawn if unread, and sent again after republication', async () => {
    const takeBack = async () => {
      while (await withdrawAlerts(test.context));
    };
    const unread = async (call: Caller) =>
      (await call('GET /api/user/info')).json().unreadNotifications;
    const members = [];
    for (let number = 0; number < 55; number += 1) {
      members.push(await newMember({ notifications: true }));
    }
    const [reader, emailed, queued] = members as [Member, Member, Member];
    const emailsTo = async ({ user }: Member) =>
      (await sentEmails(test.context))
        .filter(({ field }) => field.get('to') === user.email)
        .map(({ field }) => field.get('subject'));
    const byEmail = { kind: 'article', byEmail: true };
    await emailed.call('PUT /api/notifications/preferences', byEmail);
    const { _id } = await createByApi(admin, { title: 'Too early' });
    await notifyAll();
    expect(await emailsTo(emailed)).toEqual(['New article: Too early']);
    await reader.call('PUT /api/notifications', { read: true });
    await queued.call('PUT /api/notifications/preferences', byEmail);
    const { _id: other } = await createByApi(admin, { title: 'Another' });
    await notifyAll();
    await admin(`PUT /api/articles/${_id}`, { draft: true });
    await admin(`DELETE /api/articles/${other}`);
    await takeBack();
    expect(await alertsOf(reader.call)).toEqual(['New article: Too early']);
    for (const { call } of members.slice(1)) expect(await alertsOf(call)).toEqual([]);
    expect(await unread(emailed.call)).toBe(0);
    expect(await emailsTo(emailed)).toEqual(['New article: Too early']);
    expect(await emailsTo(queued)).toEqual([]);
    const { emails } = (await admin('GET /api/admin/emails?show=all')).json();
    expect(emails.filter(({ to }: { to: string }) => to === queued.user.email)).toMatchObject([
      { state: 'cancelled', response: 'The article was unpublished before this email was sent.' },
    ]);
    await admin(`PUT /api/articles/${_id}`, { draft: false, images: await coverByApi(admin) });
    await takeBack();
    await notifyAll();
    // Members who read it or got the email are not notified again.
    expect(await alertsOf(reader.call)).toEqual(['New article: Too early']);
    expect(await alertsOf(emailed.call)).toEqual([]);
    expect(await alertsOf(queued.call)).toEqual(['New article: Too early']);
    expect(await unread(queued.call)).toBe(1);
  });

  it('are sent exactly once per member after a restart', async () => {
    const members = [];
    for (let number = 0; number < 60; number += 1) {
      members.push(await newMember({ notifications: true }));
    }
    await createByApi(admin, { title: 'For many' });
    await sendArticleAlerts(test.context);
    // The process is killed here; its progress is in the database.
    const before = members.length;
    expect(await notifyAll()).toBeGreaterThanOrEqual(1);
    for (const { call } of members) {
      expect((await alertsOf(call)).filter((title) => title.endsWith('For many'))).toHaveLength(1);
    }
    expect(members).toHaveLength(before);
  });

  it('are sent at the scheduled time, and not for imported old articles', async () => {
    const { call } = await newMember({ notifications: true });
    const scheduledDate = new Date(test.clock.now() + 3 * DAY_MS).toISOString();
    await createByApi(admin, { title: 'Later', draft: false, scheduledDate });
    await notifyAll();
    expect(await alertsOf(call)).toEqual([]);
    test.clock.advance(4 * DAY_MS);
    const again = await signedInAs(test);
    expect(await publishDue(test.context)).toBe(1);
    await notifyAll();
    const received = test.context.database.raw
      .prepare("SELECT count(*) FROM notifications WHERE title = 'New article: Later'")
      .pluck()
      .get();
    expect(received).toBeGreaterThan(0);
    expect(again.user.notifications).toBe(false);
  });
});
