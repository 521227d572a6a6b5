import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SearchIndexEntry } from '#contracts/search-index.ts';
import { readIndexVersion } from '../db/hot/search.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { callerOf, createByApi } from '../testing/api-caller.ts';
import { type BuildVariant, buildVariant } from '../testing/build-variants.ts';
import { signedInAs } from '../testing/signed-in-as.ts';
import { readSiteFile } from '../testing/site-files.ts';
import { createPlainMarkdown } from '../testing/stand-ins.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { writeBuildManifest } from './build-manifest.ts';
import { writeBuiltDocuments } from './built-documents.ts';

const markdown = createPlainMarkdown();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Another build of the code, its pages changed as an owner's edit of content/ would have them. */
function buildWith(name: string, edit: (client: string) => void = () => undefined): BuildVariant {
  const build = buildVariant(name);
  closers.push(build.remove);
  edit(path.join(build.folder, 'client'));
  writeBuiltDocuments(build.folder);
  writeBuildManifest(build.folder, currentSchemaVersion());
  return build;
}

async function start(build: BuildVariant, dataFolder?: string): Promise<TestSite> {
  const site = await startTestSite({
    markdown,
    config: { buildFolder: build.folder },
    ...(dataFolder && { dataFolder }),
  });
  closers.push(() => site.close());
  await site.settled();
  return site;
}

async function restart(site: TestSite, build: BuildVariant): Promise<TestSite> {
  await site.stop();
  return start(build, site.dataFolder);
}

interface Found {
  kind: string;
  path: string;
  title: { text: string }[];
  excerpt: { text: string; marked: boolean }[];
}

async function search(
  site: TestSite,
  words: string,
): Promise<{ results: Found[]; corrected: string | null }> {
  const answer = await site.app.inject(`/api/search?q=${encodeURIComponent(words)}`);
  expect([words, answer.statusCode]).toEqual([words, 200]);
  return answer.json();
}

/** Kind and address of all that is found. */
const placesOf = async (site: TestSite, words: string) =>
  (await search(site, words)).results.map((found) => `${found.kind} ${found.path}`);

const published = (site: TestSite): SearchIndexEntry[] =>
  JSON.parse(readSiteFile(site.siteFolder(), '/search-index-built.json') ?? 'null');

describe('pages of the code', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startTestSite({ markdown });
    return () => site.close();
  });

  it.each([
    ['its title', 'night planner', 'case-study /project/2'],
    ['its headline', '600 trucks', 'case-study /project/2'],
    ['a technology', 'prometheus', 'case-study /project/2'],
    ['the heading of a section', 'reason card', 'case-study /project/2'],
    ['a word of its front matter', 'asphalt', 'case-study /project/2'],
    ['a word of its text', 'breakfast', 'case-study /project/2'],
    ['its name', 'Hades', 'game /gamecorner/game/12'],
    ['the beginning of its name', 'hade', 'game /gamecorner/game/12'],
    ['a word of what is told about it', 'olympus', 'game /gamecorner/game/12'],
    ['genre and maker', 'action supergiant', 'game /gamecorner/game/12'],
  ])('are found by %s: %s', async (_what, words, place) => {
    expect(await placesOf(site, words)).toEqual([place]);
  });

  it.each([
    ['promethues', 'prometheus', 'case-study /project/2'],
    ['olmypus', 'olympus', 'game /gamecorner/game/12'],
  ])('are found by what was mistyped: %s', async (typed, meant, place) => {
    expect((await search(site, typed)).corrected).toBe(meant);
    expect(await placesOf(site, typed)).toEqual([place]);
  });

  it('answer where the words stand, marked', async () => {
    const [found] = (await search(site, 'breakfast')).results;
    expect(found?.title).toEqual([{ text: 'The night planner', marked: false }]);
    expect(found?.excerpt.filter(({ marked }) => marked)).toEqual([
      { text: 'breakfast', marked: true },
    ]);
    expect(found?.excerpt.map(({ text }) => text).join('')).toContain(
      'found its plan at breakfast.',
    );
  });

  it('are found by what they say, not by the words around it', async () => {
    for (const words of ['visit website', 'view prototype', 'previous']) {
      expect([words, await placesOf(site, words)]).toEqual([words, []]);
    }
  });

  it('are weighed beside articles: the better place of a word goes first', async () => {
    const admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
    await createByApi(admin, { title: 'Over breakfast', description: 'x', markdown: 'x' });
    await createByApi(admin, { title: 'Gods', description: 'x', markdown: 'Much, then Hades' });
    await site.settled();
    expect((await placesOf(site, 'breakfast')).map((place) => place.split(' ')[0])).toEqual([
      'article',
      'case-study',
    ]);
    expect((await placesOf(site, 'hades')).map((place) => place.split(' ')[0])).toEqual([
      'game',
      'article',
    ]);
  });

  it('stand in the published index with titles, descriptions, tags and headings', () => {
    const index = JSON.parse(readSiteFile(site.siteFolder(), '/search-index.json') ?? '{}');
    // Articles come last: there the search begins, and so does the page of wrong addresses.
    expect(index.shards.at(0)).toBe('/search-index-built.json');
    const entries = published(site);
    expect(entries.filter(({ k }) => k === 'case-study')).toHaveLength(3);
    expect(entries.filter(({ k }) => k === 'game')).toHaveLength(33);
    expect(entries.find(({ p }) => p === '/project/2')).toMatchObject({
      k: 'case-study',
      t: 'The night planner',
      d: expect.stringContaining('600 trucks'),
      g: expect.arrayContaining(['Rust']),
      h: expect.arrayContaining(['Reason card']),
    });
    expect(entries.find(({ p }) => p === '/gamecorner/game/12')).toMatchObject({
      k: 'game',
      t: 'Hades',
      g: ['Action', 'Supergiant Games'],
      h: [],
    });
  });
});

