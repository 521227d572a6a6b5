import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../context.ts';
import type { Connection } from '../db/connection.ts';
import { enqueueJob } from '../db/hot/jobs.ts';
import { StorageError } from '../integrations/storage/storage-error.ts';
import { type ClaimedJob, claimJobs } from '../publisher/job-queue.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { until } from '../testing/until.ts';
import { BucketQueue, type BucketRun } from './bucket-queue.ts';

interface Names {
  names: string[];
}

let test: TestApp;
/** Writes that succeed before one fails; none fails while it is null. */
let writesUntilFailure: number | null;
/** Names of each run, sorted. */
let runs: string[][];
let errors: string[];
beforeEach(async () => {
  test = await buildTestApp();
  writesUntilFailure = null;
  runs = [];
  errors = [];
});
afterEach(() => test.close());

/** The database of the site, one write of which fails as on a full disk. */
function failingDatabase(): Connection {
  const { database } = test.context;
  return {
    ...database,
    async write(work) {
      if (writesUntilFailure === 0) {
        writesUntilFailure = null;
        throw new Error('SQLITE_FULL');
      }
      if (writesUntilFailure !== null) writesUntilFailure -= 1;
      return database.write(work);
    },
  };
}

const namesOf = ({ payload }: ClaimedJob) => (payload as Names).names;

function createQueue(run: (run: BucketRun<Names>) => Promise<void> = async () => undefined) {
  const database = failingDatabase();
  return new BucketQueue<Names>({
    kind: 'store',
    activity: 'storing uploads',
    bucket: {
      endpoint: 'http://127.0.0.1:9',
      region: 'local',
      bucket: 'bucket',
      prefix: '',
      keys: { id: 'id', secret: 'secret' },
    },
    database,
    claim: (kind, limit = 1) =>
      database.write(() => claimJobs(database, { kind, owner: 'test', now: systemClock(), limit })),
    onError: (_what, error) => void errors.push(String(error)),
    merge: (jobs) => ({ names: [...new Set(jobs.flatMap(namesOf))] }),
    isUrgent: ({ names }) => names.includes('urgent'),
    async run(options) {
      runs.push(options.payload.names.toSorted());
      await run(options);
    },
  });
}

const enqueue = (...names: string[]) =>
  test.context.database.write(() =>
    enqueueJob(test.context.database, { kind: 'store', payload: { names }, now: systemClock() }),
  );

/** Returns the states of all jobs, without repetitions. */
const states = () =>
  test.context.database.raw
    .prepare("SELECT DISTINCT state FROM jobs WHERE kind = 'store'")
    .pluck()
    .all();

/** Starts the queue until all jobs are done; it pauses for a second after a failure. */
async function runUntilDone(queue: BucketQueue<Names>): Promise<void> {
  await until('all jobs are done', async () => {
    await queue.startNext();
    return states().every((state) => state === 'done');
  });
  await queue.close();
}

it.each([
  ['the claim', 0, [['a', 'b']]],
  ['the merged job', 1, [['a', 'b']]],
  [
    'the end',
    2,
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
  ],
])('runs jobs again after a failed write of %s', async (_what, writes, expected) => {
  await enqueue('a');
  await enqueue('b');
  const queue = createQueue();
  writesUntilFailure = writes;
  await runUntilDone(queue);
  expect(runs).toEqual(expected);
  expect(errors).toEqual([expect.stringContaining('SQLITE_FULL')]);
});

it('runs a job again whose failure could not be recorded, with its progress', async () => {
  await enqueue('a');
  const queue = createQueue(async ({ amend }) => {
    if (runs.length > 1) return;
    await amend({ names: ['a', 'progress'] });
    writesUntilFailure = 0;
    throw new StorageError('unreachable', 'The store is away.');
  });
  await runUntilDone(queue);
  expect(runs).toEqual([['a'], ['a', 'progress']]);
});

it('runs urgent jobs again that could not be recorded during a long run', async () => {
  await enqueue('long');
  const queue = createQueue(async ({ payload, letUrgentPass }) => {
    if (runs.length > 1 || !payload.names.includes('long')) return;
    await enqueue('urgent');
    await enqueue('other');
    await enqueue('urgent', 'more');
    writesUntilFailure = 1;
    await letUrgentPass();
  });
  await runUntilDone(queue);
  expect(new Set(runs.flat())).toEqual(new Set(['long', 'urgent', 'other', 'more']));
});

it('keeps postponed jobs if the next claim fails', async () => {
  await enqueue('long');
  const queue = createQueue(async ({ letUrgentPass }) => {
    if (runs.length > 1) return;
    await enqueue('other');
    await letUrgentPass();
    // The end of this run is recorded, and the next claim fails.
    writesUntilFailure = 1;
  });
  await runUntilDone(queue);
  expect(runs).toEqual([['long'], ['other']]);
});
