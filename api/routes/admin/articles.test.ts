import { beforeEach, describe, expect, it } from 'vitest';
import { articleChangeResponse, articleResponse } from '#contracts/article.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { countArticles } from '../../db/hot/articles.ts';
import { purgeArticles } from '../../services/articles/publication.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  publishable,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
let guest: Caller;
let member: Caller;
let admin: Caller;
let ownerId: string;
beforeEach(async () => {
  test = await buildTestApp();
  const owner = await signedInAs(test, { role: 'admin' });
  ownerId = owner.user.publicId;
  guest = callerOf(test.app);
  member = callerOf(test.app, await signedInAs(test));
  admin = callerOf(test.app, owner);
  return () => test.close();
});

const stored = () =>
  countArticles(test.context.database, {
    states: ['draft', 'scheduled', 'live', 'archived', 'deleted'],
  });

describe('creating an article', () => {
  it('stores a draft by default', async () => {
    const response = await admin('POST /api/articles', { title: 'First thoughts' });
    expect(response.statusCode).toBe(201);
    const { article, job } = articleChangeResponse.parse(response.json());
    expect(article).toMatchObject({
      title: 'First thoughts',
      slug: 'first-thoughts',
      state: 'draft',
      draft: true,
      markdown: '',
      language: 'en',
      publishedAt: null,
      id: ownerId,
      version: 1,
    });
    expect(job).toBeNull();
    expect(response.headers.etag).toBe('"v1"');
  });

  it('publishes it unless it is a draft, and returns the job', async () => {
    const images = await coverByApi(admin);
    const response = await admin('POST /api/articles', { ...publishable, images });
    const { article, job } = articleChangeResponse.parse(response.json());
    expect(article).toMatchObject({ state: 'live', content: '<p>A test is a sentence.</p>' });
    expect(article.publishedAt).toBe(new Date(test.clock.now()).toISOString());
    const progress = await admin(`GET /api/jobs/${job}`);
    expect(progress.json()).toMatchObject({ id: job, kind: 'publish', article: article._id });
  });

  it('stores every writable field', async () => {
    const fields = {
      ...publishable,
      language: 'pt-BR',
      category: ['Notes', 'Code', 'Notes'],
      tags: 'C++, Node.js,  Ünïcode tag ,react',
      series: 'On tests',
      imageAlt: 'an image',
      linkedin: true,
      linkedinContent: 'Read this!',
      dev: true,
      medium: true,
    };
    const { _id } = await createByApi(admin, fields);
    const read = articleResponse.parse((await guest(`GET /api/articles/${_id}`)).json());
    const own = articleResponse.parse((await admin(`GET /api/articles/${_id}`)).json());
    expect(own.linkedinContent).toBe('Read this!');
    expect(read).toMatchObject({
      ...fields,
      linkedinContent: '',
      category: ['Notes', 'Code'],
      categories: ['Notes', 'Code'],
      tags: ['cpp', 'nodejs', 'ünïcode-tag', 'react'],
    });
  });

  it('sanitizes HTML in Markdown', async () => {
    const markdown =
      '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))';
    const { content } = await createByApi(admin, { markdown });
    expect(content).not.toMatch(/<script|<[^>]+(onerror|javascript:)/i);
  });

  it.each(['title', 'subtitle', 'description', 'markdown'])(
    'is refused without a %s when it is to be published',
    async (name) => {
      for (const value of ['', '  \n ']) {
        const response = await admin('POST /api/articles', { ...publishable, [name]: value });
        expect(response.statusCode).toBe(400);
        expect(response.json()).toMatchObject({
          code: 'VALIDATION',
          fields: { [name]: expect.stringMatching(/^An? .+ needs .+\.$/) },
        });
      }
      expect(stored()).toBe(0);
    },
  );

  it('lists all missing fields', async () => {
    const response = await admin('POST /api/articles', {
      title: 'Bare',
      draft: false,
      linkedin: true,
    });
    expect(Object.keys(response.json().fields).sort()).toEqual([
      'description',
      'images',
      'linkedinContent',
      'markdown',
      'subtitle',
    ]);
  });

  it.each([
    ['published', {}],
    ['scheduled', { scheduledDate: '2026-01-20' }],
    ['published as archived', { archived: true }],
  ])('is refused without an image when it is to be %s', async (_what, fields) => {
    const response = await admin('POST /api/articles', { ...publishable, ...fields });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { msg: 'No Image Upload', code: 'VALIDATION', fields: { images: 'No Image Upload' } },
    ]);
    expect(stored()).toBe(0);
    const draft = await admin('POST /api/articles', { ...publishable, ...fields, draft: true });
    expect(draft.statusCode).toBe(201);
  });

  it.each([
    ['a title of 201 characters', { title: 'x'.repeat(201) }],
    ['no title', { title: undefined }],
    ['a title with a control character', { title: 'Bell\u0007' }],
    ['a title that is no text', { title: 7 }],
    ['13 tags', { tags: Array.from({ length: 13 }, (_, number) => `tag ${number}`) }],
    ['a tag without a letter', { tags: ['!!!'] }],
    ['a tag of 61 letters', { tags: ['x'.repeat(61)] }],
    ['a tag whose folder no disk could hold', { tags: ['#'.repeat(60)] }],
    ['6 categories', { category: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['no language tag', { language: 'english please' }],
    ['an image that is not there', { images: { public_id: 'nothing' } }],
    ['a date that is none', { scheduledDate: 'tomorrow' }],
    ['a day that is none', { scheduledDate: '2026-02-30' }],
    ['a date over 3 months ahead', { scheduledDate: '2026-06-01' }],
    ['an undocumented field', { isAdmin: true }],
    ['an undocumented field of an image', { images: { public_id: 'x', path: '/' } }],
  ])('is refused with %s, in a sentence', async (_what, fields) => {
    const response = await admin('POST /api/articles', { ...publishable, ...fields });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'VALIDATION',
      msg: expect.stringMatching(/\w+ \w+/),
    });
    expect(stored()).toBe(0);
  });

  it('ignores documented fields that the server generates', async () => {
    const claims = {
      _id: 'claimed',
      article_id: 'claimed',
      id: 'claimed',
      content: '<b>claimed</b>',
      scheduled: true,
      likes: 987_654_321,
      views: 987_654_321,
      comments: ['claimed'],
      createdAt: '1999-01-01T00:00:00Z',
      updatedAt: '1999-01-01T00:00:00Z',
      user: 'claimed',
      name: 'claimed',
      email: 'claimed@example.org',
      avatar: '/claimed.png',
      role: 1,
      linkedinAccessToken: 'claimed-token',
    };
    const { _id } = await createByApi(admin, claims);
    const read = (await guest(`GET /api/articles/${_id}`)).json();
    expect(read).toMatchObject({ likes: 0, views: 0, comments: [], scheduled: false, id: ownerId });
    expect(JSON.stringify(read)).not.toMatch(/claimed|987654321|1999-01-01/);
    const tables = test.context.database.raw.serialize().toString('latin1');
    expect(tables).not.toMatch(/claimed|987654321|1999-01-01/);
  });

  it.each([
    ['guests', 401, () => guest],
    ['members', 403, () => member],
  ])('is not for %s', async (_who, status, caller) => {
    expect((await caller()('POST /api/articles', publishable)).statusCode).toBe(status);
    expect(stored()).toBe(0);
  });

  it.each([
    ['too long', 'x'.repeat(1_000_001), 413, 'MARKDOWN_TOO_LARGE'],
    ['too long in bytes, not in letters', 'ü'.repeat(500_001), 413, 'MARKDOWN_TOO_LARGE'],
    ['too deep', '>'.repeat(10_000), 422, 'MARKDOWN_TOO_DEEP'],
  ])('is refused when its text is %s', async (_what, markdown, status, code) => {
    const images = await coverByApi(admin);
    const response = await admin('POST /api/articles', { ...publishable, images, markdown });
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(response.json().msg).toMatch(/\w+ \w+.*\.$/);
    expect(stored()).toBe(0);
  });
});

