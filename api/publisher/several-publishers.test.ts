import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enqueueJob } from '../db/hot/jobs.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  signedInAs,
} from '../testing/api-caller.ts';
import { builtSite } from '../testing/built-site.ts';
import { copyFolder } from '../testing/copy-folder.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import { readSiteFile } from '../testing/test-release.ts';
import { emptySite, startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';

let dataFolder: string;
const closers: (() => unknown)[] = [];
beforeEach(async () => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'test-shared-'));
  copyFolder(await emptySite(), dataFolder);
  closers.push(() => rmSync(dataFolder, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(): Promise<TestSite & { admin: Caller }> {
  const site = await startTestSite({ dataFolder, markdown: createPlainMarkdown() });
  closers.push(() => site.close());
  return { ...site, admin: callerOf(site.app, await signedInAs(site, { role: 'admin' })) };
}

const holders = (site: TestSite) =>
  site.context.database.raw.prepare('SELECT holder FROM leases').pluck().all() as string[];
const jobsOf = (site: TestSite) =>
  site.context.database.raw
    .prepare("SELECT state, attempts FROM jobs WHERE kind = 'publish'")
    .all() as { state: string; attempts: number }[];
const hasArticle = (site: TestSite, slug: string) =>
  readSiteFile(site.siteFolder(), `/blog/${slug}`) !== null;

/** Starts a process that publishes from the same data folder. */
async function startOther(): Promise<ChildProcess> {
  const settings = { DATA_DIR: dataFolder, BUILD_DIR: builtSite(), MAKE_PICTURES: 'false' };
  const child = spawn(process.execPath, ['api/testing/publisher-process.ts'], {
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'error', ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  closers.push(() => child.kill('SIGKILL'));
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

// The timeout is long, because tests also run on busy machines.
describe('two publishers of one data folder', { timeout: 600_000 }, () => {
  it('publish the jobs of both in the process that holds the lease', {
    tags: ['verify'],
  }, async () => {
    const one = await start();
    const two = await start();
    expect(holders(one)).toHaveLength(1);
    const [holder] = holders(one);
    await createByApi(one.admin, { title: 'From one' });
    await createByApi(two.admin, { title: 'From two' });
    await one.settled();
    expect(hasArticle(one, 'from-one') && hasArticle(one, 'from-two')).toBe(true);
    expect(holders(two)).toEqual([holder]);
    expect(jobsOf(one).every(({ state, attempts }) => state === 'done' && attempts === 1)).toBe(
      true,
    );
    expect((await two.app.inject('/blog/from-one')).statusCode).toBe(200);
  });

  it('both report the progress of their jobs', { tags: ['verify'] }, async () => {
    await start();
    const two = await start();
    const response = await two.admin('POST /api/articles', {
      title: 'Far away',
      subtitle: 'S',
      description: 'D',
      markdown: 'M',
      images: await coverByApi(two.admin),
      draft: false,
    });
    const { job } = response.json();
    const mine = () => two.progressEvents.filter((progress) => progress.job === job);
    await until('it is done', () => mine().some(({ step }) => step === 'done'));
    expect(mine().map(({ step }) => step)).toEqual(['queued', 'live', 'done']);
    expect(mine()[1]).toMatchObject({ path: '/blog/far-away', visible: true });
  });

  it('render one release if the second starts with the same build while it is rendered', {
    tags: ['verify'],
  }, async () => {
    const one = await start();
    const { database, config } = one.context;
    const payload = { buildFolder: config.buildFolder, reason: 'start' };
    await database.write(() => enqueueJob(database, { kind: 'release', payload, now: Date.now() }));
    await one.settled();
    expect(database.raw.prepare('SELECT state FROM releases').pluck().all()).toEqual(['live']);
  });

  it('hand over the lease when the first exits', { tags: ['verify'] }, async () => {
    const one = await start();
    const two = await start();
    const [first] = holders(one);
    await one.stop();
    await createByApi(two.admin, { title: 'Afterwards' });
    await two.settled();
    expect(hasArticle(two, 'afterwards')).toBe(true);
    expect(holders(two)).toHaveLength(1);
    expect(holders(two)).not.toContain(first);
  });

  it('take over the lease at once when the first is killed', { tags: ['topic'] }, async () => {
    const other = await startOther();
    const site = await start();
    expect(holders(site)[0]).toContain(`/${other.pid}/`);
    await createByApi(site.admin, { title: 'Before' });
    await site.settled();
    expect(holders(site)[0]).toContain(`/${other.pid}/`);
    other.kill('SIGKILL');
    await once(other, 'exit');
    // The lease would last for another hour, but its owner has exited.
    site.context.database.raw
      .prepare('UPDATE leases SET held_until = ?')
      .run(Date.now() + 3_600_000);
    for (let number = 0; number < 5; number += 1) {
      await createByApi(site.admin, { title: `After ${number}` });
    }
    await until('all is published', () => hasArticle(site, 'after-4'));
    await site.settled();
    for (let number = 0; number < 5; number += 1) {
      expect(hasArticle(site, `after-${number}`)).toBe(true);
    }
    expect(jobsOf(site).every(({ state }) => state === 'done')).toBe(true);
    expect(holders(site)[0]).not.toContain(`/${other.pid}/`);
  });

  it('do not publish while a process of another machine holds the lease', {
    tags: ['verify'],
  }, async () => {
    const site = await start();
    await site.stop();
    const standbySite = await startTestSite({ dataFolder, markdown: createPlainMarkdown() });
    closers.push(() => standbySite.close());
    const { raw } = standbySite.context.database;
    // The owner is on another machine, whose processes cannot be checked.
    raw
      .prepare('UPDATE leases SET holder = ?, held_until = ?')
      .run('elsewhere/1/x', Date.now() + 3_600_000);
    const admin = callerOf(standbySite.app, await signedInAs(standbySite, { role: 'admin' }));
    await until(
      'it has noticed',
      () => raw.prepare('SELECT holder FROM leases').pluck().get() === 'elsewhere/1/x',
    );
    await until('it has tried to renew', async () => {
      await createByApi(admin, { title: 'Waits', slug: `waits-${Date.now()}` });
      return jobsOf(standbySite).filter(({ state }) => state === 'queued').length > 3;
    });
    expect(holders(standbySite)).toEqual(['elsewhere/1/x']);
    raw.prepare('UPDATE leases SET held_until = 0').run();
    await standbySite.settled();
    expect(jobsOf(standbySite).every(({ state }) => state === 'done')).toBe(true);
  });
});
