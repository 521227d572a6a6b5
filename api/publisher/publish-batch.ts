import { existsSync } from 'node:fs';
import path from 'node:path';
import type { JobProgress, SharePayload } from '#contracts/job.ts';
import { publishPayload } from '#contracts/job.ts';
import type { Connection } from '../db/connection.ts';
import { amendJob, enqueueJob, finishJob, type Job } from '../db/repositories/jobs.ts';
import { readNeighbours } from '../db/repositories/published-articles.ts';
import { type Change, changeOf, type Place } from './change.ts';
import { failJob, isDiskTrouble, sentenceOf } from './job-failure.ts';
import { placeInList } from './list-paging.ts';
import { htmlFile } from './page-source.ts';
import { pathRank } from './page-table.ts';
import {
  bringInLine,
  type PageOutcome,
  pagesTouchedBy,
  type ReleaseTarget,
  recordOutcomes,
} from './release-target.ts';

/** Milliseconds until a job that met a full or failing disk is tried again. */
const DISK_RETRY_MS = 1000;

/** What a batch changed, for a release that is being rendered beside the live one. */
export interface Replay {
  tags: string[];
  paths: string[];
}

interface Task {
  job: Job;
  change: Change;
  requestedAt: number;
  failure: unknown;
  /** What was reported when the article's own page was in line. */
  live: LiveProgress | null;
}

type LiveProgress = Extract<JobProgress, { step: 'live' }>;

/**
 * Brings the live release in line with a batch of changes. Articles that appear come first, then
 * lists, then feeds; when something goes away, the reverse.
 * @returns what to replay on a release that is being rendered
 */
export async function publishBatch(
  target: ReleaseTarget,
  jobs: Job[],
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
    if (!outcomes.has(pagePath)) outcomes.set(pagePath, await bringInLine(recording, pagePath));
  };
  const tasks = jobs.map((job): Task => {
    report({ step: 'rendering', job: job.id });
    const payload = publishPayload.parse(job.payload);
    const change = changeOf(payload);
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
  for (const task of appearing) await bringArticle(task, bring, report);

  // Numbered pages may split now; whoever shows them is among the readers found below.
  await database.write(() => {
    for (const { job, change } of tasks) {
      const touched = change.memberships.flatMap((entry) => placeInList(database, entry));
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
  const others = [...new Set([...appearingPaths, ...besidePaths, ...pagesTouchedBy(target, tags)])]
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
  for (const task of leaving) await bringArticle(task, bring, report);
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
    else if (!isDiskTrouble(task.failure)) {
      report({ step: 'failed', job: task.job.id, reason: sentenceOf(task.failure) });
    }
  }
  const paths = [...tasks.flatMap((task) => task.change.articlePaths), ...besidePaths];
  return { tags, paths };
}

/**
 * Pages of the articles that stand beside a place now. Whatever came or went there since is a change
 * of its own, whose job looks at the same place again: the last one finds the two that stay.
 */
function pathsBeside(database: Connection, places: Place[]): string[] {
  return places.flatMap((place) => {
    const { older, newer } = readNeighbours(database, place);
    return [older, newer].flatMap((article) => (article ? [`/blog/${article.slug}`] : []));
  });
}

const isThere = (target: ReleaseTarget, pagePath: string) =>
  existsSync(path.join(target.siteFolder, htmlFile(pagePath)));

/** The article's own page: once it is in place, or gone, the change is live. */
async function bringArticle(
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

/** A page that fails does not hold up the others; the jobs it belongs to remember why. */
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
    finishJob(database, task.job.id, { state: 'done', now, result: { live: task.live } });
    return;
  }
  target.onFailure?.('publishing an article', task.failure);
  failJob(database, task.job.id, { error: task.failure, now, retryMs: DISK_RETRY_MS });
}
