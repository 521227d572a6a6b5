import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotificationResponse } from '#contracts/notification.ts';
import { purgeNotifications } from '../../services/notifications/notification-list.ts';
import { type NewNotification, notify } from '../../services/notifications/notify.ts';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sentEmails } from '../../testing/emails.ts';
import { TEST_PASSWORD } from '../../testing/factories.ts';

let test: TestApp;
let ada: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  ada = await signedInAs(test, { name: 'Ada' });
});
afterAll(() => test.close());

async function newMember(columns: Parameters<typeof signedInAs>[1] = {}) {
  const person = await signedInAs(test, columns);
  return { ...person, call: callerOf(test.app, person) };
}
const sendNotification = (userId: number, fields: Partial<NewNotification> = {}) =>
  test.context.database.write((transaction) =>
    notify(transaction, test.context, {
      userId,
      kind: 'reply',
      by: ada.user.id,
      title: 'replied to your comment',
      excerpt: 'I think <b>so</b>, too.',
      path: '/blog/x#comment-y',
      ...fields,
    }),
  );
const listOf = async (call: Caller, query = ''): Promise<NotificationResponse[]> =>
  (await call(`GET /api/notifications${query}`)).json().notifications;
const unreadOf = async (call: Caller) =>
  (await call('GET /api/user/info')).json().unreadNotifications;
const emailsTo = async (email: string) =>
  (await sentEmails(test.context)).filter(({ field }) => field.get('to') === email);
const lastEventOf = (publicId: string) =>
  test.context.database.raw
    .prepare('SELECT data FROM real_time_events WHERE channel = ? ORDER BY id DESC LIMIT 1')
    .pluck()
    .get(`user:${publicId}`) as string;

describe('notifications of a member', () => {
  it('appear in the list, newest first, and as real-time events', async () => {
    const { call, user } = await newMember();
    await sendNotification(user.id);
    await sendNotification(user.id, { by: null, kind: 'like', title: 'liked your comment' });
    await sendNotification(user.id, {
      by: undefined,
      kind: 'moderation',
      title: 'Your comment is published',
    });
    expect(await listOf(call)).toMatchObject([
      { kind: 'moderation', title: 'Your comment is published', read: false },
      { kind: 'like', title: 'Anonymous liked your comment' },
      {
        kind: 'reply',
        title: 'Ada replied to your comment',
        excerpt: 'I think <b>so</b>, too.',
        path: '/blog/x#comment-y',
      },
    ]);
    expect(await unreadOf(call)).toBe(3);
    expect(JSON.parse(lastEventOf(user.publicId))).toEqual({
      type: 'notifications',
      unread: 3,
      title: 'Your comment is published',
    });
  });

  it('report account events once by email and once on the site', async () => {
    const { call, user } = await newMember();
    const body = { currentPassword: TEST_PASSWORD, password: 'another sound passphrase' };
    expect((await call('PUT /api/account/password', body)).statusCode).toBe(200);
    expect(await listOf(call)).toMatchObject([
      { kind: 'security', title: 'Your password was changed', path: '/account' },
    ]);
    expect(await emailsTo(user.email)).toHaveLength(1);
  });

  it("are sent once per subject, and not for the member's own actions", async () => {
    const { call, user } = await newMember();
    await sendNotification(user.id, { subjectKey: 'comment:1' });
    await sendNotification(user.id, { subjectKey: 'comment:1' });
    await sendNotification(user.id, { subjectKey: 'comment:2' });
    await sendNotification(user.id, { by: user.id });
    expect(await listOf(call)).toHaveLength(2);
    expect(await emailsTo(user.email)).toHaveLength(2);
  });

  it('shorten a long text by characters', async () => {
    const { call, user } = await newMember();
    await sendNotification(user.id, { excerpt: '👩‍🚀 '.repeat(200) });
    const [{ excerpt } = { excerpt: '' }] = await listOf(call);
    expect([...excerpt].length).toBeLessThanOrEqual(200);
    expect(excerpt.isWellFormed() && excerpt.endsWith('…')).toBe(true);
  });

  it('are not sent to suspended members', async () => {
    const { user } = await newMember({ status: 'suspended' });
    await sendNotification(user.id);
    expect(await emailsTo(user.email)).toEqual([]);
  });
});

