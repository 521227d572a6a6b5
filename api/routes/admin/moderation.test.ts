import { beforeEach, describe, expect, it } from 'vitest';
import type { ModerationResponse } from '#contracts/comment.ts';
import { type Caller, callerOf, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { commentAs, commentsOf, readTexts } from '../../testing/comments.ts';
import { sentEmails } from '../../testing/emails.ts';
import { insertTestArticle } from '../../testing/factories.ts';

let test: TestApp;
let article: string;
const call = {} as Record<'guest' | 'admin' | 'ann' | 'bob', Caller>;

beforeEach(async () => {
  test = await buildTestApp();
  const admin = await signedInAs(test, { role: 'admin', name: 'Olive Owner' });
  call.guest = callerOf(test.app);
  call.admin = callerOf(test.app, admin);
  call.ann = callerOf(test.app, await signedInAs(test, { name: 'Ann Able' }));
  call.bob = callerOf(test.app, await signedInAs(test, { name: 'Bob Best' }));
  const { database } = test.context;
  article = insertTestArticle(database, { authorId: admin.user.id, title: 'Tests' }).publicId;
  return () => test.close();
});

async function write(who: keyof typeof call, comment: string, parent?: string): Promise<string> {
  const fields = { comment, ...(parent && { parent }) };
  return (await commentAs(call[who], test.clock, article, fields)).comment._id;
}
const queue = async (query = ''): Promise<ModerationResponse> =>
  (await call.admin(`GET /api/admin/comments?${query}`)).json();
const decide = (decision: string, ids: string[], reason?: string) =>
  call.admin('POST /api/admin/comments/decide', { ids, decision, ...(reason && { reason }) });
const seen = async () => readTexts((await commentsOf(call.guest, article, 'sort=recent')).comments);
const notificationsOf = async (who: 'ann' | 'bob' | 'admin') =>
  (await call[who]('GET /api/notifications')).json().notifications as {
    title: string;
    excerpt: string;
    path: string;
  }[];

describe('the moderation queue', () => {
  it('lists held comments oldest first, with author, article and counts', async () => {
    await write('guest', 'From nobody');
    await write('ann', 'From **Ann**');
    const { comments, counts, result, pages } = await queue();
    expect(comments.map((one) => one.comment)).toEqual(['From nobody', 'From **Ann**']);
    expect([result, pages, counts]).toEqual([
      2,
      1,
      { held: 2, reported: 0, published: 0, rejected: 0, spam: 0 },
    ]);
    expect(comments[0]?.author).toMatchObject({ _id: null, name: 'Anonymous', email: null });
    expect(comments[1]).toMatchObject({
      html: '<p>From <strong>Ann</strong></p>',
      article: { _id: article, title: 'Tests' },
      author: { name: 'Ann Able', published: 0 },
      reports: [],
    });
    expect(comments[1]?.author.email).toContain('@example.org');
  });

  it('includes the comment that a reply belongs to', async () => {
    const top = await write('admin', 'The beginning');
    await write('ann', 'The answer', top);
    const [reply] = (await queue()).comments;
    expect(reply?.parent).toEqual({ _id: top, name: 'Olive Owner', comment: 'The beginning' });
  });

  it('lists reported comments with the reasons until a decision', async () => {
    const id = await write('admin', 'Reportable');
    const path = `POST /api/comments/${id}/reports`;
    const same = { 'sec-fetch-site': 'same-origin' };
    for (const body of [{ reason: 'spam', note: 'sells things' }, { reason: 'other' }]) {
      expect((await call.ann(path, body)).statusCode).toBe(201);
    }
    await call.guest(path, { reason: 'abuse' }, same);
    await call.guest(path, { reason: 'abuse' }, same);
    const { comments, counts } = await queue('list=reported');
    expect(counts.reported).toBe(1);
    expect(comments[0]?.reports.map(({ reason, note, name }) => [reason, note, name])).toEqual([
      ['spam', 'sells things', 'Ann Able'],
      ['abuse', '', 'Anonymous'],
    ]);
    await decide('approve', [id]);
    expect((await queue('list=reported')).comments).toEqual([]);
    expect(await seen()).toEqual(['Reportable']);
  });

  it('finds comments by a part of their text', async () => {
    await write('ann', 'Lovely weather today');
    await write('bob', 'A 100% "quoted" thing');
    for (const [search, found] of [
      ['weath', 'Lovely weather today'],
      ['100%', 'A 100% "quoted" thing'],
      ['"quo', 'A 100% "quoted" thing'],
      ['A 1', 'A 100% "quoted" thing'],
      ['lo', 'Lovely weather today'],
    ]) {
      const { comments, result } = await queue(`search=${encodeURIComponent(search ?? '')}`);
      expect([comments.map((one) => one.comment), result]).toEqual([[found], 1]);
    }
    expect((await queue('search=weather%20OR%20quoted')).result).toBe(0);
  });

  it('is paginated', async () => {
    for (let number = 1; number <= 5; number += 1) await write('ann', `${number}`);
    const texts = async (page: number) =>
      (await queue(`limit=2&page=${page}`)).comments.map((one) => one.comment);
    expect([await texts(1), await texts(2), await texts(3), await texts(4)]).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5'],
      [],
    ]);
    expect((await queue('limit=2')).pages).toBe(3);
  });

  it('is only available to admins', async () => {
    const body = { ids: ['x'], decision: 'approve' };
    const results = [
      await call.guest('GET /api/admin/comments'),
      await call.ann('GET /api/admin/comments'),
      await call.ann('POST /api/admin/comments/decide', body),
    ];
    expect(results.map((one) => one.statusCode)).toEqual([401, 403, 403]);
  });
});

