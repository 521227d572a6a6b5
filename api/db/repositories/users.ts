import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import { DELETED_MEMBER_NAME } from '#contracts/comment-limits.ts';
import { ROLE_ADMIN, ROLE_BASIC } from '#contracts/user.ts';
import type { UserFilter, UserSort } from '#contracts/user-list.ts';
import {
  countRows,
  type Database,
  type Page,
  type Queryable,
  type TimePeriod,
} from '../database.ts';
import { users } from '../schema/accounts.ts';
import { containing } from '../trigram-search.ts';

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
  const exists = inArray(users.status, ['active', 'suspended']);
  return countRows(query, users, and(eq(users.role, ROLE_ADMIN), exists)) > 0;
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
  return countRows(
    query,
    users,
    and(
      eq(users.role, ROLE_ADMIN),
      eq(users.status, 'active'),
      isNull(users.invitedAt),
      ne(users.id, exceptId),
    ),
  );
}

/** Counts the members who joined from one time to before another. */
export function countMembersJoined(query: Queryable, { from, to }: TimePeriod): number {
  return countRows(
    query,
    users,
    and(
      // Must match the expression of the index.
      sql`status IN ('active', 'suspended')`,
      gte(users.createdAt, from),
      lt(users.createdAt, to),
      eq(users.role, ROLE_BASIC),
    ),
  );
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
      name: DELETED_MEMBER_NAME,
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

export interface UserSelection {
  search: string;
  show: UserFilter;
}

const isShown = sql`${users.status} IN ('active', 'suspended')`;
const joined = sql`strftime('%m-%d', ${users.createdAt} / 1000, 'unixepoch')`;
const lastName = sql`CASE WHEN instr(${users.name}, ' ') > 0
  THEN replace(${users.name}, rtrim(${users.name}, replace(${users.name}, ' ', '')), '') ELSE '' END COLLATE NOCASE`;

/** Conditions with literal values, because the partial indexes need the same conditions. */
const filters: Record<UserFilter, SQL | undefined> = {
  all: undefined,
  admins: sql`${users.role} = 1`,
  members: sql`${users.role} = 0`,
  suspended: sql`${users.status} = 'suspended'`,
  invited: isNotNull(users.invitedAt),
};

const orders: Record<UserSort, SQL> = {
  first: sql`${users.name} COLLATE NOCASE`,
  last: lastName,
  email: sql`${users.email}`,
  type: sql`${users.role}`,
  joined: sql`${users.createdAt}`,
  anniversary: joined,
};

const names = { id: users.id, index: 'user_names', columns: [users.name, users.email] };

const userCondition = ({ search, show }: UserSelection): SQL | undefined =>
  and(isShown, filters[show], containing(search, names));

export const countUsers = (database: Database, selection: UserSelection): number =>
  countRows(database.query, users, userCondition(selection));

interface UserPage extends Page {
  sort: UserSort;
  order: 'asc' | 'desc';
  /** Month and day, such as `11-21`. Anniversaries are listed from this day on. */
  today: string;
}

const select = ({ query }: Database) =>
  query
    .select({
      id: users.id,
      publicId: users.publicId,
      name: users.name,
      email: users.email,
      avatar: users.avatar,
      role: users.role,
      status: users.status,
      invitedAt: users.invitedAt,
      emailConfirmedAt: users.emailConfirmedAt,
      createdAt: users.createdAt,
      articles: sql<number>`(SELECT count(*) FROM articles WHERE author_id = users.id)`,
    })
    .from(users);

/** User in the admin's table. */
export type ListedUserRow = ReturnType<typeof listUsers>[number];

export function listUsers(database: Database, selection: UserSelection, page: UserPage) {
  const matches = userCondition(selection);
  const direction = page.order === 'desc' ? desc : asc;
  const listPart = (part: SQL | undefined, { limit, offset }: Page) =>
    select(database)
      .where(and(matches, part))
      .orderBy(direction(orders[page.sort]), direction(users.id))
      .limit(limit)
      .offset(offset)
      .all();
  if (page.sort !== 'anniversary') return listPart(undefined, page);
  // The rest of the year comes first, then the days before today; the index sorts each part.
  const parts = [sql`${joined} >= ${page.today}`, sql`${joined} < ${page.today}`];
  if (page.order === 'desc') parts.reverse();
  const [first, second] = parts;
  const { limit, offset } = page;
  const inFirst = countRows(database.query, users, and(matches, first));
  const rows = offset < inFirst ? listPart(first, page) : [];
  if (rows.length === limit) return rows;
  const rest = { limit: limit - rows.length, offset: Math.max(0, offset - inFirst) };
  return [...rows, ...listPart(second, rest)];
}

export const findListedUser = (database: Database, publicId: string): ListedUserRow | undefined =>
  select(database)
    .where(and(eq(users.publicId, publicId), isShown))
    .get();

const isActiveAdmin = and(eq(users.role, ROLE_ADMIN), eq(users.status, 'active'));

/** Returns the active admins. */
export function listAdmins(query: Queryable): Pick<UserRecord, 'id' | 'email'>[] {
  const { id, email } = users;
  return query.select({ id, email }).from(users).where(isActiveAdmin).all();
}

export function findFirstAdmin(query: Queryable): number | null {
  const { id } = users;
  const admin = query.select({ id }).from(users).where(isActiveAdmin).orderBy(asc(id)).get();
  return admin?.id ?? null;
}

/**
 * Returns the placeholder author, which replaces the owner until an account exists; it cannot sign in.
 * @returns row id of the existing or new placeholder
 */
export function ensurePlaceholderOwner(
  query: Queryable,
  owner: { publicId: string; email: string; name: string; now: number },
): number {
  const { now, ...columns } = owner;
  query
    .insert(users)
    .values({
      ...columns,
      // Not a valid hash, so that no password matches.
      passwordHash: '!',
      status: 'placeholder',
      passwordChangedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .run();
  const row = query.select({ id: users.id }).from(users).where(eq(users.email, owner.email)).get();
  if (!row) throw new Error(`The user ${owner.email} could not be stored.`);
  return row.id;
}
