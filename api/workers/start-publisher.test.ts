import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobProgress } from '#contracts/job.ts';
import { enqueueJob } from '../db/hot/jobs.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { until } from '../testing/until.ts';
import { startPublisher } from './start-publisher.ts';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(() => test.close());

const createLog = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

it('reports the progress of jobs of another process after the database was not readable', async () => {
  const { config, database, clock } = test.context;
  const log = createLog();
  const options = { firstJob: null, isHeld: true };
  await using publisher = await startPublisher(config, database, database.raw.name, log, options);
  const progress: JobProgress[] = [];
  publisher.subscribe((event) => progress.push(event));
  const job = await database.write(() =>
    enqueueJob(database, { kind: 'compress', payload: {}, now: clock() }),
  );
  database.raw.exec('ALTER TABLE jobs RENAME TO unreadable_jobs');
  publisher.wake(job);
  await until('the failure is logged', () => log.error.mock.calls.length > 0);
  database.raw.exec('ALTER TABLE unreadable_jobs RENAME TO jobs');
  database.raw.prepare("UPDATE jobs SET state = 'done' WHERE id = ?").run(job);
  await until('the end is reported', () => progress.some(({ step }) => step === 'done'));
  expect(log.error).toHaveBeenCalledOnce();
});

it('closes while its ended thread waits to start again', async () => {
  const { config, database } = test.context;
  const log = createLog();
  const noDatabase = path.join(config.dataFolder, 'missing', 'site.db');
  const publisher = await startPublisher(config, database, noDatabase, log, { firstJob: null });
  await until('the thread has ended', () => log.warn.mock.calls.length > 0);
  await publisher.close();
  expect(log.warn).toHaveBeenCalledExactlyOnceWith('publisher starts again');
});
