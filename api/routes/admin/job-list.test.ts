import { beforeEach, describe, expect, it } from 'vitest';
import { claimJobs, endJob, failJob } from '../../publisher/job-queue.ts';
import { enqueueEmail } from '../../services/mail/email-queue.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let test: TestApp;
let admin: Caller;
beforeEach(async () => {
  test = await buildTestApp();
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  return () => test.close();
});

/** One publishing, one mail and one post, in this order. */
async function fill() {
  const linkedin = { linkedin: true, linkedinContent: 'Read this.' };
  const { _id } = await createByApi(admin, { title: 'Files', ...linkedin });
  test.clock.advance(1000);
  await test.context.database.write((transaction) =>
    enqueueEmail(transaction, test.context, {
      kind: 'contact',
      to: 'owner@example.org',
      content: { subject: 'Hello', title: 'Hello', paragraphs: ['You.'], reason: 'None.' },
    }),
  );
  return _id;
}
const list = async (search = '') => (await admin(`GET /api/admin/jobs${search}`)).json();
const subjectsOf = ({ entries }: { entries: { source: string; subject: string }[] }) =>
  entries.map(({ source, subject }) => `${source} ${subject}`);

function claimPublishJob() {
  const now = test.clock.now();
  const claim = { kind: 'publish', owner: 'test', now, limit: 1 } as const;
  const [job] = claimJobs(test.context.database, claim);
  if (!job) throw new Error('no publish job is due');
  return { job, now };
}

const failPublishing = () =>
  test.context.database.write(() => {
    const { job, now } = claimPublishJob();
    failJob(test.context.database, job, { error: new Error('no such component'), now });
  });

describe('the job list', () => {
  it('lists publications, emails and cross-posts, newest first, with pending counts', async () => {
    const article = await fill();
    const all = await list();
    expect(subjectsOf(all)).toEqual(['mail Hello', 'publishing Files', 'posts Files']);
    expect(all).toMatchObject({
      result: 3,
      pages: 1,
      counts: {
        publishing: { waiting: 1, failed: 0 },
        mail: { waiting: 1, failed: 0 },
        posts: { waiting: 1, failed: 0 },
      },
    });
    expect(all.entries[1]).toMatchObject({
      kind: 'publish',
      article,
      state: 'waiting',
      attempts: 0,
      error: null,
      canRetry: false,
      canCancel: true,
    });
    expect(all.entries[0]).toMatchObject({ kind: 'contact', to: 'owner@example.org' });
  });

  it.each([
    ['?source=mail', ['mail Hello']],
    ['?source=posts&show=waiting', ['posts Files']],
    ['?source=publishing&show=failed', ['publishing Files']],
    ['?show=waiting', ['mail Hello', 'posts Files']],
    ['?show=done', []],
    ['?page=2', []],
  ])('is narrowed by %s', async (search, expected) => {
    await fill();
    await failPublishing();
    expect(subjectsOf(await list(search))).toEqual(expected);
  });

  it('lists every entry over several pages', async () => {
    for (let number = 0; number < 25; number += 1) {
      await createByApi(admin, { title: `Note ${number}` });
      test.clock.advance(1000);
    }
    const [first, second] = [await list(), await list('?page=2')];
    expect([first.result, first.pages]).toEqual([25, 2]);
    const titles = [...subjectsOf(first), ...subjectsOf(second)];
    expect(titles).toEqual(
      Array.from({ length: 25 }, (_, number) => `publishing Note ${24 - number}`),
    );
  });

  it('shows the reason of a failure, which can be retried or dismissed', async () => {
    await fill();
    await failPublishing();
    const entry = async () => (await list('?source=publishing')).entries[0];
    expect(await entry()).toMatchObject({
      state: 'failed',
      error: 'no such component',
      canRetry: true,
      canCancel: true,
    });
    await admin('POST /api/jobs/1/cancel');
    expect(await entry()).toMatchObject({ state: 'cancelled', error: 'no such component' });
    expect((await list()).counts.publishing.failed).toBe(0);
    await admin('POST /api/jobs/1/retry');
    expect(await entry()).toMatchObject({ state: 'waiting', error: null, canCancel: true });
  });

  it('cancels queued entries once, but no finished ones', async () => {
    await fill();
    expect((await admin('POST /api/jobs/1/cancel')).json()).toMatchObject({ state: 'cancelled' });
    const again = await admin('POST /api/jobs/1/cancel');
    expect([again.statusCode, again.json().code]).toEqual([409, 'STATE_CONFLICT']);
    expect((await admin('POST /api/jobs/99/cancel')).statusCode).toBe(404);
    await admin('POST /api/jobs/1/retry');
    await test.context.database.write(() => {
      const { job, now } = claimPublishJob();
      endJob(test.context.database, job, { now });
    });
    expect((await admin('POST /api/jobs/1/cancel')).statusCode).toBe(409);
    expect((await admin('POST /api/jobs/1/retry')).statusCode).toBe(404);
  });
});
