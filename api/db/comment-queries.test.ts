import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moderationLists } from '#contracts/comment.ts';
import { insertTestArticle, insertTestUser } from '../testing/factories.ts';
import { type PlanReader, readPlans, sorts, walks } from '../testing/query-plans.ts';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import * as comments from './hot/comments.ts';
import * as queuedJobs from './hot/jobs.ts';
import * as moderation from './repositories/comments.ts';
import * as writes from './repositories/comments.ts';

let database: Database;
let plans: PlanReader;

beforeAll(() => {
  database = openMigrated();
  const { id: authorId } = insertTestUser(database);
  const { id: articleId } = insertTestArticle(database, { authorId });
  for (let number = 1; number <= 300; number += 1) {
    writes.insertComment(database.query, {
      publicId: `c${number}`,
      articleId,
      userId: number % 3 === 0 ? null : authorId,
      guest: number % 3 === 0 ? `g${number}` : null,
      parentId: number > 200 ? number - 200 : null,
      state: number % 20 === 0 ? 'held' : 'published',
      createdAt: number,
      text: `Comment ${number}`,
      html: '',
    });
  }
  plans = readPlans(database);
});
afterAll(() => database.close());

const query = () => database.query;
const place = { score: 0.5, createdAt: 100, id: 100 };
const member = { userId: 1, guest: null };
const guest = { userId: null, guest: 'g3' };
const page = { limit: 20, offset: 0 };

/** Queries that an index returns in the order of the list. */
const inOrder: [string, () => unknown][] = [
  ...(['relevant', 'recent'] as const).flatMap((sort): [string, () => unknown][] => [
    [
      `the first, ${sort}`,
      () => comments.listComments(database, 1, { sort, after: null, limit: 20 }),
    ],
    [
      `the next, ${sort}`,
      () => comments.listComments(database, 1, { sort, after: place, limit: 20 }),
    ],
  ]),
  ['replies', () => comments.listReplies(database, 1, { after: null, limit: 3 })],
  ['the next replies', () => comments.listReplies(database, 1, { after: place, limit: 3 })],
  ...moderationLists.map((list): [string, () => unknown] => [
    `the queue of ${list} ones`,
    () => moderation.listQueue(database, { list, ...page }),
  ]),
];

const found: [string, () => unknown][] = [
  ['one', () => comments.findComment(database, 'c1')],
  ['one by its row', () => comments.findCommentById(database, 1)],
  ['the article', () => comments.findDiscussedArticle(database, 'x')],
  ['the article of one', () => comments.findArticleOfComment(database, 1)],
  ['what waits for a member', () => comments.listUnpublishedOf(database, 1, member, 20)],
  ['what waits for a guest', () => comments.listUnpublishedOf(database, 1, guest, 20)],
  ['how many there are', () => comments.countComments(database, 1)],
  ['the ids of several articles', () => comments.listCommentIds(database, [1, 2], 100)],
  ['how many a member has', () => comments.countCommentsOf(database, 1, 'published', 1)],
  ['who liked it last', () => comments.findLikers(database, 'x', 2)],
  ['what a member likes', () => comments.findLikedOf(database, 1, [1, 2])],
  ['the same words of a member', () => comments.isRepeated(database, member, 'x')],
  ['the same words of a guest', () => comments.isRepeated(database, guest, 'x')],
  [
    'the one a member calls so',
    () => comments.findCommentByKey(database, member, { articleId: 1, key: 'k' }),
  ],
  [
    'the one a guest calls so',
    () => comments.findCommentByKey(database, guest, { articleId: 1, key: 'k' }),
  ],
  ['all of a member', () => writes.listCommentsOf(query(), 1)],
  ['where a member wrote', () => comments.listArticlesRespondedTo(database, 1)],
  ['a search', () => moderation.listQueue(database, { list: 'held', search: 'comment', ...page })],
  ['a short search', () => moderation.listQueue(database, { list: 'held', search: 'co', ...page })],
  ...moderationLists.map((list): [string, () => unknown] => [
    `how many are ${list}`,
    () => moderation.countQueue(database, list),
  ]),
  ['what is found of them', () => moderation.countQueue(database, 'published', 'comment')],
  ['reports', () => moderation.listReports(database, [1, 2])],
  ['what is decided about', () => moderation.findDecided(database, 'c1')],
  ['how many guests wait', () => moderation.countHeldOfGuests(database, 500)],
  [
    'what nobody wants',
    () => moderation.listRefused(database, { state: 'spam', before: 1, limit: 9 }),
  ],
  ['too much spam', () => moderation.listSpamBehind(database, { newest: 9, limit: 9 })],
  ['a change', () => writes.updateComment(query(), 1, { state: 'held' })],
  ['taking one away', () => writes.deleteComment(query(), 299)],
  ['whether it has replies', () => writes.hasReplies(query(), 2)],
  ['clearing a place', () => writes.clearEmptyPlace(query(), 2)],
  ['taking a like back', () => writes.deleteCommentLike(query(), 1, 1)],
  ['settling reports', () => writes.resolveReports(query(), 1, 2)],
  ['opening them again', () => writes.reopenReports(query(), 1, 2)],
  ['whether a page waits', () => queuedJobs.hasQueuedJobOf(database, 'comments', { article: 1 })],
];

describe('a query for comments that uses an index:', () => {
  it.each(found)('%s', (_what, work) => {
    expect(walks(plans.plansOf(work))).toEqual([]);
  });

  it.each(inOrder)('%s, in order', (_what, work) => {
    const plan = plans.plansOf(work);
    expect([...walks(plan), ...sorts(plan)]).toEqual([]);
  });
});
