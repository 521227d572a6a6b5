import { beforeEach, describe, expect, it } from 'vitest';
import { COMMENT_EDIT_MS, COMMENT_MAX, commentMessages } from '#contracts/comment-limits.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import { upsertSetting } from '../../db/repositories/site.ts';
import { articles } from '../../db/schema/articles.ts';
import { type Caller, callerOf, type SignedIn, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { commentAs, commentsOf, guestHeader, readTexts } from '../../testing/comments.ts';
import { insertTestArticle } from '../../testing/factories.ts';

let test: TestApp;
let article: string;
const people = {} as Record<'admin' | 'ann' | 'bob', SignedIn>;
const call = {} as Record<'guest' | 'admin' | 'ann' | 'bob', Caller>;

beforeEach(async () => {
  test = await buildTestApp();
  people.admin = await signedInAs(test, { role: 'admin', name: 'Olive Owner' });
  people.ann = await signedInAs(test, { name: 'Ann Able' });
  people.bob = await signedInAs(test, { name: 'Bob Best' });
  call.guest = callerOf(test.app);
  for (const name of ['admin', 'ann', 'bob'] as const) {
    call[name] = callerOf(test.app, people[name]);
  }
  const { database } = test.context;
  article = insertTestArticle(database, { authorId: people.admin.user.id }).publicId;
  // Ann is trusted because one of her comments was approved; Bob is new.
  const first = await write('ann', 'A first word');
  await decide('approve', first.comment._id);
  return () => test.close();
});

const write = (who: keyof typeof call, comment: string, parent?: string, token?: string | null) =>
  commentAs(call[who], test.clock, article, { comment, ...(parent && { parent }) }, token);
const list = (who: keyof typeof call, query = '', token?: string | null) =>
  commentsOf(call[who], article, query, token);
const decide = (decision: string, ...ids: string[]) =>
  call.admin('POST /api/admin/comments/decide', { ids, decision });
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

describe('creating a comment', () => {
  it('publishes a comment of a trusted member at once', async () => {
    const posted = await write('ann', 'I *agree*.');
    expect(posted).toMatchObject({ msg: commentMessages.posted, result: 2, guestToken: null });
    expect(posted.comment).toMatchObject({
      blog: article,
      comment: 'I *agree*.',
      html: '<p>I <em>agree</em>.</p>',
      name: 'Ann Able',
      member: people.ann.user.publicId,
      state: 'published',
      mine: true,
    });
    const seen = await list('guest', 'sort=recent');
    expect(readTexts(seen.comments)).toEqual(['I *agree*.', 'A first word']);
    expect(seen.comments[0]).toMatchObject({ mine: false, editableUntil: null });
  });

  it('holds a comment of a new member and shows it only to its author', async () => {
    const { msg, comment, result } = await write('bob', 'Hello.');
    expect([msg, comment.state, result]).toEqual([commentMessages.held, 'held', 1]);
    expect((await list('bob')).waiting.map((one) => one.comment)).toEqual(['Hello.']);
    for (const who of ['guest', 'ann', 'admin'] as const) {
      const seen = await list(who);
      expect(JSON.stringify(seen)).not.toContain('Hello.');
    }
    const thread = `GET /api/articles/${article}/comments/${comment._id}`;
    expect((await call.bob(thread)).statusCode).toBe(200);
    expect((await call.ann(thread)).statusCode).toBe(404);
  });

  it("shows a guest's comment as Anonymous, and while held only to the browser with the token", async () => {
    const { comment, guestToken } = await write('guest', 'From nobody.');
    expect(comment).toMatchObject({ name: 'Anonymous', member: null, avatar: null, state: 'held' });
    expect((await list('guest', '', guestToken)).waiting).toHaveLength(1);
    expect((await list('guest')).waiting).toHaveLength(0);
    const forged = `${guestToken?.slice(0, -3)}AAA`;
    expect((await list('guest', '', forged)).waiting).toHaveLength(0);
    // The token has no effect for a member.
    expect((await list('bob', '', guestToken)).waiting).toHaveLength(0);
    const again = await write('guest', 'Me again.', undefined, guestToken);
    expect(again.guestToken).toBe(guestToken);
    expect((await list('guest', '', guestToken)).waiting).toHaveLength(2);
  });

  it.each([
    ['empty', { comment: ' \n ' }, 400, commentMessages.empty],
    ['missing', {}, 400, commentMessages.empty],
    ['too long', { comment: 'x'.repeat(5001) }, 400, commentMessages.tooLong],
    ['markup without words', { comment: '> \n>\n>' }, 400, commentMessages.empty],
    [
      'a reply to a missing comment',
      { comment: 'a', parent: 'nosuch' },
      404,
      commentMessages.parentGone,
    ],
  ])('rejects a comment that is %s, with a message', async (_what, body, status, msg) => {
    const response = await call.ann(`POST /api/articles/${article}/comments`, body);
    expect([response.statusCode, response.json().msg]).toEqual([status, msg]);
    expect((await list('ann')).result).toBe(1);
  });

  it('takes author and article from session and path, not from the body', async () => {
    const other = insertTestArticle(test.context.database, { authorId: people.admin.user.id });
    const { formToken } = await list('ann');
    test.clock.advance(5000);
    const response = await call.ann(`POST /api/articles/${article}/comments`, {
      comment: 'Mine.',
      formToken,
      postId: other.publicId,
      user: { _id: people.bob.user.publicId, role: 1 },
      name: 'Olive Owner',
      avatar: 'https://evil.example/a.png',
      createdAt: '1970-01-01',
    });
    expect(response.json().comment).toMatchObject({
      blog: article,
      name: 'Ann Able',
      avatar: null,
    });
    for (const field of ['likes', 'state', 'html', 'userId', 'isAdmin']) {
      const refused = await call.ann(`POST /api/articles/${article}/comments`, {
        comment: 'Mine.',
        [field]: 'published',
      });
      expect([field, refused.statusCode]).toEqual([field, 400]);
    }
  });

  it("marks comments of the article's author", async () => {
    await write('admin', 'Thank you all.');
    const [newest] = (await list('guest', 'sort=recent')).comments;
    expect(newest).toMatchObject({ name: 'Olive Owner', owner: true });
  });

  it('rejects comments on an archived article but still lists them', async () => {
    test.context.database.query.update(articles).set({ archived: true }).run();
    expect((await list('ann')).writing).toBe('archived');
    expect(readTexts((await list('guest')).comments)).toEqual(['A first word']);
    const response = await call.ann(`POST /api/articles/${article}/comments`, { comment: 'a' });
    expect([response.statusCode, response.json().msg]).toEqual([409, commentMessages.archived]);
  });

  it.each(['draft', 'deletedAt', 'scheduledAt'])(
    'is nowhere where %s hides the article',
    async (column) => {
      test.context.database.query
        .update(articles)
        .set({ [column]: column === 'draft' ? true : 1 })
        .run();
      for (const what of ['GET', 'POST']) {
        const body = what === 'POST' ? { comment: 'a' } : undefined;
        const response = await call.ann(`${what} /api/articles/${article}/comments`, body);
        expect(response.statusCode).toBe(404);
      }
    },
  );

  it('requires a sign-in if guest comments are off', async () => {
    const { database, clock } = test.context;
    upsertSetting(database.query, 'guest-comments', false, clock());
    expect((await list('guest')).writing).toBe('sign-in');
    expect((await list('bob')).writing).toBe('open');
    const response = await call.guest(
      `POST /api/articles/${article}/comments`,
      { comment: 'a' },
      sameOrigin,
    );
    expect([response.statusCode, response.json().msg]).toEqual([401, commentMessages.signIn]);
  });

  it('rejects guest comments while 500 are held, but accepts those of members', async () => {
    const { guestToken } = await write('guest', 'Number one', undefined);
    test.context.database.raw
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
        INSERT INTO comments (public_id, article_id, guest, state, created_at, text, html)
        SELECT 'g' || i, (SELECT id FROM articles), 'g', 'held', i, 'x', '' FROM n`,
      )
      .run();
    const body = { comment: 'One more' };
    const send = (who: 'guest' | 'bob') =>
      call[who](`POST /api/articles/${article}/comments`, body, {
        ...sameOrigin,
        ...guestHeader(guestToken),
      });
    const refused = await send('guest');
    expect([refused.statusCode, refused.json().msg]).toEqual([409, commentMessages.guestsFull]);
    expect((await send('bob')).statusCode).toBe(201);
    await decide('reject', 'g1');
    expect((await send('guest')).statusCode).toBe(201);
  });

  it('trusts a member after the configured number of approved comments', async () => {
    const { database, clock } = test.context;
    upsertSetting(database.query, 'comments-trusted-after', 2, clock());
    expect((await write('ann', 'Second.')).comment.state).toBe('held');
    upsertSetting(database.query, 'comments-trusted-after', 0, clock());
    expect((await write('bob', 'First.')).comment.state).toBe('published');
    upsertSetting(database.query, 'comments-trusted-after', 'nonsense', clock());
    expect((await write('ann', 'Third.')).comment.state).toBe('published');
  });
});

describe('a form without JavaScript', () => {
  const formHeaders = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    ...sameOrigin,
  };
  const path = () => `/api/articles/${article}/comments`;
  const send = (who: keyof typeof call, comment: string, headers: Record<string, string> = {}) =>
    call[who](`POST ${path()}`, `${new URLSearchParams({ comment })}`, {
      ...formHeaders,
      ...headers,
    });
  const heldComments = async () => (await call.admin('GET /api/admin/comments')).json().comments;

  it('holds a comment of a guest and leads back to the article', async () => {
    const sent = await send('guest', 'One line\r\nand another');
    expect([sent.statusCode, sent.headers.location]).toEqual([
      303,
      `/blog/article-${article}#sent-comment`,
    ]);
    expect(await heldComments()).toMatchObject([
      {
        comment: 'One line\nand another',
        author: { name: 'Anonymous' },
        spamFactors: ['sent without JavaScript or by a program'],
      },
    ]);
  });

  it('accepts the longest comment, of letters with the most bytes', async () => {
    expect((await send('guest', '語'.repeat(COMMENT_MAX))).statusCode).toBe(303);
  });

  it.each([
    ['empty', '\r\n', 400, commentMessages.empty],
    ['too long', 'x'.repeat(COMMENT_MAX + 1), 400, commentMessages.tooLong],
    ['larger than any comment', '語'.repeat(2 * COMMENT_MAX), 413, errorCatalogue.TOO_LARGE.msg],
  ])('shows a page with the reason if the comment is %s', async (_what, comment, status, msg) => {
    const refused = await send('guest', comment);
    expect(refused.statusCode).toBe(status);
    expect(refused.headers['content-type']).toMatch(/^text\/html/);
    expect(refused.body).toContain(msg);
    expect(await heldComments()).toEqual([]);
  });

  it('shows a page with the reason if guest comments have been disabled meanwhile', async () => {
    const { database, clock } = test.context;
    upsertSetting(database.query, 'guest-comments', false, clock());
    const refused = await send('guest', 'Hello');
    expect(refused.statusCode).toBe(401);
    expect(refused.body).toContain(commentMessages.signIn);
  });

  it.each([
    ['names its site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ])('of another site that %s is refused, also for members', async (_what, headers) => {
    for (const who of ['guest', 'ann'] as const) {
      const refused = await send(who, 'Forged', headers);
      expect([who, refused.statusCode]).toEqual([who, 403]);
      expect(refused.body).toContain('This form was not sent');
    }
    expect(await heldComments()).toEqual([]);
    expect((await list('guest')).result).toBe(1);
  });

  it('is accepted only for new comments', async () => {
    const { comment } = await write('ann', 'Mine');
    const report = `POST /api/comments/${comment._id}/reports`;
    expect((await call.guest(report, 'reason=spam', formHeaders)).statusCode).toBe(415);
  });
});

