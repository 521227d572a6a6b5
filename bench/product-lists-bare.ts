/**
 * Bare Fastify server for lists of products: runs the same statements as the API and serializes their rows
 * with JSON.stringify. The statements are recorded while the API prepares them.
 */
import path from 'node:path';
import Fastify from 'fastify';
import type { ProductSort } from '#contracts/product.ts';
import { openConnection } from '../api/db/connection.ts';
import { countProducts, listProducts, type ProductFilter } from '../api/db/hot/products.ts';
import { searchedTitle } from './product-lists-cases.ts';
import { recordStatements } from './stage/caught-statements.ts';

const database = openConnection(path.join(process.env.DATA_DIR ?? '', 'site.db'), {
  readonly: true,
});

const app = Fastify();
function serve(route: string, filter: ProductFilter, limit = 9, sort: ProductSort = 'newest') {
  const [list, count] = recordStatements((connection) => {
    listProducts(connection, filter, { sort, limit, offset: 0 });
    countProducts(connection, filter);
  }).filter(({ sql }) => sql.includes('FROM products'));
  if (!list || !count) throw new Error('the API runs other statements now');
  const rows = database.raw.prepare(list.sql);
  const total = database.raw.prepare(count.sql);
  app.get(route, (_request, reply) => {
    const body = { products: rows.all(list.values), ...(total.get(count.values) as object) };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  });
}

serve('/first-load', { states: ['live'] });
serve('/fourth-load', { states: ['live'] }, 36);
serve('/category', { states: ['live'], category: 'Books' }, 9, 'cheapest');
serve('/title', { states: ['live'], title: searchedTitle });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('listening\n');
