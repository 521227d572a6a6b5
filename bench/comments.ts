import { setTimeout as pause } from 'node:timers/promises';
import { COMMENTS_PER_REQUEST } from './bare-servers.ts';
import { compareWithBare } from './harness/bare.ts';
import type { Bench } from './harness/bench-context.ts';
import { createOwnerClient, type OwnerClient } from './harness/client.ts';
import { CONNECTIONS } from './harness/load.ts';
import { logProgress, percentile } from './harness/report.ts';
import { seedComments } from './harness/seed.ts';

const COMMENTS = 100_000;
const P99_BAR_MS = 20;
/** Comments per second of all writers together, far more than on real sites. */
const POSTS_A_SECOND = 200;
/** Seconds before the measurement, in which the server compiles its code. */
const WARM_UP_S = 2;

/** Measured calls; each has an equivalent bare route. */
const cases = [
  { name: 'most relevant of 50,000', article: 'crowded', sort: 'relevant' },
  { name: 'most recent of 50,000', article: 'crowded', sort: 'recent' },
  { name: 'an article like others', article: 'quiet', sort: 'relevant' },
] as const;

/** Measures GET and POST of /api/articles/{id}/comments with 100,000 comments, half of them for one article. */
export const commentCalls: Bench = {
  title: 'Comments from the API',
  async measure(context) {
    const dataFolder = await context.site(context.articles);
    logProgress(`writing ${COMMENTS} comments`);
    const articles = await seedComments(dataFolder, COMMENTS);
    const lists = cases.map(({ name, article, sort }) => {
      const id = articles[article];
      const query = `sort=${sort}&limit=${COMMENTS_PER_REQUEST}`;
      return { name, path: `/api/articles/${id}/comments?${query}`, bare: `/${id}/${sort}` };
    });
    const measures = await compareWithBare(context, dataFolder, 'comments', lists);
    const server = await context.start(dataFolder);
    logProgress('posting comments');
    const clients = articles.writers.map((writer) => createOwnerClient(server, writer));
    for (const client of clients) await client.signIn();
    await postSteadily(clients, articles.crowded, WARM_UP_S);
    const posts = await postSteadily(clients, articles.crowded, context.short ? 3 : 20);
    await server.stop();
    return [
      ...measures,
      {
        name: 'posting: p99',
        value: percentile(posts, 0.99),
        unit: 'ms',
        bar: { atMost: P99_BAR_MS },
        note: `${CONNECTIONS} writers, ${POSTS_A_SECOND}/s together, below the crowded article; median ${Math.round(percentile(posts, 0.5) * 10) / 10} ms`,
      },
    ];
  },
};

/**
 * Posts comments for some seconds with one writer per connection. Each writer posts at fixed times and skips
 * the times that a slow response has missed. With a fixed pause after each response, all writers would post
 * at the same time after one delay.
 * @returns milliseconds from each request to its response
 */
async function postSteadily(
  clients: OwnerClient[],
  article: string,
  seconds: number,
): Promise<number[]> {
  const latencies: number[] = [];
  // The members take turns, because each may post only a few comments per minute.
  let sent = 0;
  const intervalMs = (CONNECTIONS / POSTS_A_SECOND) * 1000;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const write = async (writer: number) => {
    let nextAt = startedAt + (intervalMs / CONNECTIONS) * writer;
    for (let number = 1; nextAt < endsAt; number += 1) {
      await pause(Math.max(0, nextAt - performance.now()));
      const client = clients[sent % clients.length] as OwnerClient;
      sent += 1;
      const started = performance.now();
      const { status } = await client.call('POST', `/api/articles/${article}/comments`, {
        comment: `Comment ${number} of *writer* ${writer}`,
      });
      if (status !== 201) throw new Error(`a comment got the response ${status}`);
      latencies.push(performance.now() - started);
      while (nextAt < performance.now()) nextAt += intervalMs;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, writer) => write(writer)));
  return latencies;
}
