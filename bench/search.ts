import { CONNECTIONS, loadSettings, race } from './stage/load.ts';
import { type Measure, say } from './stage/report.ts';
import type { Bench } from './stage/stage.ts';

const P99_BAR_MS = 20;

/** What readers type, from the rare to the frequent, and what costs most. */
const queries = [
  { name: 'a title', words: 'sample article 77' },
  { name: 'words of every article', words: 'stale journal' },
  { name: 'the beginning of a word', words: 'sc' },
  { name: 'words of code', words: 'readFile promises' },
  { name: 'a slip of the fingers', words: 'jurnal' },
  { name: 'a word that is nowhere', words: 'qqqqqqqqqq' },
];

/** GET /api/search over all articles: how long somebody waits who types, alone and among many. */
export const searching: Bench = {
  title: 'Full text search',
  async measure(stage) {
    const server = await stage.start(await stage.site(stage.articles));
    const contestants = queries.map(({ name, words }) => ({
      name,
      pid: server.pid,
      url: `${server.address}/api/search?q=${encodeURIComponent(words)}`,
    }));
    say('searching');
    const alone = await race(contestants, { ...loadSettings(stage.short), connections: 1 });
    const many = await race(contestants, loadSettings(stage.short));
    await server.stop();
    return queries.map(({ name, words }): Measure => {
      const [one, all] = [alone.get(name), many.get(name)];
      if (!one || !all) throw new Error(`no result for ${name}`);
      return {
        name: `${name}: p99`,
        value: one.p99,
        unit: 'ms',
        bar: { atMost: P99_BAR_MS },
        note: `“${words}”; with ${CONNECTIONS} at once ${all.p99} ms, ${Math.round(all.rate)}/s`,
      };
    });
  },
};
