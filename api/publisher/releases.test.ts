import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enqueueJob } from '../db/hot/jobs.ts';
import { insertRelease, listReleasesIn, setReleaseState } from '../db/hot/releases.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { type Caller, callerOf, createByApi, signedInAs } from '../testing/api-caller.ts';
import { type BuildVariant, buildVariant, variantOf } from '../testing/built-site.ts';
import { insertTestArticle, insertTestUser } from '../testing/factories.ts';
import { createPlainMarkdown } from '../testing/fakes.ts';
import { filesContaining, readSiteFile } from '../testing/test-release.ts';
import { startTestSite, type TestSite } from '../testing/test-site.ts';
import { until } from '../testing/until.ts';
import { writeBuildManifest } from './build-manifest.ts';

const markdown = createPlainMarkdown();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function variant(name: string, wrap?: string): BuildVariant {
  const made = buildVariant(name, wrap);
  closers.push(made.remove);
  return made;
}

interface Started extends TestSite {
  admin: Caller;
  releases(): Promise<{ build: string; state: string; error: string | null }[]>;
}

let one: BuildVariant;
/** A stopped site with the build `one` and the article Stays. */
let baseSite: TestSite;
beforeAll(async () => {
  one = buildVariant('one');
  baseSite = await startTestSite({ markdown, config: { buildFolder: one.folder } });
  await createByApi(callerOf(baseSite.app, await signedInAs(baseSite, { role: 'admin' })), {
    title: 'Stays',
  });
  await baseSite.settled();
  await baseSite.stop();
  return async () => {
    await baseSite.close();
    one.remove();
  };
});

/** Starts the site with a build, on the data folder of `before` or else on a copy of `sound`. */
async function start(build: BuildVariant, before?: TestSite): Promise<Started> {
  const site = await startTestSite({
    markdown,
    config: { buildFolder: build.folder },
    ...(before ? { dataFolder: before.dataFolder } : { copyOf: baseSite.dataFolder }),
  });
  closers.push(() => site.close());
  const admin = callerOf(site.app, await signedInAs(site, { role: 'admin' }));
  const releases = async () => (await admin('GET /api/releases')).json().releases;
  return { ...site, admin, releases };
}

async function restart(site: TestSite, build: BuildVariant): Promise<Started> {
  await site.stop();
  const restarted = await start(build, site);
  await restarted.settled();
  return restarted;
}

const page = (site: TestSite, pagePath: string) => readSiteFile(site.siteFolder(), pagePath);
const states = async (site: Started) => (await site.releases()).map(({ state }) => state);
const foldersOf = (site: TestSite) => readdirSync(path.join(site.dataFolder, 'releases')).sort();

describe('a start', () => {
  it('with the live build does not render any page', async () => {
    const site = await start(one);
    const folder = site.siteFolder();
    const restartedSite = await restart(site, one);
    expect(restartedSite.siteFolder()).toBe(folder);
    expect(await states(restartedSite)).toEqual(['live']);
  });

  it('with another build makes a new release live and keeps the previous one', {
    tags: ['topic'],
  }, async () => {
    const site = await start(one);
    const second = await restart(site, variant('two'));
    await until('the new release is live', () => variantOf(second.siteFolder()) === 'two');
    expect(await states(second)).toEqual(['live', 'previous']);
    expect(page(second, '/blog/stays')).toContain('<h1>Stays</h1>');
    expect((await second.app.inject('/favicon.svg')).body).toContain('two');
  });

  it('removes releases before the previous one', { tags: ['verify'] }, async () => {
    const second = await restart(await start(one), variant('two'));
    const third = await restart(second, variant('three'));
    expect(variantOf(third.siteFolder())).toBe('three');
    await third.settled();
    expect(await states(third)).toEqual(['live', 'previous', 'removed']);
    expect(foldersOf(third)).toEqual(['2', '3']);
  });

  it('deletes incomplete files of a killed process', { tags: ['topic'] }, async () => {
    const site = await start(one);
    await site.settled();
    await site.stop();
    const { dataFolder } = site;
    const siteFolder = site.siteFolder();
    const temporaryFiles = [
      path.join(siteFolder, 'blog', '.index.html.4194305.1.tmp'),
      path.join(siteFolder, '.rss.xml.br.4194305.0.tmp'),
      path.join(dataFolder, '.live.4194305.0.tmp'),
    ];
    for (const file of temporaryFiles) writeFileSync(file, 'half a file of nobody');
    const restartedSite = await restart(site, one);
    expect(temporaryFiles.filter((file) => existsSync(file))).toEqual([]);
    expect(filesContaining(restartedSite.siteFolder(), 'half a file of nobody')).toEqual([]);
  });

  it('deletes unfinished and old releases of a killed process', { tags: ['verify'] }, async () => {
    const site = await start(one);
    await site.settled();
    const { database, clock } = site.context;
    for (const state of ['removed', 'rendering'] as const) {
      const id = await database.write(() => {
        const release = insertRelease(database, { buildId: 'x', schemaVersion: 1, now: clock() });
        setReleaseState(database, release, state);
        return release;
      });
      cpSync(path.dirname(site.siteFolder()), path.join(site.dataFolder, 'releases', String(id)), {
        recursive: true,
      });
    }
    expect(foldersOf(site)).toEqual(['1', '2', '3']);
    const restartedSite = await restart(site, one);
    await until('only the live release is left', () => foldersOf(restartedSite).join() === '1');
    expect(await states(restartedSite)).toEqual(['removed', 'removed', 'live']);
  });

  it('compresses the files of a new release', async () => {
    const site = await start(one);
    await site.settled();
    for (const ending of ['.br', '.gz']) {
      expect(existsSync(path.join(site.siteFolder(), `index.html${ending}`))).toBe(true);
    }
  });
});