describe('the notification list', () => {
  it('marks one or all as read and removes notifications', async () => {
    const { call, user } = await newMember();
    for (let number = 1; number <= 3; number += 1)
      await sendNotification(user.id, { title: `did ${number}` });
    const [third, second] = await listOf(call);
    expect((await call(`PUT /api/notifications/${third?._id}`, { read: true })).json()).toEqual({
      msg: 'Marked as read.',
      unread: 2,
    });
    expect(await listOf(call, '?show=unread')).toHaveLength(2);
    expect((await call(`DELETE /api/notifications/${second?._id}`)).json().unread).toBe(1);
    expect((await call('PUT /api/notifications', { read: true })).json().unread).toBe(0);
    expect(
      (await call(`PUT /api/notifications/${third?._id}`, { read: false })).json().unread,
    ).toBe(1);
    expect((await listOf(call)).map(({ title, read }) => [title, read])).toEqual([
      ['Ada did 3', false],
      ['Ada did 1', true],
    ]);
  });

  it('is paged', async () => {
    const { call, user } = await newMember();
    for (let number = 1; number <= 5; number += 1)
      await sendNotification(user.id, { title: `did ${number}` });
    const response = (await call('GET /api/notifications?limit=2&page=3')).json();
    expect(response).toMatchObject({ result: 5, page: 3, pages: 3, unread: 5 });
    expect(response.notifications).toMatchObject([{ title: 'Ada did 1' }]);
  });

  it('treats notifications of other members as missing', async () => {
    const { user } = await newMember();
    const stranger = await newMember();
    await sendNotification(user.id);
    const id = test.context.database.raw
      .prepare('SELECT public_id FROM notifications WHERE user_id = ?')
      .pluck()
      .get(user.id);
    const missing = await stranger.call('DELETE /api/notifications/nothing');
    for (const what of [`PUT /api/notifications/${id}`, `DELETE /api/notifications/${id}`]) {
      const payload = what.startsWith('PUT') ? { read: true } : undefined;
      const response = await stranger.call(what, payload);
      expect([response.statusCode, response.json()]).toEqual([404, missing.json()]);
    }
    expect(await listOf(stranger.call)).toEqual([]);
    expect((await stranger.call('PUT /api/notifications', { read: true })).statusCode).toBe(200);
    expect(await unreadOf(callerOf(test.app, { headers: (await newMember()).headers }))).toBe(0);
    const left = test.context.database.raw
      .prepare('SELECT count(*) FROM notifications WHERE user_id = ? AND read_at IS NULL')
      .pluck()
      .get(user.id);
    expect(left).toBe(1);
  });

  it('purges notifications after half a year', async () => {
    const { call, user } = await newMember();
    await sendNotification(user.id);
    const later = { ...test.context, clock: () => test.clock.now() + 181 * 86_400_000 };
    await purgeNotifications(later);
    expect(await listOf(call)).toEqual([]);
  });
});

describe('notification preferences', () => {
  it.each([
    ['only on the site', { inSite: true, byEmail: false }, 1, 0],
    ['only by email', { inSite: false, byEmail: true }, 0, 1],
    ['on the site and by email', { inSite: true, byEmail: true }, 1, 1],
    ['not at all', { inSite: false, byEmail: false }, 0, 0],
  ])('notifies %s', async (_name, preference, inSite, byEmail) => {
    const { call, user } = await newMember();
    const saved = await call('PUT /api/notifications/preferences', {
      kind: 'reply',
      ...preference,
    });
    expect(saved.json().preferences).toContainEqual({ kind: 'reply', ...preference });
    await sendNotification(user.id, { subjectKey: 'comment:1' });
    await sendNotification(user.id, { subjectKey: 'comment:1' });
    expect([await unreadOf(call), (await emailsTo(user.email)).length]).toEqual([inSite, byEmail]);
  });

  it('send no email to an unconfirmed address', async () => {
    const { call, user } = await newMember({ emailConfirmedAt: null });
    await sendNotification(user.id);
    expect([await unreadOf(call), (await emailsTo(user.email)).length]).toEqual([1, 0]);
  });

  it('keep omitted values, and do not turn off security emails', async () => {
    const { call } = await newMember();
    await call('PUT /api/notifications/preferences', { kind: 'like', byEmail: true });
    await call('PUT /api/notifications/preferences', { kind: 'like', inSite: false });
    const { preferences } = (await call('GET /api/notifications/preferences')).json();
    expect(preferences).toContainEqual({ kind: 'like', inSite: false, byEmail: true });
    const refused = await call('PUT /api/notifications/preferences', {
      kind: 'security',
      byEmail: false,
    });
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { byEmail: 'Emails about account security cannot be turned off.' },
    ]);
  });
});

