/**
 * The least Fastify can do for a list: the very statements that the API runs, caught as it prepares
 * them, and JSON.stringify of their rows.
 */
import path from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import Fastify from 'fastify';
import type { Connection } from '../api/db/connection.ts';
import { openConnection } from '../api/db/connection.ts';
import {
  type ArticleFilter,
  countArticles,
  listArticles,
} from '../api/db/repositories/articles.ts';
import { searchedTitle } from './article-lists-cases.ts';

const database = openConnection(path.join(process.env.DATA_DIR ?? '', 'site.db'), {
  readonly: true,
});
type Runs = { sql: string; values: Record<string, unknown> };

/** A connection that answers nothing and remembers what it was asked. */
function listen(work: (connection: Connection) => void): Runs[] {
  const runs: Runs[] = [];
  const prepare = (sql: string) => {
    const run = (values: Record<string, unknown>) => {
      runs.push({ sql, values });
      return [];
    };
    return { all: run, get: (values: Record<string, unknown>) => void run(values) };
  };
  const raw = { prepare } as unknown as BetterSqlite3.Database;
  work({ raw, write: () => Promise.reject(new Error('only reads')), close: () => undefined });
  // Whether anybody has written since is the API's own question.
  return runs.filter(({ sql }) => sql.includes('FROM articles'));
}

const app = Fastify();
function serve(address: string, filter: ArticleFilter, limit: number): void {
  const [list, count] = listen((connection) => {
    listArticles(connection, filter, { sort: 'newest', limit, offset: 0 });
    countArticles(connection, filter);
  });
  if (!list || !count) throw new Error('the API asks in another way now');
  const rows = database.raw.prepare(list.sql);
  const total = database.raw.prepare(count.sql);
  app.get(address, (_request, reply) => {
    const answer = { articles: rows.all(list.values), ...(total.get(count.values) as object) };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
  });
}

serve('/limit-3', { states: ['live'] }, 3);
serve('/limit-9', { states: ['live'] }, 9);
serve('/title', { states: ['live'], title: searchedTitle }, 3);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('listening\n');