describe('changes while a release is rendered', () => {
  it('are live at once and included in the new release', { tags: ['verify'] }, async () => {
    const site = await start(one);
    const { id: authorId } = insertTestUser(site.context.database);
    for (let number = 0; number < 30; number += 1) {
      insertTestArticle(site.context.database, { authorId, publishedAt: number });
    }
    const edited = await createByApi(site.admin, { title: 'Edited' });
    const deleted = await createByApi(site.admin, { title: 'Deleted' });
    await site.settled();
    // Blocks rendering until the test continues.
    const gate = path.join(site.dataFolder, 'gate');
    writeFileSync(gate, '');
    const slow = variant(
      'slow',
      `const { existsSync } = await import('node:fs');
       while (existsSync(${JSON.stringify(gate)})) await new Promise((done) => setTimeout(done, 10));
       return real(url, locals, body);`,
    );
    const { database, publisher, clock } = site.context;
    const payload = { buildFolder: slow.folder, reason: 'start' };
    await database.write(() => enqueueJob(database, { kind: 'release', payload, now: clock() }));
    publisher.wake();
    await until('a release is being rendered', () => listReleasesIn(database, 'rendering').at(0));
    await createByApi(site.admin, { title: 'Meanwhile', tags: 'new' });
    await site.admin(`PUT /api/articles/${edited._id}`, { title: 'Edited twice' });
    await site.admin(`DELETE /api/articles/${deleted._id}`);
    await until('the changes are live', () => page(site, '/blog/deleted') === null);
    expect(variantOf(site.siteFolder())).toBe('one');
    expect(page(site, '/blog/meanwhile')).toContain('Meanwhile');
    rmSync(gate);
    await site.settled();
    expect(variantOf(site.siteFolder())).toBe('slow');
    for (const pagePath of ['/blog/meanwhile', '/blog', '/tag/new', '/rss.xml', '/']) {
      expect([pagePath, page(site, pagePath)?.includes('Meanwhile')]).toEqual([pagePath, true]);
    }
    expect(page(site, '/blog/edited')).toContain('<h1>Edited twice</h1>');
    expect(filesContaining(site.siteFolder(), '>Deleted<')).toEqual([]);
    expect(page(site, '/blog/deleted')).toBeNull();
  });
});

describe('a build that fails', { tags: ['topic'] }, () => {
  const cases: [what: string, make: () => BuildVariant, why: RegExp, tags?: string[]][] = [
    [
      'has a damaged file',
      () => {
        const build = variant('damaged');
        writeFileSync(path.join(build.folder, 'client', '404.html'), 'truncated');
        return build;
      },
      /client\/404\.html of the build is damaged/,
    ],
    [
      'lacks a file',
      () => {
        const build = variant('lacking');
        rmSync(path.join(build.folder, 'client', 'favicon.png'));
        return build;
      },
      /the build lacks client\/favicon\.png/,
      ['verify'],
    ],
    [
      'is unfinished',
      () => {
        const build = variant('unfinished');
        rmSync(path.join(build.folder, 'build.json'));
        return build;
      },
      /holds no finished build/,
      ['verify'],
    ],
    [
      'contains a build error',
      () => {
        const build = variant('broken');
        rmSync(path.join(build.folder, 'build.json'));
        writeFileSync(path.join(build.folder, 'build-error.txt'), 'Unexpected token in Header');
        return build;
      },
      /could not be built: Unexpected token in Header/,
      ['verify'],
    ],
    [
      'cannot render an article',
      () =>
        variant(
          'failing',
          "if (url.endsWith('/blog/stays')) throw new Error('no such component'); return real(url, locals, body);",
        ),
      /no such component/,
      ['verify'],
    ],
    [
      'renders half a page',
      () => variant('half', 'return (await real(url, locals, body)).subarray(0, 2000);'),
      /rendered incompletely/,
      ['verify'],
    ],
  ];

  for (const [what, make, why, tags = []] of cases) {
    it(`because it ${what} leaves the live release and is reported to the admin`, {
      tags,
    }, async () => {
      const site = await start(make());
      await site.settled();
      expect(site.siteFolder()).toBe(path.join(site.dataFolder, 'releases', '1', 'site'));
      const [failed, ...others] = await site.releases();
      expect(failed).toMatchObject({ state: 'failed', error: expect.stringMatching(why) });
      expect(others.filter(({ state }) => state === 'live')).toHaveLength(1);
      expect(foldersOf(site)).toEqual(['1']);
      const { slug } = await createByApi(site.admin, { title: 'Still publishing' });
      await site.settled();
      expect(page(site, `/blog/${slug}`)).toContain('Still publishing');
    });
  }

  it('as the first build ends the start with the reason', async () => {
    const broken = variant('broken', "throw new Error('no such component');");
    const config = { buildFolder: broken.folder };
    await expect(startTestSite({ markdown, config })).rejects.toThrow('no such component');
  });
});