describe('a comment that is sent again with the same key', () => {
  const send = (who: keyof typeof call, body: object, token?: string | null) =>
    call[who](`POST /api/articles/${article}/comments`, body, {
      ...sameOrigin,
      ...guestHeader(token),
    });
  const key = 'a-key-of-our-own_1';

  it('is stored once, even if its state has changed meanwhile', async () => {
    const first = await send('ann', { comment: 'Once', key });
    const again = await send('ann', { comment: 'Once', key });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    await decide('hold', first.json().comment._id);
    const held = (await send('ann', { comment: 'Once', key })).json();
    expect([held.comment._id, held.comment.state]).toEqual([first.json().comment._id, 'held']);
    expect(held.msg).toBe(commentMessages.held);
  });

  it('is stored once, even if both requests arrive at the same time', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => send('ann', { comment: 'Eager', key })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
    expect(new Set(responses.map((one) => one.json().comment._id)).size).toBe(1);
    expect((await list('guest')).result).toBe(2);
  });

  it('returns the stored comment and the token to a guest without a token', async () => {
    const first = (await send('guest', { comment: 'Hello', key })).json();
    const again = (await send('guest', { comment: 'Hello', key })).json();
    expect([again.comment._id, again.guestToken]).toEqual([first.comment._id, first.guestToken]);
    expect((await list('guest', '', again.guestToken)).waiting).toHaveLength(1);
  });

  it.each<[string, 'ann' | 'bob' | 'guest', object]>([
    ['another member', 'bob', { comment: 'Once', key }],
    ['a guest', 'guest', { comment: 'Once', key }],
    ['another key', 'ann', { comment: 'Other words', key: `${key}2` }],
  ])('does not return the comment for %s', async (_what, who, body) => {
    const first = (await send('ann', { comment: 'Once', key })).json();
    const other = (await send(who, body)).json();
    expect(other.comment._id).not.toBe(first.comment._id);
  });

  it("does not return a guest's comment for the key with other text", async () => {
    const first = (await send('guest', { comment: 'Hello', key })).json();
    const thief = (await send('guest', { comment: 'Hand it over', key })).json();
    expect(thief.guestToken).not.toBe(first.guestToken);
    expect(JSON.stringify(thief)).not.toContain('Hello');
  });

  it.each(['short', 'x'.repeat(65), 'with space', 'ümlaut-key'])(
    'cannot be called “%s”',
    async (bad) => {
      const response = await send('ann', { comment: 'Once', key: bad });
      expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['key']]);
    },
  );
});

