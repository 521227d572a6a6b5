import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import type { AppContext } from '../../context.ts';
import { openDatabase } from '../../db/database.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { insertTestArticle, insertTestImage, insertTestUser } from '../../testing/factories.ts';
import { createTestClock } from '../../testing/fakes.ts';
import { until } from '../../testing/until.ts';
import { startScheduleWorker } from '../../workers/start-workers.ts';
import { changeArticle, EditConflictError } from './articles.ts';
import { publishDue } from './publication.ts';

let test: TestApp;
let authorId: number;
beforeEach(async () => {
  test = await buildTestApp();
  authorId = insertTestUser(test.context.database).id;
  return () => test.close();
});

/** Stores an article that waits until `scheduledAt`. */
const schedule = (scheduledAt: number, more = {}) =>
  insertTestArticle(test.context.database, { authorId, publishedAt: null, scheduledAt, ...more })
    .id;

interface Row {
  id: number;
  state: string;
  publishedAt: number | null;
  jobs: number;
}
const rows = (): Row[] =>
  test.context.database.raw
    .prepare<[], Row>(
      `SELECT id, state, published_at AS publishedAt,
         (SELECT count(*) FROM jobs WHERE article_id = articles.id) AS jobs
       FROM articles ORDER BY id`,
    )
    .all();

