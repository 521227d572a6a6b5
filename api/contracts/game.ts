import { z } from 'zod';
import { HOUR_MS } from './durations.ts';
import { page, pageInfo } from './fields.ts';

/** Main genres of games. */
export const genres = [
  'Action',
  'Strategy',
  'RPG',
  'Shooter',
  'Adventure',
  'Puzzle',
  'Racing',
  'Sports',
] as const;
export type Genre = (typeof genres)[number];

/** IDs have up to three digits in paths. */
const GAME_ID_MAX = 999;
const RATING_MIN = 70;
const RATING_MAX = 95;
/** Lowest and highest price of a game, in hundredths. */
const PRICE_MIN = 399;
const PRICE_MAX = 6599;

const idRule = `needs a number from 0 to ${GAME_ID_MAX}`;
const ratingRule = `needs a number from ${RATING_MIN} to ${RATING_MAX}`;
const filledText = z.string().trim().min(1, 'is empty');
const slug = z.string().regex(/^[a-z\d]+(-[a-z\d]+)*$/, 'needs small letters, digits and hyphens');
const names = z.array(filledText).min(1, 'needs at least one name');

/** One file of CONTENT_DIR/games/. It has either `link` or `play`. */
export const gameSchema = z
  .strictObject({
    id: z
      .int('needs a whole number')
      .min(0, idRule)
      .max(GAME_ID_MAX, idRule)
      .refine((id) => id !== 31, '31 leads to Pacman, 9')
      .refine((id) => id !== 404, '404 leads to the page for unknown games'),
    name: filledText,
    /** Short name for URLs and files. */
    surname: slug,
    genre: z.enum(genres, `needs one of ${genres.join(', ')}`),
    classic: z.boolean(),
    rating: z.int('needs a whole number').min(RATING_MIN, ratingRule).max(RATING_MAX, ratingRule),
    price: z
      .string()
      .regex(/^\d+\.\d\d$/, "needs a price such as '17.99'")
      .refine((price) => {
        const cents = Math.round(Number(price) * 100);
        return cents >= PRICE_MIN && cents <= PRICE_MAX;
      }, 'needs a price from 3.99 to 65.99'),
    /** Paragraphs, separated by empty lines. */
    desc: filledText,
    /** Date of the first release, as text. */
    release: filledText,
    platforms: names,
    developers: names,
    publishers: names,
    /** URL of the makers' page. */
    link: z.url({ protocol: /^https$/, error: 'needs a URL that starts with https://' }).optional(),
    /** Folder of the game in games/. */
    play: slug.optional(),
  })
  .refine(({ link, play }) => (link === undefined) !== (play === undefined), {
    message: "needs either 'link' or 'play'",
    path: ['link'],
  });

export type Game = z.infer<typeof gameSchema>;

/** Largest number of values in a replay, two for each run. A test compares it with games/kit/replay.ts. */
export const REPLAY_NUMBERS_MAX = 80_000;
/** Largest input, and largest number of steps in one run, as in games/kit. */
const INPUT_MAX = 0x7fff_ffff;
/** Validity of a seed in milliseconds: the longest game with pauses. */
export const SEED_MS = 3 * HOUR_MS;
/** Rows of a leaderboard. */
export const LEADERBOARD_ROWS = 20;

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
    seed: z.int().describe('seed of the engine'),
    until: z.iso.datetime(),
  })
  .meta({ id: 'GameSeed' });
export type GameSeed = z.infer<typeof seedResponse>;

/** POST /api/games/{id}/scores: submits the record of a game. The server replays it to compute the score. */
export const scoreRequest = z
  .strictObject({
    token: z.string().max(40),
    rules: z.int().min(1).max(1_000_000).describe('version of the game’s rules'),
    inputs: z
      .array(z.int().min(0).max(INPUT_MAX))
      .max(REPLAY_NUMBERS_MAX, 'This game is too long to be ranked.')
      .describe('pairs of numbers: an input, and the number of ticks or moves it lasted'),
  })
  .meta({ id: 'GameScoreSent' });
export type ScoreRequest = z.infer<typeof scoreRequest>;

export const scoreResponse = z
  .object({
    msg: z.string(),
    score: z.int().describe('points counted by the server'),
    rank: z.int().nullable().describe('rank on the leaderboard; null without points'),
    improved: z.boolean().describe('whether it is the best score of the player'),
    _id: z.string().nullable().describe('id of the replay, if it is stored'),
  })
  .meta({ id: 'GameScoreCounted' });
export type ScoreCounted = z.infer<typeof scoreResponse>;

