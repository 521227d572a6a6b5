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
import { findGuard, isPublic } from './guarded-pages.ts';
import { type ClaimedJob, endJob, failJob } from './job-queue.ts';
import { getSiteContent } from './owner-content.ts';
import { removePageFile, writePageFile } from './page-files.ts';
import { BUILT_SEARCH_PATH, htmlFile, type PageContext, tag } from './page-source.ts';
import { isItemPath } from './pages/content.ts';
import type { Replay } from './publish-batch.ts';
import { enqueueFileJobs, recordFiles } from './push-files.ts';
import { guardedFolderOf } from './release-folders.ts';
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
 * Replaces the shells that guests get in place of guarded pages, if their page was rendered again, and adds and removes
 * those of new and removed pages.
 */
function syncShells(target: ReleaseTarget, rendered: readonly PageOutcome[]): void {
  const { context, siteFolder, mode } = target;
  const isLive = mode === 'live';
  const writeShell = (file: string, page: string) => {
    writePageFile(file, readFileSync(path.join(siteFolder, page)), isLive);
    target.onFile?.(file);
  };
  for (const { folder, page } of context.guards) {
    for (const { kind, path: pagePath } of rendered) {
      if (findGuard(context.guards, pagePath)?.folder !== folder || !isItemPath(pagePath)) continue;
      const file = path.join(siteFolder, htmlFile(pagePath));
      if (kind !== 'absent' && !existsSync(file)) writeShell(file, page);
      if (kind === 'absent' && removePageFile(file, isLive)) target.onFile?.(file);
    }
    const shellPath = `/${path.dirname(page)}`;
    if (!rendered.some((outcome) => outcome.kind === 'written' && outcome.path === shellPath))
      continue;
    for (const name of listFiles(path.join(siteFolder, folder))) {
      const pagePath = path.posix.join(folder, path.dirname(name));
      if (!name.endsWith('.html') || isPublic(context.guards, pagePath)) continue;
      writeShell(path.join(siteFolder, folder, name), page);
    }
  }
}

/** Writes the files that pages of the current content need. */
async function syncAssets({ context, siteFolder, onFile }: ReleaseTarget): Promise<void> {
  const build = path.join(siteFolder, '..', 'build');
  const files = await writeContentAssets(build, siteFolder, getSiteContent(context));
  for (const file of files) onFile?.(file);
}

/** Records the content pages of a new release, and renders those whose content differs from the samples. */
export async function syncContentPages(target: ReleaseTarget): Promise<void> {
  const { database } = target.context;
  const { rows, changed } = compareContentPages(target.context, target.siteFolder);
  await syncAssets(target);
  const outcomes: PageOutcome[] = [];
  for (const pagePath of changed) outcomes.push(await syncPage(target, pagePath));
  outcomes.push(...(await syncPageList(target, outcomes)));
  await database.write(() => {
    for (const row of rows) recordPage(database, target.releaseId, row, target.clock());
    recordOutcomes(target, outcomes);
  });
}

/**
 * Syncs the page list, the search documents and the shells of guarded pages with the content pages among `rendered`, and
 * the files that depend on them.
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
  syncShells(target, rendered);
  const outcomes: PageOutcome[] = [];
  const { pages, hasChanged } = updatePageList(siteFolder, paths, target.mode === 'live');
  if (hasChanged) {
    context.builtPages = pages;
    target.onFile?.(path.join(siteFolder, PAGE_LIST_PATH));
    outcomes.push(await syncPage(target, '/sitemap-pages.xml'));
  }
  const items = paths.filter(isItemPath);
  if (items.length > 0) {
    context.builtDocuments = updateDocuments(target, items);
    outcomes.push(await syncPage(target, BUILT_SEARCH_PATH));
  }
  return outcomes;
}

const isContentPath = ({ contentPages }: PageContext, pagePath: string) =>
  contentPages.has(pagePath) || isItemPath(pagePath);

/** Returns the search documents with those of rendered or removed pages replaced. */
function updateDocuments({ context, siteFolder }: ReleaseTarget, paths: string[]): BuiltDocument[] {
  const rendered = paths.flatMap((pagePath) => {
    const folder = isPublic(context.guards, pagePath) ? siteFolder : guardedFolderOf(siteFolder);
    const file = path.join(folder, htmlFile(pagePath));
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
  const payloads = jobs.map(({ payload }) => contentPayload.parse(payload));
  const names = new Set(payloads.flatMap((payload) => payload.names));
  // Pages of new games and case studies have no dependencies yet.
  const items = payloads.flatMap(({ paths }) => paths);
  const tags = [...[...names].map(tag.content), ...items.map(tag.item)];
  const affected = listAffectedPages(target, tags);
  const own = affected.filter((pagePath) => isContentPath(context, pagePath));
  const others = affected
    .filter((pagePath) => !isContentPath(context, pagePath))
    // Pages with short paths are visited most.
    .sort((first, second) => first.length - second.length);
  const firstPages = new Set([...items, ...own, ...others.slice(0, PAGES_AT_ONCE)]);
  const recording = recordFiles(target);
  if (names.has('technologies')) await syncAssets(recording);
  const outcomes: PageOutcome[] = [];
  let failure: unknown = null;
  for (const pagePath of firstPages) {
    try {
      outcomes.push(await syncPage(recording, pagePath));
    } catch (error) {
      failure ??= error;
    }
  }
  outcomes.push(...(await syncPageList(recording, outcomes)));
  await database.write(() => {
    recordOutcomes(target, outcomes);
    if (items.length > 0) replaceBuiltDocuments(database, context.builtDocuments);
    const now = target.clock();
    for (const job of jobs) {
      if (failure === null) {
        endJob(database, job, { now });
        resolveFailedJobs(database, { ...job, now });
      } else failJob(database, job, { error: failure, now });
    }
    if (others.length > PAGES_AT_ONCE) {
      enqueueJob(database, { kind: 'refresh', payload: { tags, paths: [] }, now });
    }
    enqueueFileJobs(target, recording.changed);
  });
  if (failure !== null) target.onFailure?.('publishing content', failure);
  return { tags, paths: items };
}
