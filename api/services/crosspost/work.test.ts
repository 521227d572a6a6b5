import { rmSync } from 'node:fs';
import type { Statement } from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CrossPostTarget, crossPostTargets } from '#contracts/cross-post.ts';
import { readConfig } from '../../config.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { migrate } from '../../db/migrate.ts';
import type { CrossPost } from '../../db/repositories/cross-posts.ts';
import { articles, crossPosts, formerSlugs, pages } from '../../db/schema.ts';
import { createCrossPosting } from '../../integrations/crosspost/clients.ts';
import {
  type CrossPostServices,
  createCrossPostServices,
  type Fault,
  faults,
} from '../../testing/cross-post-services.ts';
import { insertTestArticle, insertTestUser } from '../../testing/factories.ts';
import { createMortalProcess } from '../../testing/mortal-process.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { keepConnection } from './connections.ts';
import { type CrossPostContext, createCrossPostContext } from './context.ts';
import { giveLink, sendAgain } from './ledger.ts';
import { recoverCrossPosts } from './recover.ts';
import { createRests } from './rests.ts';
import { wishCrossPosts } from './wish.ts';
import { type Postman, workOnNext } from './work.ts';

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
  database = openDatabase(':memory:');
  migrate(database);
  const ahead = 'SELECT min(coalesce(next_at, held_until)) AS at FROM cross_posts';
  nextDue = database.raw.prepare(`${ahead} WHERE next_at IS NOT NULL OR state = 'sending'`);
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
/** Names of the processes that have not been killed. */
const running = new Set<string>();
/** A process of the server that can be killed at any step. */
function startProcess(): {
  postman: Postman;
  killed: Promise<'killed'>;
  killAt(step: number): void;
} {
  processes += 1;
  const holder = `process-${processes}`;
  running.add(holder);
  const { send, killed, killAt, ...guarded } = createMortalProcess(
    { database, send: services.send },
    () => running.delete(holder),
  );
  const crossPosting = createCrossPosting(config.crossPosts, send);
  return {
    postman: { ...base, ...guarded, crossPosting, holder, rests: createRests() },
    killed,
    killAt,
  };
}

async function connectAll(): Promise<void> {
  const accounts = { dev: '7', medium: 'm1', linkedin: 'AbC1' };
  const secrets = { ...services.secrets, linkedin: 'linkedin-token' };
  for (const target of crossPostTargets) {
    const identity = { id: accounts[target], name: 'Ann' };
    await keepConnection(base, target, { identity, secret: secrets[target], expiresAt: null });
  }
}

const everywhere = { linkedin: true, dev: true, medium: true };

