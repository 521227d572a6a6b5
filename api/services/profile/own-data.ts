import type { AppContext } from '../../context.ts';
import type { Database } from '../../db/client.ts';
import { findArticleById } from '../../db/repositories/articles.ts';
import {
  type MemberTable,
  memberTables,
  readMemberRows,
} from '../../db/repositories/member-data.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { memberKeyOf } from './erase.ts';

/**
 * Everything the database holds about a member, for them to take along: readable, without what would
 * open a door, and without numbers of rows that mean nothing elsewhere.
 * @throws DomainError NOT_SIGNED_IN
 */
export function readOwnData(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  userId: number,
): Record<string, unknown> {
  const user = findActiveUser(database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  const key = memberKeyOf(user);
  return {
    site: config.siteUrl,
    exportedAt: new Date(clock()).toISOString(),
    ...Object.fromEntries(
      memberTables.map((table) => [
        table.name,
        readMemberRows(database.query, table, key).map((row) =>
          readable(database, asTheirOwnerSees(database, table, row)),
        ),
      ]),
    ),
  };
}

const responses = memberTables.find(({ name }) => name === 'responses');
const purchases = memberTables.find(({ name }) => name === 'orders');

function asTheirOwnerSees(
  database: Database,
  table: MemberTable,
  row: Record<string, unknown>,
): Record<string, unknown> {
  if (table === responses) return asItsAuthorSees(row);
  return table === purchases ? { ...row, lines: linesOf(database, Number(row.id)) } : row;
}

/** What was bought with an order, without row numbers. Prices are in the smallest unit, as its sums are. */
function linesOf(database: Database, orderId: number): object[] {
  const lines = findOrder(database, orderId)?.lines ?? [];
  return lines.map(({ productId: _, picture: __, ...line }) => line);
}

/** Authors do not learn that a program takes theirs for spam: to them it is held. */
const asItsAuthorSees = (row: Record<string, unknown>) =>
  row.state === 'spam' ? { ...row, state: 'held' } : row;

/** Times as text; an article by its address; other row numbers left out. */
function readable(database: Database, row: Record<string, unknown>): Record<string, unknown> {
  const article =
    typeof row.articleId === 'number' ? findArticleById(database, row.articleId) : null;
  return Object.fromEntries(
    Object.entries({ ...row, ...(article && { article: `/blog/${article.slug}` }) })
      .filter(([name, value]) => typeof value !== 'number' || !/^id$|Id$/.test(name))
      .map(([name, value]) => [name, isTime(name, value) ? new Date(value).toISOString() : value]),
  );
}

const isTime = (name: string, value: unknown): value is number =>
  typeof value === 'number' && /(At|Until)$/.test(name);
