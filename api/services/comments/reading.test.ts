import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commentSorts } from '#contracts/comment-limits.ts';
import { insertComment, insertCommentLike } from '../../db/repositories/comment-writes.ts';
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

interface Written {
  /** Several at one instant, so that the order has to be settled by more than time. */
  at: number;
  likes: number;
  hidden: boolean;
}

/** An article with these comments. @returns its id, and the texts of those that everybody sees */
function discuss(written: Written[]): { article: string; seen: string[] } {
  const { database, clock } = test.context;
  const { id, publicId } = insertTestArticle(database, { authorId });
  for (const [index, { at, likes, hidden }] of written.entries()) {
    const comment = insertComment(database.query, {
      publicId: `${publicId}${index}`,
      articleId: id,
      userId: authorId,
      state: hidden ? 'held' : 'published',
      createdAt: at,
      text: `${index}`,
      html: '',
    });
    for (const userId of fans.slice(0, likes)) {
      insertCommentLike(database.query, { commentId: comment, userId, createdAt: clock() });
    }
  }
  const seen = written.flatMap(({ hidden }, index) => (hidden ? [] : [`${index}`]));
  return { article: publicId, seen };
}

const one = fc.record({ at: fc.nat(5), likes: fc.nat(4), hidden: fc.boolean() });

it.each(commentSorts)('Page by page, %s, every comment comes once and in order', async (sort) => {
  const call = callerOf(test.app);
  await fc.assert(
    fc.asyncProperty(
      fc.array(one, { maxLength: 25 }),
      fc.integer({ min: 1, max: 10 }),
      async (written, limit) => {
        const { article, seen } = discuss(written);
        const whole = await commentsOf(call, article, `sort=${sort}&limit=50`);
        const texts = readTexts(whole.comments);
        expect([...texts].sort()).toEqual([...seen].sort());
        expect(whole.result).toBe(seen.length);
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
});

it.each([
  'x',
  'bm9uc2Vuc2U',
  Buffer.from('[1]').toString('base64url'),
  Buffer.from('["a",1,1]').toString('base64url'),
])('A cursor that is none of ours is refused: %s', async (cursor) => {
  const { article } = discuss([]);
  const answer = await callerOf(test.app)(`GET /api/articles/${article}/comments?cursor=${cursor}`);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION']);
});