describe('an email about a notification', () => {
  it('is cancelled once its recipient unsubscribes or leaves', async () => {
    const [one, other] = [await newMember(), await newMember()];
    await sendNotification(one.user.id);
    await sendNotification(other.user.id);
    await one.call('PUT /api/notifications/preferences', { kind: 'reply', byEmail: false });
    test.context.database.raw
      .prepare("UPDATE users SET status = 'suspended' WHERE id = ?")
      .run(other.user.id);
    for (const { user } of [one, other]) expect(await emailsTo(user.email)).toEqual([]);
    const ends = test.context.database.raw
      .prepare('SELECT state, response, content FROM emails WHERE recipient IN (?, ?) ORDER BY id')
      .all(one.user.email, other.user.email);
    const state = { state: 'cancelled', content: null };
    expect(ends).toEqual([
      { ...state, response: 'The recipient has turned off emails of this kind.' },
      { ...state, response: 'The recipient no longer has an account.' },
    ]);
  });

  it('is sent at most five times an hour for events of others; the rest appears on the site', async () => {
    const { call, user } = await newMember();
    await call('PUT /api/notifications/preferences', { kind: 'moderation', byEmail: true });
    const busy = async () => {
      for (let number = 1; number <= 10; number += 1) await sendNotification(user.id);
    };
    await busy();
    expect([(await emailsTo(user.email)).length, await unreadOf(call)]).toEqual([5, 10]);
    test.clock.advance(3_600_000);
    await busy();
    expect(await emailsTo(user.email)).toHaveLength(10);
    // Events of the owner are not limited.
    await sendNotification(user.id, { kind: 'moderation', by: undefined });
    expect(await emailsTo(user.email)).toHaveLength(11);
  });

  it('says what happened, why it was sent, and how to unsubscribe with one click', async () => {
    const { call, user } = await newMember();
    await sendNotification(user.id, { title: 'replied\r\nBcc: everybody@example.org' });
    const [email] = await emailsTo(user.email);
    expect(email?.field.get('bcc')).toBeUndefined();
    expect(email?.field.get('subject')).toBe('Ada replied Bcc: everybody@example.org');
    expect(email?.text).toContain('> I think <b>so</b>, too.');
    expect(email?.text).toContain('http://localhost:3000/blog/x#comment-y');
    expect(email?.field.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const link = /<http:\/\/localhost:3000(.+)>/.exec(email?.field.get('list-unsubscribe') ?? '');
    const url = link?.[1] ?? '';
    // Request of an email provider: a form without cookies.
    const click = (address: string) =>
      test.app.inject({
        method: 'POST',
        url: address,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    expect((await call(`GET ${url}`)).statusCode).toBe(303);
    expect((await click(url)).statusCode).toBe(200);
    expect((await click(url)).statusCode).toBe(200);
    await sendNotification(user.id);
    expect(await emailsTo(user.email)).toHaveLength(1);
    expect(await unreadOf(call)).toBe(2);
    // The linked page without JavaScript, into which the complete link is pasted.
    const [address = '', token = ''] = url.split('?token=');
    const pasted = `http://localhost:3000/unsubscribe-notifications#token=${token}`;
    const form = await test.app.inject({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `token=${encodeURIComponent(pasted)}`,
    });
    expect([form.statusCode, form.headers.location]).toEqual([
      303,
      '/unsubscribe-notifications#stopped',
    ]);
    for (const wrong of [
      url.replace('reply', 'like'),
      url.slice(0, -3),
      url.replace(user.publicId, ada.user.publicId),
    ]) {
      const response = await click(wrong);
      expect([response.statusCode, response.json().code]).toEqual([403, 'LINK_INVALID']);
    }
  });
});