describe('a moderation decision', () => {
  it.each<[string, string, string[]]>([
    ['approve', 'published', ['Held']],
    ['reject', 'rejected', []],
    ['spam', 'spam', []],
  ])('to %s moves the comment to the list %s and can be reverted', async (decision, list, page) => {
    const id = await write('ann', 'Held');
    const response = await decide(decision, [id]);
    expect(response.json()).toMatchObject({ changed: [{ _id: id, before: 'held' }] });
    expect((await queue(`list=${list}`)).comments.map((one) => one._id)).toEqual([id]);
    expect(await seen()).toEqual(page);
    const waiting = async () => (await call.admin('GET /api/admin/waiting')).json().comments;
    expect(await waiting()).toBe(0);
    await decide('hold', [id]);
    expect(await seen()).toEqual([]);
    expect((await queue('list=held')).comments).toMatchObject([{ _id: id, decidedAt: null }]);
    expect(await waiting()).toBe(1);
    await decide('approve', [id]);
    expect(await seen()).toEqual(['Held']);
  });

  it('to delete erases the comment', async () => {
    const id = await write('ann', 'Unspeakable');
    await decide('delete', [id]);
    expect((await decide('approve', [id])).json().changed).toEqual([]);
    const { raw } = test.context.database;
    expect(raw.prepare('SELECT count(*) FROM comments').pluck().get()).toBe(0);
  });

  it('applies to all comments of the request and skips missing ones', async () => {
    const ids = [
      await write('ann', 'One'),
      await write('bob', 'Two'),
      await write('guest', 'Three'),
    ];
    const response = await decide('approve', [...ids, 'nosuch', ids[0] ?? '']);
    expect(response.json()).toMatchObject({
      msg: '3 comments approved.',
      counts: { published: 3 },
    });
    expect(await seen()).toEqual(['Three', 'Two', 'One']);
  });

  it('to delete a thread leaves nothing, in any order', async () => {
    for (const turn of [0, 1]) {
      const top = await write('admin', 'Top');
      const reply = await write('admin', 'Reply', top);
      await decide('delete', turn === 0 ? [top, reply] : [reply, top]);
      expect(await seen()).toEqual([]);
      const { raw } = test.context.database;
      expect(raw.prepare('SELECT count(*) FROM comments').pluck().get()).toBe(0);
      expect((await commentsOf(call.guest, article)).result).toBe(0);
    }
  });

  it('notifies the author once, with the reason', async () => {
    const [good, bad] = [await write('ann', 'Good'), await write('bob', 'Bad')];
    await decide('approve', [good]);
    await decide('reject', [good]);
    await decide('approve', [good]);
    await decide('reject', [bad], 'Please stay with the subject.');
    const ann = await notificationsOf('ann');
    expect(
      ann.map(({ title }) => title).filter((title) => title.includes('is published')),
    ).toHaveLength(1);
    const [received] = await notificationsOf('bob');
    expect(received).toMatchObject({
      title: 'Your comment on “Tests” was not published.',
      excerpt: 'Please stay with the subject.',
    });
    const { waiting } = await commentsOf(call.bob, article);
    expect(waiting[0]).toMatchObject({
      state: 'rejected',
      reason: 'Please stay with the subject.',
    });
  });

  it('notifies the author of a second rejection with its own reason', async () => {
    const id = await write('bob', 'First try');
    await decide('reject', [id], 'Too short.');
    test.clock.advance(60_000);
    await call.bob(`PUT /api/comments/${id}`, { comment: 'Second try' });
    await decide('reject', [id], 'Still too short.');
    const reasons = (await notificationsOf('bob')).map(({ excerpt }) => excerpt);
    expect(reasons).toEqual(['Still too short.', 'Too short.']);
  });

  it('is reverted with its reports and notifications', async () => {
    const undo = (ids: string[], decision: string, { at }: { at: string }) =>
      call.admin('POST /api/admin/comments/decide', { ids, decision, undo: at });
    const id = await write('ann', 'Reported');
    await decide('approve', [id]);
    await call.bob(`POST /api/comments/${id}/reports`, { reason: 'abuse', note: 'see there' });
    for (const decision of ['approve', 'hold', 'spam']) {
      test.clock.advance(1000);
      const done = (await decide(decision, [id])).json();
      expect((await queue('list=reported')).result).toBe(0);
      test.clock.advance(1000);
      await undo([id], 'approve', done);
      const { comments } = await queue('list=reported');
      expect(comments[0]?.reports).toMatchObject([{ reason: 'abuse', note: 'see there' }]);
    }
    // Reports resolved by an earlier decision stay resolved.
    await decide('approve', [id]);
    test.clock.advance(1000);
    await undo([id], 'approve', (await decide('hold', [id])).json());
    expect((await queue('list=reported')).result).toBe(0);
    await call.bob(`POST /api/comments/${id}/reports`, { reason: 'spam' });
    expect((await queue('list=reported')).comments[0]?.reports).toMatchObject([{ reason: 'spam' }]);

    const bad = await write('bob', 'Bad');
    await decide('reject', [bad], 'Off topic.');
    test.clock.advance(1000);
    const approved = (await decide('approve', [bad])).json();
    expect((await queue('list=published')).comments[0]?.reason).toBeNull();
    await undo([bad], 'reject', approved);
    expect((await queue('list=rejected')).comments[0]?.reason).toBe('Off topic.');
    // Bob is notified of the rejection once, and of no approval.
    const received = (await notificationsOf('bob')).map(({ title }) => title);
    expect(received).toEqual(['Your comment on “Tests” was not published.']);
    await decide('reject', [bad]);
    expect((await queue('list=rejected')).comments[0]?.reason).toBeNull();
  });

  it('is recorded in the audit log, without the text', async () => {
    await decide('spam', [await write('ann', 'Embarrassing')]);
    const log = await call.admin('GET /api/admin/audit');
    expect(log.body).toContain('Moderated comments');
    expect(log.body).not.toContain('Embarrassing');
    const [kept, gone] = [await write('ann', 'One'), await write('ann', 'Two')];
    await decide('approve', [kept, gone]);
    await decide('delete', [gone]);
    const details = (await call.admin('GET /api/admin/audit'))
      .json()
      .entries.map((entry: { details: object }) => entry.details);
    const { _id: ann } = (await call.ann('GET /api/user/info')).json().users;
    expect(details.slice(0, 2)).toMatchObject([
      { decision: 'delete', count: '1', comments: `${gone} (article ${article}, member ${ann})` },
      { decision: 'approve', count: '2', comments: `${kept}, ${gone}` },
    ]);
  });
});

