import { articleCases, productCases } from './bare-servers.ts';
import { compareWithBare } from './harness/bare.ts';
import type { Bench } from './harness/bench-context.ts';
import { logProgress } from './harness/report.ts';
import { seedProducts } from './harness/seed.ts';

const PRODUCTS = 10_000;
/** Few articles, because only the shop is measured. */
const ARTICLES = 100;

/** Compares GET /api/articles with a bare Fastify route that runs the same SQL. */
export const articleLists: Bench = {
  title: 'Lists from the API',
  measure: async (context) =>
    compareWithBare(context, await context.site(context.articles), 'articles', articleCases),
};

/** Compares GET /api/products with 10,000 products with a bare Fastify route that runs the same SQL. */
export const productLists: Bench = {
  title: 'Products from the API',
  async measure(context) {
    const dataFolder = await context.site(ARTICLES);
    logProgress(`writing ${PRODUCTS} products`);
    await seedProducts(dataFolder, PRODUCTS);
    return compareWithBare(context, dataFolder, 'products', productCases);
  },
};
