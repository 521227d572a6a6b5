import { eq } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { settingNames } from '#contracts/settings.ts';
import type { Queryable } from '../client.ts';
import type { Connection } from '../connection.ts';
import { users } from '../schema/accounts.ts';
import { archivedTables } from './archive-tables.ts';

/** What makes an instance one that is in use, in words for a sentence. */
const occupied = [
  ['articles', 'articles'],
  ['products', 'products'],
  ['media', 'images'],
  ['subscribers', 'subscribers'],
  ['contact_messages', 'messages'],
] as const;

/** What an instance holds, such as `16 articles`; nothing when it is empty but for one account. */
export function describeOccupancy({ raw }: Connection): string[] {
  const count = (table: string) =>
    Number(raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  const accounts = count('users');
  const held: { words: string; rows: number }[] = occupied.map(([table, words]) => ({
    words,
    rows: count(table),
  }));
  if (accounts > 1) held.push({ words: 'accounts', rows: accounts });
  return held.filter(({ rows }) => rows > 0).map(({ rows, words }) => `${rows} ${words}`);
}

/** The one account of an instance that is empty otherwise. */
export function findOnlyUser({
  raw,
}: Connection): { id: number; email: string; status: string } | null {
  const sql = 'SELECT id, email, status FROM users LIMIT 1';
  return raw.prepare<[], { id: number; email: string; status: string }>(sql).get() ?? null;
}

export function removeUser({ raw }: Connection, id: number): void {
  raw.prepare('DELETE FROM users WHERE id = ?').run(id);
}

/** Removes what an instance has of itself before anybody used it: counts, lists, choices. */
export function clearArchivedTables({ raw }: Connection): void {
  for (const { table, yields } of archivedTables.toReversed()) {
    const { name } = getTableConfig(table);
    if (name === 'users' || name === 'settings' || yields) continue;
    raw.prepare(`DELETE FROM "${name}"`).run();
  }
  const forget = raw.prepare('DELETE FROM settings WHERE key = ?');
  for (const key of settingNames) forget.run(key);
}

/** Gives a user another row number, with everything that refers to it. Needs deferred foreign keys. */
export function renumberUser({ raw }: Connection, from: number, to: number): void {
  if (from === to) return;
  const tables = raw.prepare<[], string>(`SELECT name FROM sqlite_master WHERE type = 'table'`);
  raw.prepare('UPDATE users SET id = ? WHERE id = ?').run(to, from);
  for (const table of tables.pluck().all() as string[]) {
    const keys = raw.pragma(`foreign_key_list("${table}")`) as { table: string; from: string }[];
    for (const key of keys.filter((entry) => entry.table === 'users')) {
      const sql = `UPDATE "${table}" SET "${key.from}" = ? WHERE "${key.from}" = ?`;
      raw.prepare(sql).run(to, from);
    }
  }
}

/** What stays of an account here when an archive has one with the same address: the way in. */
const kept = ['id', 'email', 'role', 'status', 'passwordChangedAt', 'invitedAt'];

/** Gives an account what an archive says of its owner. */
export function overwriteUser(query: Queryable, id: number, row: Record<string, unknown>): void {
  const columns = Object.entries(row).filter(([name]) => !kept.includes(name));
  query.update(users).set(Object.fromEntries(columns)).where(eq(users.id, id)).run();
}
