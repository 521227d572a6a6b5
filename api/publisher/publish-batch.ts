import { existsSync } from 'node:fs';
import path from 'node:path';
import { ogImagePath } from '#contracts/image.ts';
import {
  type ArticleFacts,
  commentsPayload,
  type JobProgress,
  type OgImagePayload,
  type PublishPayload,
  publishPayload,
} from '#contracts/job.ts';
import type { Connection } from '../db/connection.ts';
import { amendJob, enqueueJob, hasQueuedJobOf, resolveFailedJobs } from '../db/hot/jobs.ts';
import {
  findReadableSlug,
  isReadableArticle,
  readNeighbours,
} from '../db/hot/published-articles.ts';
import { errorMessage } from '../errors.ts';
import { type ClaimedJob, endJob, failJob, isDiskError } from './job-queue.ts';
import { htmlFile, LATEST, listOfCategory, listOfTag, shardOf, tag } from './page-source.ts';
import { pathRank } from './page-table.ts';
import { type Membership, updateListPages } from './pages/lists.ts';
import { enqueueFileJobs, enqueuePush, recordFiles } from './push-files.ts';
import {
  listAffectedPages,
  type PageOutcome,
  type ReleaseTarget,
  recordOutcomes,
  syncPage,
} from './release-target.ts';

/**
 * Delay before a page is compressed again, in milliseconds. A page with many new comments changes several
 * times a second, and strong compression takes longer than the rest of publishing.
 */
const COMPRESS_AFTER_MS = 2000;

/** Changes of a batch, for a release that is being rendered. */
export interface Replay {
  tags: string[];
  paths: string[];
}

/** Position of an article in the order of publication. */
type ListPosition = Pick<Membership, 'time' | 'id'>;

interface ArticleChange {
  /** Tags whose pages are rendered again. */
  tags: Set<string>;
  /** Pages of the article, which may not exist yet. */
  articlePaths: string[];
  /** Path of the article page; the change is live once this page is synced. */
  mainPath: string;
  /** True if readers can open the article afterwards. */
  visible: boolean;
  memberships: Membership[];
  /** Positions whose neighbours are rendered again. */
  positions: ListPosition[];
  articleId: number;
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
  const recording = recordFiles(target);
  const { changed } = recording;
  const outcomes = new Map<string, PageOutcome>();
  // Syncs each page at most once per batch.
  const syncOnce = async (pagePath: string) => {
    if (!outcomes.has(pagePath)) outcomes.set(pagePath, await syncPage(recording, pagePath));
  };
  const tasks = jobs.map((job): Task => {
    report({ step: 'rendering', job: job.id });
    const payload = publishPayload.parse(job.payload);
    const change = getArticleChange(payload);
    for (const name of payload.touched ?? []) change.tags.add(name);
    return { job, change, requestedAt: payload.requestedAt, failure: null, live: null };
  });

  const visibleTasks = tasks.filter((task) => task.change.visible);
  const removedTasks = tasks.filter((task) => !task.change.visible);
  for (const task of visibleTasks) await syncArticlePage(task, syncOnce, report);

  // Numbered pages may be split here, so the affected pages are listed afterwards.
  await database.write(() => {
    for (const { job, change } of tasks) {
      const touched = change.memberships.flatMap((entry) => updateListPages(database, entry));
      for (const name of touched) change.tags.add(name);
      // A retry does not change list pages again, so the job stores the tags of the first attempt.
      if (touched.length > 0) {
        const listPageTags = [...change.tags].filter((name) => name.includes('#'));
        amendJob(database, job.id, { touched: listPageTags });
      }
    }
    // Articles do not wait for the lists.
    enqueuePush(target, [...changed.images, ...changed.files]);
  });
  await target.onPush?.();
  const tags = [...new Set(tasks.flatMap((task) => [...task.change.tags]))];
  const removedPaths = new Set(removedTasks.flatMap((task) => task.change.articlePaths));
  const visiblePaths = visibleTasks.flatMap((task) => task.change.articlePaths);
  const neighbourPaths = listNeighbourPaths(
    database,
    tasks.flatMap((task) => task.change.positions),
  );
  const otherPaths = [
    ...new Set([...visiblePaths, ...neighbourPaths, ...listAffectedPages(target, tags)]),
  ]
    .filter((pagePath) => !removedPaths.has(pagePath))
    .sort((first, second) => pathRank(first) - pathRank(second));
  if (visibleTasks.length === 0) otherPaths.reverse();
  for (const pagePath of otherPaths) {
    const owners = tasks.filter((task) => task.change.articlePaths.includes(pagePath));
    // A missing neighbour has its own job, which is queued or has reported its error.
    const isMissingNeighbour = neighbourPaths.includes(pagePath) && !hasPageFile(target, pagePath);
    const affectedTasks = owners.length > 0 || isMissingNeighbour ? owners : tasks;
    await attemptTasks(affectedTasks, () => syncOnce(pagePath));
  }
  for (const task of removedTasks) await syncArticlePage(task, syncOnce, report);
  for (const pagePath of removedPaths) await attemptTasks(removedTasks, () => syncOnce(pagePath));

