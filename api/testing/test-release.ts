import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import type { JobProgress } from '#contracts/job.ts';
import type { Config } from '../config.ts';
import { readTagCounts } from '../db/hot/list-pages.ts';
import { insertRelease, promoteRelease } from '../db/hot/releases.ts';
import { replaceBuiltDocuments } from '../db/hot/search.ts';
import { paymentProviderOf } from '../payment-provider.ts';
import { refreshPages } from '../publisher/background-jobs.ts';
import { listFiles } from '../publisher/build-manifest.ts';
import { readBuiltContent } from '../publisher/built-content.ts';
import { imagesFolderOf } from '../publisher/image-jobs.ts';
import { claimJobs, hasDueJob } from '../publisher/job-queue.ts';
import { getSiteContent } from '../publisher/owner-content.ts';
import { LATEST, listOfTag } from '../publisher/page-source.ts';
import { releasePaths, remainingPaths } from '../publisher/page-table.ts';
import { articlePreview } from '../publisher/pages/article-preview.ts';
import { ensureListPages } from '../publisher/pages/lists.ts';
import { publishBatch, renderArticleComments } from '../publisher/publish-batch.ts';
import { publishContent, syncContentPages } from '../publisher/publish-content.ts';
import {
  buildFolderOf,
  createReleaseFolder,
  releaseFolders,
  siteFolderOf,
} from '../publisher/release-folders.ts';
import {
  loadSiteRenderer,
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
} from '../publisher/release-target.ts';
import type { TestApp } from './build-test-app.ts';
import { builtSite, linkBuiltSite } from './built-site.ts';
import { copyFolder } from './copy-folder.ts';
import type { IdlePublisher } from './fakes.ts';

/** A live release whose jobs run in the thread of the test, when the test calls them. */
export interface TestRelease {
  target: ReleaseTarget;
  siteFolder: string;
  /** Runs all due `publish` jobs, as the worker would. @returns the reported progress */
  publish(): Promise<JobProgress[]>;
  /** Runs all due `refresh` jobs, as the worker would. */
  refresh(): Promise<void>;
  /** Runs all due `content` jobs, as the worker would. */
  publishContent(): Promise<void>;
  /** Runs all due `comments` jobs. @returns number of jobs */
  renderComments(): Promise<number>;
}

const layouts = new Map<string, string>();

/** Returns the folder of a release with only the built files, created once for all tests of a worker. */
function createLayoutOnce({ siteUrl, guards }: Config): string {
  const key = JSON.stringify([siteUrl, guards]);
  const folders = releaseFolders(
    layouts.get(key) ?? mkdtempSync(path.join(inject('scratchFolder'), 'layout-')),
  );
  const releaseId = 1;
  if (!layouts.has(key)) {
    createReleaseFolder(folders, releaseId, builtSite(), { origin: siteUrl, guards });
    linkBuiltSite(buildFolderOf(folders, releaseId));
    layouts.set(key, path.dirname(folders.root));
  }
  return path.join(folders.root, String(releaseId));
}