/** Stores an article whose page readers have, and the wish to post it. */
async function publish(slug: string, wish: typeof everywhere = everywhere): Promise<number> {
  const { id } = insertTestArticle(database, { authorId, publicId: slug, slug, ...wish });
  putInPlace(slug);
  await database.write((transaction) => {
    const fresh = { before: null, published: false, now: clock.now() };
    wishCrossPosts(transaction, { articleId: id, after: wish, ...fresh });
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

/** Does whatever is due, as the loop of a server does. */
async function work(postman: Postman): Promise<void> {
  await recoverCrossPosts(postman, (holder) => !running.has(holder));
  while (await workOnNext(postman));
}

/** Lets time go by until nothing is due any more. */
async function workForDays(postman: Postman): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    await work(postman);
    const next = nextDue.get()?.at;
    if (next === undefined || next === null) return;
    clock.set(Math.max(next, clock.now() + 10 * 60_000));
  }
  throw new Error('there is always something due');
}

describe('posting elsewhere', () => {
  it('waits until readers have the page, and for a connection, and forgets neither', async () => {
    const { postman } = startProcess();
    await publish('here');
    database.query.delete(pages).run();
    await work(postman);
    clock.advance(60_000);
    await work(postman);
    expect(services.asked).toEqual([]);
    putInPlace('here');
    clock.advance(60_000);
    await work(postman);
    expect(services.asked).toEqual([]);
    expect(rowOf('dev')).toMatchObject({
      state: 'planned',
      reason: expect.stringMatching(/connect/),
    });
    await connectAll();
    await work(postman);
    expect(rows().map(({ target, state }) => [target, state])).toEqual([
      ['linkedin', 'sent'],
      ['dev', 'sent'],
      ['medium', 'sent'],
    ]);
    expect(rowOf('dev')?.url).toBe('https://dev.to/ann/article-2');
  });

  it('brings dev.to up to date when the article changes, and nobody else', async () => {
    const { postman } = startProcess();
    await connectAll();
    const id = await publish('changing');
    await workForDays(postman);
    services.asked.length = 0;
    await workForDays(postman);
    expect(services.asked).toEqual([]);
    const change = (title: string) => {
      database.query.update(articles).set({ title }).run();
      database.query.update(crossPosts).set({ nextAt: clock.now() }).run();
    };
    services.faults = ['500 before acceptance'];
    change('Another title');
    await work(postman);
    expect(rowOf('dev')).toMatchObject({
      state: 'sent',
      reason: expect.stringMatching(/up to date/),
    });
    await workForDays(postman);
    expect(acceptedBy('dev', 'changing')).toMatchObject([{ body: { title: 'Another title' } }]);
    expect(rowOf('dev')).toMatchObject({ articleId: id, state: 'sent', reason: null });
    expect(services.accepted).toHaveLength(3);
  });

  it('finds what may have arrived under an address that the article has had', async () => {
    const { postman } = startProcess();
    await connectAll();
    const articleId = await publish('first-name', { linkedin: false, dev: true, medium: false });
    services.faults = ['timeout after acceptance'];
    await work(postman);
    expect(rowOf('dev')).toMatchObject({ state: 'unknown' });
    database.query.update(articles).set({ slug: 'second-name' }).run();
    const former = { slug: 'first-name', articleId, createdAt: clock.now() };
    database.query.insert(formerSlugs).values(former).run();
    putInPlace('second-name');
    await workForDays(postman);
    expect(services.accepted).toHaveLength(1);
    expect(acceptedBy('dev', 'second-name')).toHaveLength(1);
    expect(rowOf('dev')).toMatchObject({ state: 'sent', reason: null });
  });

  it('stops at a sign-in that is not accepted any more, and goes on with the next', async () => {
    const { postman } = startProcess();
    await connectAll();
    services.secrets.linkedin = new Set(['another-token']);
    await publish('refused', { linkedin: true, dev: false, medium: false });
    await workForDays(postman);
    expect(rows()).toMatchObject([{ state: 'planned', nextAt: null, attempts: 1 }]);
    const again = {
      identity: { id: 'AbC1', name: 'Ann' },
      secret: 'another-token',
      expiresAt: null,
    };
    await keepConnection(postman, 'linkedin', again);
    await work(postman);
    expect(rows()).toMatchObject([{ state: 'sent' }]);
  });

  it('posts no address that nobody else can open', async () => {
    const { postman } = startProcess();
    await connectAll();
    await publish('at-home');
    const siteUrl = 'http://localhost:3000';
    await work({ ...postman, config: { ...config, siteUrl } });
    expect(services.asked).toEqual([]);
    expect(rowOf('dev')).toMatchObject({
      state: 'planned',
      reason: expect.stringMatching(/SITE_URL/),
    });
    clock.advance(3_600_000);
    await work(postman);
    expect(rows().map(({ state, reason }) => [state, reason])).toEqual(
      Array(3).fill(['sent', null]),
    );
  });

  it('leaves a service alone that is in trouble, instead of trying one article after the other', async () => {
    const { postman } = startProcess();
    await connectAll();
    for (const slug of ['one', 'two', 'three']) {
      await publish(slug, { linkedin: true, dev: false, medium: false });
    }
    services.faults = ['timeout before acceptance'];
    await work(postman);
    expect(services.asked).toEqual(['POST /rest/posts']);
    clock.advance(60_000);
    await work(postman);
    expect(rows().map(({ state }) => state)).toEqual(['unknown', 'sent', 'sent']);
  });
});

const SHORT_RUNS = 60;
/** A longer form asks for more, with a seed of its own. */
const numRuns = Number(process.env.CROSS_POST_RUNS ?? 1000);
const seed = Number(process.env.CROSS_POST_SEED ?? 20261121);

const anyFault = fc.option(fc.constantFrom<Fault>(...faults), { freq: 3, nil: null });
/** What happens, in its order, after the articles are live. */
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
          const beside = happening.kind === 'both' ? work(second.postman) : null;
          if ((await Promise.race([work(first.postman), first.killed])) === 'killed') {
            kills += 1;
            first = startProcess();
          }
          await beside;
          first.killAt(Number.POSITIVE_INFINITY);
        }
      }
      // Whatever was under way has arrived or not; from here on all goes well.
      services.faults = [];
      services.arrive();
      first = startProcess();
      await connectAll();
      await workForDays(first.postman);
      expect(rows()).toHaveLength(3);
      for (const row of rows()) {
        const there = acceptedBy(row.target, 'once');
        // At most once, whatever has happened.
        expect(there.length).toBeLessThanOrEqual(1);
        expect(['sent', 'failed', 'unknown']).toContain(row.state);
        if (row.state === 'sent') expect([there.length, row.url !== null]).toEqual([1, true]);
        else expect(row.reason).toMatch(/\w{3,}/);
        if (row.state === 'failed') expect(there.filter((one) => one.published)).toEqual([]);
        // Where it can be looked for, nobody has to be asked.
        if (row.target === 'dev') expect(row.state).not.toBe('unknown');
        if (row.state === 'unknown') unknown += 1;
        // The owner looks, and says what is the case.
        if (row.state === 'unknown' && there[0]) {
          const host = {
            linkedin: 'https://www.linkedin.com/x',
            medium: 'https://medium.com/x',
            dev: '',
          };
          await giveLink(first.postman, row.publicId, host[row.target]);
        } else if (row.state !== 'sent') await sendAgain(first.postman, row.publicId);
      }
      await workForDays(first.postman);
      expect(rows().map(({ state }) => state)).toEqual(Array(3).fill('sent'));
      for (const target of crossPostTargets) {
        expect(acceptedBy(target, 'once')).toMatchObject([{ published: true }]);
      }
    },
  );
  await fc.assert(property, { numRuns: runs, seed });
  // What it is about has happened.
  expect(kills).toBeGreaterThan(runs / 10);
  expect(unknown).toBeGreaterThan(runs / 10);
  expect(faulty).toBeGreaterThan(runs);
};

const title = (runs: number) =>
  `over any faults and kills in ${runs} runs, by two processes, posts no article twice and forgets none`;
it(title(SHORT_RUNS), postDespite(SHORT_RUNS));
it(title(numRuns), { tags: ['verify'], timeout: 200_000 + numRuns * 100 }, postDespite(numRuns));
