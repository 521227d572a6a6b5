/**
 * The least Fastify can do for a list: the very statements that the API runs, caught as it prepares
 * them, and JSON.stringify of their rows.
 */
import path from 'node:path';
import Fastify from 'fastify';
import { openConnection } from '../api/db/connection.ts';
import { type ArticleFilter, countArticles, listArticles } from '../api/db/hot/articles.ts';
import { searchedTitle } from './article-lists-cases.ts';
import { catchStatements } from './stage/caught-statements.ts';

const database = openConnection(path.join(process.env.DATA_DIR ?? '', 'site.db'), {
  readonly: true,
});
const app = Fastify();
function serve(address: string, filter: ArticleFilter, limit: number): void {
  // Whether anybody has written since is the API's own question.
  const [list, count] = catchStatements((connection) => {
    listArticles(connection, filter, { sort: 'newest', limit, offset: 0 });
    countArticles(connection, filter);
  }).filter(({ sql }) => sql.includes('FROM articles'));
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