/** Renders all pages of the database with the built site and makes the release live. */
export async function startTestRelease(test: TestApp): Promise<TestRelease> {
  const { database, config, clock } = test.context;
  const folders = releaseFolders(config.dataFolder);
  const releaseId = await database.write(() =>
    insertRelease(database, { buildId: 'test', schemaVersion: 1, now: clock() }),
  );
  copyFolder(createLayoutOnce(config), path.join(folders.root, String(releaseId)));
  const siteFolder = siteFolderOf(folders, releaseId);
  const target: ReleaseTarget = {
    releaseId,
    siteFolder,
    uploadsFolder: `${config.dataFolder}/uploads`,
    imagesFolder: imagesFolderOf(config.dataFolder),
    makeImages: config.makeImages,
    isPushed: config.publishTo !== null,
    // Loaded from the folder of the build, so that the tests of a file load it once.
    renderer: await loadSiteRenderer(builtSite(), config.siteUrl),
    context: {
      database,
      origin: config.siteUrl,
      guards: config.guards,
      payment: paymentProviderOf(config),
      ...readBuiltContent(siteFolder),
    },
    clock,
    mode: 'fresh',
  };
  await database.write(() => {
    const tags = readTagCounts(database).map((entry) => listOfTag(entry.tag));
    for (const list of [LATEST, ...tags]) ensureListPages(database, list);
  });
  const outcomes: PageOutcome[] = [];
  for (const page of [...releasePaths(target.context), ...remainingPaths(target.context)]) {
    outcomes.push(await syncPage(target, page));
  }
  await database.write(() => {
    recordOutcomes(target, outcomes);
    promoteRelease(database, releaseId, clock());
    replaceBuiltDocuments(database, target.context.builtDocuments);
  });
  await syncContentPages({ ...target, mode: 'replayed' });
  const live: ReleaseTarget = { ...target, mode: 'live' };
  const publisher = test.context.publisher as IdlePublisher;
  publisher.folder = live.siteFolder;
  publisher.renderPreview = async (unsaved) =>
    (
      await live.renderer.render(
        articlePreview(database, unsaved),
        `/blog/${unsaved.slug}`,
        getSiteContent(live.context),
      )
    ).body;
  return {
    target: live,
    siteFolder: live.siteFolder,
    async publish() {
      const reported: JobProgress[] = [];
      while (hasDueJob(database, 'publish', clock())) {
        const jobs = await database.write(() =>
          claimJobs(database, { kind: 'publish', owner: 'test', now: clock(), limit: 64 }),
        );
        await publishBatch(live, jobs, (progress) => reported.push(progress));
      }
      return reported;
    },
    async refresh() {
      while (hasDueJob(database, 'refresh', clock())) {
        const jobs = await database.write(() =>
          claimJobs(database, { kind: 'refresh', owner: 'test', now: clock(), limit: 1 }),
        );
        for (const job of jobs) await refreshPages(live, job, (work) => work());
      }
    },
    async publishContent() {
      const jobs = await database.write(() =>
        claimJobs(database, { kind: 'content', owner: 'test', now: clock(), limit: 64 }),
      );
      await publishContent(live, jobs);
    },
    async renderComments() {
      if (!hasDueJob(database, 'comments', clock())) return 0;
      const jobs = await database.write(() =>
        claimJobs(database, { kind: 'comments', owner: 'test', now: clock(), limit: 64 }),
      );
      await renderArticleComments(live, jobs);
      return jobs.length;
    },
  };
}

/** Returns the file that readers get at a path of a release, or null if there is none. */
export function readSiteFile(siteFolder: string, pathname: string): string | null {
  const isFile = /\.[a-z]+$/.test(pathname);
  const file = path.join(siteFolder, pathname, isFile ? '' : 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Returns the files of a release without precompressed copies, each with a value that changes when it is written. */
export function listSiteFiles(siteFolder: string): Map<string, string> {
  const files = listFiles(siteFolder).filter((name) => !/\.(br|gz)$/.test(name));
  return new Map(
    files.map((name) => {
      const { ino, mtimeMs } = statSync(path.join(siteFolder, name));
      return [name, `${ino}.${mtimeMs}`];
    }),
  );
}

/** Returns the names of files that were created, deleted or written again, in alphabetical order. */
export function changedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort();
}

/** Returns the names of files that contain a text, without precompressed copies. */
export function filesContaining(siteFolder: string, text: string): string[] {
  return [...listSiteFiles(siteFolder).keys()].filter((name) =>
    readFileSync(path.join(siteFolder, name)).includes(text),
  );
}

/** Returns the slugs of the articles that a list page shows, in its order. */
export function listedSlugs(page: string): string[] {
  // /blog shows some articles also outside of its list.
  const list = /<section[^>]* id="articles"[\s\S]*?<\/section>/.exec(page);
  const main = (list ?? /<main[\s\S]*<\/main>/.exec(page))?.[0] ?? '';
  const links = [...main.matchAll(/class="card__title"[^>]*><a href="\/blog\/([^"]+)"/g)];
  return links.map(([, slug]) => decodeURI(slug ?? ''));
}

/** Returns the URLs of the links to the next newer and the next older page of a list. */
export function pagerLinks(page: string): { newer: string | null; older: string | null } {
  const link = (relation: string) =>
    new RegExp(`href="([^"]+)" rel="${relation}"`).exec(page)?.[1] ?? null;
  return { newer: link('prev'), older: link('next') };
}