/** Leaderboards of a game: the best scores ever, of a day, and of a day's challenge. */
const leaderboardPeriods = ['all', 'day', 'challenge'] as const;
export type LeaderboardPeriod = (typeof leaderboardPeriods)[number];

/** GET /api/games/{id}/scores */
export const leaderboardQuery = z.strictObject({
  mode: mode
    .optional()
    .describe('mode; default: the mode of today’s challenge, or the first ranked mode'),
  period: z.enum(leaderboardPeriods).default('all'),
  day: day.optional().describe('day in UTC; default: today'),
});
export type LeaderboardQuery = z.infer<typeof leaderboardQuery>;

const leaderboardRow = z
  .object({
    _id: z.string(),
    rank: z.int(),
    score: z.int(),
    at: z.iso.datetime(),
    member: player,
    mine: z.boolean(),
  })
  .meta({ id: 'LeaderboardRow' });
export type LeaderboardRow = z.infer<typeof leaderboardRow>;

export const leaderboardResponse = z
  .object({
    game: z.int(),
    mode: z.string(),
    period: z.enum(leaderboardPeriods),
    day,
    scores: z.array(leaderboardRow).describe('best score per member, highest first'),
    mine: leaderboardRow.nullable().describe('entry of the caller, at any rank'),
  })
  .meta({ id: 'Leaderboard' });
export type LeaderboardResponse = z.infer<typeof leaderboardResponse>;

/** GET /api/games/scores/{id}: the record of a counted game, for its replay. */
export const replayResponse = z
  .object({
    _id: z.string(),
    game: z.int(),
    mode: z.string(),
    score: z.int(),
    at: z.iso.datetime(),
    member: player,
    record: z.object({
      game: z.string(),
      rules: z.int(),
      seed: z.int(),
      options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      inputs: z.array(z.int()),
    }),
  })
  .meta({ id: 'GameReplay' });
export type GameReplay = z.infer<typeof replayResponse>;

