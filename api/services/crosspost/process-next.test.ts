import { rmSync } from 'node:fs';
import type { Statement } from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CrossPostTarget, crossPostTargets } from '#contracts/cross-post.ts';
import { readConfig } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { type CrossPost, wakeCrossPosts } from '../../db/repositories/cross-posts.ts';
import { articles, formerSlugs } from '../../db/schema/articles.ts';
import { crossPosts } from '../../db/schema/cross-posts.ts';
import { pages } from '../../db/schema/publisher.ts';
import { createCircuitBreaker } from '../../queue/queue.ts';
import {
  type CrossPostServices,
  createCrossPostServices,
  type Fault,
  faults,
} from '../../testing/cross-post-services.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';
import { createTestClock, type TestClock } from '../../testing/fakes.ts';
import { createKillableProcess } from '../../testing/killable-process.ts';
import { openMigrated } from '../../testing/test-database.ts';
import { scheduleCrossPosts } from '../articles/articles.ts';
import {
  type CrossPostContext,
  createCrossPostContext,
  createCrossPosting,
  storeConnection,
} from './connections.ts';
import { retryCrossPost, setCrossPostUrl } from './post-log.ts';
import { type CrossPoster, processNextCrossPost, serviceBackoff } from './process-next.ts';
import { recoverCrossPosts } from './store-outcome.ts';

const config = readConfig({
  NODE_ENV: 'test',
  DATA_DIR: `/tmp/cross-posts-${process.pid}`,
  SITE_URL: 'https://example.org',
});

let database: Database;
let base: CrossPostContext;
let clock: TestClock;
let services: CrossPostServices;
let authorId: number;
let nextDue: Statement<[], { at: number | null }>;

beforeAll(() => {
  database = openMigrated();
  nextDue = database.raw.prepare('SELECT min(next_at) AS at FROM cross_posts');
  base = createCrossPostContext({ config, database, clock: () => clock.now() });
  authorId = insertTestUser(database, { publicId: 'author' }).id;
});
afterAll(() => {
  database.close();
  rmSync(config.dataFolder, { recursive: true, force: true });
});
beforeEach(() => startAnew());

function startAnew(): void {
  database.raw.exec(`DELETE FROM cross_posts; DELETE FROM connections; DELETE FROM articles;
    DELETE FROM releases; INSERT INTO releases (id, build_id, schema_version, state, created_at)
      VALUES (1, 'x', 1, 'live', 0)`);
  clock = createTestClock();
  services = createCrossPostServices();
}

let processes = 0;
/** Lease owners that have not been killed. */
const running = new Set<string>();
/** Starts a server process that can be killed at any step. */
function startProcess(): {
  poster: CrossPoster;
  killed: Promise<'killed'>;
  killAt(step: number): void;
} {
  processes += 1;
  const leaseOwner = `process-${processes}`;
  running.add(leaseOwner);
  const { send, killed, killAt, ...guarded } = createKillableProcess(
    { database, send: services.send },
    () => running.delete(leaseOwner),
  );
  const crossPosting = createCrossPosting(config.crossPosts, send);
  return {
    poster: {
      ...base,
      ...guarded,
      crossPosting,
      leaseOwner,
      breaker: createCircuitBreaker(serviceBackoff),
    },
    killed,
    killAt,
  };
}

async function connectAll(): Promise<void> {
  const accounts = { dev: '7', medium: 'm1', linkedin: 'AbC1' };
  const secrets = { ...services.secrets, linkedin: 'linkedin-token' };
  for (const target of crossPostTargets) {
    const identity = { id: accounts[target], name: 'Ann' };
    await storeConnection(base, target, { identity, secret: secrets[target], expiresAt: null });
  }
}

/** Starts a process that is connected to all services. */
async function startConnected(): Promise<CrossPoster> {
  await connectAll();
  return startProcess().poster;
}

const everywhere = { linkedin: true, dev: true, medium: true };

/** Stores a live article that is to be posted. */
async function publish(slug: string, input: typeof everywhere = everywhere): Promise<number> {
  const { id } = insertTestArticle(database, { authorId, publicId: slug, slug, ...input });
  putInPlace(slug);
  await database.write((transaction) => {
    const fresh = { before: null, published: false, now: clock.now() };
    scheduleCrossPosts(transaction, { articleId: id, after: input, ...fresh });
  });
  database.query.update(crossPosts).set({ nextAt: clock.now() }).run();
  return id;
}

function putInPlace(slug: string): void {
  const page = { releaseId: 1, path: `/blog/${slug}`, kind: 'article', renderedAt: 0 };
  database.query.insert(pages).values(page).run();
}

const rows = (): CrossPost[] => database.query.select().from(crossPosts).all();
const rowOf = (target: CrossPostTarget) => rows().find((row) => row.target === target);
const acceptedBy = (target: CrossPostTarget, slug: string) =>
  services.accepted.filter(
    (one) => one.target === target && one.canonical === `https://example.org/blog/${slug}`,
  );

