import type { AppContext } from '../../context.ts';
import type { Database } from '../../db/client.ts';
import { findArticleById } from '../../db/hot/articles.ts';
import {
  type MemberTable,
  memberTables,
  readMemberRows,
} from '../../db/repositories/member-data.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findActiveUser } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { toMemberKey } from './delete-account.ts';

/**
 * Returns all data about a member, without secrets and row ids.
 * @throws DomainError NOT_SIGNED_IN
 */
export function exportOwnData(
  { config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>,
  userId: number,
): Record<string, unknown> {
  const user = findActiveUser(database.query, userId);
  if (!user) throw new DomainError('NOT_SIGNED_IN');
  const key = toMemberKey(user);
  return {
    site: config.siteUrl,
    exportedAt: new Date(clock()).toISOString(),
    ...Object.fromEntries(
      memberTables.map((table) => [
        table.name,
        readMemberRows(database.query, table, key).map((row) =>
          toReadableRow(database, toOwnerView(database, table, row)),
        ),
      ]),
    ),
  };
}

const responses = memberTables.find(({ name }) => name === 'responses');
const purchases = memberTables.find(({ name }) => name === 'orders');

function toOwnerView(
  database: Database,
  table: MemberTable,
  row: Record<string, unknown>,
): Record<string, unknown> {
  if (table === responses) return toAuthorView(row);
  return table === purchases ? { ...row, lines: listOrderLines(database, Number(row.id)) } : row;
}

/** Returns the lines of an order without row ids; prices are in the smallest currency unit. */
function listOrderLines(database: Database, orderId: number): object[] {
  const lines = findOrder(database, orderId)?.lines ?? [];
  return lines.map(({ productId: _, picture: __, ...line }) => line);
}

/** Shows spam as held, as in the site: authors do not see spam decisions. */
const toAuthorView = (row: Record<string, unknown>) =>
  row.state === 'spam' ? { ...row, state: 'held' } : row;

/** Formats times, replaces an article's row id by its path, and omits other row ids. */
function toReadableRow(database: Database, row: Record<string, unknown>): Record<string, unknown> {
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
