import { cases } from './article-lists-cases.ts';
import { startBare } from './stage/bare.ts';
import { loadSettings, race, type Score } from './stage/load.ts';
import { type Measure, say } from './stage/report.ts';
import type { Bench } from './stage/stage.ts';

const SHARE_BAR = 0.5;
const P99_BAR_MS = 20;

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
    return cases.flatMap(({ name }): Measure[] => {
      const ours = scores.get(`ours ${name}`);
      const other = scores.get(`bare ${name}`);
      if (!ours || !other) throw new Error(`no result for ${name}`);
      return [
        { name: `${name}: bare Fastify`, value: other.rate, unit: '/s', note: costOf(other) },
        { name: `${name}: ours`, value: ours.rate, unit: '/s', note: costOf(ours) },
        {
          name: `${name}: ours against bare`,
          value: ours.rate / other.rate,
          unit: '×',
          bar: { atLeast: SHARE_BAR },
        },
        { name: `${name}: bare p99`, value: other.p99, unit: 'ms' },
        { name: `${name}: ours p99`, value: ours.p99, unit: 'ms', bar: { atMost: P99_BAR_MS } },
      ];
    });
  },
};

const costOf = ({ cost }: Score) => `${Math.round(cost)} µs of processor time each`;
