import { and, asc, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { ROLE_ADMIN } from '#contracts/user.ts';
import type { UserFilter, UserSort } from '#contracts/user-list.ts';
import type { Database, Queryable } from '../client.ts';
import { foldCase } from '../connection.ts';
import { users } from '../schema/accounts.ts';

export interface UserSelection {
  search: string;
  show: UserFilter;
}

/** Shortest search that the trigram index supports, in characters. */
const TRIGRAM = 3;

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

function searching(search: string): SQL | undefined {
  if (search === '') return undefined;
  if ([...search].length >= TRIGRAM) {
    // Quotes disable the operators of FTS5.
    const match = `"${search.replaceAll('"', '""')}"`;
    return sql`${users.id} IN (SELECT rowid FROM user_names WHERE user_names MATCH ${match})`;
  }
  const folded = foldCase(search);
  return sql`(instr(fold_case(${users.name}), ${folded}) > 0
    OR instr(fold_case(${users.email}), ${folded}) > 0)`;
}

const matching = ({ search, show }: UserSelection): SQL | undefined =>
  and(isShown, filters[show], searching(search));

const countWhere = ({ query }: Database, condition: SQL | undefined): number =>
  query.select({ found: count() }).from(users).where(condition).get()?.found ?? 0;

export const countUsers = (database: Database, selection: UserSelection): number =>
  countWhere(database, matching(selection));

interface Page {
  limit: number;
  offset: number;
}

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

/** Returns one page of the table. */
export function listUsers(database: Database, selection: UserSelection, page: UserPage) {
  const matches = matching(selection);
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
  const inFirst = countWhere(database, and(matches, first));
  const rows = offset < inFirst ? listPart(first, page) : [];
  if (rows.length === limit) return rows;
  const rest = { limit: limit - rows.length, offset: Math.max(0, offset - inFirst) };
  return [...rows, ...listPart(second, rest)];
}

/** Finds a user in the table by `_id`. */
export const findListedUser = (database: Database, publicId: string): ListedUserRow | undefined =>
  select(database)
    .where(and(eq(users.publicId, publicId), isShown))
    .get();

/** Returns the row id of the first admin, or null. */
export function findFirstAdmin(query: Queryable): number | null {
  const admin = query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, ROLE_ADMIN), eq(users.status, 'active')))
    .orderBy(asc(users.id))
    .get();
  return admin?.id ?? null;
}

/**
 * Returns the placeholder author that stands for the owner until there is an account; it cannot
 * sign in.
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