describe('a member with an expired access token', () => {
  const member = { 'x-member': '1' };

  it('is not treated as a guest if the request names a member', async () => {
    const { comment } = await write('ann', 'Mine');
    const { formToken } = await list('ann');
    test.clock.advance(15 * 60_000 + 1000);
    const body = { comment: 'My words', formToken };
    const own = `/api/comments/${comment._id}`;
    const requests: [string, object | undefined][] = [
      [`POST /api/articles/${article}/comments`, body],
      [`GET /api/articles/${article}/comments`, undefined],
      [`GET /api/articles/${article}/comments/${comment._id}`, undefined],
      [`PUT ${own}`, { comment: 'Changed' }],
      [`DELETE ${own}`, undefined],
      [`POST ${own}/reports`, { reason: 'spam' }],
      [`GET /api/articles/${article}/reactions`, undefined],
    ];
    for (const [what, payload] of requests) {
      const response = await call.ann(what, payload, member);
      expect([what, response.statusCode, response.json().code]).toEqual([
        what,
        401,
        'NOT_SIGNED_IN',
      ]);
    }
    const { raw } = test.context.database;
    expect(raw.prepare('SELECT count(*) FROM comments').pluck().get()).toBe(2);
  });

  it('is accepted with a valid session, and guests are accepted without the header', async () => {
    const path = `/api/articles/${article}/comments`;
    expect((await call.ann(`POST ${path}`, { comment: 'Hi' }, member)).statusCode).toBe(201);
    expect((await call.guest(`GET ${path}`)).statusCode).toBe(200);
  });
});

