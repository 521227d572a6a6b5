import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SearchIndexEntry } from '#contracts/search-index.ts';
import { readIndexVersion } from '../db/hot/search.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { type BuildVariant, buildVariant } from '../testing/built-site.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import { readSiteFile } from '../testing/test-release.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { writeBuildManifest } from './build-manifest.ts';
import { writeBuiltDocuments } from './built-content.ts';

const markdown = createPlainMarkdown();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Creates a copy of the build with changed pages, as after an edit of content/. */
function buildWith(name: string, edit: (client: string) => void = () => undefined): BuildVariant {
  const build = buildVariant(name);
  closers.push(build.remove);
  edit(path.join(build.folder, 'client'));
  writeBuiltDocuments(build.folder);
  writeBuildManifest(build.folder, currentSchemaVersion());
  return build;
}

/** Removes the page of a game from a build, as after a game has been removed from content/. */
function removeGame(client: string, pagePath: string): void {
  rmSync(path.join(client, pagePath), { recursive: true });
  const listFile = path.join(client, '../server/content-pages.json');
  const pages: Record<string, unknown> = JSON.parse(readFileSync(listFile, 'utf8'));
  delete pages[pagePath];
  writeFileSync(listFile, JSON.stringify(pages));
  const samplesFile = path.join(client, '../server/sample-content.json');
  const samples = JSON.parse(readFileSync(samplesFile, 'utf8'));
  samples.games = samples.games.filter((game: { path: string }) => game.path !== pagePath);
  writeFileSync(samplesFile, JSON.stringify(samples));
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

interface SearchResult {
  kind: string;
  path: string;
  title: { text: string }[];
  excerpt: { text: string; marked: boolean }[];
}

async function search(
  site: TestSite,
  words: string,
): Promise<{ results: SearchResult[]; corrected: string | null }> {
  const response = await site.app.inject(`/api/search?q=${encodeURIComponent(words)}`);
  expect([words, response.statusCode]).toEqual([words, 200]);
  return response.json();
}

/** Returns the kinds and paths of all results. */
const pathsOf = async (site: TestSite, words: string) =>
  (await search(site, words)).results.map(({ kind, path }) => `${kind} ${path}`);

const published = (site: TestSite): SearchIndexEntry[] =>
  JSON.parse(readSiteFile(site.siteFolder(), '/search-index-built.json') ?? 'null');

describe('built pages', () => {
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
    ['a word of its description', 'olympus', 'game /gamecorner/game/12'],
    ['its genre and studio', 'action supergiant', 'game /gamecorner/game/12'],
  ])('are found by %s: %s', async (_field, words, result) => {
    expect(await pathsOf(site, words)).toEqual([result]);
  });

  it.each([
    ['promethues', 'prometheus', 'case-study /project/2'],
    ['olmypus', 'olympus', 'game /gamecorner/game/12'],
  ])('are found by a misspelt word: %s', async (query, corrected, result) => {
    expect((await search(site, query)).corrected).toBe(corrected);
    expect(await pathsOf(site, query)).toEqual([result]);
  });

  it('are found with a highlighted excerpt', async () => {
    const [result] = (await search(site, 'breakfast')).results;
    expect(result?.title).toEqual([{ text: 'The night planner', marked: false }]);
    expect(result?.excerpt.filter(({ marked }) => marked)).toEqual([
      { text: 'breakfast', marked: true },
    ]);
    expect(result?.excerpt.map(({ text }) => text).join('')).toContain(
      'found its plan at breakfast.',
    );
  });

  it('are not found by labels of the interface', async () => {
    for (const words of ['visit website', 'view prototype', 'previous']) {
      expect([words, await pathsOf(site, words)]).toEqual([words, []]);
    }
  });

  it('are ranked together with articles by the position of the word', async () => {
    const admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
    await createByApi(admin, { title: 'Over breakfast', description: 'x', markdown: 'x' });
    await createByApi(admin, { title: 'Gods', description: 'x', markdown: 'Much, then Hades' });
    await site.settled();
    expect((await pathsOf(site, 'breakfast')).map((result) => result.split(' ')[0])).toEqual([
      'article',
      'case-study',
    ]);
    expect((await pathsOf(site, 'hades')).map((result) => result.split(' ')[0])).toEqual([
      'game',
      'article',
    ]);
  });

  it('are in the published index with titles, descriptions, tags and headings', () => {
    const index = JSON.parse(readSiteFile(site.siteFolder(), '/search-index.json') ?? '{}');
    // Articles are last, because the search and the 404 page begin at the end.
    expect(index.shards.at(0)).toBe('/search-index-built.json');
    const entries = published(site);
    expect(entries.filter(({ k }) => k === 'case-study')).toHaveLength(3);
    const games = readdirSync('content/games').filter((file) => file.endsWith('.json'));
    expect(entries.filter(({ k }) => k === 'game')).toHaveLength(games.length);
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
      removeGame(client, '/gamecorner/game/18');
      const game = path.join(client, 'gamecorner', 'game', '12', 'index.html');
      writeFileSync(game, readFileSync(game, 'utf8').replaceAll('Olympus', 'Valhalla'));
    });

  it('updates the search index when it is live', { tags: ['verify'] }, async () => {
    const site = await startTestSite({ markdown });
    closers.push(() => site.close());
    expect(await pathsOf(site, 'undertale')).toEqual(['game /gamecorner/game/18']);
    const second = await restart(site, buildTwo());
    for (const words of ['undertale', 'toby fox', 'olympus', 'undertlae']) {
      expect([words, await pathsOf(second, words)]).toEqual([words, []]);
    }
    expect(await pathsOf(second, 'valhalla')).toEqual(['game /gamecorner/game/12']);
    expect(await pathsOf(second, 'nine formats')).toEqual(['case-study /project/3']);
    expect(published(second).map(({ p }) => p)).not.toContain('/gamecorner/game/18');
  });

  it('restores pages of an earlier build, as after a rollback', { tags: ['verify'] }, async () => {
    const second = await start(buildTwo());
    expect(await pathsOf(second, 'undertale')).toEqual([]);
    expect(await pathsOf(second, 'valhalla')).toEqual(['game /gamecorner/game/12']);
    const third = await restart(second, buildWith('three'));
    expect(await pathsOf(third, 'undertale')).toEqual(['game /gamecorner/game/18']);
    expect(await pathsOf(third, 'valhalla')).toEqual([]);
  });

  it('with the same pages does not change the index', { tags: ['verify'] }, async () => {
    const site = await start(buildWith('one'));
    const before = readIndexVersion(site.context.database);
    const first = site.siteFolder();
    const second = await restart(site, buildWith('two'));
    expect(second.siteFolder()).not.toBe(first);
    expect(readIndexVersion(second.context.database)).toBe(before);
    expect(await pathsOf(second, 'olympus')).toEqual(['game /gamecorner/game/12']);
  });

  it('rejects a page with an unknown kind', () => {
    expect(() =>
      buildWith('wrong', (client) => {
        const study = path.join(client, 'project', '2', 'index.html');
        const html = readFileSync(study, 'utf8');
        writeFileSync(study, html.replace('data-searched="case-study"', 'data-searched="song"'));
      }),
    ).toThrow('the page /project/2 needs data-searched of case-study or game, and an h1');
  });
});