  await database.write(() => {
    recordOutcomes(target, [...outcomes.values()]);
    const now = target.clock();
    for (const task of tasks) endTask(task, target, now);
    enqueueFileJobs(target, changed);
    const articles = visibleTasks.map((task) => task.change.articleId);
    if (target.makeImages && articles.length > 0) {
      enqueueJob(database, {
        kind: 'og-images',
        payload: { articles } satisfies OgImagePayload,
        now,
      });
    }
  });
  for (const task of tasks) {
    if (task.failure === null)
      report({ step: 'done', job: task.job.id, pages: changed.files.length });
    else if (!isDiskError(task.failure)) {
      report({ step: 'failed', job: task.job.id, reason: errorMessage(task.failure) });
    }
  }
  const paths = [...tasks.flatMap((task) => task.change.articlePaths), ...neighbourPaths];
  return { tags, paths };
}

const isListed = (facts: ArticleFacts | null): facts is ArticleFacts & { publishedAt: number } =>
  facts?.state === 'live' && facts.publishedAt !== null;

function listsOf(facts: ArticleFacts | null): Map<string, Membership> {
  const memberships = new Map<string, Membership>();
  if (!isListed(facts)) return memberships;
  const lists = [...facts.tags.map(listOfTag), ...facts.categories.map(listOfCategory)];
  for (const list of [LATEST, ...lists]) {
    memberships.set(list, { list, time: facts.publishedAt, id: facts.id });
  }
  return memberships;
}

/** Compares an article before and after a change and returns the effects for readers. */
export function getArticleChange({ before, after }: PublishPayload): ArticleChange {
  const facts = after ?? before;
  if (!facts) throw new Error('a change without an article');
  const tags = new Set([tag.article(facts.id), tag.sitemapShard(shardOf(facts.id))]);
  const visible = isReadableArticle(after);
  // Archived articles are readable, but not in lists, series and sitemaps.
  const availabilityChanged =
    isReadableArticle(before) !== visible || isListed(before) !== isListed(after);
  if (availabilityChanged) tags.add(tag.sitemapIndex);
  const dateChanged = before?.publishedAt !== after?.publishedAt;
  const slugChanged = before?.slug !== after?.slug;
  if (availabilityChanged || before?.card !== after?.card || slugChanged || dateChanged) {
    tags.add(tag.card(facts.id));
  }
  const series = [before?.seriesSlug, after?.seriesSlug].filter((slug) => slug != null);
  if (tags.has(tag.card(facts.id)) || before?.seriesSlug !== after?.seriesSlug) {
    for (const slug of series) tags.add(tag.series(slug));
  }
  if (series.length > 0 && listedSeriesOf(before) !== listedSeriesOf(after))
    tags.add(tag.seriesNames);
  const memberships: Membership[] = [];
  const listsBefore = listsOf(before);
  const listsAfter = listsOf(after);
  for (const list of new Set([...listsBefore.keys(), ...listsAfter.keys()])) {
    const oldMembership = listsBefore.get(list);
    const newMembership = listsAfter.get(list);
    if (oldMembership && newMembership && oldMembership.time === newMembership.time) continue;
    tags.add(tag.list(list));
    if (list.startsWith('tag:')) tags.add(tag.tagCounts);
    if (list.startsWith('category:')) tags.add(tag.categoryNames);
    for (const membership of [oldMembership, newMembership]) {
      if (membership) memberships.push(membership);
    }
  }
  const positions = tags.has(tag.card(facts.id)) ? positionsOf(before, after) : [];
  return {
    tags,
    memberships,
    positions,
    visible,
    articleId: facts.id,
    mainPath: `/blog/${facts.slug}`,
    articlePaths: [...new Set([...pathsOf(after), ...pathsOf(before)])],
  };
}

