import { z } from 'zod';
import { pageInfo, pageQuery } from './fields.ts';
import { emailField, invitedNameField } from './session.ts';

/** Users per page of the admin's table. */
export const USERS_PER_PAGE = 25;

/** Orders of the table. Each has an index. */
export const userSorts = ['first', 'last', 'email', 'type', 'joined', 'anniversary'] as const;
export type UserSort = (typeof userSorts)[number];
export const userFilters = ['all', 'admins', 'members', 'suspended', 'invited'] as const;
export type UserFilter = (typeof userFilters)[number];

/** GET /api/admin/users */
export const userListQuery = z.strictObject({
  search: z.string().trim().max(80).default('').describe('part of a name or an email'),
  show: z.enum(userFilters).default('all'),
  sort: z.enum(userSorts).default('joined'),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...pageQuery(USERS_PER_PAGE),
});
export type UserListQuery = z.infer<typeof userListQuery>;

/** A row of the table. */
export const listedUser = z
  .object({
    _id: z.string(),
    avatar: z.string().nullable(),
    name: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    role: z.int(),
    accountType: z.enum(['Admin', 'Basic']),
    state: z.enum(['active', 'suspended', 'invited']),
    emailConfirmed: z.boolean(),
    anniversary: z.iso.date().describe('next anniversary of the registration'),
    createdAt: z.iso.datetime().describe('member since'),
    self: z.boolean().describe('whether it is the caller'),
    articles: z.int().describe('number of articles that the deleting admin would take over'),
  })
  .meta({ id: 'ListedUser' });
export type ListedUser = z.infer<typeof listedUser>;

export const userListResponse = z
  .object({
    users: z.array(listedUser),
    ...pageInfo,
    counts: z.object({
      admins: z.int(),
      suspended: z.int(),
      invited: z.int(),
    }),
  })
  .meta({ id: 'UserList' });

const role = z.union([z.literal(0), z.literal(1)]).describe('1 is an admin');

/** POST /api/admin/users: an invitation. */
export const invitationRequest = z
  .strictObject({ name: invitedNameField, email: emailField, role: role.default(0) })
  .meta({ id: 'UserInvitation' });
export type InvitationRequest = z.infer<typeof invitationRequest>;

/** PUT /api/admin/users/:id */
export const userChangeRequest = z
  .strictObject({ role: role.optional(), suspended: z.boolean().optional() })
  .meta({ id: 'UserChange' });
export type UserChangeRequest = z.infer<typeof userChangeRequest>;

export const userChangeResponse = z
  .object({ msg: z.string(), user: listedUser })
  .meta({ id: 'UserChanged' });

/** DELETE /api/user/:id, with the choice to keep or delete the user's comments. */
export const userDeletionQuery = z.strictObject({
  comments: z.enum(['keep', 'remove']).default('keep').describe('keep: shown as “Deleted member”'),
});