describe('spam protection', () => {
  it('responds to bots that fill in the honeypot field as usual but stores nothing', async () => {
    const { formToken } = await list('guest');
    test.clock.advance(5000);
    const send = (website: string) =>
      call.guest(
        `POST /api/articles/${article}/comments`,
        { comment: 'Hi', formToken, website },
        sameOrigin,
      );
    const [bot, person] = [await send('https://spam.example'), await send('')];
    expect([bot.statusCode, bot.json().msg]).toEqual([person.statusCode, person.json().msg]);
    expect(Object.keys(bot.json().comment)).toEqual(Object.keys(person.json().comment));
    expect((await list('guest', '', bot.json().guestToken)).waiting).toHaveLength(0);
    expect((await list('guest', '', person.json().guestToken)).waiting).toHaveLength(1);
  });

  it("holds a member's comment with a filled honeypot field for moderation", async () => {
    const path = `POST /api/articles/${article}/comments`;
    const sent = (await call.ann(path, { comment: 'Autofilled', website: 'https://x.org' })).json();
    expect([sent.msg, sent.comment.state]).toEqual([commentMessages.held, 'held']);
    const { comments } = (await call.admin('GET /api/admin/comments?list=held')).json();
    expect(comments[0]).toMatchObject({ comment: 'Autofilled' });
    expect(comments[0].spamFactors).toContain('filled in the hidden field');
  });

  it.each<[string, (formToken: string) => object, number, string]>([
    ['submit within three seconds', (formToken) => ({ formToken }), 2999, 'held'],
    ['take their time', (formToken) => ({ formToken }), 3000, 'published'],
    ['forge the token', (formToken) => ({ formToken: formToken.replace(/^./, '0') }), 5000, 'held'],
    ['send no token, as documented', () => ({}), 5000, 'published'],
  ])('decides about trusted members who %s', async (_what, form, wait, state) => {
    const { formToken } = await list('ann');
    test.clock.advance(wait);
    const response = await call.ann(`POST /api/articles/${article}/comments`, {
      comment: 'A word.',
      ...form(formToken),
    });
    expect(response.json().comment.state).toBe(state);
  });

  it('marks comments with many links as spam and shows them as held to the author', async () => {
    const links = Array.from({ length: 8 }, (_, index) => `https://buy.example/${index}`).join(
      '\n',
    );
    const { comment, msg } = await write('bob', links);
    expect([comment.state, msg]).toEqual(['held', commentMessages.held]);
    const queue = await call.admin('GET /api/admin/comments?list=spam');
    expect(queue.json().comments).toHaveLength(1);
    expect(queue.json().comments[0].spamFactors).toContain('very many links');
    // A member with spam on record is not trusted.
    expect((await write('bob', 'Innocent.')).comment.state).toBe('held');
  });

  it('holds a repeated comment', async () => {
    expect((await write('ann', 'Great article')).comment.state).toBe('published');
    expect((await write('ann', 'Great article')).comment.state).toBe('held');
  });
});

