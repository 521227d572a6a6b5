import { productCases as cases } from './bare-servers.ts';
import { compareWithBare, startBareServer } from './stage/bare.ts';
import { loadSettings, measureInTurns } from './stage/load.ts';
import { logProgress } from './stage/report.ts';
import { seedProducts } from './stage/seed.ts';
import type { Bench } from './stage/stage.ts';

const PRODUCTS = 10_000;
/** Few articles, because only the shop is measured. */
const ARTICLES = 100;

/** Compares GET /api/products with 10,000 products with a bare Fastify route that runs the same SQL. */
export const productLists: Bench = {
  title: 'Products from the API',
  async measure(stage) {
    const dataFolder = await stage.site(ARTICLES);
    logProgress(`writing ${PRODUCTS} products`);
    await seedProducts(dataFolder, PRODUCTS);
    const server = await stage.start(dataFolder);
    const bare = await startBareServer('products', { DATA_DIR: dataFolder });
    logProgress('asking for products');
    const scores = await measureInTurns(
      cases.flatMap(({ name, path, bare: bareRoute }) => [
        { name: `bare ${name}`, pid: bare.pid, url: bare.address + bareRoute },
        { name: `ours ${name}`, pid: server.pid, url: server.address + path },
      ]),
      loadSettings(stage.short),
    );
    await Promise.all([server.stop(), bare.stop()]);
    return compareWithBare(
      cases.map(({ name }) => name),
      scores,
    );
  },
};
