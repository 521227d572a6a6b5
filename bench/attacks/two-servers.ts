import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../api/db/database.ts';
import { startSmtpServer, type TestSmtpServer } from '../../api/testing/emails.ts';
import { insertTestProduct } from '../../api/testing/factories.ts';
import { freePort } from '../../api/testing/local-server.ts';
import { createOwnerClient } from '../harness/client.ts';
import { createRandom, type Random } from '../harness/random.ts';
import type { AttackResult, AttackSettings } from '../harness/report.ts';
import { removeFolder, scratchFolder } from '../harness/scratch.ts';
import { seedArticles } from '../harness/seed.ts';
import {
  openForReading,
  type RunningServer,
  type ServerSettings,
  spawnServer,
  waitForHealth,
  waitForJobs,
  waitUntil,
} from '../harness/server.ts';
import { recover } from './kill-while-publishing.ts';
import { type AcknowledgedActions, Member, type TestData } from './member.ts';
import { takeLeanBuild } from './prepared-site.ts';
import { type Author, createAuthors, Reader, type Site } from './workload.ts';

/** IP addresses of the servers, which share a port, because cookies contain it over plain HTTP. */
const HOSTS = ['127.0.0.1', '127.0.0.2'] as const;
const ARTICLES = 20;
const PRODUCTS = 9;
const AUTHORS = 2;
const MEMBERS = 4;
/** Acknowledged orders before a kill, and on the server that is left. */
const ORDERS_BEFORE = 4;
const ORDERS_AFTER = 2;
/** Latest kill after these orders, in milliseconds. */
const LIFE_MAX_MS = 700;
/** Milliseconds after which something counts as stuck. */
const LIMIT_MS = 120_000;
const WATCH_MS = 50;

interface Round {
  dataFolder: string;
  random: Random;
  authors: Author[];
  reader: Reader;
  balancer: Balancer;
  testData: TestData;
  members: AcknowledgedActions[];
  report(findings: string[]): void;
}

/**
 * Starts two servers on one data folder at the same time, several times, and kills one of them with kill -9 while
 * authors, members and a reader use both in turn. Then checks that the other one has all acknowledged data,
 * sends each email once, publishes everything, and replicates.
 */
export async function killOneOfTwoServers({
  kills,
  random,
  log,
}: AttackSettings): Promise<AttackResult> {
  const dataFolder = scratchFolder('shared');
  const replicaFolder = scratchFolder('replica');
  const smtpServer = await startSmtpServer();
  const settings: ServerSettings = {
    dataFolder,
    buildFolder: takeLeanBuild(),
    port: await freePort(),
    seed: 'demo',
    environment: {
      RATE_LIMITS: 'false',
      SMTP_URL: smtpServer.url,
      LITESTREAM_URL: pathToFileURL(replicaFolder).href,
    },
  };
  await seedArticles(dataFolder, ARTICLES, 1);
  insertProducts(dataFolder);
  const findings: string[] = [];
  const reader = new Reader(createRandom(random.seed + 1));
  const authors = createAuthors(AUTHORS, random, reader);
  const members: AcknowledgedActions[] = [];
  const balancer = new Balancer(`http://localhost:${settings.port}`);
  const watcher = watchReplicators(dataFolder);
  for (let kill = 1; kill <= kills; kill += 1) {
    const servers = HOSTS.map((host) => startAt(settings, host));
    await Promise.all(servers.map(waitForHealth));
    const testData = await readTestData(servers[0] as RunningServer);
    const report = (found: string[]) => {
      for (const finding of found) log(`kill ${kill}: ${finding}`);
      findings.push(...found.map((finding) => `kill ${kill}: ${finding}`));
    };
    const round = { dataFolder, random, authors, reader, balancer, testData, members, report };
    await runRound(servers, round, kill);
    report(verifyOneRelease(dataFolder));
    report(await verifyEmails(dataFolder, smtpServer, kill));
    report(verifyMembers(dataFolder, members));
    log(`kill ${kill}: ${members.flatMap(({ orders }) => orders).length} orders`);
    await Promise.all(servers.map((server) => server.stop()));
  }
  findings.push(...watcher.stop());
  await smtpServer.close();
  if (process.env.KEEP === undefined)
    for (const folder of [dataFolder, replicaFolder]) removeFolder(folder);
  const count = (list: (member: AcknowledgedActions) => unknown[]) => members.flatMap(list).length;
  const writes = authors.reduce((sum, author) => sum + author.acknowledgedCalls, 0);
  const summary = `${kills} kills, ${members.length} members, ${count(({ orders }) => orders)} orders, ${count(({ comments }) => comments)} comments, ${writes} writes of authors, ${smtpServer.arrived.length} emails, ${reader.requests} reads`;
  return { summary, findings };
}

/** Inserts sample products, which the demo provider sells. */
function insertProducts(dataFolder: string): void {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  for (let number = 0; number < PRODUCTS; number += 1) insertTestProduct(database);
  database.close();
}

function startAt(settings: ServerSettings, host: string): RunningServer {
  const environment = { ...settings.environment, HOST: host };
  const server = spawnServer({ ...settings, environment });
  return { ...server, origin: `http://${host}:${settings.port}` };
}