describe("the link from the author's name", () => {
  const profileSeenBy = async (who: keyof typeof call) => (await list(who)).comments[0]?.profile;
  const showTo = (profile: string) => call.ann('PUT /api/user/profile', { privacy: { profile } });

  it('leads to the profile for the audience that the member has chosen', async () => {
    const seen: Record<string, unknown[]> = {};
    for (const audience of ['members', 'public', 'me']) {
      expect((await showTo(audience)).statusCode).toBe(200);
      seen[audience] = [];
      for (const who of ['guest', 'bob', 'ann', 'admin'] as const) {
        seen[audience].push(await profileSeenBy(who));
      }
    }
    expect(seen).toEqual({
      members: [false, true, true, true],
      public: [true, true, true, true],
      me: [false, false, true, true],
    });
  });

  it('is missing for suspended members and guests', async () => {
    await showTo('public');
    const path = `PUT /api/admin/users/${people.ann.user.publicId}`;
    expect((await call.admin(path, { suspended: true })).statusCode).toBe(200);
    expect(await profileSeenBy('guest')).toBe(false);
    const { comment } = await write('guest', 'From nobody');
    await decide('approve', comment._id);
    const [newest] = (await list('admin', 'sort=recent')).comments;
    expect(newest).toMatchObject({ name: 'Anonymous', member: null, profile: false });
  });
});

