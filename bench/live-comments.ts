import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createOwnerClient, type OwnerClient } from './stage/client.ts';
import { readMemory } from './stage/machine.ts';
import { type Measure, say } from './stage/report.ts';
import { seedComments } from './stage/seed-comments.ts';
import { anyAddress } from './stage/server.ts';
import type { Bench } from './stage/stage.ts';
import { percentile } from './stage/statistics.ts';

/** Readers with the responses of one article open, each with a connection of its own. */
const READERS = 2000;
const READERS_SHORT = 200;
/** Connections that are opened at the same time. */
const OPENING = 50;
const P99_BAR_MS = 1000;
/** Milliseconds after which a comment counts as lost. */
const LOST_MS = 15_000;
/** So many that everybody has said enough before to be trusted now. */
const COMMENTS = 5000;
/** Members who take turns: nobody may write more than nine comments in half a minute. */
const WRITERS = 5;
/** The site itself does not have to be large. */
const ARTICLES = 100;

interface Reader {
  response: IncomingMessage;
  /** When each comment was heard, by its text. */
  heard: Map<string, number>;
}

/** How long a comment takes to reach everybody who has the responses of an article open. */
export const liveComments: Bench = {
  title: 'Live comments',
  async measure(stage) {
    const dataFolder = await stage.database(ARTICLES);
    const { crowded: article, writers } = await seedComments(dataFolder, COMMENTS);
    const server = await stage.start(dataFolder);
    const clients = writers.slice(0, WRITERS).map((writer) => createOwnerClient(server, writer));
    for (const client of clients) await client.signIn();
    const count = stage.short ? READERS_SHORT : READERS;
    const before = readMemory(server.pid).anonymous;
    say(`opening ${count} streams`);
    const path = `/api/events?channel=article:${article}:comments`;
    const readers: Reader[] = [];
    while (readers.length < count) {
      const more = Math.min(OPENING, count - readers.length);
      const opened = Array.from({ length: more }, () => open(server.address + path));
      readers.push(...(await Promise.all(opened)));
    }
    await pause(1000);
    const after = readMemory(server.pid).anonymous;
    say('posting comments');
    const rounds = stage.short ? 5 : 30;
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

/** Opens one stream as the browser of a reader does. */
async function open(url: string): Promise<Reader> {
  const headers = { 'x-forwarded-for': anyAddress(), accept: 'text/event-stream' };
  const asking = request(url, { headers, agent: false }).end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`);
  const heard = new Map<string, number>();
  response.setEncoding('utf8').on('data', (text: string) => {
    const said = /Live comment \d+/.exec(text)?.[0];
    if (said) heard.set(said, performance.now());
  });
  // They are torn down at the end.
  response.on('error', () => undefined);
  return { response, heard };
}

async function postAndWait(
  client: OwnerClient,
  article: string,
  readers: Reader[],
  comment: string,
): Promise<{ delays: number[]; lost: number }> {
  const started = performance.now();
  const { status } = await client.call('POST', `/api/articles/${article}/comments`, { comment });
  if (status !== 201) throw new Error(`a comment was answered with ${status}`);
  while (performance.now() - started < LOST_MS) {
    if (readers.every(({ heard }) => heard.has(comment))) break;
    await pause(20);
  }
  const delays = readers.flatMap(({ heard }) => {
    const at = heard.get(comment);
    return at === undefined ? [] : [at - started];
  });
  return { delays, lost: readers.length - delays.length };
}
