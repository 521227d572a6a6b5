import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contentPayload } from '#contracts/job.ts';
import { PAGE_LIST_PATH } from '#contracts/site-routes.ts';
import { enqueueJob, resolveFailedJobs } from '../db/hot/jobs.ts';
import { recordPage } from '../db/hot/releases.ts';
import { type BuiltDocument, replaceBuiltDocuments } from '../db/hot/search.ts';
import { listFiles } from './build-manifest.ts';
import { describeDocument, updatePageList } from './built-content.ts';
import { compareContentPages } from './content-pages.ts';
import { isPublic } from './guarded-pages.ts';
import { type ClaimedJob, endJob, failJob } from './job-queue.ts';
import { getSiteContent } from './owner-content.ts';
import { writePageFile } from './page-files.ts';
import { BUILT_SEARCH_PATH, htmlFile, type PageContext, tag } from './page-source.ts';
import { isStudyPath, listContentPaths } from './pages/content.ts';
import type { Replay } from './publish-batch.ts';
import {
  listAffectedPages,
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
  writeContentAssets,
} from './release-target.ts';

/** Number of pages of the database that a change renders at once; a refresh job renders the rest. */
const PAGES_AT_ONCE = 20;

/**
 * Replaces the shells that guests get in place of guarded pages, if their page was rendered again.
 */
function syncShells({ context, siteFolder, mode }: ReleaseTarget, rendered: PageOutcome[]): void {
  for (const { folder, page } of context.guards) {
    const shellPath = `/${path.dirname(page)}`;
    if (!rendered.some((outcome) => outcome.kind === 'written' && outcome.path === shellPath))
      continue;
    const shell = readFileSync(path.join(siteFolder, page));
    for (const name of listFiles(path.join(siteFolder, folder))) {
      const pagePath = path.posix.join(folder, path.dirname(name));
      if (!name.endsWith('.html') || isPublic(context.guards, pagePath)) continue;
      writePageFile(path.join(siteFolder, folder, name), shell, mode === 'live');
    }
  }
}

/** Writes the files that pages of the current content need. */
const syncAssets = ({ context, siteFolder }: ReleaseTarget) =>
  writeContentAssets(path.join(siteFolder, '..', 'build'), siteFolder, getSiteContent(context));

/** Records the content pages of a new release, and renders those whose content differs from the samples. */
export async function syncContentPages(target: ReleaseTarget): Promise<void> {
  const { database } = target.context;
  const { rows, changed } = compareContentPages(target.context, target.siteFolder);
  await syncAssets(target);
  const outcomes: PageOutcome[] = [];
  for (const pagePath of changed) outcomes.push(await syncPage(target, pagePath));
  syncShells(target, outcomes);
  outcomes.push(...(await syncPageList(target, outcomes)));
  await database.write(() => {
    for (const row of rows) recordPage(database, target.releaseId, row, target.clock());
    recordOutcomes(target, outcomes);
  });
}

/**
 * Syncs the page list and the search documents with the content pages among `rendered`, and the files that
 * depend on them.
 * @returns the outcomes to record
 */
export async function syncPageList(
  target: ReleaseTarget,
  rendered: readonly PageOutcome[],
): Promise<PageOutcome[]> {
  const { context, siteFolder } = target;
  const paths = rendered.flatMap(({ kind, path: pagePath }) =>
    kind !== 'same' && isContentPath(context, pagePath) ? [pagePath] : [],
  );
  if (paths.length === 0) return [];
  const outcomes: PageOutcome[] = [];
  const { pages, hasChanged } = updatePageList(siteFolder, paths, target.mode === 'live');
  if (hasChanged) {
    context.builtPages = pages;
    target.onFile?.(path.join(siteFolder, PAGE_LIST_PATH));
    outcomes.push(await syncPage(target, '/sitemap-pages.xml'));
  }
  const studies = paths.filter(isStudyPath);
  if (studies.length > 0) {
    context.builtDocuments = updateDocuments(target, studies);
    outcomes.push(await syncPage(target, BUILT_SEARCH_PATH));
  }
  return outcomes;
}

const isContentPath = ({ contentPages }: PageContext, pagePath: string) =>
  contentPages.has(pagePath) || isStudyPath(pagePath);

/** Returns the search documents with those of rendered or removed pages replaced. */
function updateDocuments({ context, siteFolder }: ReleaseTarget, paths: string[]): BuiltDocument[] {
  const rendered = paths.flatMap((pagePath) => {
    const file = path.join(siteFolder, htmlFile(pagePath));
    return existsSync(file) ? (describeDocument(pagePath, readFileSync(file, 'utf8')) ?? []) : [];
  });
  const others = context.builtDocuments.filter((document) => !paths.includes(document.path));
  return [...others, ...rendered];
}

/**
 * Renders the pages that depend on changed content: first the content pages, then a limited number of others.
 * The rest becomes a refresh job, in the transaction that ends this job.
 * @returns the changes to replay on a release that is being rendered
 */
export async function publishContent(target: ReleaseTarget, jobs: ClaimedJob[]): Promise<Replay> {
  const { context } = target;
  const { database } = context;
  const names = new Set(jobs.flatMap(({ payload }) => contentPayload.parse(payload).names));
  const tags = [...names].map(tag.content);
  const affected = listAffectedPages(target, tags);
  // Pages of new case studies have no dependencies yet.
  const studies = names.has('caseStudies') ? listContentPaths(context).filter(isStudyPath) : [];
  const own = affected.filter((pagePath) => isContentPath(context, pagePath));
  const others = affected
    .filter((pagePath) => !isContentPath(context, pagePath))
    // Short paths are the entrances of the site.
    .sort((first, second) => first.length - second.length);
  const atOnce = [...new Set([...own, ...studies]), ...others.slice(0, PAGES_AT_ONCE)];
  const files: string[] = [];
  const onFile = (file: string) => {
    files.push(path.relative(target.siteFolder, file));
    target.onFile?.(file);
  };
  const recording: ReleaseTarget = { ...target, onFile };
  if (names.has('technologies')) await syncAssets(target);
  const outcomes: PageOutcome[] = [];
  let failure: unknown = null;
  for (const pagePath of atOnce) {
    try {
      outcomes.push(await syncPage(recording, pagePath));
    } catch (error) {
      failure ??= error;
    }
  }
  syncShells(target, outcomes);
  outcomes.push(...(await syncPageList(recording, outcomes)));
  await database.write(() => {
    recordOutcomes(target, outcomes);
    if (names.has('caseStudies')) replaceBuiltDocuments(database, context.builtDocuments);
    const now = target.clock();
    for (const job of jobs) {
      if (failure === null) {
        endJob(database, job, { now });
        resolveFailedJobs(database, { ...job, now });
      } else failJob(database, job, { error: failure, now });
    }
    const enqueue = (kind: 'refresh' | 'compress', payload: object) =>
      enqueueJob(database, { kind, payload, now });
    if (others.length > PAGES_AT_ONCE) enqueue('refresh', { tags, paths: [] });
    if (files.length > 0) enqueue('compress', { files });
  });
  if (failure !== null) target.onFailure?.('publishing content', failure);
  return { tags, paths: studies };
}
