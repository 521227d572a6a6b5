import { ROLE_ADMIN } from '#contracts/user.ts';
import type { ListedUser, UserListQuery } from '#contracts/user-list.ts';
import { type AppContext, iso } from '../../context.ts';
import {
  countUsers,
  findListedUser,
  type ListedUserRow,
  listUsers,
} from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';

export type UserListContext = Pick<AppContext, 'database' | 'clock'>;

/** Returns one page of the user table for the admin `viewerId`. */
export function readUsers(
  { database, clock }: UserListContext,
  { search, show, sort, order, page, limit }: UserListQuery,
  viewerId: number,
) {
  const now = clock();
  const selection = { search, show };
  const result = countUsers(database, selection);
  const today = iso(now).slice(5, 10);
  const offset = (page - 1) * limit;
  const rows = listUsers(database, selection, { sort, order, limit, offset, today });
  const countOf = (which: typeof show) => countUsers(database, { search: '', show: which });
  return {
    users: rows.map((row) => toListedUser(row, viewerId, now)),
    result,
    page,
    pages: Math.ceil(result / limit),
    counts: {
      admins: countOf('admins'),
      suspended: countOf('suspended'),
      invited: countOf('invited'),
    },
  };
}

/** Returns a row of the user table. @throws DomainError NOT_FOUND */
export function readListedUser(
  { database, clock }: UserListContext,
  publicId: string,
  viewerId: number,
): ListedUser {
  const row = findListedUser(database, publicId);
  if (!row) throw new DomainError('NOT_FOUND');
  return toListedUser(row, viewerId, clock());
}

function toListedUser(row: ListedUserRow, viewerId: number, now: number): ListedUser {
  const { publicId, name, email, avatar, role, status, createdAt, articles } = row;
  return {
    _id: publicId,
    avatar,
    name,
    ...splitName(name),
    email,
    role,
    accountType: role === ROLE_ADMIN ? 'Admin' : 'Basic',
    state: status === 'suspended' ? 'suspended' : row.invitedAt === null ? 'active' : 'invited',
    emailConfirmed: row.emailConfirmedAt !== null,
    anniversary: nextAnniversary(createdAt, now),
    createdAt: iso(createdAt),
    self: row.id === viewerId,
    articles,
  };
}

/** Splits a name at its last space; a single word is a first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const space = name.lastIndexOf(' ');
  if (space < 0) return { firstName: name, lastName: '' };
  return { firstName: name.slice(0, space).trim(), lastName: name.slice(space + 1) };
}

/**
 * Returns the next anniversary of joining, including today: `2027-03-01`. For February 29 it is
 * February 28 in other years; the day of joining itself does not count.
 */
export function nextAnniversary(joinedAt: number, now: number): string {
  const joined = iso(joinedAt).slice(0, 10);
  const today = iso(now).slice(0, 10);
  for (let year = Number(today.slice(0, 4)); ; year += 1) {
    const day = inYear(joined.slice(5), year);
    if (day >= today && day > joined) return day;
  }
}

function inYear(monthDay: string, year: number): string {
  const leap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const day = monthDay === '02-29' && !leap ? '02-28' : monthDay;
  return `${String(year).padStart(4, '0')}-${day}`;
}