describe('a new build', () => {
  const buildTwo = () =>
    buildWith('two', (client) => {
      rmSync(path.join(client, 'project', '2'), { recursive: true });
      const game = path.join(client, 'gamecorner', 'game', '12', 'index.html');
      writeFileSync(game, readFileSync(game, 'utf8').replaceAll('Olympus', 'Valhalla'));
    });

  it('is what is found from when it is live: new words, and no page that has gone', {
    tags: ['verify'],
  }, async () => {
    const site = await startTestSite({ markdown });
    closers.push(() => site.close());
    expect(await placesOf(site, 'prometheus')).toEqual(['case-study /project/2']);
    const second = await restart(site, buildTwo());
    for (const words of ['prometheus', 'night planner', 'olympus', 'promethues']) {
      expect([words, await placesOf(second, words)]).toEqual([words, []]);
    }
    expect(await placesOf(second, 'valhalla')).toEqual(['game /gamecorner/game/12']);
    expect(await placesOf(second, 'nine formats')).toEqual(['case-study /project/3']);
    expect(published(second).map(({ p }) => p)).not.toContain('/project/2');
  });

  it('brings back what an earlier one had, as after a rollback', { tags: ['verify'] }, async () => {
    const second = await start(buildTwo());
    expect(await placesOf(second, 'prometheus')).toEqual([]);
    expect(await placesOf(second, 'valhalla')).toEqual(['game /gamecorner/game/12']);
    const third = await restart(second, buildWith('three'));
    expect(await placesOf(third, 'prometheus')).toEqual(['case-study /project/2']);
    expect(await placesOf(third, 'valhalla')).toEqual([]);
  });

  it('that says the same leaves the index alone', { tags: ['verify'] }, async () => {
    const site = await start(buildWith('one'));
    const before = readIndexVersion(site.context.database);
    const first = site.siteFolder();
    const second = await restart(site, buildWith('two'));
    expect(second.siteFolder()).not.toBe(first);
    expect(readIndexVersion(second.context.database)).toBe(before);
    expect(await placesOf(second, 'olympus')).toEqual(['game /gamecorner/game/12']);
  });

  it('of a page that asks to be found as something unknown is refused in a sentence', () => {
    expect(() =>
      buildWith('wrong', (client) => {
        const study = path.join(client, 'project', '2', 'index.html');
        const html = readFileSync(study, 'utf8');
        writeFileSync(study, html.replace('data-searched="case-study"', 'data-searched="song"'));
      }),
    ).toThrow('the page /project/2 needs data-searched of case-study or game, and an h1');
  });
});
