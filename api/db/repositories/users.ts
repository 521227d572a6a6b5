import { and, count, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { DELETED_MEMBER, ROLE_ADMIN, ROLE_BASIC } from '#contracts/user.ts';
import type { Queryable, TimeSpan } from '../client.ts';
import { users } from '../schema/accounts.ts';

export type UserRecord = typeof users.$inferSelect;
export type NewUser = Pick<
  UserRecord,
  'publicId' | 'email' | 'name' | 'passwordHash' | 'role' | 'createdAt'
> & { emailConfirmedAt?: number | null; invitedAt?: number | null };

/** Returns the user of an email address, ignoring case, in any status. */
export function findUserByEmail(query: Queryable, email: string): UserRecord | undefined {
  return query.select().from(users).where(eq(users.email, email)).get();
}

/** Returns a user who is neither suspended nor deleted. */
export function findActiveUser(query: Queryable, id: number): UserRecord | undefined {
  return query
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.status, 'active')))
    .get();
}

/** Returns an active user by public id. */
export function findActiveUserByPublicId(
  query: Queryable,
  publicId: string,
): UserRecord | undefined {
  return query
    .select()
    .from(users)
    .where(and(eq(users.publicId, publicId), eq(users.status, 'active')))
    .get();
}

/** Returns a user of any status by row id. */
export function findUserById(query: Queryable, id: number): UserRecord | undefined {
  return query.select().from(users).where(eq(users.id, id)).get();
}

/** Returns a user of any status. */
export function findUserByPublicId(query: Queryable, publicId: string): UserRecord | undefined {
  return query.select().from(users).where(eq(users.publicId, publicId)).get();
}

/** True if there is an admin; suspended ones count, so that the set-up link stays invalid. */
export function adminExists(query: Queryable): boolean {
  const row = query
    .select({ admins: count() })
    .from(users)
    .where(and(eq(users.role, ROLE_ADMIN), inArray(users.status, ['active', 'suspended'])))
    .get();
  return (row?.admins ?? 0) > 0;
}

/**
 * @param user with `emailConfirmedAt` if the owner of the address is confirmed
 * @throws SqliteError SQLITE_CONSTRAINT_UNIQUE if the email address has an account
 */
export function insertUser(query: Queryable, user: NewUser): UserRecord {
  return query
    .insert(users)
    .values({ ...user, passwordChangedAt: user.createdAt, updatedAt: user.createdAt })
    .returning()
    .get();
}

export function makeUserAdmin(query: Queryable, id: number, now: number): void {
  query
    .update(users)
    .set({ role: ROLE_ADMIN, status: 'active', updatedAt: now })
    .where(eq(users.id, id))
    .run();
}

export function updateRole(query: Queryable, id: number, role: number, now: number): void {
  query.update(users).set({ role, updatedAt: now }).where(eq(users.id, id)).run();
}

export function updateStatus(
  query: Queryable,
  id: number,
  status: 'active' | 'suspended',
  now: number,
): void {
  query.update(users).set({ status, updatedAt: now }).where(eq(users.id, id)).run();
}

/** Stores that an invitation was sent, or accepted with null. */
export function updateInvitedAt(query: Queryable, id: number, invitedAt: number | null): void {
  query.update(users).set({ invitedAt }).where(eq(users.id, id)).run();
}

/** Returns active admins except one user. */
export function countOtherAdmins(query: Queryable, exceptId: number): number {
  const row = query
    .select({ admins: count() })
    .from(users)
    .where(
      and(
        eq(users.role, ROLE_ADMIN),
        eq(users.status, 'active'),
        isNull(users.invitedAt),
        ne(users.id, exceptId),
      ),
    )
    .get();
  return row?.admins ?? 0;
}

/** Counts the members who joined from one time to before another. */
export function countMembersJoined(query: Queryable, { from, to }: TimeSpan): number {
  const row = query
    .select({ found: count() })
    .from(users)
    .where(
      and(
        // Must match the expression of the index.
        sql`status IN ('active', 'suspended')`,
        gte(users.createdAt, from),
        lt(users.createdAt, to),
        eq(users.role, ROLE_BASIC),
      ),
    )
    .get();
  return row?.found ?? 0;
}

export function updatePasswordHash(
  query: Queryable,
  id: number,
  passwordHash: string,
  now: number,
): void {
  query
    .update(users)
    .set({ passwordHash, passwordChangedAt: now, updatedAt: now })
    .where(eq(users.id, id))
    .run();
}

/**
 * Stores a confirmed email address of a user, new or unchanged.
 * @throws SqliteError SQLITE_CONSTRAINT_UNIQUE if the email address has another account
 */
export function updateConfirmedEmail(
  query: Queryable,
  id: number,
  email: string,
  now: number,
): void {
  query
    .update(users)
    .set({ email, emailConfirmedAt: now, updatedAt: now })
    .where(eq(users.id, id))
    .run();
}

/** Replaces the unconfirmed email address of a user by an unusable one. */
export function releaseEmail(query: Queryable, { id, publicId }: UserRecord, now: number): void {
  query
    .update(users)
    .set({ email: `${publicId}@released.invalid`, updatedAt: now })
    .where(eq(users.id, id))
    .run();
}

/** Profile fields of members. */
export type ProfileColumns = Partial<
  Pick<
    UserRecord,
    | 'name'
    | 'title'
    | 'bio'
    | 'phone'
    | 'location'
    | 'work'
    | 'education'
    | 'skills'
    | 'websites'
    | 'socialMedia'
    | 'projects'
    | 'privacy'
    | 'avatar'
  >
>;

/** @returns the user as they are now */
export function updateProfile(
  query: Queryable,
  id: number,
  columns: ProfileColumns,
  now: number,
): UserRecord {
  return query
    .update(users)
    .set({ ...columns, updatedAt: now })
    .where(eq(users.id, id))
    .returning()
    .get();
}

/** Anonymises the row of a user, which stays for content that refers to it and cannot sign in. */
export function anonymiseUser(query: Queryable, { id, publicId }: UserRecord, now: number): void {
  query
    .update(users)
    .set({
      status: 'deleted',
      email: `${publicId}@deleted.invalid`,
      name: DELETED_MEMBER,
      passwordHash: '',
      role: ROLE_BASIC,
      avatar: null,
      title: '',
      bio: '',
      phone: '',
      location: '',
      work: [],
      education: [],
      skills: [],
      websites: [],
      socialMedia: [],
      projects: [],
      privacy: {},
      notifications: false,
      passwordChangedAt: now,
      updatedAt: now,
      emailConfirmedAt: null,
      invitedAt: null,
    })
    .where(eq(users.id, id))
    .run();
}

/** Returns the author of the demo content while there is no owner. */
export function findPlaceholder(query: Queryable): UserRecord | undefined {
  return query.select().from(users).where(eq(users.status, 'placeholder')).get();
}

/** Turns the placeholder user into an active admin. */
export function claimPlaceholder(
  query: Queryable,
  id: number,
  owner: Omit<NewUser, 'role'>,
): UserRecord {
  return query
    .update(users)
    .set({
      ...owner,
      role: ROLE_ADMIN,
      status: 'active',
      passwordChangedAt: owner.createdAt,
      updatedAt: owner.createdAt,
    })
    .where(eq(users.id, id))
    .returning()
    .get();
}
