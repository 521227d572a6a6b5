import { beforeEach, describe, expect, it } from 'vitest';
import { findArticleByPublicId } from '../../db/hot/articles.ts';
import { insertComment } from '../../db/repositories/comments.ts';
import {
  type Caller,
  callerOf,
  createByApi,
  type SignedIn,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';

let test: TestApp;
let guest: Caller;
let member: Caller;
let admin: Caller;
let person: SignedIn;
beforeEach(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  guest = callerOf(test.app);
  person = await signedInAs(test);
  member = callerOf(test.app, person);
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  return () => test.close();
});

type State = 'published' | 'held' | 'rejected' | 'spam' | 'deleted';

/** Stores comments of a member on an article, one millisecond apart, named `{prefix}{number}`. */
function insertComments(
  article: string,
  state: State,
  count: number,
  prefix: string = state,
): void {
  const { database } = test.context;
  const articleId = findArticleByPublicId(database, article)?.id ?? 0;
  for (let number = 1; number <= count; number += 1) {
    insertComment(database.query, {
      publicId: `${prefix}${number}`,
      articleId,
      userId: person.user.id,
      guest: null,
      parentId: null,
      state,
      createdAt: number,
      text: 'Words',
      html: '<p>Words</p>',
    });
  }
}

describe('the comments field of an article', () => {
  it('holds the ids of the newest public comments in every response with the article', async () => {
    const { _id } = await createByApi(admin);
    insertComments(_id, 'published', 3);
    const other = await createByApi(admin);
    insertComments(other._id, 'published', 1, 'other');
    await member(`PUT /api/articles/${_id}/saves`);
    await member(`PUT /api/articles/${_id}/likes`);
    const ids = ['published3', 'published2', 'published1'];

    expect((await guest(`GET /api/articles/${_id}`)).json().comments).toEqual(ids);
    for (const [call, path] of [
      [guest, '/api/articles'],
      [admin, '/api/articles?state=all'],
      [member, '/api/reading-list'],
      [member, '/api/liked-articles'],
    ] as const) {
      const { articles } = (await call(`GET ${path}`)).json();
      const listed = articles.map(({ _id, comments }: Record<string, unknown>) => [_id, comments]);
      expect([path, listed]).toContainEqual(expect.arrayContaining([[_id, ids]]));
    }
    const viewed = await guest(`PUT /api/articles/${_id}`, { views: 1 });
    expect(viewed.json().article.comments).toEqual(ids);
    const saved = await admin(`PUT /api/articles/${_id}`, { title: 'Changed' });
    expect(saved.json().article.comments).toEqual(ids);
    const list = (await guest('GET /api/articles')).json().articles;
    expect(list.find((one: { _id: string }) => one._id === other._id).comments).toEqual(['other1']);
  });

  it('omits held, rejected and deleted comments, also for admins', async () => {
    const { _id } = await createByApi(admin);
    for (const state of ['held', 'rejected', 'spam', 'deleted'] as const)
      insertComments(_id, state, 2);
    for (const call of [guest, member, admin]) {
      expect((await call(`GET /api/articles/${_id}`)).json().comments).toEqual([]);
      expect((await call('GET /api/articles')).json().articles[0].comments).toEqual([]);
    }
  });

  it('holds at most 100 ids', async () => {
    const { _id } = await createByApi(admin);
    insertComments(_id, 'published', 120);
    const { comments, commentCount } = (await guest(`GET /api/articles/${_id}`)).json();
    expect([comments.length, comments[0], comments.at(-1)]).toEqual([
      100,
      'published120',
      'published21',
    ]);
    expect(commentCount).toBe(120);
  });
});
