import { setTimeout as pause } from 'node:timers/promises';
import { COMMENTS_ASKED_FOR, cases } from './comments-cases.ts';
import { startBare } from './stage/bare.ts';
import { createOwnerClient, type OwnerClient } from './stage/client.ts';
import { CONNECTIONS, loadSettings, race } from './stage/load.ts';
import { type Measure, say } from './stage/report.ts';
import { seedComments } from './stage/seed-comments.ts';
import type { Bench } from './stage/stage.ts';
import { percentile } from './stage/statistics.ts';

const COMMENTS = 100_000;
const SHARE_BAR = 0.5;
const P99_BAR_MS = 20;
/** Comments a second that all writers together send, far above what any site sees. */
const POSTS_A_SECOND = 200;
/** A server that has just started compiles what it runs; nobody measures that part. */
const WARM_UP_S = 2;

/** GET and POST of /api/articles/{id}/comments with 100,000 comments, half of them below one article. */
export const commentCalls: Bench = {
  title: 'Comments from the API',
  async measure(stage) {
    const dataFolder = await stage.site(stage.articles);
    say(`writing ${COMMENTS} comments`);
    const articles = await seedComments(dataFolder, COMMENTS);
    const server = await stage.start(dataFolder);
    const bare = await startBare('comments-bare.ts', { DATA_DIR: dataFolder });
    say('asking for comments');
    const scores = await race(
      cases.flatMap(({ name, article, sort }) => {
        const id = articles[article];
        const query = `sort=${sort}&limit=${COMMENTS_ASKED_FOR}`;
        const path = `/api/articles/${id}/comments?${query}`;
        return [
          { name: `bare ${name}`, pid: bare.pid, url: `${bare.address}/${id}/${sort}` },
          { name: `ours ${name}`, pid: server.pid, url: server.address + path },
        ];
      }),
      loadSettings(stage.short),
    );
    await bare.stop();
    say('posting comments');
    const clients = articles.writers.map((writer) => createOwnerClient(server, writer));
    for (const client of clients) await client.signIn();
    if (!stage.short) await postSteadily(clients, articles.crowded, WARM_UP_S);
    const posts = await postSteadily(clients, articles.crowded, stage.short ? 3 : 20);
    await server.stop();
    return [
      ...cases.flatMap(({ name }): Measure[] => {
        const ours = scores.get(`ours ${name}`);
        const other = scores.get(`bare ${name}`);
        if (!ours || !other) throw new Error(`no result for ${name}`);
        const cost = (spent: number) => `${Math.round(spent)} µs of processor time each`;
        return [
          { name: `${name}: bare Fastify`, value: other.rate, unit: '/s', note: cost(other.cost) },
          { name: `${name}: ours`, value: ours.rate, unit: '/s', note: cost(ours.cost) },
          {
            name: `${name}: ours against bare`,
            value: ours.rate / other.rate,
            unit: '×',
            bar: { atLeast: SHARE_BAR },
          },
          { name: `${name}: p99`, value: ours.p99, unit: 'ms', bar: { atMost: P99_BAR_MS } },
        ];
      }),
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
 * As many writers as connections, each with its own beat, for some seconds. Whoever was held up goes
 * on with the beat: a pause counted from the answer would bring all whom one delay has held up back
 * together, and from then on every one of them waits for all the others.
 * @returns milliseconds from each request to its answer
 */
async function postSteadily(
  clients: OwnerClient[],
  article: string,
  seconds: number,
): Promise<number[]> {
  const taken: number[] = [];
  // The next member each time: nobody may write as often as all of them together.
  let sent = 0;
  const every = (CONNECTIONS / POSTS_A_SECOND) * 1000;
  const began = performance.now();
  const until = began + seconds * 1000;
  const write = async (writer: number) => {
    let beat = began + (every / CONNECTIONS) * writer;
    for (let number = 1; beat < until; number += 1) {
      await pause(Math.max(0, beat - performance.now()));
      const client = clients[sent % clients.length] as OwnerClient;
      sent += 1;
      const started = performance.now();
      const { status } = await client.call('POST', `/api/articles/${article}/comments`, {
        comment: `Comment ${number} of *writer* ${writer}`,
      });
      if (status !== 201) throw new Error(`a comment was answered with ${status}`);
      const spent = performance.now() - started;
      taken.push(spent);
      while (beat < performance.now()) beat += every;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, writer) => write(writer)));
  return taken;
}
