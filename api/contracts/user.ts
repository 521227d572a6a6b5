import { z } from 'zod';
import { cartLineResponse } from './cart.ts';

/** Roles as documented: 1 is an admin. */
export const ROLE_BASIC = 0;
export const ROLE_ADMIN = 1;

export const PASSWORD_MAX = 128;

/** The name of who has deleted their account, where something of theirs stays. */
export const DELETED_MEMBER = 'Deleted member';

/** Entries of each list that belongs to a user, the newest. */
export const USER_LIST_MAX = 100;

/** What everybody may know of a user. */
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

/** Who may see a part of what members show of themselves. */
export const audiences = ['public', 'members', 'me'] as const;
export type Audience = (typeof audiences)[number];
const audience = z.enum(audiences);

/**
 * What members decide about, each by itself, with what holds until they do. A later kind of entry in
 * the timeline is a row here and one in services/profile/timeline.ts.
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
/** Some of it, to be changed. */
export const privacyChange = z.partialRecord(privacy.keyof(), audience);

/** Something a member has made or taken part in. */
export const project = z
  .object({
    title: z.string(),
    link: z.string().describe('an http or https address, or empty'),
    role: z.string(),
    year: z.number().int().nullable(),
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof project>;

const profileFields = {
  phone: z.string(),
  location: z.string(),
  work: z.array(z.string()),
  education: z.array(z.string()),
  skills: z.array(z.string()),
  websites: z.array(z.string()).describe('http and https addresses'),
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

/** What a user may know of themselves. */
export const ownUser = publicUser
  .extend({
    ...profileFields,
    ...lists,
    email: z.string(),
    emailConfirmed: z.boolean(),
    role: z.number().int(),
    notifications: z.boolean(),
    privacy,
  })
  .meta({ id: 'OwnUser' });
export type OwnUser = z.infer<typeof ownUser>;

/**
 * A member as somebody else sees them. Who may not see a part gets none of its fields; title and bio
 * are empty then. What they like, save and mean to buy, nobody sees but themselves.
 */
export const memberUser = publicUser
  .extend(
    z.object({ ...profileFields, ...lists, email: z.string(), role: z.number().int() }).partial()
      .shape,
  )
  .meta({ id: 'MemberUser' });
export type MemberUser = z.infer<typeof memberUser>;
