import { z } from 'zod';

/** Roles as documented: 1 is an admin. */
export const ROLE_BASIC = 0;
export const ROLE_ADMIN = 1;

export const PASSWORD_MAX = 128;

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

/** What a user may know of themselves. */
export const ownUser = publicUser
  .extend({
    email: z.string(),
    emailConfirmed: z.boolean(),
    role: z.number().int(),
    phone: z.string(),
    location: z.string(),
    work: z.array(z.string()),
    education: z.array(z.string()),
    skills: z.array(z.string()),
    websites: z.array(z.string()),
    socialMedia: z.array(z.string()),
    notifications: z.boolean(),
  })
  .meta({ id: 'OwnUser' });
export type OwnUser = z.infer<typeof ownUser>;

/** GET /api/user/info: what a page has to know of who opens it, in one answer. */
export const userInfoResponse = z
  .object({ users: ownUser, unreadNotifications: z.number().int() })
  .meta({ id: 'UserInfo' });
