import { beforeEach, describe, expect, it } from 'vitest';
import type { CardIndex, LatestCards } from '#contracts/page.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import {
  changedFiles,
  listSiteFiles,
  readSiteFile,
  startTestRelease,
  type TestRelease,
} from '../testing/test-release.ts';

let test: TestApp;
let admin: Caller;
let release: TestRelease;
beforeEach(async () => {
  test = await buildTestApp({ markdown: createPlainMarkdown() });
  admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
  release = await startTestRelease(test);
  return () => test.close();
});

async function publish(fields: Record<string, unknown>): Promise<string> {
  const { _id } = await createByApi(admin, fields);
  await release.publish();
  test.clock.advance(1000);
  return _id;
}

async function change(id: string, changes: object): Promise<void> {
  expect((await admin(`PUT /api/articles/${id}`, changes)).statusCode).toBe(200);
  await release.publish();
}

/** Returns the slugs in a file of the index, or null if the file does not exist. */
function slugsOf(path: string): string[] | null {
  const file = readSiteFile(release.siteFolder, path);
  if (file === null) return null;
  return (JSON.parse(file) as CardIndex).articles.map((card) => card.slug);
}

const latest = () => slugsOf('/cards/latest.json');
const older = () =>
  (JSON.parse(readSiteFile(release.siteFolder, '/cards/latest.json') ?? '') as LatestCards).older;
const ofCss = () => slugsOf('/cards/tag/css.json');

describe('the card index', () => {
  it('exists without articles, but not for unused tags', () => {
    expect(latest()).toEqual([]);
    expect(older()).toBeNull();
    expect(ofCss()).toBeNull();
  });

  it('contains the data of the cards of live articles, newest first', async () => {
    await publish({ title: 'One', tags: 'css' });
    await publish({ title: 'Zwei', tags: 'css,html', language: 'de' });
    await publish({ title: 'Three' });
    expect(latest()).toEqual(['three', 'zwei', 'one']);
    expect(ofCss()).toEqual(['zwei', 'one']);
    const [first] = JSON.parse(
      readSiteFile(release.siteFolder, '/cards/tag/css.json') ?? '',
    ).articles;
    expect(first).toEqual({
      slug: 'zwei',
      title: 'Zwei',
      language: 'de',
      tags: ['css', 'html'],
      cover: expect.objectContaining({ url: expect.stringMatching(/^\/media\/\w+\.png$/) }),
      readTime: '1 Min Read',
      publishedAt: expect.stringMatching(/^20\d\d-.+Z$/),
    });
  });

  const unlistings: [string, object][] = [
    ['a draft again', { draft: true }],
    ['scheduled again', { scheduledDate: '2026-02-01' }],
    ['archived', { archived: true }],
  ];
  it.each(unlistings)('omits an article that is %s', async (_state, changes) => {
    await publish({ title: 'Stays', tags: 'html' });
    const id = await publish({ title: 'Goes', tags: 'css' });
    await change(id, changes);
    expect(latest()).toEqual(['stays']);
    expect(ofCss()).toBeNull();
  });

  it('omits a deleted article until it is restored', async () => {
    const id = await publish({ title: 'Goes', tags: 'css' });
    await admin(`DELETE /api/articles/${id}`);
    await release.publish();
    expect([latest(), ofCss()]).toEqual([[], null]);
    await admin(`POST /api/articles/${id}/restore`);
    await release.publish();
    expect([latest(), ofCss()]).toEqual([['goes'], ['goes']]);
  });

  it('omits drafts and scheduled articles', async () => {
    await publish({ title: 'Draft', tags: 'css', draft: true });
    await publish({ title: 'Later', tags: 'css', scheduledDate: '2026-02-01' });
    expect([latest(), ofCss()]).toEqual([[], null]);
  });

  it('is updated with the title, tags and slug of an article', async () => {
    const id = await publish({ title: 'Before', tags: 'css' });
    await change(id, { title: 'After', tags: 'html', slug: 'after' });
    expect([latest(), ofCss(), slugsOf('/cards/tag/html.json')]).toEqual([
      ['after'],
      null,
      ['after'],
    ]);
    expect(readSiteFile(release.siteFolder, '/cards/latest.json')).toContain('"title":"After"');
  });

  it('contains a limited number of articles', async () => {
    for (let number = 0; number < 30; number += 1) {
      await createByApi(admin, { title: `Note ${number}`, tags: 'css' });
      test.clock.advance(1000);
    }
    await release.publish();
    expect(latest()).toHaveLength(25);
    // The 26th newest article is the fifth oldest, so it is on the page of the eight oldest.
    expect(older()).toBe('/blog/page/1');
    expect(readSiteFile(release.siteFolder, '/blog/page/1')).toContain('Note 4');
    expect(ofCss()).toHaveLength(12);
    const before = listSiteFiles(release.siteFolder);
    const { _id } = (await admin('GET /api/articles/note-3')).json();
    await change(_id, { title: 'An old note' });
    const changed = changedFiles(before, listSiteFiles(release.siteFolder));
    expect(changed.filter((name) => name.startsWith('cards/'))).toEqual([]);
  });
});

/** Returns the slugs of the links to the older and the newer article. */
function neighboursOf(slug: string): (string | null)[] {
  const page = readSiteFile(release.siteFolder, `/blog/${slug}`) ?? '';
  return ['prev', 'next'].map(
    (relation) => new RegExp(`href="/blog/([^"]+)" rel="${relation}"`).exec(page)?.[1] ?? null,
  );
}

describe('the neighbours of an article', { tags: ['topic'] }, () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [];
    for (const title of ['One', 'Two', 'Three', 'Four']) ids.push(await publish({ title }));
  });
  const chain = (...slugs: string[]) => {
    for (const [index, slug] of slugs.entries()) {
      expect([slug, ...neighboursOf(slug)]).toEqual([
        slug,
        slugs[index - 1] ?? null,
        slugs[index + 1] ?? null,
      ]);
    }
  };

  it('are the previous and next article by date', () => {
    chain('one', 'two', 'three', 'four');
    expect(readSiteFile(release.siteFolder, '/blog/two')).toContain('Three');
  });

  it('link to each other after it is deleted, and to it after it is restored', async () => {
    await admin(`DELETE /api/articles/${ids[1]}`);
    await release.publish();
    chain('one', 'three', 'four');
    await admin(`POST /api/articles/${ids[1]}/restore`);
    await release.publish();
    chain('one', 'two', 'three', 'four');
  });

  it('do not include archived articles', async () => {
    await change(ids[2] ?? '', { archived: true });
    chain('one', 'two', 'four');
    expect(neighboursOf('three')).toEqual([null, null]);
  });

  it('show its new title and slug', async () => {
    await change(ids[1] ?? '', { title: 'Zwei', slug: 'zwei' });
    chain('one', 'zwei', 'three', 'four');
    expect(readSiteFile(release.siteFolder, '/blog/one')).toContain('Zwei');
  });

  it('are updated after a restart during a change', async () => {
    await admin(`DELETE /api/articles/${ids[1]}`);
    await admin(`DELETE /api/articles/${ids[2]}`);
    // The process is killed during the first job; the next process starts with the second job.
    test.context.database.raw.exec("UPDATE jobs SET state = 'running' WHERE state = 'queued'");
    test.context.database.raw.exec(
      "UPDATE jobs SET state = 'queued' WHERE id = (SELECT max(id) FROM jobs WHERE state = 'running' AND kind = 'publish')",
    );
    await release.publish();
    test.context.database.raw.exec("UPDATE jobs SET state = 'queued' WHERE state = 'running'");
    await release.publish();
    chain('one', 'four');
  });
});