describe('the slug of an article', () => {
  const slugOf = async (title: string, fields = {}) =>
    (await createByApi(admin, { title, ...fields })).slug;

  it('is derived from the title and numbered if it is taken', async () => {
    expect(await slugOf('Same title')).toBe('same-title');
    expect(await slugOf('Same title!')).toBe('same-title-2');
    expect(await slugOf('same TITLE')).toBe('same-title-3');
  });

  it('is derived from the id if the title has no letters', async () => {
    const { slug, _id } = await createByApi(admin, { title: '😀' });
    expect(slug).toBe(`article-${_id}`);
  });

  it('can be chosen and is normalised', async () => {
    expect(await slugOf('Title', { slug: '../My own/Address.md' })).toBe('my-own-address-md');
  });

  it('is never the id of another article', async () => {
    const { _id } = await createByApi(admin);
    expect(await slugOf('Title', { slug: _id })).toBe(`${_id}-2`);
  });

  it('is different from slugs in the bin', async () => {
    const { _id } = await createByApi(admin, { title: 'Thrown away' });
    await admin(`DELETE /api/articles/${_id}`);
    expect(await slugOf('Thrown away')).toBe('thrown-away-2');
  });
});

describe('the bin', () => {
  it('hides an article from everyone except admins, and restores it unchanged', async () => {
    const created = await createByApi(admin, { title: 'Back soon', tags: 'one,two' });
    const deleted = await admin(`DELETE /api/articles/${created._id}`);
    expect(deleted.json()).toMatchObject({
      msg: 'Deleted. It stays in the bin for 30 days.',
      article: { state: 'deleted' },
      job: expect.any(Number),
    });
    expect((await guest(`GET /api/articles/${created._id}`)).statusCode).toBe(404);
    expect((await admin(`GET /api/articles/${created._id}`)).json().state).toBe('deleted');
    expect((await admin('GET /api/articles?state=deleted')).json().result).toBe(1);

    const restored = await admin(`POST /api/articles/${created._id}/restore`);
    expect(restored.json()).toMatchObject({ msg: 'Restored.', job: expect.any(Number) });
    const { version: _version, ...before } = created;
    expect((await guest(`GET /api/articles/${created._id}`)).json()).toMatchObject(before);
  });

  it('starts no publication for unpublished articles', async () => {
    const { _id } = await createByApi(admin, { draft: true });
    expect((await admin(`DELETE /api/articles/${_id}`)).json().job).toBeNull();
    expect((await admin(`POST /api/articles/${_id}/restore`)).json().job).toBeNull();
  });

  it('rejects a second deletion and a second restoration', async () => {
    const { _id } = await createByApi(admin);
    expect((await admin(`POST /api/articles/${_id}/restore`)).statusCode).toBe(404);
    expect((await admin(`DELETE /api/articles/${_id}`)).statusCode).toBe(200);
    expect((await admin(`DELETE /api/articles/${_id}`)).statusCode).toBe(404);
    expect((await admin(`PUT /api/articles/${_id}`, { title: 'Ghost' })).statusCode).toBe(404);
    expect((await admin('DELETE /api/articles/nothing')).statusCode).toBe(404);
  });

  it('is emptied after 30 days, which releases the slug', async () => {
    const { _id } = await createByApi(admin, { title: 'Gone', tags: 'one', category: 'Notes' });
    await admin(`DELETE /api/articles/${_id}`);
    test.clock.advance(30 * DAY_MS);
    expect(await purgeArticles(test.context)).toBe(0);
    test.clock.advance(1);
    expect(await purgeArticles(test.context)).toBe(1);
    expect(stored()).toBe(0);
    const again = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    expect((await createByApi(again, { title: 'Gone' })).slug).toBe('gone');
  });

  it.each([
    ['guests', 401, () => guest],
    ['members', 403, () => member],
  ])('is not for %s', async (_who, status, caller) => {
    const { _id } = await createByApi(admin);
    expect((await caller()(`DELETE /api/articles/${_id}`)).statusCode).toBe(status);
    expect((await caller()(`POST /api/articles/${_id}/restore`)).statusCode).toBe(status);
    expect((await guest(`GET /api/articles/${_id}`)).statusCode).toBe(200);
  });
});