describe('notifications about comments', () => {
  it('report a reply once it is public', async () => {
    const top = await write('ann', 'A question');
    await decide('approve', [top]);
    const reply = await write('bob', 'An **answer**', top);
    expect((await notificationsOf('ann')).filter(({ title }) => title.includes('replied'))).toEqual(
      [],
    );
    await decide('approve', [reply]);
    const [received] = (await notificationsOf('ann')).filter(({ title }) =>
      title.includes('replied'),
    );
    expect(received).toMatchObject({
      title: 'Bob Best replied to your comment on “Tests”',
      excerpt: 'An answer',
    });
    expect(received?.path).toMatch(new RegExp(`#comment-${reply}$`));
  });

  it('report a reply to a reply once to its author and once to the author of the thread', async () => {
    const replied = async (who: 'ann' | 'bob' | 'admin') =>
      (await notificationsOf(who))
        .map(({ title }) => title)
        .filter((title) => title.includes('replied'));
    const top = await write('ann', 'A question');
    await decide('approve', [top]);
    const reply = await write('bob', 'A reply', top);
    await decide('approve', [reply]);
    const expected = { ann: ['Bob Best replied to your comment on “Tests”'], bob: [] as string[] };
    expect({ ann: await replied('ann'), bob: await replied('bob') }).toEqual(expected);
    await write('admin', 'To the reply', reply);
    expected.ann.unshift('Olive Owner replied below your comment on “Tests”');
    expected.bob.unshift('Olive Owner replied to your comment on “Tests”');
    expect({ ann: await replied('ann'), bob: await replied('bob') }).toEqual(expected);
    // Replies in one's own thread cause no notification, and an author of both comments gets one.
    const back = await write('ann', 'Back to the reply', reply);
    expected.bob.unshift('Ann Able replied to your comment on “Tests”');
    expect({ ann: await replied('ann'), bob: await replied('bob') }).toEqual(expected);
    const once = await write('admin', 'And again', back);
    expected.ann.unshift('Olive Owner replied to your comment on “Tests”');
    expect({ ann: await replied('ann'), bob: await replied('bob') }).toEqual(expected);
    // Bob has turned these notifications off.
    await call.bob('PUT /api/notifications/preferences', { kind: 'reply', inSite: false });
    await write('ann', 'Once more', reply);
    expect(await replied('bob')).toEqual(expected.bob);
    expect(await replied('admin')).toEqual([]);
    expect(once).not.toBe('');
  });

  it("report a like once per member, and never one's own actions", async () => {
    const id = await write('ann', 'Likeable');
    await decide('approve', [id]);
    await write('ann', 'My own reply', id);
    for (const method of ['PUT', 'DELETE', 'PUT'])
      await call.bob(`${method} /api/comments/${id}/likes`);
    const titles = (await notificationsOf('ann')).map(({ title }) => title);
    expect(titles.filter((title) => title.includes('liked'))).toEqual([
      'Bob Best liked your comment on “Tests”',
    ]);
    expect(titles.filter((title) => title.includes('replied'))).toEqual([]);
  });

  it('combine many likes into one that is unread again after each', async () => {
    const id = await write('ann', 'Likeable');
    await decide('approve', [id]);
    await call.ann('PUT /api/notifications', { read: true });
    const likes = async () =>
      (await notificationsOf('ann'))
        .map(({ title }) => title)
        .filter((title) => /liked/.test(title));
    const unread = async () => (await call.ann('GET /api/user/info')).json().unreadNotifications;
    const received: [string, number][] = [];
    const people = ['Cleo', 'Dora', 'Emil', 'Fritz'];
    const callers: Caller[] = [];
    for (const name of people) {
      test.clock.advance(1000);
      const caller = callerOf(test.app, await signedInAs(test, { name }));
      callers.push(caller);
      await caller(`PUT /api/comments/${id}/likes`);
      received.push([(await likes()).join(' | '), await unread()]);
      if (name === 'Dora') await call.ann('PUT /api/notifications', { read: true });
    }
    const rest = 'liked your comment on “Tests”';
    expect(received).toEqual([
      [`Cleo ${rest}`, 1],
      [`Dora and Cleo ${rest}`, 1],
      [`Emil, Dora and 1 other ${rest}`, 1],
      [`Fritz, Emil and 2 others ${rest}`, 1],
    ]);
    // Removed likes are not counted or announced again; the notification disappears with the last one.
    await call.ann('PUT /api/notifications', { read: true });
    await callers[3]?.(`DELETE /api/comments/${id}/likes`);
    await callers[3]?.(`PUT /api/comments/${id}/likes`);
    expect([await likes(), await unread()]).toEqual([[`Fritz, Emil and 2 others ${rest}`], 0]);
    for (const caller of callers) await caller(`DELETE /api/comments/${id}/likes`);
    expect(await likes()).toEqual([]);
    await callers[0]?.(`PUT /api/comments/${id}/likes`);
    expect([await likes(), await unread()]).toEqual([[`Cleo ${rest}`], 0]);
  });
});

