import { z } from 'zod';

/** Largest number of values in a record, two for each run. A test compares it with games/kit/record.ts. */
export const RECORD_NUMBERS_MAX = 80_000;
/** Largest input, and largest number of steps in one run, as in games/kit. */
const INPUT_MAX = 0x7fff_ffff;
/** Validity of a seed in milliseconds: the longest game with pauses. */
export const SEED_MS = 3 * 3_600_000;
/** Rows of a leaderboard. */
export const BOARD_ROWS = 20;

const mode = z.string().max(40);
const day = z.iso.date();
const player = z.object({ _id: z.string(), name: z.string(), avatar: z.string().nullable() });

/** POST /api/games/{id}/seeds: starts a game whose score counts. */
export const seedRequest = z
  .strictObject({
    mode,
    challenge: z.boolean().default(false).describe('whether it counts for today’s challenge'),
  })
  .meta({ id: 'GameSeedRequest' });
export type SeedRequest = z.infer<typeof seedRequest>;

export const seedResponse = z
  .object({
    token: z.string().describe('one-time token of this game, sent with its score'),
    seed: z.number().int().describe('seed of the engine'),
    until: z.iso.datetime(),
  })
  .meta({ id: 'GameSeed' });
export type GameSeed = z.infer<typeof seedResponse>;

/**
 * POST /api/games/{id}/scores: submits the record of a game. The server replays it to compute the score.
 */
export const scoreRequest = z
  .strictObject({
    token: z.string().max(40),
    rules: z.number().int().min(1).max(1_000_000).describe('version of the game’s rules'),
    inputs: z
      .array(z.number().int().min(0).max(INPUT_MAX))
      .max(RECORD_NUMBERS_MAX, 'This game is too long to be ranked.')
      .describe('pairs of numbers: an input, and the number of ticks or moves it lasted'),
  })
  .meta({ id: 'GameScoreSent' });
export type ScoreRequest = z.infer<typeof scoreRequest>;

export const scoreResponse = z
  .object({
    msg: z.string(),
    score: z.number().int().describe('points counted by the server'),
    rank: z.number().int().nullable().describe('rank on the leaderboard; null without points'),
    improved: z.boolean().describe('whether it is the best score of the player'),
    _id: z.string().nullable().describe('id of the replay, if it is stored'),
  })
  .meta({ id: 'GameScoreCounted' });
export type ScoreCounted = z.infer<typeof scoreResponse>;

/** Leaderboards of a game: the best scores ever, of a day, and of a day's challenge. */
export const boardSpans = ['all', 'day', 'challenge'] as const;
export type BoardSpan = (typeof boardSpans)[number];

/** GET /api/games/{id}/scores */
export const boardQuery = z.strictObject({
  mode: mode
    .optional()
    .describe('mode; default: the mode of today’s challenge, or the first ranked mode'),
  span: z.enum(boardSpans).default('all'),
  day: day.optional().describe('day in UTC; default: today'),
});
export type BoardQuery = z.infer<typeof boardQuery>;

const boardRow = z
  .object({
    _id: z.string(),
    rank: z.number().int(),
    score: z.number().int(),
    at: z.iso.datetime(),
    member: player,
    mine: z.boolean(),
  })
  .meta({ id: 'BoardRow' });
export type BoardRow = z.infer<typeof boardRow>;

export const boardResponse = z
  .object({
    game: z.number().int(),
    mode: z.string(),
    span: z.enum(boardSpans),
    day,
    scores: z.array(boardRow).describe('best score per member, highest first'),
    mine: boardRow.nullable().describe('entry of the caller, at any rank'),
  })
  .meta({ id: 'Board' });
export type Board = z.infer<typeof boardResponse>;

/** GET /api/games/scores/{id}: the record of a counted game, for its replay. */
export const replayResponse = z
  .object({
    _id: z.string(),
    game: z.number().int(),
    mode: z.string(),
    score: z.number().int(),
    at: z.iso.datetime(),
    member: player,
    record: z.object({
      game: z.string(),
      rules: z.number().int(),
      seed: z.number().int(),
      options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      inputs: z.array(z.number().int()),
    }),
  })
  .meta({ id: 'GameReplay' });
export type GameReplay = z.infer<typeof replayResponse>;

/** GET /api/games/challenge: the game of the day for everyone, until midnight UTC. */
export const challengeResponse = z
  .object({
    day,
    game: z.number().int(),
    name: z.string(),
    mode: z.string(),
    modeName: z.string(),
    seed: z.number().int(),
    until: z.iso.datetime(),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.infer<typeof challengeResponse>;