/** A proxy that sends each request to the next server. */
class Balancer implements Site {
  readonly siteUrl: string;
  servers: RunningServer[] = [];
  #turns = 0;

  constructor(siteUrl: string) {
    this.siteUrl = siteUrl;
  }

  get origin(): string {
    this.#turns += 1;
    const server = this.servers[this.#turns % this.servers.length];
    if (!server) throw new Error('no server runs');
    return server.origin;
  }
}

/** Uses both servers, kills one of them, and uses the other one. */
async function runRound(servers: RunningServer[], round: Round, kill: number): Promise<void> {
  const [first, second] = servers as [RunningServer, RunningServer];
  const { dataFolder, random, report } = round;
  const victim = random.pick([first, second]);
  const survivor = victim === first ? second : first;
  let isKilled = false;
  const both = useServers(servers, round, `${kill}-both`, () => isKilled);
  report(await verifyLiveComments(first, second, round.testData));
  report(await verifyLiveComments(second, first, round.testData));
  report(await verifySignOut(first, second));
  await both.waitForOrders(ORDERS_BEFORE);
  await pause(random.below(LIFE_MAX_MS));
  isKilled = true;
  await victim.kill();
  report(await both.ended);
  report(await recoverAfterKill(survivor, round));

  let hasStopped = false;
  const survivorRun = useServers([survivor], round, `${kill}-survivor`, () => hasStopped);
  await survivorRun.waitForOrders(ORDERS_AFTER);
  hasStopped = true;
  report(await survivorRun.ended);
  report(await recoverAfterKill(survivor, round));
  report(await waitForReplicator(dataFolder));
}

/** Runs all checks of the site. The server may log that an interrupted email is unknown. */
async function recoverAfterKill(
  server: RunningServer,
  { dataFolder, authors }: Round,
): Promise<string[]> {
  // Sales and comments change pages, too, which must not happen during the checks.
  await waitForJobs(dataFolder, ['publish', 'content', 'comments', 'refresh', 'follow'], LIMIT_MS);
  const found = await recover(server, dataFolder, authors);
  return found.filter((finding) => !finding.includes('email delivery unknown'));
}

/** Lets authors, new members and the reader send requests to each server in turn. */
function useServers(
  servers: RunningServer[],
  { random, authors, reader, balancer, testData, members }: Round,
  name: string,
  hasStopped: () => boolean,
) {
  balancer.servers = servers;
  const newMembers = Array.from(
    { length: MEMBERS },
    (_, index) =>
      new Member(
        `member-${name}-${index}`,
        balancer,
        testData,
        createRandom(random.below(2 ** 30) + index),
      ),
  );
  const acknowledged = newMembers.map((member) => member.acknowledged);
  members.push(...acknowledged);
  const working = Promise.all([
    ...authors.map((author) => author.work(balancer, hasStopped)),
    ...newMembers.map((member) => member.work(hasStopped)),
  ]);
  const reading = reader.poll(balancer, hasStopped);
  let failures: (string | null)[] = [];
  const ended = (async () => {
    failures = await working;
    await reading;
    return [...failures.filter((failure) => failure !== null), ...reader.findings.splice(0)];
  })();
  return {
    /** Resolves with a sentence for each failure. */
    ended,
    async waitForOrders(count: number) {
      const countOrders = () => acknowledged.flatMap(({ orders }) => orders).length;
      await waitUntil(() => countOrders() >= count || failures.length > 0, LIMIT_MS);
    },
  };
}

async function readTestData(server: RunningServer): Promise<TestData> {
  const read = async <Body>(route: string) =>
    (await (await fetch(server.origin + route)).json()) as Body;
  const { articles } = await read<{ articles: { _id: string }[] }>('/api/articles?limit=5');
  const { products } = await read<{ products: { _id: string }[] }>('/api/products?limit=9');
  return { articles: articles.map(({ _id }) => _id), products: products.map(({ _id }) => _id) };
}

/** Checks that servers that start at the same time with one build share one release. */
function verifyOneRelease(dataFolder: string): string[] {
  using database = openForReading(dataFolder);
  const states = database.prepare('SELECT state FROM releases').pluck().all();
  return states.length === 1 && states[0] === 'live' ? [] : [`releases: ${states.join(', ')}`];
}

/** Checks that a comment that was sent to one server arrives in an event stream of the other one. */
async function verifyLiveComments(
  from: RunningServer,
  to: RunningServer,
  { articles }: TestData,
): Promise<string[]> {
  const article = articles[0];
  const comment = `A live comment at ${performance.now()}`;
  const stream = request(`${to.origin}/api/events?channel=article:${article}:comments`, {
    headers: { accept: 'text/event-stream' },
    agent: false,
  }).end();
  const [response] = (await once(stream, 'response')) as [IncomingMessage];
  let received = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  const owner = createOwnerClient(from);
  await owner.signIn();
  const { status } = await owner.call('POST', `/api/articles/${article}/comments`, { comment });
  const hasArrived = await waitUntil(() => received.includes(comment), LIMIT_MS);
  response.destroy();
  if (status !== 201) return [`a comment got the response ${status}`];
  return hasArrived ? [] : ['a comment did not arrive in the other server'];
}

/** Checks that a session of one server is valid in the other one, and ends there at once. */
async function verifySignOut(from: RunningServer, to: RunningServer): Promise<string[]> {
  const site = { origin: from.origin, siteUrl: from.siteUrl };
  const owner = createOwnerClient(site);
  await owner.signIn();
  site.origin = to.origin;
  const before = await owner.call('GET', '/api/user/info');
  const stolen = owner.headers('/api/user/info');
  site.origin = from.origin;
  await owner.call('POST', '/api/user/logout');
  const after = await fetch(`${to.origin}/api/user/info`, { headers: stolen });
  await after.arrayBuffer();
  return before.status === 200 && after.status === 401
    ? []
    : [`a session got the responses ${before.status} before and ${after.status} after it ended`];
}

/** Checks that everything that was acknowledged to members is stored once. */
function verifyMembers(dataFolder: string, members: AcknowledgedActions[]): string[] {
  using database = openForReading(dataFolder);
  const countIn = (sql: string) => {
    const statement = database.prepare(sql).pluck();
    return (...parameters: string[]) => Number(statement.get(...parameters));
  };
  const countUsers = countIn('SELECT count(*) FROM users WHERE email = ?');
  const countOrders = countIn('SELECT count(*) FROM orders WHERE payment_id = ?');
  const countComments = countIn('SELECT count(*) FROM comments WHERE text = ?');
  const countMessages = countIn('SELECT count(*) FROM contact_messages WHERE message = ?');
  const countLikes = countIn(
    `SELECT count(*) FROM article_likes
       WHERE user_id = (SELECT id FROM users WHERE email = ?)
         AND article_id = (SELECT id FROM articles WHERE public_id = ?)`,
  );
  const once = (what: string, count: number) =>
    count === 1 ? [] : [`${what} is stored ${count} times`];
  const boughtTwice = database
    .prepare(
      `SELECT user_id, product FROM order_lines JOIN orders ON orders.id = order_id
         GROUP BY user_id, product HAVING count(*) > 1`,
    )
    .all();
  return [
    ...boughtTwice.map((row) => `bought twice: ${JSON.stringify(row)}`),
    ...members.flatMap(({ email, isRegistered, orders, comments, messages, likes }) => [
      ...(isRegistered ? once(email, countUsers(email)) : []),
      ...orders.flatMap((id) => once(`order ${id}`, countOrders(id))),
      ...comments.flatMap((text) => once(text, countComments(text))),
      ...messages.flatMap((text) => once(text, countMessages(text))),
      ...[...likes].flatMap((id) => once(`like of ${id} by ${email}`, countLikes(email, id))),
    ]),
  ];
}

/** Waits until all emails are sent, and checks that each arrived once. One per kill may be unknown. */
async function verifyEmails(
  dataFolder: string,
  { arrived }: TestSmtpServer,
  kills: number,
): Promise<string[]> {
  using database = openForReading(dataFolder);
  const count = database
    .prepare("SELECT count(*) FROM emails WHERE state IN ('queued', 'sending')")
    .pluck();
  await waitUntil(() => Number(count.get()) === 0, LIMIT_MS, 20);
  const waiting = Number(count.get());
  const counts = new Map<string, number>();
  for (const source of arrived) {
    const id = /^Message-ID: (.+)\r$/im.exec(source)?.[1] ?? '';
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const rows = database.prepare('SELECT message_id AS id, state FROM emails').all() as {
    id: string;
    state: string;
  }[];
  const unknown = rows.filter(({ state }) => state === 'unknown').length;
  return [
    ...(waiting > 0 ? [`${waiting} emails still wait`] : []),
    ...(unknown > kills ? [`${unknown} emails are unknown after ${kills} kills`] : []),
    ...[...counts].flatMap(([id, times]) => (times > 1 ? [`${id} arrived ${times} times`] : [])),
    ...rows.flatMap(({ id, state }) =>
      state === 'sent' && !counts.has(id) ? [`${id} was sent and did not arrive`] : [],
    ),
  ];
}

/** Returns the process ids of Litestream for a data folder. */
function listReplicators(dataFolder: string): string[] {
  const configuration = path.join(dataFolder, '.litestream.json');
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [program = '', ...options] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return program.endsWith('/litestream') && options.includes(configuration);
    } catch {
      // The process has ended.
      return false;
    }
  });
}

/** Looks for two processes that replicate the same database. */
function watchReplicators(dataFolder: string): { stop(): string[] } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, listReplicators(dataFolder).length);
  }, WATCH_MS);
  return {
    stop() {
      clearInterval(timer);
      return most > 1 ? [`${most} processes replicated the database`] : [];
    },
  };
}

/** Waits until the server that is left replicates the database. */
async function waitForReplicator(dataFolder: string): Promise<string[]> {
  const replicates = () => listReplicators(dataFolder).length === 1;
  return (await waitUntil(replicates, LIMIT_MS, 20)) ? [] : ['nothing replicates the database'];
}