describe('publishing due articles', () => {
  it('publishes each article once at its scheduled millisecond and uses that time as its date', async () => {
    const { clock, context } = test;
    const at = clock.now() + HOUR_MS;
    schedule(at);
    clock.set(at - 1);
    expect(await publishDue(context)).toBe(0);
    expect(rows()).toMatchObject([{ state: 'scheduled', jobs: 0 }]);
    clock.set(at);
    expect(await publishDue(context)).toBe(1);
    expect(await publishDue(context)).toBe(0);
    expect(rows()).toMatchObject([{ state: 'live', publishedAt: at, jobs: 1 }]);
  });

  it('does not change drafts, articles in the bin or published articles', async () => {
    const past = test.clock.now() - HOUR_MS;
    schedule(past, { draft: true });
    schedule(past, { deletedAt: past });
    insertTestArticle(test.context.database, { authorId });
    expect(await publishDue(test.context)).toBe(0);
    expect(rows().map((row) => row.state)).toEqual(['draft', 'deleted', 'live']);
  });

  it('keeps the date of an article that was published before', async () => {
    const first = test.clock.now() - 90 * DAY_MS;
    schedule(test.clock.now(), { publishedAt: first });
    await publishDue(test.context);
    expect(rows()).toMatchObject([{ state: 'live', publishedAt: first }]);
  });

  it('publishes overdue articles after a suspend or a restart', async () => {
    for (const hours of [1, 2, 3]) schedule(test.clock.now() + hours * HOUR_MS);
    test.clock.advance(DAY_MS);
    const database = openDatabase(test.context.database.raw.name);
    expect(await publishDue({ ...test.context, database })).toBe(3);
    database.close();
    expect(rows().every((row) => row.state === 'live' && row.jobs === 1)).toBe(true);
  });

  it('wakes the publisher only if an article was due', async () => {
    const publisher = test.context.publisher as AppContext['publisher'] & { wakes: number };
    await publishDue(test.context);
    expect(publisher.wakes).toBe(0);
    schedule(test.clock.now());
    await publishDue(test.context);
    expect(publisher.wakes).toBe(1);
  });

  it('publishes each article once and never early, with clock changes and restarts', async () => {
    const minutes = fc.integer({ min: -600, max: 600 });
    const step = fc.record({ jump: minutes, restart: fc.boolean(), add: fc.array(minutes) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        test.context.database.raw.exec('DELETE FROM jobs; DELETE FROM articles');
        const due = new Map<number, number>();
        let latest = Number.NEGATIVE_INFINITY;
        for (const { jump, restart, add } of steps) {
          for (const offset of add) {
            const at = test.clock.now() + offset * 60_000;
            due.set(schedule(at), at);
          }
          test.clock.advance(jump * 60_000);
          latest = test.clock.now();
          const database = restart
            ? openDatabase(test.context.database.raw.name)
            : test.context.database;
          await publishDue({ ...test.context, database });
          if (restart) database.close();
          for (const row of rows()) {
            const at = due.get(row.id) ?? 0;
            if (at <= latest) expect(row).toMatchObject({ state: 'live', publishedAt: at });
            if (row.state === 'live') expect(row.jobs).toBe(1);
            else expect([row.state, row.jobs, at > latest]).toEqual(['scheduled', 0, true]);
          }
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('scheduling, rescheduling and unscheduling an article', () => {
  const step = fc.oneof(
    fc.record({ plan: fc.integer({ min: 24, max: 24 * 88 }) }),
    fc.constant({ cancel: true }),
    fc.record({ jump: fc.integer({ min: -24 * 30, max: 24 * 60 }) }),
    fc.constant({ restart: true }),
  );

  it('publishes at most once, at the last scheduled time, with clock changes', async () => {
    const { id: mediaId } = insertTestImage(test.context.database);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const words = { subtitle: 'In time', description: 'When it comes.' };
        const article = insertTestArticle(test.context.database, {
          authorId,
          mediaId,
          publishedAt: null,
          draft: true,
          ...words,
        });
        let seen = article.version;
        let at: number | null = null;
        let live = false;
        const change = async (input: { draft: boolean; scheduledDate: string }) => {
          const options = { expectedVersion: seen, requestedAt: test.clock.now() };
          try {
            const changed = await changeArticle(test.context, article.publicId, input, options);
            expect(live).toBe(false);
            ({ version: seen, scheduledAt: at } = changed.article);
          } catch (error) {
            // An editor who has not seen that the article is live cannot unpublish it.
            expect(error).toBeInstanceOf(EditConflictError);
            expect(live).toBe(true);
          }
        };
        for (const taken of steps) {
          if ('plan' in taken) {
            const time = new Date(test.clock.now() + taken.plan * HOUR_MS).toISOString();
            await change({ draft: false, scheduledDate: time });
          } else if ('cancel' in taken) await change({ draft: true, scheduledDate: '' });
          else if ('jump' in taken) test.clock.advance(taken.jump * HOUR_MS);
          const file = test.context.database.raw.name;
          const database = 'restart' in taken ? openDatabase(file) : test.context.database;
          await publishDue({ ...test.context, database });
          if ('restart' in taken) database.close();
          const isDue = at !== null && at <= test.clock.now();
          live ||= isDue;
          const row = rows().find(({ id }) => id === article.id);
          expect(row).toMatchObject({ jobs: live ? 1 : 0 });
          expect(row?.state === 'live').toBe(live);
          if (live) expect(row?.publishedAt).toBe(at);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('two schedulers at the same time', () => {
  it('publish each article once in one process', async () => {
    for (let number = 0; number < 40; number += 1) schedule(test.clock.now());
    const databases = [1, 2, 3].map(() => openDatabase(test.context.database.raw.name));
    const counts = await Promise.all(
      databases.map((database) => publishDue({ ...test.context, database })),
    );
    for (const database of databases) database.close();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(rows().every((row) => row.state === 'live' && row.jobs === 1)).toBe(true);
  });

  it('publish each article once in two processes', { tags: ['verify'] }, async () => {
    const start = Date.now();
    for (let number = 0; number < 60; number += 1) schedule(start);
    const script = `
      import { openDatabase } from './api/db/database.ts';
      import { publishDue } from './api/services/articles/publication.ts';
      const database = openDatabase(${JSON.stringify(test.context.database.raw.name)});
      const context = { database, clock: Date.now, publisher: { wake() {} } };
      let published = 0;
      const waiting = database.raw.prepare("SELECT 1 FROM articles WHERE state = 'scheduled'");
      console.log('ready');
      for await (const _ of process.stdin);
      while (waiting.get()) published += await publishDue(context);
      console.log(published);
      database.close();`;
    const options = ['--no-warnings', '--input-type=module', '--eval', script];
    const processes = [1, 2].map(() => spawn(process.execPath, options));
    const outputs = processes.map(({ stdout }) => on(createInterface(stdout), 'line'));
    for (const output of outputs) await output.next();
    // Both begin at the same moment.
    for (const { stdin } of processes) stdin.end();
    const counts = await Promise.all(
      outputs.map(async (output) => Number((await output.next()).value)),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(rows().every((row) => row.publishedAt === start && row.jobs === 1)).toBe(true);
  });
});

describe('the schedule of a running server', { tags: ['topic'] }, () => {
  it('publishes at the scheduled time, also after a clock change', async () => {
    const clock = createTestClock();
    const stop = startScheduleWorker(
      { ...test.context, clock: clock.now },
      pino({ level: 'silent' }),
    );
    try {
      for (const days of [1, 30, 80]) {
        const id = schedule(clock.now() + days * DAY_MS);
        clock.advance(days * DAY_MS);
        await until(
          'the article is live',
          () => rows().find((row) => row.id === id)?.state === 'live',
        );
      }
    } finally {
      await stop();
    }
  });
});
