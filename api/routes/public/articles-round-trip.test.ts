import { beforeEach, describe, expect, it } from 'vitest';
import type { ArticleResponse } from '#contracts/article.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';

let test: TestApp;
let admin: Caller;
beforeEach(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  return () => test.close();
});

const read = async (id: string): Promise<ArticleResponse> =>
  (await admin(`GET /api/articles/${id}`)).json();
const put = (article: Partial<ArticleResponse>, change: object) =>
  admin(`PUT /api/articles/${article._id}`, { ...article, ...change });

describe('an article that is sent back unchanged', () => {
  it.each<[string, Partial<ArticleResponse>, Partial<ArticleResponse>]>([
    ['title', { title: 'Another title' }, {}],
    ['text', { markdown: 'Other words' }, { content: '<p>Other words</p>' }],
    ['categories', { categories: ['Tools'] }, { category: ['Tools'] }],
    ['category', { category: ['Tools'] }, { categories: ['Tools'] }],
    ['archive', { archive: true }, { archived: true, state: 'archived' }],
    ['archived', { archived: true }, { archive: true, state: 'archived' }],
    ['draft', { draft: true }, { state: 'draft' }],
  ])('saves the change of its %s', async (_field, change, effect) => {
    const { _id } = await createByApi(admin, { category: 'Notes', tags: 'one' });
    const before = await read(_id);
    const response = await put(before, change);
    expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('Saved.')]);
    const after = await read(_id);
    expect(after).toMatchObject({ ...change, ...effect });
    expect(after.tags).toEqual(['one']);
  });

  it('keeps its time if it is due later today', async () => {
    const scheduledDate = new Date(test.clock.now() + 30 * HOUR_MS).toISOString();
    const { _id } = await createByApi(admin, { scheduledDate, scheduledZone: 'Asia/Tokyo' });
    test.clock.advance(29 * HOUR_MS);
    admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    await put(await read(_id), { title: 'Still to come' });
    expect(await read(_id)).toMatchObject({
      title: 'Still to come',
      state: 'scheduled',
      scheduledDate,
      scheduledZone: 'Asia/Tokyo',
    });
  });

  it('is rejected with a message for each changed server-generated field', async () => {
    const before = await createByApi(admin);
    const response = await put(before, { state: 'archived', words: 999, title: 'Changed' });
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
    expect(Object.keys(response.json().fields).sort()).toEqual(['state', 'words']);
    expect(response.json().fields.state).toBe('The server sets this field: leave it unchanged.');
    expect(await read(before._id)).toEqual(before);
  });

  it('ignores counts that have changed meanwhile', async () => {
    const before = await createByApi(admin);
    await callerOf(test.app)(`PUT /api/articles/${before._id}`, { views: 1 });
    const response = await put({ ...before, commentCount: 7, likes: 9 }, { title: 'Changed' });
    expect(response.json().article).toMatchObject({ title: 'Changed', commentCount: 0, likes: 0 });
  });

  it('is rejected with a conflict after a concurrent save', async () => {
    const seen = await createByApi(admin);
    await put(seen, { title: 'Theirs', markdown: 'Theirs' });
    const response = await put(seen, { title: 'Yours' });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'EDIT_CONFLICT',
      theirs: { title: 'Theirs' },
      yours: { title: 'Yours' },
    });
  });

  it('is rejected with an undocumented field', async () => {
    const response = await put(await createByApi(admin), { isAdmin: true });
    expect(response.statusCode).toBe(400);
    expect(response.json().msg).toContain('isAdmin');
  });
});
