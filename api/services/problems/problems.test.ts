import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import { jobPriorities } from '../../db/hot/jobs.ts';
import { createReporting } from '../../log.ts';
import { signedInAs } from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { deliverEmails, sentEmails } from '../../testing/emails.ts';
import { fakeDiskSpace } from '../../testing/full-disk.ts';
import { reportReplicationProblem } from '../backup/replication.ts';
import { checkProblems, type Observations } from './check-problems.ts';

const nothing: Observations = { errorBurst: null, certificate: null };

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp({ config: { siteUrl: 'https://example.org' } });
  await signedInAs(test, { role: 'admin', email: 'owner@example.org' });
  await signedInAs(test, { email: 'member@example.org' });
});
afterEach(() => test.close());

const run = (sql: string) => test.context.database.raw.exec(sql);
const now = () => test.clock.now();
const check = (seen: Partial<Observations> = {}) =>
  checkProblems(test.context, { ...nothing, ...seen });
const emails = async () =>
  (await sentEmails(test.context)).map(({ subject, text, to }) => ({
    subject,
    text,
    to: to?.map(({ address }) => address),
  }));

const failJob = () =>
  run(`INSERT INTO jobs (kind, payload, article_id, priority, state, error, run_at, created_at,
      finished_at)
    VALUES ('publish', '{}', (SELECT coalesce(max(id), 0) + 1 FROM jobs), 1, 'failed',
      'The template is broken.', 0, 0, ${now()})`);
const failEmail = (kind = 'account') =>
  run(`INSERT INTO emails (public_id, kind, recipient, subject, message_id, state, priority, run_at,
      retry_until, response, created_at, ended_at)
    VALUES (hex(randomblob(8)), '${kind}', 'a@example.org', 'Hello', '<a>', 'failed', 1, 0, 0,
      '550 No such user', ${now()}, ${now()})`);

it('sends no email without a problem', async () => {
  expect(await check()).toEqual([]);
  expect(await emails()).toEqual([]);
});

it('emails every admin about a failed publication, and once about each', async () => {
  await signedInAs(test, { role: 'admin', email: 'second@example.org' });
  failJob();
  expect(await check()).toEqual(['publish']);
  const sent = await emails();
  expect(sent.map(({ to }) => to).sort()).toEqual([['owner@example.org'], ['second@example.org']]);
  expect(sent[0]?.subject).toBe('Publishing failed');
  expect(sent[0]?.text).toContain('The template is broken.');
  expect(sent[0]?.text).toContain('https://example.org/admin/jobs');
  test.clock.advance(2 * DAY_MS);
  expect(await check()).toEqual([]);
});

it('emails about a failed release until a release is live', async () => {
  const release = (state: string) =>
    run(`INSERT INTO releases (build_id, schema_version, state, error, created_at)
      VALUES ('a', 1, '${state}', 'The page /about is broken.', ${now()})`);
  release('failed');
  release('live');
  expect(await check()).toEqual([]);
  release('failed');
  expect(await check()).toEqual(['publish']);
  expect((await emails())[0]?.text).toContain('The page /about is broken.');
});

it('sends one email of a kind per day and reports later problems the next day', async () => {
  failJob();
  expect(await check()).toEqual(['publish']);
  test.clock.advance(60_000);
  failJob();
  failEmail();
  expect(await check()).toEqual(['email']);
  expect(await check()).toEqual([]);
  test.clock.advance(DAY_MS);
  expect(await check()).toEqual(['publish']);
  expect(await emails()).toHaveLength(3);
});

it('emails about a failed follow-up job, such as one for the pages of a product', async () => {
  run(`INSERT INTO jobs (kind, payload, priority, state, error, run_at, created_at, finished_at)
    VALUES ('refresh', '{}', ${jobPriorities.refresh}, 'failed', 'The list is broken.', 0, 0, ${now()})`);
  expect(await check()).toEqual(['publish']);
  const [email] = await emails();
  expect(email?.text).toContain('1 job failed.');
  expect(email?.text).toContain('The list is broken.');
});

it.each([
  ['push', 'Changes do not reach the bucket'],
  ['store', 'Uploads do not reach the store'],
] as const)('emails each day while a bucket fails, for jobs of kind %s', async (kind, subject) => {
  const enqueue = (error: string) =>
    run(`INSERT INTO jobs (kind, payload, priority, state, error, run_at, created_at)
      VALUES ('${kind}', '{}', ${jobPriorities[kind]}, 'queued', ${error}, 0, ${now()})`);
  enqueue('NULL');
  test.clock.advance(DAY_MS);
  enqueue("'s3://site cannot be reached.'");
  test.clock.advance(HOUR_MS);
  expect(await check()).toEqual([]);
  test.clock.advance(1);
  expect(await check()).toEqual(['bucket']);
  expect(await check()).toEqual([]);
  test.clock.advance(DAY_MS);
  expect(await check()).toEqual(['bucket']);
  const [email] = await emails();
  expect(email?.subject).toBe(subject);
  expect(email?.text).toContain('s3://site cannot be reached.');
  run(`UPDATE jobs SET state = 'done'`);
  test.clock.advance(DAY_MS);
  expect(await check()).toEqual([]);
});