describe('replies', () => {
  it('are listed below their comment, one level deep, oldest first', async () => {
    const top = await write('ann', 'Top');
    const reply = await write('ann', 'Reply', top.comment._id);
    const deeper = await write('ann', 'To the reply', reply.comment._id);
    expect(deeper.comment.parent).toBe(top.comment._id);
    const [newest] = (await list('guest', 'sort=recent')).comments;
    expect(readTexts(newest ? [newest] : [])).toEqual(['Top', '- Reply', '- To the reply']);
    expect(newest?.replies.map(({ replyTo }) => replyTo)).toEqual([null, 'Ann Able']);
    await call.ann(`DELETE /api/comments/${reply.comment._id}`);
    const [rest] = (await list('guest', 'sort=recent')).comments;
    expect(rest?.replies.map(({ replyTo }) => replyTo)).toEqual([null]);
  });

  it('are listed three with their comment and the rest page by page', async () => {
    const top = (await write('ann', 'Top')).comment._id;
    for (let number = 1; number <= 8; number += 1) await write('ann', `${number}`, top);
    const [thread] = (await list('guest', 'sort=recent')).comments;
    expect([thread?.replyCount, thread?.replies.length]).toEqual([8, 3]);
    const first = await list('guest', `parent=${top}&limit=5`);
    const second = await list('guest', `parent=${top}&limit=5&cursor=${first.next}`);
    expect(readTexts([...first.comments, ...second.comments])).toEqual([...'12345678']);
    expect(second.next).toBeNull();
  });

  it('keep an empty place for the deleted comment above them', async () => {
    const top = (await write('ann', 'Top')).comment._id;
    const reply = (await write('admin', 'Reply', top)).comment._id;
    const gone = await call.ann(`DELETE /api/comments/${top}`);
    expect(gone.json()).toMatchObject({ msg: commentMessages.deleted, comment: { state: 'gone' } });
    const [place] = (await list('guest', 'sort=recent')).comments;
    expect(place).toMatchObject({ state: 'gone', comment: '', html: '', name: '', member: null });
    expect(place?.replies).toHaveLength(1);
    expect((await list('guest')).result).toBe(2);
    // The place accepts no replies, and disappears with its last reply.
    const late = await call.ann(`POST /api/articles/${article}/comments`, {
      comment: 'a',
      parent: top,
    });
    expect(late.statusCode).toBe(409);
    await call.admin(`DELETE /api/comments/${reply}`);
    expect(readTexts((await list('guest')).comments)).toEqual(['A first word']);
    expect((await call.guest(`GET /api/articles/${article}/comments/${top}`)).statusCode).toBe(404);
  });

  it('stay after the comment above them is deleted while they are held', async () => {
    const top = (await write('ann', 'Top')).comment._id;
    const reply = (await write('bob', 'I thought about this for an hour', top)).comment._id;
    const gone = (await call.ann(`DELETE /api/comments/${top}`)).json();
    expect([gone.comment, gone.result]).toEqual([null, 1]);
    expect(readTexts((await list('guest')).comments)).toEqual(['A first word']);
    expect((await list('bob')).waiting).toMatchObject([{ _id: reply, parent: top }]);
    await decide('approve', reply);
    const [thread] = (await list('guest', 'sort=recent')).comments;
    expect(readTexts(thread ? [thread] : [])).toEqual([
      '(gone)',
      '- I thought about this for an hour',
    ]);
    await call.bob(`DELETE /api/comments/${reply}`);
    const { raw } = test.context.database;
    expect(raw.prepare('SELECT text FROM comments').pluck().all()).toEqual(['A first word']);
  });

  it('must belong to a comment of the same article', async () => {
    const other = insertTestArticle(test.context.database, { authorId: people.admin.user.id });
    const { comment } = await write('ann', 'Here');
    const body = { comment: 'There', parent: comment._id };
    const response = await call.ann(`POST /api/articles/${other.publicId}/comments`, body);
    expect(response.statusCode).toBe(404);
    const elsewhere = `GET /api/articles/${other.publicId}/comments`;
    expect((await call.ann(`${elsewhere}/${comment._id}`)).statusCode).toBe(404);
    expect((await call.ann(`${elsewhere}?parent=${comment._id}`)).statusCode).toBe(404);
  });
});

