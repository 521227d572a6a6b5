import type { UserFilter, UserSort } from '#contracts/user-list.ts';
import { type Connection, foldCase } from '../connection.ts';
import { prepared } from '../statement-cache.ts';

/** A user as the admin's table shows them. */
export interface ListedUserRow {
  id: number;
  publicId: string;
  name: string;
  email: string;
  avatar: string | null;
  role: number;
  status: 'active' | 'suspended';
  invitedAt: number | null;
  emailConfirmedAt: number | null;
  createdAt: number;
  articles: number;
}

export interface UserSelection {
  search: string;
  show: UserFilter;
}

/** From so many characters the trigram index answers. */
const TRIGRAM = 3;

const shown = "status IN ('active', 'suspended')";
const joined = `strftime('%m-%d', created_at / 1000, 'unixepoch')`;
const lastName = `CASE WHEN instr(name, ' ') > 0
  THEN replace(name, rtrim(name, replace(name, ' ', '')), '') ELSE '' END COLLATE NOCASE`;

const filters: Record<UserFilter, string> = {
  all: '1',
  admins: 'role = 1',
  members: 'role = 0',
  suspended: "status = 'suspended'",
  invited: 'invited_at IS NOT NULL',
};

const orders: Record<UserSort, string> = {
  first: 'name COLLATE NOCASE',
  last: lastName,
  email: 'email',
  type: 'role',
  joined: 'created_at',
  anniversary: joined,
};

function condition({ search, show }: UserSelection): string {
  const found =
    [...search].length >= TRIGRAM
      ? 'id IN (SELECT rowid FROM user_names WHERE user_names MATCH @search)'
      : '(instr(fold_case(name), @search) > 0 OR instr(fold_case(email), @search) > 0)';
  return [shown, filters[show], ...(search === '' ? [] : [found])].join(' AND ');
}

function valuesOf({ search }: UserSelection): object {
  if (search === '') return {};
  // Between quotes nothing is an operator of FTS5.
  const match = `"${search.replaceAll('"', '""')}"`;
  return { search: [...search].length >= TRIGRAM ? match : foldCase(search) };
}

export function countUsers(database: Connection, selection: UserSelection): number {
  const sql = `SELECT count(*) AS found FROM users WHERE ${condition(selection)}`;
  return prepared<[object], { found: number }>(database, sql).get(valuesOf(selection))?.found ?? 0;
}

interface UserPage {
  sort: UserSort;
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  /** Month and day, `11-21`: the next anniversary is found from here on. */
  today: string;
}

/** One page of the table. */
export function listUsers(
  database: Connection,
  selection: UserSelection,
  page: UserPage,
): ListedUserRow[] {
  if (page.sort !== 'anniversary') return listPart(database, selection, page, '1');
  // The year begins today: what is left of it comes first, and each part in the order of its index.
  const parts = [`${joined} >= @today`, `${joined} < @today`];
  if (page.order === 'desc') parts.reverse();
  const [first = '', second = ''] = parts;
  const { limit, offset } = page;
  const sql = `SELECT count(*) AS found FROM users WHERE ${condition(selection)} AND ${first}`;
  const values = { ...valuesOf(selection), today: page.today };
  const inFirst = prepared<[object], { found: number }>(database, sql).get(values)?.found ?? 0;
  const rows = offset < inFirst ? listPart(database, selection, page, first) : [];
  if (rows.length === limit) return rows;
  const rest = { limit: limit - rows.length, offset: Math.max(0, offset - inFirst) };
  return [...rows, ...listPart(database, selection, { ...page, ...rest }, second)];
}

function listPart(
  database: Connection,
  selection: UserSelection,
  { sort, order, limit, offset, today }: UserPage,
  part: string,
): ListedUserRow[] {
  const sql = `SELECT id, public_id AS publicId, name, email, avatar, role, status,
      invited_at AS invitedAt, email_confirmed_at AS emailConfirmedAt, created_at AS createdAt,
      (SELECT count(*) FROM articles WHERE author_id = users.id) AS articles
    FROM users WHERE ${condition(selection)} AND ${part}
    ORDER BY ${orders[sort]} ${order}, id ${order} LIMIT @limit OFFSET @offset`;
  const day = part.includes('@today') ? { today } : {};
  return prepared<[object], ListedUserRow>(database, sql).all({
    ...valuesOf(selection),
    ...day,
    limit,
    offset,
  });
}

/** One row of it, or undefined when an admin may not see such a user. */
export function findListedUser(database: Connection, publicId: string): ListedUserRow | undefined {
  const sql = `SELECT id, public_id AS publicId, name, email, avatar, role, status,
      invited_at AS invitedAt, email_confirmed_at AS emailConfirmedAt, created_at AS createdAt,
      (SELECT count(*) FROM articles WHERE author_id = users.id) AS articles
    FROM users WHERE public_id = ? AND ${shown}`;
  return prepared<[string], ListedUserRow>(database, sql).get(publicId);
}
