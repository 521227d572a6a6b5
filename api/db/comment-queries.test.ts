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
      `comments.listComments: first page, ${sort}`,
      () => comments.listComments(database, 1, { sort, after: null, limit: 20 }),
    ],
    [
      `comments.listComments: next page, ${sort}`,
      () => comments.listComments(database, 1, { sort, after: place, limit: 20 }),
    ],
  ]),
  [
    'comments.listReplies: first page',
    () => comments.listReplies(database, 1, { after: null, limit: 3 }),
  ],
  [
    'comments.listReplies: next page',
    () => comments.listReplies(database, 1, { after: place, limit: 3 }),
  ],
  ...moderationLists.map((list): [string, () => unknown] => [
    `moderation.listQueue: ${list}`,
    () => moderation.listQueue(database, { list, ...page }),
  ]),
];

const found: [string, () => unknown][] = [
  ['comments.findComment', () => comments.findComment(database, 'c1')],
  ['comments.findCommentById', () => comments.findCommentById(database, 1)],
  ['comments.findDiscussedArticle', () => comments.findDiscussedArticle(database, 'x')],
  ['comments.findArticleOfComment', () => comments.findArticleOfComment(database, 1)],
  ['comments.listUnpublishedOf: member', () => comments.listUnpublishedOf(database, 1, member, 20)],
  ['comments.listUnpublishedOf: guest', () => comments.listUnpublishedOf(database, 1, guest, 20)],
  ['comments.countComments', () => comments.countComments(database, 1)],
  ['comments.listCommentIds', () => comments.listCommentIds(database, [1, 2], 100)],
  ['comments.countCommentsOf', () => comments.countCommentsOf(database, 1, 'published', 1)],
  ['comments.findLikers', () => comments.findLikers(database, 'x', 2)],
  ['comments.findLikedOf', () => comments.findLikedOf(database, 1, [1, 2])],
  ['comments.isRepeated: member', () => comments.isRepeated(database, member, 'x')],
  ['comments.isRepeated: guest', () => comments.isRepeated(database, guest, 'x')],
  [
    'comments.findCommentByKey: member',
    () => comments.findCommentByKey(database, member, { articleId: 1, key: 'k' }),
  ],
  [
    'comments.findCommentByKey: guest',
    () => comments.findCommentByKey(database, guest, { articleId: 1, key: 'k' }),
  ],
  ['writes.listCommentsOf', () => writes.listCommentsOf(query(), 1)],
  ['comments.listArticlesRespondedTo', () => comments.listArticlesRespondedTo(database, 1)],
  [
    'moderation.listQueue: search',
    () => moderation.listQueue(database, { list: 'held', search: 'comment', ...page }),
  ],
  [
    'moderation.listQueue: two letters',
    () => moderation.listQueue(database, { list: 'held', search: 'co', ...page }),
  ],
  ...moderationLists.map((list): [string, () => unknown] => [
    `moderation.countQueue: ${list}`,
    () => moderation.countQueue(database, list),
  ]),
  ['moderation.countQueue: search', () => moderation.countQueue(database, 'published', 'comment')],
  ['moderation.listReports', () => moderation.listReports(database, [1, 2])],
  ['moderation.findDecided', () => moderation.findDecided(database, 'c1')],
  ['moderation.countHeldOfGuests', () => moderation.countHeldOfGuests(database, 500)],
  [
    'moderation.listRejected',
    () => moderation.listRejected(database, { state: 'spam', before: 1, limit: 9 }),
  ],
  ['moderation.listSpamBehind', () => moderation.listSpamBehind(database, { newest: 9, limit: 9 })],
  ['writes.updateComment', () => writes.updateComment(query(), 1, { state: 'held' })],
  ['writes.deleteComment', () => writes.deleteComment(query(), 299)],
  ['writes.hasReplies', () => writes.hasReplies(query(), 2)],
  ['writes.clearEmptyPlace', () => writes.clearEmptyPlace(query(), 2)],
  ['writes.deleteCommentLike', () => writes.deleteCommentLike(query(), 1, 1)],
  ['writes.resolveReports', () => writes.resolveReports(query(), 1, 2)],
  ['writes.reopenReports', () => writes.reopenReports(query(), 1, 2)],
  [
    'queuedJobs.hasQueuedJobOf',
    () => queuedJobs.hasQueuedJobOf(database, 'comments', { article: 1 }),
  ],
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
