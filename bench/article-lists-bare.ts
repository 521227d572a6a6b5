/**
 * Bare Fastify server for lists of articles: runs the same statements as the API and serializes their rows
 * with JSON.stringify. The statements are recorded while the API prepares them.
 */
import path from 'node:path';
import Fastify from 'fastify';
import { openConnection } from '../api/db/connection.ts';
import { type ArticleFilter, countArticles, listArticles } from '../api/db/hot/articles.ts';
import { searchedTitle } from './article-lists-cases.ts';
import { recordStatements } from './stage/caught-statements.ts';

const database = openConnection(path.join(process.env.DATA_DIR ?? '', 'site.db'), {
  readonly: true,
});
const app = Fastify();
function serve(route: string, filter: ArticleFilter, limit: number): void {
  // Only the API checks for changes since the last read.
  const [list, count] = recordStatements((connection) => {
    listArticles(connection, filter, { sort: 'newest', limit, offset: 0 });
    countArticles(connection, filter);
  }).filter(({ sql }) => sql.includes('FROM articles'));
  if (!list || !count) throw new Error('the API runs other statements now');
  const rows = database.raw.prepare(list.sql);
  const total = database.raw.prepare(count.sql);
  app.get(route, (_request, reply) => {
    const body = { articles: rows.all(list.values), ...(total.get(count.values) as object) };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  });
}

serve('/limit-3', { states: ['live'] }, 3);
serve('/limit-9', { states: ['live'] }, 9);
serve('/title', { states: ['live'], title: searchedTitle }, 3);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('listening\n');
