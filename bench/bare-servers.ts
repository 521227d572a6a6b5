/**
 * Bare Fastify servers, which the benches compare with the API: `node bench/bare-servers.ts <name>`. Lists run the
 * same statements as the API and serialize their rows with JSON.stringify.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { REPLIES_SHOWN } from '#contracts/comment-limits.ts';
import { type Connection, openConnection } from '../api/db/connection.ts';
import { type ArticleFilter, countArticles, listArticles } from '../api/db/hot/articles.ts';
import {
  countComments,
  findDiscussedArticle,
  listComments,
  listReplies,
} from '../api/db/hot/comments.ts';
import { countProducts, listProducts, type ProductFilter } from '../api/db/hot/products.ts';

/** Part of the titles of some sample articles. */
const SEARCHED_ARTICLES = 'article 77';
/** Part of the titles of some sample products. */
const SEARCHED_PRODUCTS = 'parts 77';

/** Measured lists of articles with their equivalent bare routes. */
export const articleCases = [
  { name: 'limit 3', path: '/api/articles?limit=3', bare: '/limit-3' },
  { name: 'limit 9', path: '/api/articles?limit=9', bare: '/limit-9' },
  {
    name: 'title search',
    path: `/api/articles?title=${encodeURIComponent(SEARCHED_ARTICLES)}`,
    bare: '/title',
  },
] as const;

/** Measured lists of products with their equivalent bare routes. */
export const productCases = [
  { name: 'first load', path: '/api/products?limit=9', bare: '/first-load' },
  { name: 'fourth load', path: '/api/products?limit=36', bare: '/fourth-load' },
  {
    name: 'cheapest of a category',
    path: '/api/products?limit=9&sort=price&category=Books',
    bare: '/category',
  },
  {
    name: 'title search',
    path: `/api/products?limit=9&title[regex]=${encodeURIComponent(SEARCHED_PRODUCTS)}`,
    bare: '/title',
  },
] as const;

/** Comments of one call without replies, as the comments panel requests them. */
export const COMMENTS_PER_REQUEST = 20;

const openSite = () =>
  openConnection(path.join(process.env.DATA_DIR ?? '', 'site.db'), { readonly: true });

const servers = {
  articles(app: FastifyInstance) {
    const serve = serveLists(app, 'articles');
    const live: ArticleFilter = { states: ['live'] };
    for (const [route, filter, limit] of [
      ['/limit-3', live, 3],
      ['/limit-9', live, 9],
      ['/title', { ...live, title: SEARCHED_ARTICLES }, 3],
    ] as const) {
      serve(route, (connection) => {
        listArticles(connection, filter, { sort: 'newest', limit, offset: 0 });
        countArticles(connection, filter);
      });
    }
  },

  products(app: FastifyInstance) {
    const serve = serveLists(app, 'products');
    const live: ProductFilter = { states: ['live'] };
    for (const [route, filter, limit, sort] of [
      ['/first-load', live, 9, 'newest'],
      ['/fourth-load', live, 36, 'newest'],
      ['/category', { ...live, category: 'Books' }, 9, 'cheapest'],
      ['/title', { ...live, title: SEARCHED_PRODUCTS }, 9, 'newest'],
    ] as const) {
      serve(route, (connection) => {
        listProducts(connection, filter, { sort, limit, offset: 0 });
        countProducts(connection, filter);
      });
    }
  },

  comments(app: FastifyInstance) {
    const database = openSite();
    app.get<{ Params: { article: string; sort: 'relevant' | 'recent' } }>(
      '/:article/:sort',
      (request, reply) => {
        const { sort } = request.params;
        const article = findDiscussedArticle(database, request.params.article);
        if (!article) throw new Error('there is no such article');
        const page = { sort, after: null, limit: COMMENTS_PER_REQUEST + 1 };
        const comments = listComments(database, article.id, page).map((comment) => ({
          ...comment,
          replies:
            comment.replies === 0
              ? []
              : listReplies(database, comment.id, { after: null, limit: REPLIES_SHOWN }),
        }));
        const body = { comments, result: countComments(database, article.id) };
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
      },
    );
  },

  /** Serves the same bytes of a page with the same kind of headers. */
  page(app: FastifyInstance) {
    const body = readFileSync(process.env.PAGE ?? '');
    const compressed = readFileSync(`${process.env.PAGE}.br`);
    app.get('/plain', (_request, reply) => reply.type('text/html; charset=utf-8').send(body));
    app.get('/br', (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-encoding', 'br').send(compressed),
    );
  },
};

export type BareServerName = keyof typeof servers;

/** Returns a function that adds a route for a list of a table, with the statements that the API runs for it. */
function serveLists(app: FastifyInstance, table: 'articles' | 'products') {
  const { raw } = openSite();
  return (route: string, list: (connection: Connection) => void): void => {
    // Only the API checks for changes since the last read.
    const [rows, count] = recordStatements(list).filter(({ sql }) => sql.includes(`FROM ${table}`));
    if (!rows || !count) throw new Error('the API runs other statements now');
    const rowsOf = raw.prepare(rows.sql);
    const total = raw.prepare(count.sql);
    app.get(route, (_request, reply) => {
      const body = { [table]: rowsOf.all(rows.values), ...(total.get(count.values) as object) };
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
    });
  };
}

/** Returns the statements that `work` runs. They are recorded on a connection that returns no rows. */
function recordStatements(work: (connection: Connection) => void) {
  const recorded: { sql: string; values: Record<string, unknown> }[] = [];
  const prepare = (sql: string) => {
    const run = (values: Record<string, unknown>) => {
      recorded.push({ sql, values });
      return [];
    };
    return { all: run, get: (values: Record<string, unknown>) => void run(values) };
  };
  work({ raw: { prepare } } as unknown as Connection);
  return recorded;
}

if (import.meta.main) {
  const app = Fastify();
  servers[process.argv[2] as BareServerName](app);
  await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
  process.stdout.write('listening\n');
}