/** Processes all due cross-posts, as the worker does. */
async function work(poster: CrossPoster): Promise<void> {
  await recoverCrossPosts(poster, (owner) => !running.has(owner));
  while (await processNextCrossPost(poster));
}

/** Advances the clock until nothing is due. */
async function workForDays(poster: CrossPoster): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await work(poster);
    const next = nextDue.get()?.at;
    if (next === undefined || next === null) return;
    clock.set(Math.max(next, clock.now() + 10 * 60_000));
  }
  throw new Error('there is always something due');
}

describe('cross-posting', () => {
  it('posts once the page is live and the service is connected', async () => {
    const { poster } = startProcess();
    await publish('here');
    database.query.delete(pages).run();
    await work(poster);
    clock.advance(60_000);
    await work(poster);
    expect(services.receivedRequests).toEqual([]);
    putInPlace('here');
    clock.advance(60_000);
    await work(poster);
    expect(services.receivedRequests).toEqual([]);
    expect(rowOf('dev')).toMatchObject({
      state: 'scheduled',
      reason: expect.stringMatching(/connect/),
    });
    await connectAll();
    await work(poster);
    expect(rows().map(({ target, state }) => [target, state])).toEqual([
      ['linkedin', 'sent'],
      ['dev', 'sent'],
      ['medium', 'sent'],
    ]);
    expect(rowOf('dev')?.url).toBe('https://dev.to/ann/article-2');
  });

  it('updates the post at dev.to only when the article changes', async () => {
    const poster = await startConnected();
    const id = await publish('changing');
    await workForDays(poster);
    services.receivedRequests.length = 0;
    await workForDays(poster);
    expect(services.receivedRequests).toEqual([]);
    const change = (title: string) => {
      database.query.update(articles).set({ title }).run();
      database.query.update(crossPosts).set({ nextAt: clock.now() }).run();
    };
    services.faults = ['500 before acceptance'];
    change('Another title');
    await work(poster);
    expect(rowOf('dev')).toMatchObject({
      state: 'sent',
      reason: expect.stringMatching(/out of date/),
    });
    await workForDays(poster);
    expect(acceptedBy('dev', 'changing')).toMatchObject([{ body: { title: 'Another title' } }]);
    expect(rowOf('dev')).toMatchObject({ articleId: id, state: 'sent', reason: null });
    expect(services.accepted).toHaveLength(3);
  });

  it('finds a post of unknown outcome under a former slug', async () => {
    const poster = await startConnected();
    const articleId = await publish('first-name', { linkedin: false, dev: true, medium: false });
    services.faults = ['timeout after acceptance'];
    await work(poster);
    expect(rowOf('dev')).toMatchObject({ state: 'unknown' });
    database.query.update(articles).set({ slug: 'second-name' }).run();
    const former = { slug: 'first-name', articleId, createdAt: clock.now() };
    database.query.insert(formerSlugs).values(former).run();
    putInPlace('second-name');
    await workForDays(poster);
    expect(services.accepted).toHaveLength(1);
    expect(acceptedBy('dev', 'second-name')).toHaveLength(1);
    expect(rowOf('dev')).toMatchObject({ state: 'sent', reason: null });
  });

  it('searches for a restored post, and posts it once its article is live', async () => {
    const poster = await startConnected();
    const articleId = await publish('restored', { linkedin: false, dev: true, medium: false });
    database.query.update(articles).set({ draft: true, publishedAt: null }).run();
    database.query.update(crossPosts).set({ state: 'unknown' }).run();
    await workForDays(poster);
    expect(services.accepted).toEqual([]);
    expect(rowOf('dev')).toMatchObject({ state: 'scheduled', nextAt: null });
    database.query.update(articles).set({ draft: false, publishedAt: clock.now() }).run();
    wakeCrossPosts(database, { articleId, live: true, now: clock.now() });
    await workForDays(poster);
    expect(services.accepted).toHaveLength(1);
    expect(rowOf('dev')).toMatchObject({ state: 'sent', reason: null });
  });

  it('waits for a new connection after a rejected one, and continues with it', async () => {
    const poster = await startConnected();
    services.secrets.linkedin = new Set(['another-token']);
    await publish('refused', { linkedin: true, dev: false, medium: false });
    await workForDays(poster);
    expect(rows()).toMatchObject([{ state: 'scheduled', nextAt: null, attempts: 1 }]);
    const again = {
      identity: { id: 'AbC1', name: 'Ann' },
      secret: 'another-token',
      expiresAt: null,
    };
    await storeConnection(poster, 'linkedin', again);
    await work(poster);
    expect(rows()).toMatchObject([{ state: 'sent' }]);
  });

  it('does not post a URL that only this machine can open', async () => {
    const poster = await startConnected();
    await publish('at-home');
    const siteUrl = 'http://localhost:3000';
    await work({ ...poster, config: { ...config, siteUrl } });
    expect(services.receivedRequests).toEqual([]);
    expect(rowOf('dev')).toMatchObject({
      state: 'scheduled',
      reason: expect.stringMatching(/SITE_URL/),
    });
    clock.advance(3_600_000);
    await work(poster);
    expect(rows().map(({ state, reason }) => [state, reason])).toEqual(
      Array(3).fill(['sent', null]),
    );
  });

  it('stops calling a service that fails', async () => {
    const poster = await startConnected();
    for (const slug of ['one', 'two', 'three']) {
      await publish(slug, { linkedin: true, dev: false, medium: false });
    }
    services.faults = ['timeout before acceptance'];
    await work(poster);
    expect(services.receivedRequests).toEqual(['POST /rest/posts']);
    clock.advance(60_000);
    await work(poster);
    expect(rows().map(({ state }) => state)).toEqual(['unknown', 'sent', 'sent']);
  });
});