describe('API calls of the editor', () => {
  it('suggest existing names, the most used tag first', async () => {
    await createByApi(admin, { tags: 'css,html', category: 'Notes', series: 'One' });
    await createByApi(admin, { tags: 'html', category: ['notes', 'Code'], draft: true });
    const response = await admin('GET /api/taxonomy');
    expect(response.json()).toEqual({
      categories: ['Code', 'Notes'],
      tags: [
        { tag: 'html', count: 2 },
        { tag: 'css', count: 1 },
      ],
      series: ['One'],
    });
  });

  it('preview a text without storing it', async () => {
    const response = await admin('POST /api/preview', { markdown: '## One\n\nTwo *three*.' });
    expect(response.json()).toMatchObject({
      words: 3,
      readTime: '1 Min Read',
      toc: [{ text: 'One' }],
    });
    expect(response.json().html).toContain('<p>Two <em>three</em>.</p>');
    expect(stored()).toBe(0);
  });

  it.each(['POST /api/preview', 'GET /api/taxonomy', 'GET /api/releases', 'GET /api/jobs/1'])(
    '%s are not for guests and members',
    async (what) => {
      const payload = what.startsWith('POST') ? { markdown: 'x' } : undefined;
      expect((await guest(what, payload)).statusCode).toBe(401);
      expect((await member(what, payload)).statusCode).toBe(403);
    },
  );

  it('reject a preview of an invalid text', async () => {
    const large = await admin('POST /api/preview', { markdown: 'x'.repeat(1_000_001) });
    expect([large.statusCode, large.json().code]).toEqual([413, 'MARKDOWN_TOO_LARGE']);
    const deep = await admin('POST /api/preview', { markdown: '>'.repeat(10_000) });
    expect([deep.statusCode, deep.json().code]).toEqual([422, 'MARKDOWN_TOO_DEEP']);
  });
});
