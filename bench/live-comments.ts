import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from './harness/bench-context.ts';
import { createOwnerClient, type OwnerClient } from './harness/client.ts';
import { logProgress, type Measure, percentile, readMemory } from './harness/report.ts';
import { seedComments } from './harness/seed.ts';
import { randomIpAddress } from './harness/server.ts';

/** Readers with the comments of one article open, each with its own connection. */
const READERS = 2000;
const READERS_SHORT = 200;
/** Connections that are opened at the same time. */
const OPENING = 50;
const P99_BAR_MS = 1000;
/** Time after which a comment counts as lost, in milliseconds. */
const LOST_MS = 15_000;
/** Earlier comments, so that new comments of all members are published without moderation. */
const COMMENTS = 5000;
/** Members who take turns, because each may post only nine comments in half a minute. */
const WRITERS = 5;
/** Few articles, because only comments are measured. */
const ARTICLES = 100;

interface Reader {
  response: IncomingMessage;
  /** Arrival time of each comment by its text. */
  receivedAt: Map<string, number>;
}

/** Measures the time until a comment reaches all readers who have the comments of an article open. */
export const liveComments: Bench = {
  title: 'Live comments',
  async measure(context) {
    const dataFolder = await context.database(ARTICLES);
    const { crowded: article, writers } = await seedComments(dataFolder, COMMENTS);
    const server = await context.start(dataFolder);
    const clients = writers.slice(0, WRITERS).map((writer) => createOwnerClient(server, writer));
    for (const client of clients) await client.signIn();
    const count = context.short ? READERS_SHORT : READERS;
    const before = readMemory(server.pid).anonymous;
    logProgress(`opening ${count} streams`);
    const path = `/api/events?channel=article:${article}:comments`;
    const readers: Reader[] = [];
    while (readers.length < count) {
      const more = Math.min(OPENING, count - readers.length);
      const opened = Array.from({ length: more }, () => open(server.origin + path));
      readers.push(...(await Promise.all(opened)));
    }
    await pause(1000);
    const after = readMemory(server.pid).anonymous;
    logProgress('posting comments');
    const rounds = context.short ? 5 : 30;
    const delays: number[] = [];
    let lost = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const client = clients[round % clients.length] as OwnerClient;
      const result = await postAndWait(client, article, readers, `Live comment ${round}`);
      delays.push(...result.delays);
      lost += result.lost;
    }
    for (const { response } of readers) response.destroy();
    await server.stop();
    const measures: Measure[] = [
      {
        name: `one comment to ${count} readers: p99`,
        value: percentile(delays, 0.99),
        unit: 'ms',
        bar: { atMost: P99_BAR_MS },
        note: `from sending the request; median ${Math.round(percentile(delays, 0.5))} ms, ${rounds} comments`,
      },
      { name: 'comments that did not arrive', value: lost, unit: '', bar: { atMost: 0 } },
      {
        name: 'memory of a connection',
        value: ((after - before) * 1024) / count,
        unit: 'KB',
        note: `${Math.round(before)} MB before, ${Math.round(after)} MB with all of them`,
      },
    ];
    return measures;
  },
};

/** Opens an event stream as the browser of a reader does. */
async function open(url: string): Promise<Reader> {
  const headers = { 'x-forwarded-for': randomIpAddress(), accept: 'text/event-stream' };
  const clientRequest = request(url, { headers, agent: false }).end();
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200)
    throw new Error(`a stream got the response ${response.statusCode}`);
  const receivedAt = new Map<string, number>();
  response.setEncoding('utf8').on('data', (text: string) => {
    const comment = /Live comment \d+/.exec(text)?.[0];
    if (comment) receivedAt.set(comment, performance.now());
  });
  // Streams are destroyed at the end.
  response.on('error', () => undefined);
  return { response, receivedAt };
}

async function postAndWait(
  client: OwnerClient,
  article: string,
  readers: Reader[],
  comment: string,
): Promise<{ delays: number[]; lost: number }> {
  const started = performance.now();
  const { status } = await client.call('POST', `/api/articles/${article}/comments`, { comment });
  if (status !== 201) throw new Error(`a comment got the response ${status}`);
  while (performance.now() - started < LOST_MS) {
    if (readers.every(({ receivedAt }) => receivedAt.has(comment))) break;
    await pause(20);
  }
  const delays = readers.flatMap(({ receivedAt }) => {
    const at = receivedAt.get(comment);
    return at === undefined ? [] : [at - started];
  });
  return { delays, lost: readers.length - delays.length };
}