describe('notifications about a comment that is no longer public', () => {
  const replyEmails = async () =>
    (await sentEmails(test.context)).filter(({ subject }) =>
      /Bob Best replied/.test(subject ?? ''),
    );
  const about = async (text: string) =>
    (await notificationsOf('ann')).filter(({ excerpt }) => excerpt === text);
  let top: string;
  beforeEach(async () => {
    top = await write('ann', 'A question');
    await decide('approve', [top]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['its author deletes it', (id) => call.bob(`DELETE /api/comments/${id}`)],
    ['a moderator rejects it', (id) => decide('reject', [id])],
    ['an edit is held', (id) => call.bob(`PUT /api/comments/${id}`, { comment: manyLinks })],
  ])('are withdrawn, and no email is sent, when %s', async (_how, takeAway) => {
    const reply = await write('bob', 'You are a fool', top);
    await decide('approve', [reply]);
    expect(await about('You are a fool')).toHaveLength(1);
    const before = (await call.ann('GET /api/user/info')).json().unreadNotifications;
    await takeAway(reply);
    expect(await about('You are a fool')).toEqual([]);
    expect((await call.ann('GET /api/user/info')).json().unreadNotifications).toBe(before - 1);
    expect(await replyEmails()).toEqual([]);
    const { raw } = test.context.database;
    expect(JSON.stringify(raw.prepare('SELECT * FROM emails').all())).not.toContain('fool');
  });

  it('follow an edit of a trusted author', async () => {
    const reply = await write('admin', 'A typo', top);
    await call.admin(`PUT /api/comments/${reply}`, { comment: 'No typo' });
    expect([(await about('A typo')).length, (await about('No typo')).length]).toEqual([0, 1]);
  });

  it('return with the comment, without a second email', async () => {
    const reply = await write('bob', 'A remark', top);
    await decide('approve', [reply]);
    expect(await replyEmails()).toHaveLength(1);
    await decide('hold', [reply]);
    await decide('approve', [reply]);
    expect(await about('A remark')).toHaveLength(1);
    expect(await replyEmails()).toHaveLength(1);
  });

  it('are withdrawn with likes, and for members who delete their comments with their account', async () => {
    await call.bob(`PUT /api/comments/${top}/likes`);
    expect(await about('A question')).toHaveLength(1);
    const reply = await write('bob', 'A remark', top);
    await decide('approve', [reply]);
    await call.bob('DELETE /api/account', { comments: 'remove' });
    expect(await about('A remark')).toEqual([]);
    expect(eventsOf(`article:${article}:comments`).at(-1)).toMatchObject({
      event: 'gone',
      id: reply,
    });
    await decide('spam', [top]);
    expect(await about('A question')).toEqual([]);
  });
});

const manyLinks = Array.from({ length: 5 }, (_, index) => `https://example.org/${index}`).join(' ');
const eventsOf = (channel: string) =>
  test.context.database.raw
    .prepare('SELECT data FROM real_time_events WHERE channel = ? ORDER BY id')
    .pluck()
    .all(channel)
    .map((data) => JSON.parse(String(data)));

describe('real-time events', () => {
  const onArticle = () => eventsOf(`article:${article}:comments`);

  it('are sent for public comments that are posted, changed or deleted', async () => {
    await write('ann', 'Held and not announced');
    expect(onArticle()).toEqual([]);
    const id = await write('admin', 'Heard');
    await call.admin(`PUT /api/comments/${id}`, { comment: 'Corrected' });
    const reply = await write('admin', 'Reply', id);
    await call.admin(`DELETE /api/comments/${id}`);
    await call.admin(`DELETE /api/comments/${reply}`);
    expect(
      onArticle().map(({ event, comment, id: gone, result }) => [
        event,
        comment?.comment ?? gone,
        comment?.state,
        result,
      ]),
    ).toEqual([
      ['posted', 'Heard', 'published', 1],
      ['changed', 'Corrected', 'published', 1],
      ['posted', 'Reply', 'published', 2],
      ['changed', '', 'gone', 1],
      ['gone', reply, undefined, 0],
      ['gone', id, undefined, 0],
    ]);
    expect(onArticle().every(({ comment }) => !comment?.mine && !comment?.liked)).toBe(true);
  });

  it('notify moderators of changes of the queue', async () => {
    const id = await write('guest', 'Look at me');
    await decide('approve', [id]);
    expect(eventsOf('moderation')).toEqual([{ type: 'queue' }, { type: 'queue' }]);
    await call.bob(`POST /api/comments/${id}/reports`, { reason: 'spam' });
    expect(eventsOf('moderation')).toHaveLength(3);
  });
});
