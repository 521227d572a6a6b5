import { productCases as cases } from './bare-servers.ts';
import { compareWithBare, startBareServer } from './harness/bare.ts';
import type { Bench } from './harness/bench-context.ts';
import { loadSettings, measureInTurns } from './harness/load.ts';
import { logProgress } from './harness/report.ts';
import { seedProducts } from './harness/seed.ts';

const PRODUCTS = 10_000;
/** Few articles, because only the shop is measured. */
const ARTICLES = 100;

/** Compares GET /api/products with 10,000 products with a bare Fastify route that runs the same SQL. */
export const productLists: Bench = {
  title: 'Products from the API',
  async measure(context) {
    const dataFolder = await context.site(ARTICLES);
    logProgress(`writing ${PRODUCTS} products`);
    await seedProducts(dataFolder, PRODUCTS);
    const server = await context.start(dataFolder);
    const bare = await startBareServer('products', { DATA_DIR: dataFolder });
    logProgress('requesting products');
    const scores = await measureInTurns(
      cases.flatMap(({ name, path, bare: bareRoute }) => [
        { name: `bare ${name}`, pid: bare.pid, url: bare.address + bareRoute },
        { name: `ours ${name}`, pid: server.pid, url: server.address + path },
      ]),
      loadSettings(context.short),
    );
    await Promise.all([server.stop(), bare.stop()]);
    return compareWithBare(
      cases.map(({ name }) => name),
      scores,
    );
  },
};
