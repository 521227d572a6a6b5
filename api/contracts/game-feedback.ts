import { z } from 'zod';

/** Largest number of games in one call, more than in the catalogue. */
const LISTED_MAX = 100;

const ids = z.array(z.number().int().min(0).max(999));

/** PUT /api/games/likes: adds likes. Games outside of the catalogue are ignored. */
export const gameLikesRequest = z
  .strictObject({ likes: ids.max(LISTED_MAX, `At most ${LISTED_MAX} games at once.`) })
  .meta({ id: 'GameLikesChange' });

/** Response to GET and to changes of likes: the numbers of all liked games. */
export const gameLikesResponse = z.object({ likes: ids }).meta({ id: 'GameLikes' });

export type GameLikes = z.infer<typeof gameLikesResponse>;

/** Highest number of stars. */
export const STARS_MAX = 5;
/** Characters of a review. */
export const REVIEW_MAX = 2000;
/** Reviews per page, for readers and moderators. */
export const REVIEWS_PER_PAGE = 10;
const REASON_MAX = 500;

/** State of a review: visible to everyone, or only to its author until a moderator has approved it. */
export const reviewStates = ['held', 'published', 'rejected'] as const;
export type ReviewState = (typeof reviewStates)[number];

const stars = z.number().int().min(1).max(STARS_MAX);
const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const listed = {
  result: z.number().int().describe('total number of items'),
  page: z.number().int(),
  pages: z.number().int(),
};

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
  game: z.number().int(),
  stars,
  text: z.string(),
  createdAt: z.iso.datetime(),
  edited: z.iso.datetime().nullable(),
};

const review = z
  .object({
    ...reviewFields,
    member: z.object({ _id: z.string(), name: z.string(), avatar: z.string().nullable() }),
  })
  .meta({ id: 'GameReview' });
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
  .object({ reviews: z.array(review), ...listed })
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

const judgedReview = review
  .extend({
    state: z.enum(reviewStates),
    reason: z.string().nullable(),
    name: z.string().describe('id of the game'),
    email: z.string(),
    signals: z.array(z.string()).describe('labels of the spam signals'),
  })
  .meta({ id: 'JudgedGameReview' });
export type JudgedReview = z.infer<typeof judgedReview>;

/** GET /api/admin/reviews: reviews awaiting moderation oldest first, others newest first. */
export const judgedListQuery = z.strictObject({
  state: z.enum(reviewStates).default('held'),
  page,
});
export type JudgedListQuery = z.infer<typeof judgedListQuery>;

export const judgedListResponse = z
  .object({
    reviews: z.array(judgedReview),
    counts: z.object({
      held: z.number().int(),
      published: z.number().int(),
      rejected: z.number().int(),
    }),
    ...listed,
  })
  .meta({ id: 'JudgedGameReviews' });
export type JudgedReviews = z.infer<typeof judgedListResponse>;

export const reviewDecisions = ['approve', 'reject', 'delete'] as const;
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
