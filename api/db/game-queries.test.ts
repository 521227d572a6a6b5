import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTestUser } from '../testing/factories.ts';
import { type PlanReader, readPlans, sorts, walks } from '../testing/query-plans.ts';
import { openMigrated } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import * as likes from './repositories/games.ts';
import * as reviews from './repositories/games.ts';
import * as scores from './repositories/games.ts';
import * as seeds from './repositories/games.ts';

let database: Database;
let plans: PlanReader;
beforeAll(() => {
  database = openMigrated();
  for (let number = 0; number < 100; number += 1) {
    const { id: userId } = insertTestUser(database);
    const game = { userId, game: 9, mode: 'arcade', challenge: false };
    const counted = { ...game, publicId: `score-${number}`, day: number % 5, score: 1 + number };
    scores.insertGame(database, {
      ...counted,
      outcome: 'won',
      rules: 1,
      seed: 1,
      steps: 1,
      inputs: '',
      createdAt: number,
    });
    const review = { userId, game: 9, stars: 3, text: 'Words', spamFactors: [], now: number };
    const state = number % 2 === 0 ? ('published' as const) : ('held' as const);
    reviews.upsertReview(database, { ...review, publicId: `review-${number}`, state });
  }
  // One of each: it is the best of each.
  database.raw.exec('UPDATE game_scores SET best = 1; ANALYZE');
  plans = readPlans(database);
});
afterAll(() => database.close());

const viewer = { kind: 'member', userId: 1 } as const;
const all = { period: 'all', game: 9, mode: 'arcade' } as const;
const day = { period: 'day', game: 9, mode: 'arcade', day: 1 } as const;
const page = { limit: 10, offset: 0 };
const place = { userId: 1, at: 99, id: 99, limit: 20 };

describe('lists use an index in their order', () => {
  it.each<[string, () => unknown]>([
    ['scores.listLeaderboard: all time', () => scores.listLeaderboard(database, all, viewer, 20)],
    ['scores.listLeaderboard: one day', () => scores.listLeaderboard(database, day, viewer, 20)],
    ['reviews.listReviewsOf', () => reviews.listReviewsOf(database, 9, page)],
    ['reviews.listReviews: held', () => reviews.listReviews(database, 'held', page)],
    ['reviews.listReviews: published', () => reviews.listReviews(database, 'published', page)],
    ['scores.listScoresBy', () => scores.listScoresBy(database, place)],
  ])('%s', (_what, work) => {
    const plan = plans.plansOf(work);
    expect([walks(plan), sorts(plan)]).toEqual([[], []]);
  });
});

describe('no statement scans a table', () => {
  const before = { score: 3, createdAt: 1, id: 1 };
  it.each<[string, () => unknown]>([
    ['scores.countBefore: all time', () => scores.countBefore(database, all, viewer, before)],
    ['scores.countBefore: one day', () => scores.countBefore(database, day, viewer, before)],
    ['scores.findOnLeaderboard: all time', () => scores.findOnLeaderboard(database, all, 1)],
    ['scores.findOnLeaderboard: one day', () => scores.findOnLeaderboard(database, day, 1)],
    ['scores.findPlayed', () => scores.findPlayed(database, 'x', viewer)],
    [
      'scores.markBestGame',
      () => scores.markBestGame(database, { userId: 1, game: 9, mode: 'arcade' }),
    ],
    ['seeds.findSeed', () => seeds.findSeed(database, 'x')],
    ['seeds.claimSeed', () => seeds.claimSeed(database, 1, 1)],
    ['seeds.purgeSeeds', () => seeds.purgeSeeds(database, { before: 0, userId: 1, keep: 50 })],
    ['likes.listGameLikes', () => likes.listGameLikes(database, 1)],
    ['likes.deleteGameLike', () => likes.deleteGameLike(database, { userId: 1, game: 9 })],
    ['reviews.sumReviewsOf', () => reviews.sumReviewsOf(database, 9)],
    ['reviews.countReviews', () => reviews.countReviews(database, 'held')],
    ['reviews.findReview', () => reviews.findReview(database, { userId: 1, game: 9 })],
    ['reviews.findReviewById', () => reviews.findReviewById(database, 'x')],
    [
      'reviews.decideReview',
      () => reviews.decideReview(database, { id: 1, state: 'held', reason: null, now: 1 }),
    ],
    ['reviews.deleteReview', () => reviews.deleteReview(database, 99)],
  ])('%s', (_what, work) => {
    expect(walks(plans.plansOf(work))).toEqual([]);
  });
});
