import { setTimeout as pause } from 'node:timers/promises';
import { SEARCH_MIN } from '#contracts/search-index.ts';
import type { Bench } from './harness/bench-context.ts';
import { CONNECTIONS, loadSettings, measureInTurns } from './harness/load.ts';
import { logProgress, type Measure, median, percentile } from './harness/report.ts';
import { seedProducts } from './harness/seed.ts';
import { type RunningServer, randomIpAddress } from './harness/server.ts';

const P99_BAR_MS = 20;
const PRODUCTS = 1_000;
/** Interval between two searches of a fast typist in milliseconds: the time between two keys plus the debounce. */
const SEARCH_EVERY_MS = 250;

/** Typical and expensive queries. */
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
 * Measures GET /api/search with all articles, a thousand products and the documents of the build, for one
 * reader and for many readers at the same time.
 */
export const searching: Bench = {
  title: 'Full text search',
  async measure(context) {
    const dataFolder = await context.site(context.articles);
    await seedProducts(dataFolder, PRODUCTS);
    const server = await context.start(dataFolder);
    const candidates = queries.map(({ name, words }) => ({
      name,
      pid: server.pid,
      url: searchUrl(server, words),
    }));
    logProgress('searching');
    const sequential = await measureInTurns(candidates, {
      ...loadSettings(context.short),
      connections: 1,
    });
    const many = await measureInTurns(candidates, loadSettings(context.short));
    logProgress(`${CONNECTIONS} readers type`);
    const typed = await typeTogether(server, context.short ? 5 : 20);
    await server.stop();
    return [
      ...queries.map(({ name, words }): Measure => {
        const [single, concurrent] = [sequential.get(name), many.get(name)];
        if (!single || !concurrent) throw new Error(`no result for ${name}`);
        return {
          name: `${name}: p99`,
          value: single.p99,
          unit: 'ms',
          bar: { atMost: P99_BAR_MS },
          note: `“${words}”; ${CONNECTIONS} that never pause: ${Math.round(concurrent.rate)}/s, ${concurrent.p99} ms`,
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

const searchUrl = (server: RunningServer, words: string) =>
  `${server.origin}/api/search?q=${encodeURIComponent(words)}`;

/** Queries that are sent while each of the queries is typed. */
const prefixes = queries.flatMap(({ words }) =>
  Array.from({ length: words.length - SEARCH_MIN + 1 }, (_, more) =>
    words.slice(0, SEARCH_MIN + more),
  ),
);

/**
 * Searches for some seconds with one reader per connection. Each reader starts at another query and searches
 * at fixed times, see bench/comments.ts.
 * @returns milliseconds from each request to its response
 */
async function typeTogether(server: RunningServer, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const type = async (reader: number) => {
    let nextAt = startedAt + (SEARCH_EVERY_MS / CONNECTIONS) * reader;
    let at = Math.floor((prefixes.length / CONNECTIONS) * reader);
    for (; nextAt < endsAt; at += 1) {
      await pause(Math.max(0, nextAt - performance.now()));
      const words = prefixes[at % prefixes.length] as string;
      const started = performance.now();
      const response = await fetch(searchUrl(server, words), {
        headers: { 'x-forwarded-for': randomIpAddress() },
      });
      await response.arrayBuffer();
      latencies.push(performance.now() - started);
      if (response.status !== 200)
        throw new Error(`“${words}” got the response ${response.status}`);
      while (nextAt < performance.now()) nextAt += SEARCH_EVERY_MS;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, reader) => type(reader)));
  return latencies;
}
