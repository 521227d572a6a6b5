import { cases } from './product-lists-cases.ts';
import { startBare } from './stage/bare.ts';
import { measuresBeside } from './stage/beside-bare.ts';
import { loadSettings, race } from './stage/load.ts';
import { say } from './stage/report.ts';
import { seedProducts } from './stage/seed-products.ts';
import type { Bench } from './stage/stage.ts';

const PRODUCTS = 10_000;
/** The shop is measured alone: a few articles do. */
const ARTICLES = 100;

/** GET /api/products, of 10,000, beside a bare Fastify route that runs the same SQL. */
export const productLists: Bench = {
  title: 'Products from the API',
  async measure(stage) {
    const dataFolder = await stage.site(ARTICLES);
    say(`writing ${PRODUCTS} products`);
    await seedProducts(dataFolder, PRODUCTS);
    const server = await stage.start(dataFolder);
    const bare = await startBare('product-lists-bare.ts', { DATA_DIR: dataFolder });
    say('asking for products');
    const scores = await race(
      cases.flatMap(({ name, path, bare: bareness }) => [
        { name: `bare ${name}`, pid: bare.pid, url: bare.address + bareness },
        { name: `ours ${name}`, pid: server.pid, url: server.address + path },
      ]),
      loadSettings(stage.short),
    );
    await Promise.all([server.stop(), bare.stop()]);
    return measuresBeside(
      cases.map(({ name }) => name),
      scores,
    );
  },
};