describe('make rollback', () => {
  async function rollback(site: TestSite, build: BuildVariant): Promise<string> {
    const env = {
      ...process.env,
      DATA_DIR: site.dataFolder,
      BUILD_DIR: build.folder,
      SITE_URL: site.context.config.siteUrl,
      // As in the site: this process only enqueues jobs, and no worker would run them.
      MAKE_PICTURES: 'false',
      NODE_ENV: 'test',
    };
    const run = promisify(execFile)(process.execPath, ['api/commands/rollback.ts'], { env });
    return run.then(
      ({ stdout }) => stdout,
      (error: { stderr: string; code: number }) => `${error.code}: ${error.stderr}`,
    );
  }

  async function startSecond(): Promise<{ site: Started; two: BuildVariant; articleId: string }> {
    const first = await start(one);
    const { _id } = await createByApi(first.admin, { title: 'Gone for good' });
    await first.settled();
    const two = variant('two');
    return { site: await restart(first, two), two, articleId: _id };
  }

  it('serves the previous build with the current articles until the code changes', {
    tags: ['verify'],
  }, async () => {
    const { site, two, articleId } = await startSecond();
    await site.admin(`DELETE /api/articles/${articleId}`);
    await createByApi(site.admin, { title: 'Newer' });
    await site.settled();
    await site.stop();
    expect(await rollback(site, two)).toMatch(/^Release .+ is live again\.\n$/);
    expect(variantOf(site.siteFolder())).toBe('one');
    expect(page(site, '/blog/stays')).toContain('<h1>Stays</h1>');
    expect(page(site, '/blog/newer')).toContain('<h1>Newer</h1>');
    expect(page(site, '/blog/gone-for-good')).toBeNull();
    expect(filesContaining(site.siteFolder(), 'Gone for good')).toEqual([]);

    const held = await start(two, site);
    expect(variantOf(held.siteFolder())).toBe('one');
    expect(held.logged.join()).toContain('was rolled back');
    const forward = await restart(held, variant('three'));
    expect(variantOf(forward.siteFolder())).toBe('three');
  });

  it('is kept also by another build of the rejected code', { tags: ['verify'] }, async () => {
    const builds = ['two', 'two-elsewhere'].map((name) => {
      const build = variant(name);
      writeBuildManifest(build.folder, currentSchemaVersion(), 'rejected code');
      return build;
    });
    const [two, twoElsewhere] = builds as [BuildVariant, BuildVariant];
    const site = await restart(await start(one), two);
    await site.stop();
    await rollback(site, two);
    const held = await start(twoElsewhere, site);
    expect(variantOf(held.siteFolder())).toBe('one');
    expect(held.logged.join()).toContain('was rolled back');
  });

  it('takes effect on a running server at once', { tags: ['verify'] }, async () => {
    const { site, two } = await startSecond();
    expect(await rollback(site, two)).toMatch(/is live again/);
    await until('the server has noticed', async () =>
      (await site.app.inject('/favicon.svg')).body.includes('one'),
    );
    await createByApi(site.admin, { title: 'After it' });
    await site.settled();
    expect(page(site, '/blog/after-it')).toContain('After it');
  });

  it('is rejected if the previous release has another database schema', {
    tags: ['verify'],
  }, async () => {
    const { site, two } = await startSecond();
    site.context.database.raw.exec(
      "UPDATE releases SET schema_version = 99 WHERE state = 'previous'",
    );
    await site.stop();
    expect(await rollback(site, two)).toMatch(
      /^1: The previous release was made for schema version 99/,
    );
    expect(variantOf(site.siteFolder())).toBe('two');
  });

  it('is rejected without a previous release', { tags: ['verify'] }, async () => {
    const site = await start(one);
    await site.stop();
    expect(await rollback(site, one)).toBe('1: There is no previous release.\n');
    expect(variantOf(site.siteFolder())).toBe('one');
  });
});
