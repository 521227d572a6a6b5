import { articleCases as cases } from './bare-servers.ts';
import { compareWithBare, startBareServer } from './stage/bare.ts';
import { loadSettings, measureInTurns } from './stage/load.ts';
import { logProgress } from './stage/report.ts';
import type { Bench } from './stage/stage.ts';

/** Compares GET /api/articles with a bare Fastify route that runs the same SQL. */
export const articleLists: Bench = {
  title: 'Lists from the API',
  async measure(stage) {
    const dataFolder = await stage.site(stage.articles);
    const server = await stage.start(dataFolder);
    const bare = await startBareServer('articles', { DATA_DIR: dataFolder });
    logProgress('asking for lists');
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