const SHORT_RUNS = 60;
/** The long form, in `make attack`, has 5,000 runs with a seed of its own. */
const numRuns = Number(process.env.CROSS_POST_RUNS ?? 200);
const seed = Number(process.env.CROSS_POST_SEED ?? 20261121);

const anyFault = fc.option(fc.constantFrom<Fault>(...faults), { freq: 3, nil: null });
/** Event after the articles are live. */
const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('work' as const),
      faults: fc.array(anyFault, { maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('both' as const),
      faults: fc.array(anyFault, { maxLength: 5 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      step: fc.integer({ min: 1, max: 14 }),
      faults: fc.array(anyFault, { maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      seconds: fc.integer({ min: 1, max: 40_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'arrive' as const }) },
);

const postDespite = (runs: number) => async () => {
  let kills = 0;
  let unknown = 0;
  let faulty = 0;
  const property = fc.asyncProperty(
    fc.array(event, { minLength: 1, maxLength: 9 }),
    async (events) => {
      startAnew();
      await connectAll();
      await publish('once');
      let first = startProcess();
      const second = startProcess();
      for (const happening of events) {
        if (happening.kind === 'time') clock.advance(happening.seconds * 1000);
        else if (happening.kind === 'arrive') services.arrive();
        else {
          services.faults = [...happening.faults];
          faulty += happening.faults.filter(Boolean).length;
          if (happening.kind === 'kill') first.killAt(happening.step);
          const beside = happening.kind === 'both' ? work(second.poster) : null;
          if ((await Promise.race([work(first.poster), first.killed])) === 'killed') {
            kills += 1;
            first = startProcess();
          }
          await beside;
          first.killAt(Number.POSITIVE_INFINITY);
        }
      }
      // From here on no more faults occur.
      services.faults = [];
      services.arrive();
      first = startProcess();
      await connectAll();
      await workForDays(first.poster);
      expect(rows()).toHaveLength(3);
      for (const row of rows()) {
        const there = acceptedBy(row.target, 'once');
        // At most once in every case.
        expect(there.length).toBeLessThanOrEqual(1);
        expect(['sent', 'failed', 'unknown']).toContain(row.state);
        if (row.state === 'sent') expect([there.length, row.url !== null]).toEqual([1, true]);
        else expect(row.reason).toMatch(/\w{3,}/);
        if (row.state === 'failed') expect(there.filter((one) => one.published)).toEqual([]);
        // dev.to can be searched for the post, so its outcome is known.
        if (row.target === 'dev') expect(row.state).not.toBe('unknown');
        if (row.state === 'unknown') unknown += 1;
        // The owner checks the service and records the outcome.
        if (row.state === 'unknown' && there[0]) {
          const host = {
            linkedin: 'https://www.linkedin.com/x',
            medium: 'https://medium.com/x',
            dev: '',
          };
          await setCrossPostUrl(first.poster, row.publicId, host[row.target]);
        } else if (row.state !== 'sent') await retryCrossPost(first.poster, row.publicId);
      }
      await workForDays(first.poster);
      expect(rows().map(({ state }) => state)).toEqual(Array(3).fill('sent'));
      for (const target of crossPostTargets) {
        expect(acceptedBy(target, 'once')).toMatchObject([{ published: true }]);
      }
    },
  );
  await fc.assert(property, { numRuns: runs, seed });
  // The runs contained enough kills, unknown outcomes and faults.
  expect(kills).toBeGreaterThan(runs / 10);
  expect(unknown).toBeGreaterThan(runs / 10);
  expect(faulty).toBeGreaterThan(runs);
};

const title = (runs: number) =>
  `over any faults and kills in ${runs} runs, by two processes, posts no article twice and loses none`;
it(title(SHORT_RUNS), postDespite(SHORT_RUNS));
it(title(numRuns), { tags: ['verify'], timeout: 900_000 + numRuns * 100 }, postDespite(numRuns));
