import { cases } from './article-lists-cases.ts';
import { startBare } from './stage/bare.ts';
import { measuresBeside } from './stage/beside-bare.ts';
import { loadSettings, race } from './stage/load.ts';
import { say } from './stage/report.ts';
import type { Bench } from './stage/stage.ts';

/** GET /api/articles beside a bare Fastify route that runs the same SQL. */
export const articleLists: Bench = {
  title: 'Lists from the API',
  async measure(stage) {
    const dataFolder = await stage.site(stage.articles);
    const server = await stage.start(dataFolder);
    const bare = await startBare('article-lists-bare.ts', { DATA_DIR: dataFolder });
    say('asking for lists');
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
