import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CommentState } from '#contracts/comment.ts';
import { DAY_MS } from '#contracts/durations.ts';
import type { Database } from '../../db/database.ts';
import { insertComment, updateComment } from '../../db/repositories/comments.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';
import { createTestClock } from '../../testing/fakes.ts';
import { openMigrated } from '../../testing/test-database.ts';
import { purgeComments } from './moderation.ts';

const clock = createTestClock();
let database: Database;
let articleId: number;
beforeEach(() => {
  database = openMigrated();
  articleId = insertTestArticle(database, { authorId: insertTestUser(database).id }).id;
});
afterEach(() => database.close());

function plant(text: string, state: CommentState, days: number, parentId: number | null = null) {
  const createdAt = clock.now() - days * DAY_MS;
  const who = { articleId, userId: null, guest: 'somebody', parentId };
  const commentFields = { publicId: text, text, html: '', state, createdAt, spamFactors: [] };
  return insertComment(database.query, { ...who, ...commentFields });
}
const purge = () => purgeComments({ database, clock: clock.now });
const left = () => database.raw.prepare('SELECT text FROM comments ORDER BY id').pluck().all();

it('purges rejected comments and spam 90 days after the decision', async () => {
  for (const state of ['published', 'held', 'rejected', 'spam'] as const) {
    plant(`${state} before`, state, 91);
    plant(`${state} lately`, state, 89);
  }
  const late = plant('rejected yesterday', 'rejected', 300);
  updateComment(database.query, late, { decidedAt: clock.now() - DAY_MS });
  await purge();
  expect(left()).toEqual([
    'published before',
    'published lately',
    'held before',
    'held lately',
    'rejected lately',
    'spam lately',
    'rejected yesterday',
  ]);
});

it('erases a rejected comment with replies but keeps its place', async () => {
  const top = plant('Rejected words', 'rejected', 91);
  plant('An answer', 'published', 90, top);
  await purge();
  await purge();
  expect(left()).toEqual(['', 'An answer']);
});

it('keeps only the newest 5,000 spam comments', async () => {
  database.raw
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5300)
      INSERT INTO comments (public_id, article_id, guest, state, created_at, text, html)
      SELECT 's' || i, ?, 'g', 'spam', ? - i, 's' || i, '' FROM n`,
    )
    .run(articleId, clock.now());
  await purge();
  const kept = left();
  expect([kept.length, kept.includes('s5000'), kept.includes('s5001')]).toEqual([
    5000,
    true,
    false,
  ]);
});
