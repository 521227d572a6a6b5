import { existsSync } from 'node:fs';
import path from 'node:path';
import type { JobProgress, SharePayload } from '#contracts/job.ts';
import { publishPayload } from '#contracts/job.ts';
import type { Connection } from '../db/connection.ts';
import { amendJob, enqueueJob } from '../db/hot/jobs.ts';
import { readNeighbours } from '../db/hot/published-articles.ts';
import { type ArticleChange, getArticleChange, type Place } from './article-change.ts';
import { type ClaimedJob, endJob, errorMessage, failJob, isDiskError } from './job-queue.ts';
import { updateListPages } from './list-paging.ts';
import { htmlFile } from './page-source.ts';
import { pathRank } from './page-table.ts';
import {
  listAffectedPages,
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
} from './release-target.ts';

/** Changes of a batch, for a release that is being rendered. */
export interface Replay {
  tags: string[];
  paths: string[];
}

interface Task {
  job: ClaimedJob;
  change: ArticleChange;
  requestedAt: number;
  failure: unknown;
  /** Progress that was reported when the article's page was synced. */
  live: LiveProgress | null;
}

type LiveProgress = Extract<JobProgress, { step: 'live' }>;

/**
 * Publishes a batch of changes in the live release: new articles first, then lists, then feeds;
 * deletions in reverse order.
 * @returns the changes to replay on a release that is being rendered
 */
export async function publishBatch(
  target: ReleaseTarget,
  jobs: ClaimedJob[],
  report: (progress: JobProgress) => void,
): Promise<Replay> {
  const { database } = target.context;
  const written: string[] = [];
  const onFile = (file: string) => {
    written.push(file);
    target.onFile?.(file);
  };
  const recording: ReleaseTarget = { ...target, onFile };
  const outcomes = new Map<string, PageOutcome>();
  const bring = async (pagePath: string) => {
    if (!outcomes.has(pagePath)) outcomes.set(pagePath, await syncPage(recording, pagePath));
  };
  const tasks = jobs.map((job): Task => {
    report({ step: 'rendering', job: job.id });
    const payload = publishPayload.parse(job.payload);
    const change = getArticleChange(payload);
    for (const name of payload.touched ?? []) change.tags.add(name);
    return {
      job,
      change,
      requestedAt: payload.requestedAt,
      failure: null,
      live: null,
    };
  });

  const appearing = tasks.filter((task) => task.change.visible);
  const leaving = tasks.filter((task) => !task.change.visible);
  for (const task of appearing) await syncArticlePage(task, bring, report);

  // Numbered pages may split now; whoever shows them is among the readers found below.
  await database.write(() => {
    for (const { job, change } of tasks) {
      const touched = change.memberships.flatMap((entry) => updateListPages(database, entry));
      for (const name of touched) change.tags.add(name);
      // Placed once, an article moves nothing more: who tries again has to know what it moved.
      if (touched.length > 0) {
        const numbered = [...change.tags].filter((name) => name.includes('#'));
        amendJob(database, job.id, { touched: numbered });
      }
    }
  });
  const tags = [...new Set(tasks.flatMap((task) => [...task.change.tags]))];
  const leavingPaths = new Set(leaving.flatMap((task) => task.change.articlePaths));
  const appearingPaths = appearing.flatMap((task) => task.change.articlePaths);
  const besidePaths = pathsBeside(
    database,
    tasks.flatMap((task) => task.change.places),
  );
  const others = [
    ...new Set([...appearingPaths, ...besidePaths, ...listAffectedPages(target, tags)]),
  ]
    .filter((pagePath) => !leavingPaths.has(pagePath))
    .sort((one, other) => pathRank(one) - pathRank(other));
  if (appearing.length === 0) others.reverse();
  for (const pagePath of others) {
    const owners = tasks.filter((task) => task.change.articlePaths.includes(pagePath));
    // A neighbour that is not there yet has a job of its own, which waits or has said what is wrong.
    const awaited = besidePaths.includes(pagePath) && !isThere(target, pagePath);
    const concerned = owners.length > 0 || awaited ? owners : tasks;
    await attempt(concerned, () => bring(pagePath));
  }
  for (const task of leaving) await syncArticlePage(task, bring, report);
  for (const pagePath of leavingPaths) await attempt(leaving, () => bring(pagePath));

  await database.write(() => {
    recordOutcomes(target, [...outcomes.values()]);
    const now = target.clock();
    for (const task of tasks) finish(task, target, now);
    if (written.length > 0) {
      const files = written.map((file) => path.relative(target.siteFolder, file));
      enqueueJob(database, { kind: 'compress', payload: { files }, now });
    }
    const articles = appearing.map((task) => task.change.articleId);
    if (target.makePictures && articles.length > 0) {
      enqueueJob(database, { kind: 'share', payload: { articles } satisfies SharePayload, now });
    }
  });
  for (const task of tasks) {
    if (task.failure === null) report({ step: 'done', job: task.job.id, pages: written.length });
    else if (!isDiskError(task.failure)) {
      report({ step: 'failed', job: task.job.id, reason: errorMessage(task.failure) });
    }
  }
  const paths = [...tasks.flatMap((task) => task.change.articlePaths), ...besidePaths];
  return { tags, paths };
}

/** Returns the current neighbours of positions; later changes are handled by their own jobs. */
function pathsBeside(database: Connection, places: Place[]): string[] {
  return places.flatMap((place) => {
    const { older, newer } = readNeighbours(database, place);
    return [older, newer].flatMap((article) => (article ? [`/blog/${article.slug}`] : []));
  });
}

const isThere = (target: ReleaseTarget, pagePath: string) =>
  existsSync(path.join(target.siteFolder, htmlFile(pagePath)));

/** Syncs the article's own page, after which the change is live. */
async function syncArticlePage(
  task: Task,
  bring: (pagePath: string) => Promise<void>,
  report: (progress: JobProgress) => void,
): Promise<void> {
  const { mainPath, visible } = task.change;
  await attempt([task], () => bring(mainPath));
  if (task.failure !== null) return;
  const milliseconds = performance.timeOrigin + performance.now() - task.requestedAt;
  task.live = {
    step: 'live',
    job: task.job.id,
    path: encodeURI(mainPath),
    visible,
    milliseconds,
  };
  report(task.live);
}

/** Stores the error of a page in its jobs and continues with the others. */
async function attempt(tasks: Task[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    for (const task of tasks) task.failure ??= error;
  }
}

function finish(task: Task, target: ReleaseTarget, now: number): void {
  const { database } = target.context;
  if (task.failure === null) {
    endJob(database, task.job, { now, result: { live: task.live } });
    return;
  }
  target.onFailure?.('publishing an article', task.failure);
  failJob(database, task.job, { error: task.failure, now });
}
