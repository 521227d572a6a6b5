import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commentSorts } from '#contracts/comment-limits.ts';
import { insertComment, insertCommentLike } from '../../db/repositories/comments.ts';
import { callerOf } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { commentsOf, readTexts } from '../../testing/comments.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';

let test: TestApp;
let authorId: number;
let fans: number[];
beforeAll(async () => {
  test = await buildTestApp();
  authorId = insertTestUser(test.context.database).id;
  fans = Array.from({ length: 4 }, () => insertTestUser(test.context.database).id);
});
afterAll(() => test.close());

interface TestComment {
  /** Several comments share a time, so that the order needs a second key. */
  at: number;
  likes: number;
  hidden: boolean;
}

/** Creates an article with these comments. @returns its id and the texts of the published ones */
function createDiscussion(written: TestComment[]): { article: string; published: string[] } {
  const { database, clock } = test.context;
  const { id, publicId } = insertTestArticle(database, { authorId });
  for (const [index, { at, likes, hidden }] of written.entries()) {
    const commentId = insertComment(database.query, {
      publicId: `${publicId}${index}`,
      articleId: id,
      userId: authorId,
      state: hidden ? 'held' : 'published',
      createdAt: at,
      text: `${index}`,
      html: '',
    });
    for (const userId of fans.slice(0, likes)) {
      insertCommentLike(database.query, { commentId, userId, createdAt: clock() });
    }
  }
  const published = written.flatMap(({ hidden }, index) => (hidden ? [] : [`${index}`]));
  return { article: publicId, published };
}

const comment = fc.record({ at: fc.nat(5), likes: fc.nat(4), hidden: fc.boolean() });

it.each(commentSorts)(
  'Lists every comment once and in order over all pages, sorted by %s',
  async (sort) => {
    const call = callerOf(test.app);
    await fc.assert(
      fc.asyncProperty(
        fc.array(comment, { maxLength: 25 }),
        fc.integer({ min: 1, max: 10 }),
        async (written, limit) => {
          const { article, published } = createDiscussion(written);
          const full = await commentsOf(call, article, `sort=${sort}&limit=50`);
          const texts = readTexts(full.comments);
          expect([...texts].sort()).toEqual([...published].sort());
          expect(full.result).toBe(published.length);
          const keys = texts.map((text) => {
            const { at = 0, likes = 0 } = written[Number(text)] ?? {};
            return sort === 'relevant' ? likes * 10 + at : at;
          });
          expect(keys).toEqual([...keys].sort((x, y) => y - x));
          const paged: string[] = [];
          let cursor: string | null = '';
          while (cursor !== null) {
            const query: string = `sort=${sort}&limit=${limit}${cursor && `&cursor=${cursor}`}`;
            const page = await commentsOf(call, article, query);
            paged.push(...readTexts(page.comments));
            cursor = page.next;
          }
          expect(paged).toEqual(texts);
        },
      ),
      { numRuns: 25 },
    );
  },
);

it.each([
  'x',
  'bm9uc2Vuc2U',
  Buffer.from('[1]').toString('base64url'),
  Buffer.from('["a",1,1]').toString('base64url'),
])('Rejects the invalid cursor %s', async (cursor) => {
  const { article } = createDiscussion([]);
  const response = await callerOf(test.app)(
    `GET /api/articles/${article}/comments?cursor=${cursor}`,
  );
  expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION']);
});
