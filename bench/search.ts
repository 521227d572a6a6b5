import { setTimeout as pause } from 'node:timers/promises';
import { SEARCH_MIN } from '#contracts/search-index.ts';
import { CONNECTIONS, loadSettings, race } from './stage/load.ts';
import { type Measure, say } from './stage/report.ts';
import { seedProducts } from './stage/seed-products.ts';
import { anyAddress, type RunningServer } from './stage/server.ts';
import type { Bench } from './stage/stage.ts';
import { median, percentile } from './stage/statistics.ts';

const P99_BAR_MS = 20;
const PRODUCTS = 1_000;
/** Milliseconds from one search of somebody who types fast to the next: those between two keys and the pause. */
const SEARCH_EVERY_MS = 250;

/** What readers type, from the rare to the frequent, and what costs most. */
const queries = [
  { name: 'a title', words: 'sample article 77' },
  { name: 'words of every article', words: 'stale journal' },
  { name: 'the beginning of a word', words: 'sc' },
  { name: 'words of code', words: 'readFile promises' },
  { name: 'a slip of the fingers', words: 'jurnal' },
  { name: 'a word that is nowhere', words: 'qqqqqqqqqq' },
  { name: 'a product', words: 'kit of parts 77' },
  { name: 'a case study', words: 'prometheus night' },
  { name: 'a game', words: 'action supergiant' },
];

/**
 * GET /api/search over all articles, a thousand products and what the build brings along: how long
 * somebody waits who types, alone and among many.
 */
export const searching: Bench = {
  title: 'Full text search',
  async measure(stage) {
    const dataFolder = await stage.site(stage.articles);
    await seedProducts(dataFolder, PRODUCTS);
    const server = await stage.start(dataFolder);
    const contestants = queries.map(({ name, words }) => ({
      name,
      pid: server.pid,
      url: addressOf(server, words),
    }));
    say('searching');
    const alone = await race(contestants, { ...loadSettings(stage.short), connections: 1 });
    const many = await race(contestants, loadSettings(stage.short));
    say(`${CONNECTIONS} readers type`);
    const typed = await typeTogether(server, stage.short ? 5 : 20);
    await server.stop();
    return [
      ...queries.map(({ name, words }): Measure => {
        const [one, all] = [alone.get(name), many.get(name)];
        if (!one || !all) throw new Error(`no result for ${name}`);
        return {
          name: `${name}: p99`,
          value: one.p99,
          unit: 'ms',
          bar: { atMost: P99_BAR_MS },
          note: `“${words}”; ${CONNECTIONS} that never pause: ${Math.round(all.rate)}/s, ${all.p99} ms`,
        };
      }),
      {
        name: `${CONNECTIONS} who type: p99`,
        value: percentile(typed, 0.99),
        unit: 'ms',
        bar: { atMost: P99_BAR_MS },
        note: `all of these letter by letter, ${(CONNECTIONS * 1000) / SEARCH_EVERY_MS}/s together; median ${Math.round(median(typed) * 10) / 10} ms`,
      },
    ];
  },
};

const addressOf = (server: RunningServer, words: string) =>
  `${server.address}/api/search?q=${encodeURIComponent(words)}`;

/** What is asked while each of the queries is typed. */
const beginnings = queries.flatMap(({ words }) =>
  Array.from({ length: words.length - SEARCH_MIN + 1 }, (_, more) =>
    words.slice(0, SEARCH_MIN + more),
  ),
);

/**
 * As many readers as connections, each with its own beat and at its own place of the queries, for some
 * seconds. Whoever was held up goes on with the beat, see bench/comments.ts.
 * @returns milliseconds from each request to its answer
 */
async function typeTogether(server: RunningServer, seconds: number): Promise<number[]> {
  const taken: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  const type = async (reader: number) => {
    let beat = began + (SEARCH_EVERY_MS / CONNECTIONS) * reader;
    let at = Math.floor((beginnings.length / CONNECTIONS) * reader);
    for (; beat < until; at += 1) {
      await pause(Math.max(0, beat - performance.now()));
      const words = beginnings[at % beginnings.length] as string;
      const started = performance.now();
      const answer = await fetch(addressOf(server, words), {
        headers: { 'x-forwarded-for': anyAddress() },
      });
      await answer.arrayBuffer();
      taken.push(performance.now() - started);
      if (answer.status !== 200) throw new Error(`“${words}” was answered with ${answer.status}`);
      while (beat < performance.now()) beat += SEARCH_EVERY_MS;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, reader) => type(reader)));
  return taken;
}
