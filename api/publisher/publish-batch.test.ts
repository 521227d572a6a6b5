import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobProgress } from '#contracts/job.ts';
import { LIST_PAGE_SIZE } from '../db/hot/list-pages.ts';
import { findJob } from '../db/repositories/jobs.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import {
  changedFiles,
  listedSlugs,
  listSiteFiles,
  pagerLinks,
  readSiteFile,
  startTestRelease,
  type TestRelease,
} from '../testing/test-release.ts';
import { until } from '../testing/until.ts';
import { type ClaimedJob, claimJobs, recoverJobs } from './job-queue.ts';
import { compressFile } from './page-files.ts';
import { publishBatch } from './publish-batch.ts';
import type { ReleaseTarget } from './release-target.ts';

let test: TestApp;
let admin: Caller;
let release: TestRelease;
beforeEach(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  return () => test.close();
});

/** Publishes all due jobs into a changed copy of the live target. */
async function publishInto(changes: Partial<ReleaseTarget>): Promise<{
  jobs: ClaimedJob[];
  progress: JobProgress[];
}> {
  const { database, clock } = test.context;
  const claim = { kind: 'publish' as const, owner: 'test', now: clock(), limit: 64 };
  const jobs = await database.write(() => claimJobs(database, claim));
  const progress: JobProgress[] = [];
  await publishBatch({ ...release.target, ...changes }, jobs, (entry) => progress.push(entry));
  return { jobs, progress };
}

/** Publishes all due jobs. @returns the names of written and deleted files in order */
async function recordOrder(): Promise<string[]> {
  const order: string[] = [];
  const onFile = (file: string) => order.push(path.relative(release.siteFolder, file));
  await publishInto({ onFile });
  return order;
}

const file = (name: string) => path.join(release.siteFolder, name);
const articlePage = 'blog/a-note-on-tests/index.html';
const feeds = ['rss.xml', 'atom.xml', 'feed.json'];

describe('the order of files', () => {
  const rankOf = (name: string) => {
    if (name.startsWith('blog/') && name !== 'blog/index.html' && !name.endsWith('.md')) return 0;
    return name.endsWith('.html') ? 1 : 2;
  };

  it('of a new article is: its page, lists, then feeds', async () => {
    release = await startTestRelease(test);
    await createByApi(admin, { tags: 'css', series: 'S' });
    const order = await recordOrder();
    expect(order[0]).toBe(articlePage);
    expect(order).toEqual(expect.arrayContaining(['index.html', 'blog/index.html', ...feeds]));
    expect(order).toEqual(expect.arrayContaining(['tag/css/index.html', 'series/s/index.html']));
    expect(order.map(rankOf)).toEqual(order.map(rankOf).toSorted());
  });

  it('of a new article is: its page, which is copied into the bucket, then lists', async () => {
    release = await startTestRelease(test);
    await createByApi(admin);
    const order: string[] = [];
    await publishInto({
      onFile: (written) => order.push(path.relative(release.siteFolder, written)),
      async onPush() {
        await nextTurn();
        order.push('copied');
      },
    });
    expect(order.slice(0, 2)).toEqual([articlePage, 'copied']);
    expect(order.length).toBeGreaterThan(2);
  });

  it.each([
    ['deleted', (id: string) => admin(`DELETE /api/articles/${id}`)],
    ['unpublished', (id: string) => admin(`PUT /api/articles/${id}`, { draft: true })],
  ])('of a %s article is: feeds, lists, then its own pages', async (_what, remove) => {
    const { _id } = await createByApi(admin, { tags: 'css', series: 'S' });
    release = await startTestRelease(test);
    await test.context.database.raw.exec('DELETE FROM jobs');
    await remove(_id);
    const order = await recordOrder();
    const articleFiles = order.filter(
      (name) => name.includes('a-note-on-tests') || name.includes(_id),
    );
    expect(articleFiles.length).toBe(3);
    expect(order.slice(-3).sort()).toEqual(articleFiles.sort());
    const otherRanks = order.slice(0, -3).map(rankOf);
    expect(otherRanks).toEqual(otherRanks.toSorted().reverse());
    expect(order).toEqual(expect.arrayContaining(['tag/css/index.html', ...feeds]));
  });
});