it('sends one email after the clock was set back', async () => {
  failJob();
  expect(await check()).toEqual(['publish']);
  test.clock.advance(-30 * DAY_MS);
  failJob();
  expect(await check()).toEqual(['publish']);
  test.clock.advance(60_000);
  failJob();
  expect(await check()).toEqual([]);
});

it('sends no email without an admin', async () => {
  run(`UPDATE users SET role = 0`);
  failJob();
  expect(await check()).toEqual([]);
});

it('counts failed emails, but not those about problems', async () => {
  failEmail('problem');
  expect(await check()).toEqual([]);
  failEmail();
  failEmail();
  expect(await check()).toEqual(['email']);
  const [email] = await emails();
  expect(email?.subject).toBe('2 emails were not sent');
  expect(email?.text).toContain('550 No such user');
});

it('emails about a last good backup of more than two days, unless nightly backups are off', async () => {
  run(`INSERT INTO backup_runs (requested, run_at, state, ended_at)
    VALUES (0, 0, 'done', ${now() - 2 * DAY_MS - 1})`);
  run(`INSERT INTO settings (key, value, updated_at) VALUES ('nightly-backups', 'false', 0)`);
  expect(await check()).toEqual([]);
  run('DELETE FROM settings');
  expect(await check()).toEqual(['backup']);
  expect((await emails())[0]?.text).toContain('2 days old');
});

it('emails once a day about a replica that is out of date', async () => {
  await reportReplicationProblem(test.context, 'The bucket does not answer.');
  await reportReplicationProblem(test.context, 'The bucket does not answer.');
  const [email, ...more] = await emails();
  expect([email?.subject, more]).toEqual(['Changes are not replicated', []]);
  expect(email?.text).toContain('The bucket does not answer.');
});

it('does not report a missing first backup of a new site', async () => {
  run(`INSERT INTO backup_runs (requested, run_at) VALUES (0, ${now() + DAY_MS})`);
  expect(await check()).toEqual([]);
});

it('emails about a disk with less than a tenth of free space', async () => {
  const checkWith = async (free: number) => {
    using _disk = fakeDiskSpace({ free, total: 100_000 });
    return await check();
  };
  expect(await checkWith(10_000)).toEqual([]);
  expect(await checkWith(9999)).toEqual(['disk']);
  expect((await emails())[0]?.text).toContain('10 GB of 100 GB are free');
});

describe('the certificate of SITE_URL', () => {
  const certificate = (daysLeft: number, days: number, error: string | null = null) => ({
    validFrom: now() + (daysLeft - days) * DAY_MS,
    validTo: now() + daysLeft * DAY_MS,
    error,
  });

  it.each([
    [15, 90],
    [3, 6],
  ])('is fine with %i of %i days left', async (left, days) => {
    expect(await check({ certificate: certificate(left, days) })).toEqual([]);
  });

  it.each<[string, number, number, string | null]>([
    ['expires on 2026-01-28 and was not renewed', 13, 90, null],
    ['expires on 2026-01-16 and was not renewed', 1, 6, null],
    ['expired on 2026-01-14', -1, 90, 'CERT_HAS_EXPIRED'],
    [
      'do not accept the certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
      80,
      90,
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
  ])('is reported when it %s', async (text, left, days, error) => {
    expect(await check({ certificate: certificate(left, days, error) })).toEqual(['certificate']);
    expect((await emails())[0]?.text).toContain(text);
  });
});

it('emails about a burst of errors, with the last one and without personal data', async () => {
  const { log, errors } = createReporting({ ...test.context.config, logLevel: 'silent' });
  for (let index = 0; index < 19; index += 1) log.error('something failed');
  log.warn('this is no error');
  expect(errors.findBurst()).toBeNull();
  log.error({ err: new Error('no answer for ann@example.org') }, 'sending failed');
  expect(await check({ errorBurst: errors.findBurst() })).toEqual(['errors']);
  const [email] = await emails();
  expect(email?.text).toContain('at least 20 errors within 10 minutes');
  expect(email?.text).toContain('sending failed: no answer for [email]');
});

it('uses the outbox', async () => {
  failJob();
  await check();
  expect(await deliverEmails(test.context)).toMatchObject([{ email: { kind: 'problem' } }]);
});