/** GET /api/games/challenge: the same game for all players until midnight UTC. */
export const challengeResponse = z
  .object({
    day,
    game: z.int(),
    name: z.string(),
    mode: z.string(),
    modeName: z.string(),
    seed: z.int(),
    until: z.iso.datetime(),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.infer<typeof challengeResponse>;

/** Largest number of games in one call: all that a catalogue can have. */
const LISTED_MAX = GAME_ID_MAX + 1;

const ids = z.array(z.int().min(0).max(GAME_ID_MAX));

/** PUT /api/games/likes: adds likes. Games outside of the catalogue are ignored. */
export const gameLikesRequest = z
  .strictObject({ likes: ids.max(LISTED_MAX, `At most ${LISTED_MAX} games at once.`) })
  .meta({ id: 'GameLikesChange' });

/** Response to GET and to changes of likes: the numbers of all liked games. */
export const gameLikesResponse = z.object({ likes: ids }).meta({ id: 'GameLikes' });

export type GameLikes = z.infer<typeof gameLikesResponse>;

/** Highest number of stars. */
const STARS_MAX = 5;
/** Characters of a review. */
const REVIEW_MAX = 2000;
/** Reviews per page, for readers and moderators. */
export const REVIEWS_PER_PAGE = 10;
const REASON_MAX = 500;

/** State of a review: visible to everyone, or only to its author until a moderator has approved it. */
export const reviewStates = ['held', 'published', 'rejected'] as const;
export type ReviewState = (typeof reviewStates)[number];

const stars = z.int().min(1).max(STARS_MAX);

/** PUT /api/games/{id}/review: creates or changes the caller's review. */
export const reviewRequest = z
  .strictObject({
    stars: z
      .number('Please choose a rating.')
      .int('Please choose a rating.')
      .min(1, 'Please choose a rating.')
      .max(STARS_MAX, `Choose at most ${STARS_MAX} stars.`),
    text: z
      .string('Please write a few words.')
      .transform((text) => text.replace(/\r\n?/g, '\n').trim())
      .pipe(
        z
          .string()
          .min(1, 'Please write a few words.')
          .max(REVIEW_MAX, `A review has at most ${REVIEW_MAX} characters.`)
          .regex(/^[\P{Cc}\n\t]*$/u, 'The text contains an unsupported character.'),
      ),
  })
  .meta({ id: 'GameReviewChange' });
export type ReviewRequest = z.output<typeof reviewRequest>;

const reviewFields = {
  _id: z.string(),
  game: z.int(),
  stars,
  text: z.string(),
  createdAt: z.iso.datetime(),
  edited: z.iso.datetime().nullable(),
};

const review = z.object({ ...reviewFields, member: player }).meta({ id: 'GameReview' });
export type GameReview = z.infer<typeof review>;

const ownReview = z
  .object({
    ...reviewFields,
    state: z.enum(reviewStates),
    reason: z.string().nullable().describe('reason why it was not published'),
  })
  .meta({ id: 'OwnGameReview' });
export type OwnGameReview = z.infer<typeof ownReview>;

/** GET /api/games/{id}/reviews and GET /api/games/reviews, newest first. */
export const reviewListQuery = z.strictObject({ page });
export type ReviewListQuery = z.infer<typeof reviewListQuery>;

export const reviewListResponse = z
  .object({ reviews: z.array(review), ...pageInfo })
  .meta({ id: 'GameReviewList' });
export type GameReviewList = z.infer<typeof reviewListResponse>;

export const gameReviewsResponse = reviewListResponse
  .extend({
    average: z.number().nullable().describe('average number of stars; null without reviews'),
    mine: ownReview.nullable(),
  })
  .meta({ id: 'ReviewsOfGame' });
export type ReviewsOfGame = z.infer<typeof gameReviewsResponse>;

/** Response to a change or deletion of the caller's review. */
export const reviewResponse = z
  .object({ msg: z.string(), mine: ownReview.nullable() })
  .meta({ id: 'GameReviewSaved' });
export type ReviewSaved = z.infer<typeof reviewResponse>;

const moderatedReview = review
  .extend({
    state: z.enum(reviewStates),
    reason: z.string().nullable(),
    name: z.string().describe('id of the game'),
    email: z.string(),
    spamFactors: z.array(z.string()).describe('labels of the spam factors'),
  })
  .meta({ id: 'ModeratedGameReview' });
export type ModeratedReview = z.infer<typeof moderatedReview>;

/** GET /api/admin/reviews: reviews awaiting moderation oldest first, others newest first. */
export const moderatedListQuery = z.strictObject({
  state: z.enum(reviewStates).default('held'),
  page,
});
export type ModeratedListQuery = z.infer<typeof moderatedListQuery>;

export const moderatedListResponse = z
  .object({
    reviews: z.array(moderatedReview),
    counts: z.object({
      held: z.int(),
      published: z.int(),
      rejected: z.int(),
    }),
    ...pageInfo,
  })
  .meta({ id: 'ModeratedGameReviews' });
export type ModeratedReviews = z.infer<typeof moderatedListResponse>;

const reviewDecisions = ['approve', 'reject', 'delete'] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

/** POST /api/admin/reviews/decide. Missing ids are ignored. */
export const reviewDecisionRequest = z
  .strictObject({
    ids: z.array(z.string().max(40)).min(1, 'Please choose at least one.').max(100),
    decision: z.enum(reviewDecisions),
    reason: z
      .string()
      .trim()
      .max(REASON_MAX, `At most ${REASON_MAX} characters.`)
      .regex(/^[\P{Cc}\r\n\t]*$/u, 'The text contains an unsupported character.')
      .default('')
      .describe('reason why it was not published, sent to the author'),
  })
  .meta({ id: 'GameReviewDecision' });
export type ReviewDecisionRequest = z.infer<typeof reviewDecisionRequest>;

export const reviewDecisionResponse = z
  .object({ msg: z.string(), changed: z.array(z.string()) })
  .meta({ id: 'GameReviewsDecided' });

/** Number of repositories of a user, the latest changed ones. */
export const REPOSITORIES_SHOWN = 12;

/** GET /api/panels/github/{username}: accepts any text; invalid names are not found. */
export const githubUserParams = z.object({ username: z.string().min(1).max(100) });

/** A GitHub user, with the field names of GitHub's API. */
export const githubUserResponse = z
  .object({
    login: z.string(),
    avatar: z.string().describe('path on this site'),
    link: z.url().nullable().describe('URL of their profile'),
    blog: z.string().describe('text by the user; may be empty'),
    public_repos: z.int(),
    repos: z
      .array(
        z.object({
          name: z.string(),
          link: z.url().nullable(),
          language: z.string().describe("'N/A' if there is none"),
        }),
      )
      .max(REPOSITORIES_SHOWN),
  })
  .meta({ id: 'GithubUser' });
export type GithubUserResponse = z.infer<typeof githubUserResponse>;

/** GET /api/panels/quote */
export const quoteResponse = z
  .object({ text: z.string(), author: z.string() })
  .meta({ id: 'Quote' });
export type QuoteResponse = z.infer<typeof quoteResponse>;

/** GET /api/panels/joke. Some jokes have no punchline. */
export const jokeResponse = z
  .object({ text: z.string(), punchline: z.string() })
  .meta({ id: 'Joke' });
export type JokeResponse = z.infer<typeof jokeResponse>;