function positionsOf(...states: (ArticleFacts | null)[]): ListPosition[] {
  const positions = new Map<number, ListPosition>();
  for (const facts of states.filter(isListed)) {
    positions.set(facts.publishedAt, { time: facts.publishedAt, id: facts.id });
  }
  return [...positions.values()];
}

function listedSeriesOf(facts: ArticleFacts | null): string | null {
  return isListed(facts) ? facts.seriesSlug : null;
}

function pathsOf(facts: ArticleFacts | null): string[] {
  if (!facts) return [];
  const redirects = [facts.publicId, ...facts.formerSlugs].map((key) => `/blog/${key}`);
  const currentPaths = [
    `/blog/${facts.slug}`,
    `/blog/${facts.slug}.md`,
    ogImagePath(facts.publicId),
  ];
  return [...currentPaths, ...redirects];
}

/** Returns the current neighbours of positions; later changes are handled by their own jobs. */
function listNeighbourPaths(database: Connection, positions: ListPosition[]): string[] {
  return positions.flatMap((position) => {
    const { older, newer } = readNeighbours(database, position);
    return [older, newer].flatMap((article) => (article ? [`/blog/${article.slug}`] : []));
  });
}

const hasPageFile = (target: ReleaseTarget, pagePath: string) =>
  existsSync(path.join(target.siteFolder, htmlFile(pagePath)));

/** Syncs the page of the article, after which the change is live. */
async function syncArticlePage(
  task: Task,
  syncOnce: (pagePath: string) => Promise<void>,
  report: (progress: JobProgress) => void,
): Promise<void> {
  const { mainPath, visible } = task.change;
  await attemptTasks([task], () => syncOnce(mainPath));
  if (task.failure !== null) return;
  const milliseconds = performance.timeOrigin + performance.now() - task.requestedAt;
  task.live = { step: 'live', job: task.job.id, path: encodeURI(mainPath), visible, milliseconds };
  report(task.live);
}

/** Stores the error of a page in its jobs and continues with the others. */
async function attemptTasks(tasks: Task[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    for (const task of tasks) task.failure ??= error;
  }
}

function endTask(task: Task, target: ReleaseTarget, now: number): void {
  const { database } = target.context;
  if (task.failure === null) {
    endJob(database, task.job, { now, result: { live: task.live } });
    return;
  }
  target.onFailure?.('publishing an article', task.failure);
  failJob(database, task.job, { error: task.failure, now });
}

/**
 * Renders the comments of articles into their pages, once per article and batch. The path of a page
 * follows from its article, so pages store no dependency on comments. Jobs of unreadable articles end
 * without work, since these have no page.
 * @returns the changes to replay on a release that is being rendered
 */
export async function renderArticleComments(
  target: ReleaseTarget,
  jobs: ClaimedJob[],
): Promise<Replay> {
  const { database } = target.context;
  const recording = recordFiles(target);
  const { files, images } = recording.changed;
  const outcomes: PageOutcome[] = [];
  const failures = new Map<number, unknown>();
  const paths: string[] = [];
  for (const job of jobs) {
    const slug = findReadableSlug(database, commentsPayload.parse(job.payload).article);
    if (slug === null) continue;
    paths.push(`/blog/${slug}`);
    try {
      outcomes.push(await syncPage(recording, `/blog/${slug}`));
    } catch (error) {
      failures.set(job.id, error);
    }
  }
  await database.write(() => {
    recordOutcomes(target, outcomes);
    const now = target.clock();
    for (const job of jobs) {
      const error = failures.get(job.id);
      if (error === undefined) {
        endJob(database, job, { now });
        resolveFailedJobs(database, { ...job, now });
      } else {
        target.onFailure?.('publishing comments', error);
        failJob(database, job, { error, now });
      }
    }
    for (const file of files) compressLater(database, file, now);
    enqueuePush(target, [...images, ...files]);
  });
  return { tags: [], paths };
}

function compressLater(database: Connection, file: string, now: number): void {
  const payload = { files: [file] };
  if (hasQueuedJobOf(database, 'compress', payload)) return;
  enqueueJob(database, { kind: 'compress', payload, now, runAt: now + COMPRESS_AFTER_MS });
}