describe('an own comment', () => {
  it('can be edited for 15 minutes', async () => {
    const { comment } = await write('ann', 'Tpyo');
    const put = (text: string) => call.ann(`PUT /api/comments/${comment._id}`, { comment: text });
    const changed = await put('Typo');
    expect(changed.json()).toMatchObject({
      msg: commentMessages.saved,
      comment: { comment: 'Typo', html: '<p>Typo</p>', state: 'published' },
    });
    expect(changed.json().comment.edited).not.toBeNull();
    test.context.database.raw
      .prepare('UPDATE comments SET created_at = created_at - ? WHERE public_id = ?')
      .run(COMMENT_EDIT_MS, comment._id);
    expect((await list('ann')).comments.map((one) => one.editableUntil)).toContain(null);
    const late = await put('Later');
    expect([late.statusCode, late.json().msg]).toEqual([409, commentMessages.tooLate]);
    expect(readTexts((await list('guest')).comments)).toContain('Typo');
  });

  it('is held again after an edit by a guest', async () => {
    const { comment, guestToken } = await write('guest', 'Nice.');
    await decide('approve', comment._id);
    const response = await call.guest(
      `PUT /api/comments/${comment._id}`,
      { comment: 'Buy!' },
      { ...sameOrigin, ...guestHeader(guestToken) },
    );
    expect(response.json()).toMatchObject({ msg: commentMessages.savedHeld, result: 1 });
    expect(readTexts((await list('guest')).comments)).toEqual(['A first word']);
  });

  it.each<[string, () => Promise<[Caller, Record<string, string>]>, number]>([
    ['its author', async () => [call.ann, {}], 200],
    ['another member', async () => [call.bob, {}], 404],
    ['an admin, who has the queue for that', async () => [call.admin, {}], 404],
    ['a guest', async () => [call.guest, sameOrigin], 404],
    [
      'a guest with a token',
      async () => [
        call.guest,
        { ...sameOrigin, ...guestHeader((await write('guest', 'x')).guestToken) },
      ],
      404,
    ],
  ])('can be edited and deleted only by its author: %s', async (_who, callerName, status) => {
    const { comment } = await write('ann', 'Mine');
    const [caller, headers] = await callerName();
    const path = `/api/comments/${comment._id}`;
    expect((await caller(`PUT ${path}`, { comment: 'Theirs' }, headers)).statusCode).toBe(status);
    expect((await caller(`DELETE ${path}`, undefined, headers)).statusCode).toBe(status);
    const left = readTexts((await list('guest')).comments);
    expect(left.includes('Mine')).toBe(status !== 200);
  });

  it('looks to other members like one that does not exist', async () => {
    const { comment } = await write('bob', 'Held');
    for (const id of [comment._id, 'nosuchcomment']) {
      const response = await call.ann(`PUT /api/comments/${id}`, { comment: 'x' });
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { msg: 'Not found.', code: 'NOT_FOUND' },
      ]);
    }
  });

  it('is removed from the database and the search index when it is deleted', async () => {
    const { comment } = await write('ann', 'A word to forget');
    await call.ann(`DELETE /api/comments/${comment._id}`);
    const { raw } = test.context.database;
    expect(raw.prepare('SELECT text FROM comments').pluck().all()).toEqual(['A first word']);
    const found = "SELECT count(*) FROM comment_texts WHERE comment_texts MATCH 'forget'";
    expect(raw.prepare(found).pluck().get()).toBe(0);
  });
});

