import { articleCases as cases } from './bare-servers.ts';
import { compareWithBare, startBareServer } from './harness/bare.ts';
import type { Bench } from './harness/bench-context.ts';
import { loadSettings, measureInTurns } from './harness/load.ts';
import { logProgress } from './harness/report.ts';

/** Compares GET /api/articles with a bare Fastify route that runs the same SQL. */
export const articleLists: Bench = {
  title: 'Lists from the API',
  async measure(context) {
    const dataFolder = await context.site(context.articles);
    const server = await context.start(dataFolder);
    const bare = await startBareServer('articles', { DATA_DIR: dataFolder });
    logProgress('requesting lists');
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
