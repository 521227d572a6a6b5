import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ArticleResponse,
  articleConflictResponse,
  articleResponse,
} from '#contracts/article.ts';
import { DAY_MS } from '#contracts/durations.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  publishable,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';

/** Shorter than an access token lasts. */
const WHILE_MS = 600_000;

let test: TestApp;
let guest: Caller;
let member: Caller;
let admin: Caller;
beforeEach(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  guest = callerOf(test.app);
  member = callerOf(test.app, await signedInAs(test));
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  return () => test.close();
});

const read = async (id: string, call = admin): Promise<ArticleResponse> =>
  articleResponse.parse((await call(`GET /api/articles/${id}`)).json());

describe('reading an article', () => {
  it('works by id and by slug and returns the version', async () => {
    const { _id, slug } = await createByApi(admin);
    for (const key of [_id, slug]) {
      const response = await guest(`GET /api/articles/${key}`);
      expect(articleResponse.parse(response.json())).toMatchObject({ _id, slug });
      expect(response.headers.etag).toBe('"v1"');
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it('works by a slug in any alphabet', async () => {
    const { slug } = await createByApi(admin, { title: 'Über den Fluß 日本' });
    expect(slug).toBe('uber-den-fluss-日本');
    expect((await guest(`GET /api/articles/${encodeURI(slug)}`)).statusCode).toBe(200);
  });

  it('is open to everyone while it is live or archived', async () => {
    const { _id } = await createByApi(admin, { archived: true });
    expect((await guest(`GET /api/articles/${_id}`)).json().state).toBe('archived');
  });

  it.each([
    ['draft', { draft: true }],
    ['scheduled', { scheduledDate: '2026-02-02' }],
    ['deleted', {}],
  ])('returns 404 for a %s article to guests and members', async (state, fields) => {
    const { _id, slug } = await createByApi(admin, fields);
    if (state === 'deleted') await admin(`DELETE /api/articles/${_id}`);
    for (const call of [guest, member]) {
      const missing = await call('GET /api/articles/nothing-here');
      for (const key of [_id, slug]) {
        const hidden = await call(`GET /api/articles/${key}`);
        const withoutDate = ({ date: _date, ...headers }: object & { date?: unknown }) => headers;
        expect(hidden.statusCode).toBe(404);
        expect(hidden.body).toBe(missing.body);
        expect(withoutDate(hidden.headers)).toEqual(withoutDate(missing.headers));
      }
    }
    expect((await read(_id)).state).toBe(state);
  });
});

describe('changing an article', () => {
  it('changes given fields only', async () => {
    const before = await createByApi(admin, { tags: 'one,two', category: 'Notes', series: 'S' });
    test.clock.advance(WHILE_MS);
    const response = await admin(`PUT /api/articles/${before._id}`, { subtitle: 'Another one' });
    expect(response.json()).toMatchObject({ msg: 'Saved.', job: expect.any(Number) });
    expect(response.headers.etag).toBe('"v2"');
    expect(await read(before._id)).toEqual({
      ...before,
      subtitle: 'Another one',
      version: 2,
      updatedAt: new Date(test.clock.now()).toISOString(),
    });
  });

  it('renders changed markdown', async () => {
    const { _id } = await createByApi(admin);
    await admin(`PUT /api/articles/${_id}`, { markdown: 'Quite another text' });
    expect(await read(_id)).toMatchObject({ content: '<p>Quite another text</p>', words: 3 });
  });

  it('clears optional lists and texts', async () => {
    const { _id } = await createByApi(admin, { tags: 'one', category: 'Notes', series: 'S' });
    await admin(`PUT /api/articles/${_id}`, { tags: [], category: [], series: '' });
    expect(await read(_id)).toMatchObject({ tags: [], categories: [], series: null });
  });

  it.each([
    ['draft', { draft: true }, 'draft'],
    ['archive', { archive: true }, 'archived'],
    ['archived', { archived: true }, 'archived'],
  ])('moves it by %s, and back', async (_name, input, state) => {
    const { _id, publishedAt } = await createByApi(admin);
    const moved = await admin(`PUT /api/articles/${_id}`, input);
    expect(moved.json()).toMatchObject({ article: { state }, job: expect.any(Number) });
    const back = Object.fromEntries(Object.keys(input).map((name) => [name, false]));
    test.clock.advance(WHILE_MS);
    const returned = await admin(`PUT /api/articles/${_id}`, back);
    expect(returned.json().article).toMatchObject({ state: 'live', publishedAt });
  });

  it('starts no publication for an unpublished article', async () => {
    const { _id } = await createByApi(admin, { draft: true });
    expect((await admin(`PUT /api/articles/${_id}`, { title: 'Other' })).json().job).toBeNull();
  });

  it('is rejected if a published article would lack a field', async () => {
    const images = await coverByApi(admin);
    const { _id } = await createByApi(admin, { draft: true, subtitle: '', images });
    const response = await admin(`PUT /api/articles/${_id}`, { draft: false });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ subtitle: 'A published article needs a subtitle.' });
    expect(await read(_id)).toMatchObject({ state: 'draft', version: 1 });
  });

  it('rejects removing required fields of a published article', async () => {
    const before = await createByApi(admin);
    for (const name of ['title', 'subtitle', 'description', 'markdown']) {
      const response = await admin(`PUT /api/articles/${before._id}`, { [name]: ' ' });
      expect([name, response.statusCode]).toEqual([name, 400]);
      expect(response.json().fields).toHaveProperty(name);
    }
    expect(await read(before._id)).toEqual(before);
  });

  it.each([
    ['published', { draft: false }],
    ['scheduled', { draft: false, scheduledDate: '2026-01-20' }],
  ])('is refused when a draft without an image would be %s', async (_what, input) => {
    const { _id } = await createByApi(admin, { draft: true });
    const response = await admin(`PUT /api/articles/${_id}`, input);
    expect([response.statusCode, response.json().msg]).toEqual([400, 'No Image Upload']);
    expect(response.json().fields).toEqual({ images: 'No Image Upload' });
    expect(await read(_id)).toMatchObject({ state: 'draft', version: 1 });
    const images = await coverByApi(admin);
    expect((await admin(`PUT /api/articles/${_id}`, { ...input, images })).statusCode).toBe(200);
  });

  it('rejects removing the image of a published article', async () => {
    const before = await createByApi(admin);
    const response = await admin(`PUT /api/articles/${before._id}`, { images: null });
    expect([response.statusCode, response.json().msg]).toEqual([400, 'No Image Upload']);
    expect(await read(before._id)).toEqual(before);
  });

  it('allows corrections of an imported article without an image', async () => {
    const authorId = insertTestUser(test.context.database).id;
    const row = { authorId, subtitle: 'S', description: 'D' };
    const { publicId } = insertTestArticle(test.context.database, row);
    const whole = { ...(await read(publicId)), title: 'Mended' };
    expect((await admin(`PUT /api/articles/${publicId}`, whole)).json().msg).toBe('Saved.');
    const later = await admin(`PUT /api/articles/${publicId}`, { scheduledDate: '2026-01-20' });
    expect([later.statusCode, later.json().msg]).toEqual([400, 'No Image Upload']);
  });

  it('ignores server-generated fields and rejects undocumented ones', async () => {
    const before = await createByApi(admin);
    const claims = { likes: 9, createdAt: '1999-01-01T00:00:00Z', role: 1, user: 'x', _id: 'x' };
    await admin(`PUT /api/articles/${before._id}`, {
      ...claims,
      linkedinAccessToken: 'x',
      title: 'T',
    });
    expect(await read(before._id)).toMatchObject({ ...before, title: 'T', version: 2 });
    const unknown = await admin(`PUT /api/articles/${before._id}`, { title: 'U', isAdmin: true });
    expect([unknown.statusCode, unknown.json().code]).toEqual([400, 'VALIDATION']);
    expect(await read(before._id)).toMatchObject({ title: 'T' });
  });

  it('is limited to admins', async () => {
    const before = await createByApi(admin);
    const draft = await createByApi(admin, { draft: true });
    for (const id of [before._id, draft._id, 'nothing']) {
      expect((await guest(`PUT /api/articles/${id}`, { title: 'Mine' })).statusCode).toBe(401);
      expect((await member(`PUT /api/articles/${id}`, { title: 'Mine' })).statusCode).toBe(403);
    }
    const both = await guest(`PUT /api/articles/${before._id}`, { views: 1, title: 'Mine' });
    expect(both.statusCode).toBe(401);
    expect(await read(before._id)).toEqual(before);
  });

  it('returns 404 for a missing article', async () => {
    expect((await admin('PUT /api/articles/nothing', { title: 'T' })).statusCode).toBe(404);
  });
});

describe('two editors of one article', () => {
  const put = (id: string, input: object, ifMatch?: string) =>
    admin(`PUT /api/articles/${id}`, input, ifMatch === undefined ? {} : { 'if-match': ifMatch });

  it('get both versions if the second save conflicts', async () => {
    const { _id } = await createByApi(admin);
    await put(_id, { title: 'The first' }, '"v1"');
    const second = await put(_id, { title: 'The second', markdown: 'My text' }, '"v1"');
    expect(second.statusCode).toBe(409);
    const conflict = articleConflictResponse.parse(second.json());
    expect(conflict.theirs).toEqual(await read(_id));
    expect(conflict.theirs).toMatchObject({ title: 'The first', version: 2 });
    expect(conflict.yours).toEqual({ title: 'The second', markdown: 'My text' });
    const again = await put(_id, conflict.yours, '"v2"');
    expect(again.json().article).toMatchObject({ title: 'The second', version: 3 });
  });

  it('do not overwrite each other in simultaneous requests', async () => {
    const { _id } = await createByApi(admin);
    const saves = Array.from({ length: 8 }, (_, number) =>
      put(_id, { title: `Save ${number}`, markdown: `Text ${number}` }, '"v1"'),
    );
    const responses = await Promise.all(saves);
    const statuses = responses.map((response) => response.statusCode).sort();
    expect(statuses).toEqual([200, ...Array(7).fill(409)]);
    const winner = responses.find((response) => response.statusCode === 200)?.json().article;
    expect(await read(_id)).toMatchObject({ title: winner.title, markdown: winner.markdown });
  });

  it.each(['"v1"', 'v1', '1', '"1"', 'W/"v1"', '*', undefined])(
    'may save with If-Match %s',
    async (ifMatch) => {
      const { _id } = await createByApi(admin);
      expect((await put(_id, { title: 'Saved' }, ifMatch)).statusCode).toBe(200);
    },
  );

  it.each(['*', undefined])('save any version with If-Match %s', async (ifMatch) => {
    const { _id } = await createByApi(admin);
    await put(_id, { title: 'The first' });
    const response = await put(_id, { subtitle: 'And more' }, ifMatch);
    expect(response.json().article).toMatchObject({ title: 'The first', subtitle: 'And more' });
  });

  it.each(['"abc"', 'v', '""', '"v1", "v2"', '-1', '"v99999999999"'])(
    'may not save with If-Match %s',
    async (ifMatch) => {
      const before = await createByApi(admin);
      const response = await put(before._id, { title: 'Saved' }, ifMatch);
      expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
      expect(await read(before._id)).toEqual(before);
    },
  );

  it('have no conflict after a page view', async () => {
    const { _id } = await createByApi(admin);
    await guest(`PUT /api/articles/${_id}`, { views: 1 });
    expect((await put(_id, { title: 'Saved' }, '"v1"')).statusCode).toBe(200);
  });
});

describe('a changed slug', () => {
  const slugOf = async (id: string, slug: string): Promise<string> =>
    (await admin(`PUT /api/articles/${id}`, { slug })).json().article.slug;

  it('of a published article cannot be taken by another', async () => {
    const one = await createByApi(admin, { title: 'Old address' });
    expect(await slugOf(one._id, 'new-address')).toBe('new-address');
    expect((await createByApi(admin, { title: 'Old address' })).slug).toBe('old-address-2');
    const other = await createByApi(admin, { title: 'Other' });
    expect(await slugOf(other._id, 'old-address')).toBe('old-address-3');
    expect(await slugOf(other._id, 'new-address')).toBe('new-address-2');
  });

  it('can be changed back', async () => {
    const { _id } = await createByApi(admin, { title: 'There' });
    await slugOf(_id, 'away');
    expect(await slugOf(_id, 'there')).toBe('there');
    expect(await slugOf(_id, 'away')).toBe('away');
  });

  it('cannot be swapped between two articles, so that old links keep their target', async () => {
    const one = await createByApi(admin, { title: 'One' });
    const two = await createByApi(admin, { title: 'Two' });
    expect(await slugOf(one._id, 'two')).toBe('two-2');
    expect(await slugOf(two._id, 'one')).toBe('one-2');
    expect((await read('two-2', guest))._id).toBe(one._id);
    expect((await read('one-2', guest))._id).toBe(two._id);
  });

  it('is kept if an article is sent back unchanged', async () => {
    const title = 'A title as long as the longest address may be, or even longer';
    await createByApi(admin, { title });
    const second = await createByApi(admin, { title });
    expect(second.slug).toMatch(/-2$/);
    const { slug, tags, subtitle } = second;
    await admin(`PUT /api/articles/${second._id}`, { title: 'Changed', slug, tags, subtitle });
    expect((await read(second._id)).slug).toBe(second.slug);
  });

  it('follows the title until the article is published', async () => {
    const { _id } = await createByApi(admin, { title: 'First idea', draft: true });
    const change = async (input: object) =>
      (await admin(`PUT /api/articles/${_id}`, input)).json().article.slug;
    expect(await change({ title: 'Second idea' })).toBe('second-idea');
    const images = await coverByApi(admin);
    expect(await change({ draft: false, images })).toBe('second-idea');
    expect(await change({ title: 'Third idea' })).toBe('second-idea');
    expect((await createByApi(admin, { title: 'First idea' })).slug).toBe('first-idea');
  });
});

describe('views', () => {
  const view = (id: string, headers = {}) =>
    guest(`PUT /api/articles/${id}`, { views: 1 }, headers);

  it('are counted once per visitor and day, ignoring sent numbers', async () => {
    const { _id } = await createByApi(admin);
    for (const views of [1, 9999, null, 'x']) await guest(`PUT /api/articles/${_id}`, { views });
    expect((await read(_id)).views).toBe(1);
    await view(_id, { 'user-agent': 'another reader' });
    expect((await read(_id)).views).toBe(2);
    test.clock.advance(DAY_MS);
    const response = await view(_id);
    expect(response.json()).toMatchObject({ msg: 'Counted.', article: { views: 3 }, job: null });
  });

  it('are counted together for slug and id', async () => {
    const { _id, slug } = await createByApi(admin);
    await view(_id);
    await view(slug);
    expect((await read(_id)).views).toBe(1);
  });

  it('store no personal data', async () => {
    const { _id } = await createByApi(admin);
    await view(_id, { 'user-agent': 'a very personal browser' });
    const bytes = test.context.database.raw.serialize().toString('latin1');
    expect(bytes).not.toMatch(/very personal|127\.0\.0\.1/);
  });

  it.each([
    ['a draft', { draft: true }],
    ['a scheduled article', { scheduledDate: '2026-02-02' }],
  ])('of %s are not counted, nor is it shown', async (_what, fields) => {
    const { _id } = await createByApi(admin, fields);
    const missing = await view('nothing');
    const hidden = await view(_id);
    expect([hidden.statusCode, hidden.body]).toEqual([404, missing.body]);
    expect((await read(_id)).views).toBe(0);
  });
});

describe('comments in an article request', () => {
  it('change nothing', async () => {
    const before = await createByApi(admin);
    for (const call of [member, admin]) {
      const response = await call(`PUT /api/articles/${before._id}`, { comments: ['mine'] });
      expect(response.json()).toMatchObject({ msg: 'Nothing changed.', job: null });
    }
    expect((await guest(`PUT /api/articles/${before._id}`, { comments: [] })).statusCode).toBe(401);
    expect(await read(before._id)).toEqual(before);
  });

  it('do not reveal drafts to members', async () => {
    const { _id } = await createByApi(admin, { draft: true });
    const hidden = await member(`PUT /api/articles/${_id}`, { comments: [] });
    const missing = await member('PUT /api/articles/nothing', { comments: [] });
    expect([hidden.statusCode, hidden.body]).toEqual([404, missing.body]);
  });
});

describe('a schedule date', () => {
  it('hides an article until its day begins in the owner’s time zone', async () => {
    const { _id } = await createByApi(admin, { scheduledDate: '2026-01-20' });
    expect(await read(_id)).toMatchObject({
      state: 'scheduled',
      scheduled: true,
      scheduledDate: '2026-01-20T00:00:00.000Z',
      publishedAt: null,
    });
    expect((await guest(`GET /api/articles/${_id}`)).statusCode).toBe(404);
  });

  it.each(['2026-01-15', '2020-01-01'])('of %s publishes now', async (scheduledDate) => {
    const { _id } = await createByApi(admin, { scheduledDate });
    expect(await read(_id, guest)).toMatchObject({ state: 'live', scheduledDate: null });
  });

  it('is rejected beyond 3 months without changes', async () => {
    const before = await createByApi(admin, { draft: true });
    const images = await coverByApi(admin);
    const input = { ...publishable, images, scheduledDate: '2026-04-16' };
    const msg = 'The schedule date can be at most 3 months ahead.';
    const response = await admin(`PUT /api/articles/${before._id}`, input);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ msg, fields: { scheduledDate: msg } });
    expect(await read(before._id)).toEqual(before);
  });

  it.each([
    ['a time in a zone', '2026-02-01T09:30', 'Asia/Kolkata', '2026-02-01T04:00:00.000Z'],
    ['a day in a zone', '2026-02-01', 'Europe/Berlin', '2026-01-31T23:00:00.000Z'],
    [
      'an instant, and how it was meant',
      '2026-02-01T09:30:00-05:00',
      'America/New_York',
      '2026-02-01T14:30:00.000Z',
    ],
    [
      'the first of a time that comes twice',
      '2026-04-05T01:45',
      'Australia/Lord_Howe',
      '2026-04-04T14:45:00.000Z',
    ],
  ])('may be %s, which is kept with it', async (_what, scheduledDate, scheduledZone, instant) => {
    const { _id } = await createByApi(admin, { scheduledDate, scheduledZone });
    const stored = { state: 'scheduled', scheduledDate: instant, scheduledZone };
    expect(await read(_id)).toMatchObject(stored);
    await admin(`PUT /api/articles/${_id}`, { tags: 'later' });
    expect(await read(_id)).toMatchObject(stored);
    await admin(`PUT /api/articles/${_id}`, { draft: true, scheduledDate: '' });
    expect(await read(_id)).toMatchObject({
      state: 'draft',
      scheduledDate: null,
      scheduledZone: null,
    });
  });

  it.each([
    [
      'a time that clocks skip',
      '2026-03-29T02:30',
      'Europe/Berlin',
      'scheduledDate',
      /02:30 does not exist/,
    ],
    ['a zone that is none', '2026-02-01T09:30', 'Mars/Base', 'scheduledZone', /Unknown time zone/],
    ['beyond 3 months there', '2026-04-16', 'America/New_York', 'scheduledDate', /3 months/],
  ])(
    'is refused at its field as %s',
    async (_what, scheduledDate, scheduledZone, field, message) => {
      const images = await coverByApi(admin);
      const input = { ...publishable, images, title: 'Never', scheduledDate, scheduledZone };
      const response = await admin('POST /api/articles', { ...input, draft: false });
      expect(response.statusCode).toBe(400);
      expect(response.json().fields[field]).toMatch(message);
    },
  );

  it.each(['', null])('that is removed (%j) publishes immediately', async (scheduledDate) => {
    const { _id } = await createByApi(admin, { scheduledDate: '2026-01-20' });
    const response = await admin(`PUT /api/articles/${_id}`, { scheduledDate });
    expect(response.json()).toMatchObject({ article: { state: 'live' }, job: expect.any(Number) });
  });

  it('unpublishes a live article until then', async () => {
    const { _id } = await createByApi(admin);
    const response = await admin(`PUT /api/articles/${_id}`, { scheduledDate: '2026-01-20' });
    expect(response.json()).toMatchObject({
      article: { state: 'scheduled' },
      job: expect.any(Number),
    });
    expect((await guest(`GET /api/articles/${_id}`)).statusCode).toBe(404);
  });
});