describe('likes', () => {
  it('count once per member and can be removed', async () => {
    const { comment } = await write('ann', 'Likeable');
    const path = `/api/comments/${comment._id}/likes`;
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => call.bob(`PUT ${path}`, { likes: 9999 })),
    );
    const good = responses.filter(({ statusCode }) => statusCode === 200);
    expect(good.map((one) => one.json().totalLikes)).toEqual([1]);
    const again = await call.bob(`PUT ${path}`);
    expect([again.statusCode, again.json().msg]).toEqual([409, commentMessages.alreadyLiked]);
    const seen = async (who: 'bob' | 'guest') => {
      const { likes, liked } = (await list(who)).comments[0] ?? {};
      return [likes, liked];
    };
    expect([await seen('bob'), await seen('guest')]).toEqual([
      [1, true],
      [1, false],
    ]);
    expect((await call.bob(`DELETE ${path}`)).json()).toMatchObject({
      totalLikes: 0,
      liked: false,
    });
    expect((await call.bob(`DELETE ${path}`)).json().totalLikes).toBe(0);
  });

  it.each<[string, () => Caller, number]>([
    ['a guest', () => call.guest, 401],
    ['its author', () => call.ann, 409],
    ['another member', () => call.bob, 200],
  ])('are checked for %s', async (_who, caller, status) => {
    const { comment } = await write('ann', 'Likeable');
    const response = await caller()(`PUT /api/comments/${comment._id}/likes`, {}, sameOrigin);
    expect(response.statusCode).toBe(status);
  });

  it('and reports are rejected for comments that are not public', async () => {
    const { comment } = await write('bob', 'Held');
    const [first] = (await list('ann')).comments;
    const refusals = async (id = '') => [
      (await call.bob(`PUT /api/comments/${id}/likes`)).statusCode,
      (await call.bob(`DELETE /api/comments/${id}/likes`)).statusCode,
      (await call.bob(`POST /api/comments/${id}/reports`, { reason: 'spam' })).statusCode,
    ];
    expect(await refusals(comment._id)).toEqual([404, 404, 404]);
    const { query } = test.context.database;
    query.update(articles).set({ draft: true }).run();
    expect(await refusals(first?._id)).toEqual([404, 404, 404]);
    query.update(articles).set({ draft: false, deletedAt: 1 }).run();
    expect(await refusals(first?._id)).toEqual([404, 404, 404]);
    query.update(articles).set({ deletedAt: null, archived: true }).run();
    expect(await refusals(first?._id)).toEqual([200, 200, 201]);
  });

  it('raise a comment in the list, and reports lower it', async () => {
    const [low, high] = [await write('ann', 'Liked'), await write('ann', 'Newer')];
    await call.bob(`PUT /api/comments/${low.comment._id}/likes`);
    expect(readTexts((await list('guest')).comments)).toEqual(['Liked', 'Newer', 'A first word']);
    await call.admin(`PUT /api/comments/${high.comment._id}/likes`);
    await call.bob(`POST /api/comments/${high.comment._id}/reports`, { reason: 'spam' });
    expect(readTexts((await list('guest')).comments)[0]).toBe('Liked');
    // Reports of guests only notify moderators.
    await call.guest(
      `POST /api/comments/${low.comment._id}/reports`,
      { reason: 'abuse' },
      sameOrigin,
    );
    expect(readTexts((await list('guest')).comments)[0]).toBe('Liked');
  });
});

it('changes nothing for the documented PUT with comments', async () => {
  const response = await call.ann(`PUT /api/articles/${article}`, { comments: [] });
  expect(response.json()).toMatchObject({ msg: 'Nothing changed.', article: { commentCount: 1 } });
  expect(
    (await call.guest(`PUT /api/articles/${article}`, { comments: [] }, sameOrigin)).statusCode,
  ).toBe(401);
  expect((await list('guest')).result).toBe(1);
});

it('rejects the tenth comment of a client within 30 seconds', async () => {
  await using strict = await buildTestApp({ config: { rateLimits: true } });
  const owner = await signedInAs(strict, { role: 'admin' });
  const { publicId } = insertTestArticle(strict.context.database, { authorId: owner.user.id });
  const caller = callerOf(strict.app, owner);
  const send = (comment: string) => caller(`POST /api/articles/${publicId}/comments`, { comment });
  // Invalid requests are not counted.
  expect((await send('')).statusCode).toBe(400);
  for (let number = 1; number <= 9; number += 1) {
    expect((await send(`Number ${number}`)).statusCode).toBe(201);
  }
  const refused = await send('Number 10');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30']);
  strict.clock.advance(30_000);
  expect((await send('Number 10')).statusCode).toBe(201);
  // Members are counted across IP addresses, apart from guests at the same address.
  const sendFrom = (remoteAddress: string, headers: object) =>
    strict.app.inject({
      method: 'POST',
      url: `/api/articles/${publicId}/comments`,
      remoteAddress,
      headers: { ...sameOrigin, ...headers },
      payload: { comment: `From ${remoteAddress}` },
    });
  const member = owner.headers;
  const statuses: number[] = [];
  for (let number = 1; number <= 9; number += 1) {
    statuses.push((await sendFrom(`10.0.0.${number}`, member)).statusCode);
  }
  expect(statuses).toEqual([...Array(8).fill(201), 429]);
  expect((await sendFrom('10.0.0.9', {})).statusCode).toBe(201);
});