describe('publishing twice', () => {
  it('does not write any file again', async () => {
    release = await startTestRelease(test);
    await createByApi(admin, { tags: 'css', series: 'S' });
    await publishInto({});
    const before = listSiteFiles(release.siteFolder);
    test.context.database.raw.exec("UPDATE jobs SET state = 'queued'");
    test.clock.advance(5000);
    const { progress } = await publishInto({});
    expect(changedFiles(before, listSiteFiles(release.siteFolder))).toEqual([]);
    expect(progress.at(-1)).toMatchObject({ step: 'done', pages: 0 });
  });

  it('restores a deleted file', async () => {
    const { database } = test.context;
    await createByApi(admin);
    release = await startTestRelease(test);
    rmSync(file(articlePage));
    database.raw.exec("UPDATE jobs SET state = 'queued'");
    await publishInto({});
    expect(readSiteFile(release.siteFolder, '/blog/a-note-on-tests')).toContain('A note on tests');
  });
});

describe('publishing one article among 200', () => {
  beforeEach(async () => {
    for (let number = 0; number < 200; number += 1) {
      await createByApi(admin, { title: `Old ${number}`, tags: number % 2 ? 'odd' : 'even' });
      test.clock.advance(1000);
    }
    test.context.database.raw.exec('DELETE FROM jobs');
    release = await startTestRelease(test);
  });

  it('writes the pages of the article, its neighbour and the heads of lists', async () => {
    const before = listSiteFiles(release.siteFolder);
    const { _id } = await createByApi(admin, { title: 'The new one', tags: 'odd' });
    await publishInto({});
    const heads = ['blog/index.html', 'index.html', 'tag/odd/index.html'];
    expect(changedFiles(before, listSiteFiles(release.siteFolder))).toEqual(
      [
        `blog/${_id}/index.html`,
        'blog/the-new-one/index.html',
        'blog/the-new-one.md',
        'blog/old-199/index.html',
        ...heads,
        ...feeds,
        'sitemap-0.xml',
        'search-index-0.json',
        'cards/latest.json',
        'cards/tag/odd.json',
      ].sort(),
    );
  });

  it('writes only the pages of an old article after an edit of its text', {
    tags: ['verify'],
  }, async () => {
    const before = listSiteFiles(release.siteFolder);
    const { _id } = (await admin('GET /api/articles/old-3')).json();
    await admin(`PUT /api/articles/${_id}`, { markdown: 'Changed text.' });
    await publishInto({});
    // The new text has fewer words, but the same reading time on the card.
    expect(changedFiles(before, listSiteFiles(release.siteFolder))).toEqual([
      'blog/old-3.md',
      'blog/old-3/index.html',
      'sitemap-0.xml',
    ]);
  });

  it('writes only the numbered page of a deleted old article', { tags: ['verify'] }, async () => {
    const before = listSiteFiles(release.siteFolder);
    const { _id } = (await admin('GET /api/articles/old-13')).json();
    await admin(`DELETE /api/articles/${_id}`);
    await publishInto({});
    const changed = changedFiles(before, listSiteFiles(release.siteFolder));
    expect(changed.filter((name) => name.includes('/page/'))).toEqual([
      'blog/page/2/index.html',
      'tag/odd/page/1/index.html',
    ]);
    const neighbours = ['blog/old-12/index.html', 'blog/old-14/index.html'];
    expect(changed.filter((name) => /^blog\/old-1[24]\//.test(name))).toEqual(neighbours);
  });
});

describe('precompressed copies', () => {
  it('are deleted before their page is replaced', async () => {
    release = await startTestRelease(test);
    const { _id } = await createByApi(admin, { markdown: 'word '.repeat(500) });
    await publishInto({});
    await compressFile(file(articlePage));
    expect(existsSync(`${file(articlePage)}.br`) && existsSync(`${file(articlePage)}.gz`)).toBe(
      true,
    );
    await admin(`PUT /api/articles/${_id}`, { title: 'Another title' });
    const order: boolean[] = [];
    await publishInto({ onFile: (name) => order.push(existsSync(`${name}.br`)) });
    expect(order).not.toContain(true);
    expect(existsSync(`${file(articlePage)}.gz`)).toBe(false);
    await compressFile(file(articlePage));
    await admin(`DELETE /api/articles/${_id}`);
    await publishInto({});
    expect(existsSync(path.dirname(file(articlePage)))).toBe(false);
  });

  it('are not written for a page that changes meanwhile', async () => {
    release = await startTestRelease(test);
    const { _id } = await createByApi(admin, { markdown: 'word '.repeat(500) });
    await publishInto({});
    const compressing = compressFile(file(articlePage));
    await admin(`PUT /api/articles/${_id}`, { title: 'Another title' });
    await publishInto({});
    await compressing;
    for (const ending of ['.br', '.gz']) {
      const copy = statSync(file(articlePage) + ending, { throwIfNoEntry: false });
      expect(copy?.mtimeMs ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(
        statSync(file(articlePage)).mtimeMs,
      );
    }
    expect(existsSync(`${file(articlePage)}.br`)).toBe(false);
  });
});

describe('after an error', { tags: ['topic'] }, () => {
  const failing = (page: string, error: Error): ReleaseTarget['renderer'] => ({
    render: (source, pagePath, content) =>
      pagePath === page
        ? Promise.reject(error)
        : release.target.renderer.render(source, pagePath, content),
  });

  it('only the job of a page that cannot be rendered fails, with the reason', async () => {
    release = await startTestRelease(test);
    await createByApi(admin, { title: 'Bad' });
    const failures: unknown[] = [];
    const failedBatch = await publishInto({
      renderer: failing('/blog/bad', new Error('no such tag')),
      onFailure: (what, error) => failures.push([what, error]),
    });
    expect(failures).toEqual([['publishing an article', new Error('no such tag')]]);
    expect(readSiteFile(release.siteFolder, '/blog/bad')).toBeNull();
    await createByApi(admin, { title: 'Good' });
    const nextBatch = await publishInto({});
    expect(failedBatch.progress.at(-1)).toMatchObject({ step: 'failed', reason: 'no such tag' });
    const stored = findJob(test.context.database, failedBatch.jobs[0]?.id ?? 0);
    expect(stored).toMatchObject({ state: 'failed', error: 'no such tag' });
    expect(nextBatch.progress.at(-1)).toMatchObject({ step: 'done' });
    // The neighbour is rendered again, now without an error.
    expect(readSiteFile(release.siteFolder, '/blog/good')).toContain('Good');
    expect(readSiteFile(release.siteFolder, '/blog/bad')).toContain('Good');
  });

  it('other articles of the batch are published', async () => {
    release = await startTestRelease(test);
    await createByApi(admin, { title: 'Bad' });
    await createByApi(admin, { title: 'Good' });
    const { progress } = await publishInto({ renderer: failing('/blog/bad', new Error('no')) });
    expect(progress.filter(({ step }) => step === 'live')).toMatchObject([{ path: '/blog/good' }]);
    expect(progress.filter(({ step }) => step === 'failed' || step === 'done')).toMatchObject([
      { step: 'failed' },
      { step: 'done' },
    ]);
    expect(readSiteFile(release.siteFolder, '/blog/good')).toContain('Good');
  });

  it('the previous page stays', async () => {
    const { _id } = await createByApi(admin, { title: 'Was good' });
    release = await startTestRelease(test);
    test.context.database.raw.exec('DELETE FROM jobs');
    await admin(`PUT /api/articles/${_id}`, { title: 'Is bad' });
    await publishInto({ renderer: failing('/blog/was-good', new Error('no')) });
    expect(readSiteFile(release.siteFolder, '/blog/was-good')).toContain('<h1>Was good</h1>');
  });

  it.each(['ENOSPC', 'EIO'])('a job is retried after the disk error %s', async (code) => {
    release = await startTestRelease(test);
    await createByApi(admin);
    const full = Object.assign(new Error('disk error'), { code });
    const { jobs, progress } = await publishInto({
      renderer: failing('/blog/a-note-on-tests', full),
    });
    expect(progress.map(({ step }) => step)).not.toContain('done');
    expect(progress.map(({ step }) => step)).not.toContain('failed');
    const id = jobs[0]?.id ?? 0;
    expect(findJob(test.context.database, id)).toMatchObject({ state: 'queued' });
    expect(await release.publish()).toEqual([]);
    test.clock.advance(1000);
    expect((await release.publish()).at(-1)).toMatchObject({ step: 'done', job: id });
    expect(findJob(test.context.database, id)).toMatchObject({ state: 'done', attempts: 2 });
    expect(readSiteFile(release.siteFolder, '/blog/a-note-on-tests')).toContain('A note on tests');
  });

  it.each([
    [
      'the disk is full',
      () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    ],
    ['the process is killed', () => new Promise<never>(() => {})],
  ])('new numbered pages are written by the next attempt after %s', async (_what, ending) => {
    for (let number = 1; number < 2 * LIST_PAGE_SIZE; number += 1) {
      await createByApi(admin, { title: `Old ${number}` });
      test.clock.advance(1000);
    }
    release = await startTestRelease(test);
    test.context.database.raw.exec('DELETE FROM jobs');
    await createByApi(admin, { title: 'One more' });
    const startedPages: string[] = [];
    const render: ReleaseTarget['renderer']['render'] = (source, pagePath, content) => {
      startedPages.push(pagePath);
      return pagePath.startsWith('/blog/page/') || pagePath === '/blog'
        ? ending()
        : release.target.renderer.render(source, pagePath, content);
    };
    const publishing = publishInto({ renderer: { render } });
    await until('lists are rendered', () => startedPages.includes('/blog'));
    await Promise.race([publishing, new Promise((resolve) => setImmediate(resolve))]);
    // The next owner of the lease recovers the jobs of this process.
    recoverJobs(test.context.database, test.context.clock());
    test.clock.advance(5000);
    await release.publish();
    expect(listedSlugs(readSiteFile(release.siteFolder, '/blog') ?? '')).toHaveLength(
      LIST_PAGE_SIZE,
    );
    expect(pagerLinks(readSiteFile(release.siteFolder, '/blog') ?? '').older).toBe('/blog/page/1');
    const numbered = readSiteFile(release.siteFolder, '/blog/page/1') ?? '';
    expect(listedSlugs(numbered).at(-1)).toBe('old-1');
  });

  it('a failed write leaves no temporary file', async () => {
    const { _id } = await createByApi(admin, { title: 'Was good' });
    release = await startTestRelease(test);
    test.context.database.raw.exec('DELETE FROM jobs');
    // A file instead of a folder makes the series page fail, after the article page is written.
    writeFileSync(file('series'), 'in the way');
    await admin(`PUT /api/articles/${_id}`, { title: 'Is good', series: 'Parts' });
    const { progress } = await publishInto({});
    expect(progress.at(-1)).toMatchObject({ step: 'failed' });
    expect(
      [...listSiteFiles(release.siteFolder).keys()].filter((name) => /tmp/.test(name)),
    ).toEqual([]);
    expect(readSiteFile(release.siteFolder, '/blog/was-good')).toContain('<h1>Is good</h1>');
  });
});
