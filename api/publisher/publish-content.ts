import path from 'node:path';
import type { ContentName } from '#contracts/content.ts';
import { contentPayload } from '#contracts/job.ts';
import { enqueueJob, settleFailedJobs } from '../db/repositories/jobs.ts';
import { updatePageList } from './built-pages.ts';
import { tag } from './dependency-tags.ts';
import { type ClaimedJob, endJob, failJob } from './job-queue.ts';
import { contentPaths } from './pages/content.ts';
import type { Replay } from './publish-batch.ts';
import {
  listAffectedPages,
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
} from './release-target.ts';

/** Pages that a change renders at once; the others follow at low priority. */
const PAGES_AT_ONCE = 20;

/**
 * Brings the list of pages in line with rendered content pages, and the sitemap with the list.
 * @returns outcomes to record
 */
export async function syncPageList(
  target: ReleaseTarget,
  paths: readonly string[],
): Promise<PageOutcome[]> {
  const { pages, changed } = updatePageList(target.siteFolder, paths, target.mode === 'live');
  if (!changed) return [];
  target.context.builtPages = pages;
  target.onFile?.(path.join(target.siteFolder, 'page-list.json'));
  return [await syncPage({ ...target, mode: replacing(target) }, '/sitemap-pages.xml')];
}

/** The sitemap may be there already, also in a folder that was empty. */
const replacing = ({ mode }: ReleaseTarget) => (mode === 'fresh' ? 'replayed' : mode);

/**
 * Renders the pages that show changed content: first those of the owner's content alone, then others
 * up to a limit. The rest becomes a refresh job, in the transaction that ends the job.
 * @returns the changes to replay on a release that is being rendered
 */
export async function publishContent(target: ReleaseTarget, jobs: ClaimedJob[]): Promise<Replay> {
  const { database } = target.context;
  const names = new Set(jobs.flatMap(({ payload }) => contentPayload.parse(payload).names));
  const tags = [...names].map((name: ContentName) => tag.content(name));
  const affected = listAffectedPages(target, tags);
  const own = affected.filter((pagePath) => contentPaths.includes(pagePath));
  const others = affected.filter((pagePath) => !contentPaths.includes(pagePath));
  const atOnce = [...own, ...others.slice(0, PAGES_AT_ONCE)];
  const later = others.slice(PAGES_AT_ONCE);
  const files: string[] = [];
  const onFile = (file: string) => {
    files.push(path.relative(target.siteFolder, file));
    target.onFile?.(file);
  };
  const outcomes: PageOutcome[] = [];
  let failure: unknown = null;
  for (const pagePath of atOnce) {
    try {
      outcomes.push(await syncPage({ ...target, onFile }, pagePath));
    } catch (error) {
      failure ??= error;
    }
  }
  outcomes.push(...(await syncPageList({ ...target, onFile }, own)));
  await database.write(() => {
    recordOutcomes(target, outcomes);
    const now = target.clock();
    for (const job of jobs) {
      if (failure === null) {
        endJob(database, job, { now });
        settleFailedJobs(database, { ...job, now });
      } else failJob(database, job, { error: failure, now });
    }
    const enqueue = (kind: 'refresh' | 'compress', payload: object) =>
      enqueueJob(database, { kind, payload, now });
    if (later.length > 0) enqueue('refresh', { tags: [], paths: later });
    if (files.length > 0) enqueue('compress', { files });
  });
  if (failure !== null) target.onFailure?.('publishing content', failure);
  return { tags, paths: [] };
}
