import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { users } from './accounts.ts';
import { belongsTo, flag, list, tableWithoutRowid } from './columns.ts';

/** Games that members like, by their number in the catalogue. */
export const gameLikes = tableWithoutRowid(
  'game_likes',
  {
    userId: belongsTo('user_id', () => users.id),
    game: integer('game').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.game] })],
);

/** Started games that may count for the leaderboard: each for one member, game and mode, once and until it ends. */
export const gameSeeds = sqliteTable(
  'game_seeds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    userId: belongsTo('user_id', () => users.id),
    game: integer('game').notNull(),
    mode: text('mode').notNull(),
    seed: integer('seed').notNull(),
    /** Day of the challenge in days since 1970; null for other games. */
    challenge: integer('challenge'),
    createdAt: integer('created_at').notNull(),
    endsAt: integer('ends_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [
    index('game_seeds_of_user').on(table.userId, table.id),
    index('game_seeds_over').on(table.endsAt),
  ],
);

/** Best game of a member for each day, mode and kind, with its inputs. The server computes every number by replaying. */
export const gameScores = sqliteTable(
  'game_scores',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    userId: belongsTo('user_id', () => users.id),
    game: integer('game').notNull(),
    mode: text('mode').notNull(),
    /** Days since 1970, UTC. */
    day: integer('day').notNull(),
    /** True for the challenge of that day. */
    challenge: flag('challenge').notNull(),
    score: integer('score').notNull(),
    outcome: text('outcome', { enum: ['won', 'lost', 'drawn'] }).notNull(),
    rules: integer('rules').notNull(),
    seed: integer('seed').notNull(),
    steps: integer('steps').notNull(),
    /** Runs of inputs, deflated, in base64. */
    inputs: text('inputs').notNull(),
    /** True for the member's best score in the mode; challenges are excluded. */
    best: flag('best').notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    unique().on(table.userId, table.game, table.mode, table.day, table.challenge),
    check('game_scores_score', sql`score > 0`),
    index('game_scores_of_day').on(
      table.game,
      table.mode,
      table.challenge,
      table.day,
      sql`score DESC`,
      table.createdAt,
      table.id,
    ),
    index('game_scores_of_all_time')
      .on(table.game, table.mode, sql`score DESC`, table.createdAt, table.id)
      .where(sql`best = 1`),
    uniqueIndex('game_scores_best').on(table.userId, table.game, table.mode).where(sql`best = 1`),
    index('game_scores_of_user').on(table.userId, table.createdAt, table.id),
  ],
);

/** Reviews of games, one by each member. */
export const gameReviews = sqliteTable(
  'game_reviews',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    publicId: text('public_id').notNull().unique(),
    userId: belongsTo('user_id', () => users.id),
    game: integer('game').notNull(),
    stars: integer('stars').notNull(),
    text: text('text').notNull(),
    state: text('state', { enum: ['held', 'published', 'rejected'] }).notNull(),
    /** Reason of a rejection, shown to the author. */
    reason: text('reason'),
    /** Factors of the spam score. */
    spamFactors: list('spam_factors').notNull().default([]),
    createdAt: integer('created_at').notNull(),
    editedAt: integer('edited_at'),
    decidedAt: integer('decided_at'),
  },
  (table) => [
    unique().on(table.userId, table.game),
    check('game_reviews_stars', sql`stars BETWEEN 1 AND 5`),
    index('game_reviews_of_game')
      .on(table.game, table.createdAt, table.id, table.stars)
      .where(sql`state = 'published'`),
    index('game_reviews_by_state').on(table.state, table.createdAt, table.id),
  ],
);
