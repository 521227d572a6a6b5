import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { enqueueJob } from '../db/hot/jobs.ts';
import { findJob } from '../db/repositories/jobs.ts';
import { buildTestApp } from '../testing/build-test-app.ts';
import { startTestRelease } from '../testing/test-release.ts';
import { type FollowUpContext, runFollowUpJob } from './background-jobs.ts';
import { claimJobs } from './job-queue.ts';

it('compresses recently published files before the rest of a new release', {
  tags: ['verify'],
}, async () => {
  const test = await buildTestApp();
  const { target, siteFolder } = await startTestRelease(test);
  const { database, clock } = test.context;
  const name = (number: number) => `many/${number}.txt`;
  mkdirSync(path.join(siteFolder, 'many'));
  for (let number = 0; number < 40; number += 1) {
    writeFileSync(path.join(siteFolder, name(number)), 'word '.repeat(400));
  }
  const claim = () =>
    database.write(() =>
      claimJobs(database, { kind: 'compress', owner: 'test', now: clock(), limit: 1 }),
    );
  const context: FollowUpContext = {
    database,
    live: () => target,
    claim,
    exclusively: (work) => work(),
    onError: (_what, error) => {
      throw error;
    },
  };
  const enqueue = (files: string[]) =>
    database.write(() =>
      enqueueJob(database, { kind: 'compress', payload: { files }, now: clock() }),
    );
  const releaseJob = await enqueue([]);
  const [first] = await claim();
  // Published while the files of the release are compressed.
  const publishJob = await enqueue([name(39)]);
  if (first) await runFollowUpJob(context, first);

  const compressedAt = (number: number) =>
    statSync(path.join(siteFolder, `${name(number)}.br`), { bigint: true }).birthtimeNs;
  const others = Array.from({ length: 39 }, (_, number) => compressedAt(number));
  expect(others.filter((time) => time < compressedAt(39)).length).toBeLessThanOrEqual(1);
  expect(findJob(database, releaseJob)?.state).toBe('done');
  expect(findJob(database, publishJob)?.state).toBe('done');
  await test.close();
});

it('returns the job to the queue when the process ends', async () => {
  const test = await buildTestApp();
  const { database, clock } = test.context;
  const job = await database.write(() =>
    enqueueJob(database, { kind: 'follow', payload: {}, now: clock() }),
  );
  const [claimed] = await database.write(() =>
    claimJobs(database, { kind: 'follow', owner: 'test', now: clock(), limit: 1 }),
  );
  const context: FollowUpContext = {
    database,
    live: () => null,
    claim: () => [],
    exclusively: (work) => work(),
    onError: () => undefined,
  };
  if (claimed) await runFollowUpJob(context, claimed);
  expect(findJob(database, job)?.state).toBe('queued');
  await test.close();
});
