import { z } from 'zod';
import { cartLineResponse } from './cart.ts';
import { gameLikesResponse } from './game.ts';
import { pendingCountsResponse } from './overview.ts';
import { reactionsResponse } from './reaction.ts';

/** Roles as documented: 1 is an admin. */
export const ROLE_BASIC = 0;
export const ROLE_ADMIN = 1;

export const PASSWORD_MAX = 128;

/** Largest number of entries in each list of a user, the newest ones. */
export const USER_LIST_MAX = 100;

export const publicUser = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    avatar: z.string().nullable(),
    title: z.string(),
    bio: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'PublicUser' });
export type PublicUser = z.infer<typeof publicUser>;

/** Viewers who may see a part of a profile. */
export const audiences = ['public', 'members', 'me'] as const;
export type Audience = (typeof audiences)[number];
const audience = z.enum(audiences);

/**
 * Parts of a profile with their default visibility. A new kind of timeline entry requires a row here and one in
 * services/profile/member-profile.ts.
 */
export const privacy = z
  .object({
    profile: audience.default('members').describe('title, about, skills, work, links, projects'),
    contact: audience.default('me').describe('email and phone'),
    articles: audience.default('public'),
    comments: audience.default('public'),
    scores: audience.default('public').describe('leaderboard ranks and replays'),
  })
  .meta({ id: 'Privacy' });
export type Privacy = z.infer<typeof privacy>;
/** Changes of the visibility. */
export const privacyChange = z.partialRecord(privacy.keyof(), audience);

export const project = z
  .object({
    title: z.string(),
    link: z.string().describe('an http or https URL, or empty'),
    role: z.string(),
    year: z.int().nullable(),
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof project>;

const profileFields = {
  phone: z.string(),
  location: z.string(),
  work: z.array(z.string()),
  education: z.array(z.string()),
  skills: z.array(z.string()),
  websites: z.array(z.string()).describe('http and https URLs'),
  socialMedia: z.array(z.string()),
  projects: z.array(project),
};

const articleIds = z.array(z.string());
const lists = {
  articles: articleIds.describe(
    `_ids of the newest ${USER_LIST_MAX} articles by this user: all for themselves, else live ones`,
  ),
  savedArticles: articleIds.describe(`_ids of the newest ${USER_LIST_MAX}`),
  likedArticles: articleIds.describe(`_ids of the newest ${USER_LIST_MAX}`),
  cart: z.array(cartLineResponse),
};

/** Data of a user for the user. */
export const ownUser = publicUser
  .extend({
    ...profileFields,
    ...lists,
    email: z.string(),
    emailConfirmed: z.boolean(),
    role: z.int(),
    notifications: z.boolean(),
    privacy,
  })
  .meta({ id: 'OwnUser' });
export type OwnUser = z.infer<typeof ownUser>;

/**
 * A member as another viewer sees them. Fields of hidden parts are missing, and title and bio are empty. Likes,
 * saved articles and the cart are never included.
 */
export const memberUser = publicUser
  .extend(
    z.object({ ...profileFields, ...lists, email: z.string(), role: z.int() }).partial().shape,
  )
  .meta({ id: 'MemberUser' });
export type MemberUser = z.infer<typeof memberUser>;

/** GET /api/user/info?article=: the article whose reactions the page shows. */
export const userInfoQuery = z.strictObject({
  article: z.string().min(1).max(200).optional().describe('id or slug of an article'),
});

/** GET /api/user/info: all personal data of a page. */
export const userInfoResponse = z
  .object({
    users: ownUser,
    unreadNotifications: z.int(),
    cartCount: z.int().describe('number of different products in the cart'),
    likedGames: gameLikesResponse.shape.likes,
    reactions: reactionsResponse
      .nullable()
      .describe('reactions to `article`; null without a readable one'),
    waiting: pendingCountsResponse.nullable().describe('pending counts; admins only'),
  })
  .meta({ id: 'UserInfo' });

export type UserInfo = z.infer<typeof userInfoResponse>;
