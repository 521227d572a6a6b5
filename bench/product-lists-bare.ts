/**
 * The least Fastify can do for a list of products: the very statements that the API runs, caught as it
 * prepares them, and JSON.stringify of their rows.
 */
import path from 'node:path';
import Fastify from 'fastify';
import type { ProductSort } from '#contracts/product.ts';
import { openConnection } from '../api/db/connection.ts';
import { countProducts, listProducts, type ProductFilter } from '../api/db/hot/products.ts';
import { searchedTitle } from './product-lists-cases.ts';
import { catchStatements } from './stage/caught-statements.ts';

const database = openConnection(path.join(process.env.DATA_DIR ?? '', 'site.db'), {
  readonly: true,
});

const app = Fastify();
function serve(address: string, filter: ProductFilter, limit = 9, sort: ProductSort = 'newest') {
  const [list, count] = catchStatements((connection) => {
    listProducts(connection, filter, { sort, limit, offset: 0 });
    countProducts(connection, filter);
  }).filter(({ sql }) => sql.includes('FROM products'));
  if (!list || !count) throw new Error('the API asks in another way now');
  const rows = database.raw.prepare(list.sql);
  const total = database.raw.prepare(count.sql);
  app.get(address, (_request, reply) => {
    const answer = { products: rows.all(list.values), ...(total.get(count.values) as object) };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
  });
}

serve('/first-load', { states: ['live'] });
serve('/fourth-load', { states: ['live'] }, 36);
serve('/category', { states: ['live'], category: 'Books' }, 9, 'cheapest');
serve('/title', { states: ['live'], title: searchedTitle });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('listening\n');
