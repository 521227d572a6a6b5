import { existsSync, mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { DAY_MS } from '#contracts/durations.ts';
import { systemClock } from '../context.ts';
import { type Connection, openConnection } from '../db/connection.ts';
import { ensureSiteId } from '../db/hot/bucket-objects.ts';
import { claimLease, findLease, type Job, releaseLease } from '../db/hot/jobs.ts';
import { findRelease } from '../db/hot/releases.ts';
import { listBuiltDocuments } from '../db/hot/search.ts';
import { errorMessage } from '../errors.ts';
import {
  type FollowUpContext,
  runFollowUpJob,
  runReleaseJob,
} from '../publisher/background-jobs.ts';
import { clearReleases, type ReleaseBuilder } from '../publisher/build-release.ts';
import { readBuiltContent } from '../publisher/built-content.ts';
import { imagesFolderOf } from '../publisher/image-jobs.ts';
import {
  type ClaimedJob,
  claimJobs,
  hasDueJob,
  purgeJobs,
  recoverJobs,
} from '../publisher/job-queue.ts';
import { getSiteContent } from '../publisher/owner-content.ts';
import { articlePreview, type UnsavedArticle } from '../publisher/pages/article-preview.ts';
import { publishBatch, type Replay, renderArticleComments } from '../publisher/publish-batch.ts';
import { publishContent } from '../publisher/publish-content.ts';
import {
  buildFolderOf,
  pointLiveAt,
  purgeTemporaryFiles,
  type ReleaseFolders,
  readLiveFolder,
  releaseFolders,
  siteFolderOf,
} from '../publisher/release-folders.ts';
import { loadSiteRenderer, type ReleaseTarget } from '../publisher/release-target.ts';
import { hasOwnerExited, isProcessAlive } from '../queue/queue.ts';
import { createPushQueue, createUploadQueue, enqueueWholeRun } from './bucket-queue.ts';
import { ImageQueue } from './image-queue.ts';
import type { FromWorker, PublisherOptions, ToWorker } from './start-publisher.ts';

const LEASE = 'publisher';
/** Time without renewal after which a process loses the lease, in milliseconds. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 2_000;
/** Interval of polls for work of other processes, in milliseconds. */
const POLL_MS = 60;
/** Interval of polls for the lease and the live release of another process, in milliseconds. */
const STANDBY_POLL_MS = 250;
/** Maximum number of publish or comment jobs per batch. */
const BATCH_SIZE = 64;
/** Time after which ended jobs are deleted, in milliseconds. */
const ENDED_JOB_RETENTION_MS = 7 * DAY_MS;
/** Time for which lists wait for the copy of an article into the bucket, in milliseconds. */
const LISTS_WAIT_MS = 150;
/** Pause after an error, in milliseconds. */
const ERROR_PAUSE_MS = 500;
/** Time for which renewals are due early, because timers are not exact, in milliseconds. */
const RENEW_TOLERANCE_MS = 100;

/** Writes releases. Of all processes that share a data folder, only the owner of the lease publishes. */
class PublisherWorker {
  readonly #options: PublisherOptions;
  readonly #send: (message: FromWorker) => void;
  readonly #database: Connection;
  readonly #folders: ReleaseFolders;
  #live: ReleaseTarget | null = null;
  /** Release for previews while another process holds the lease. */
  #previewTarget: ReleaseTarget | null = null;
  #liveFolder: string | null = null;
  #hasLease = false;
  #renewAt = 0;
  #isHeld: boolean;
  #isClosing = false;
  #background: Promise<void> | null = null;
  #isBuilding = false;
  /** True if the previous process may have left unfinished releases. */
  #mustClear = false;
  #replays: Replay[] = [];
  #lastTask: Promise<unknown> = Promise.resolve();
  #wakeUp: (() => void) | null = null;
  #wakeRequested = false;
  readonly #followUpContext: FollowUpContext;
  readonly #imageQueue: ImageQueue;
  readonly #pushQueue: ReturnType<typeof createPushQueue> | null;
  readonly #uploadQueue: ReturnType<typeof createUploadQueue> | null;

  constructor(options: PublisherOptions, send: (message: FromWorker) => void) {
    this.#options = options;
    this.#send = send;
    this.#isHeld = options.isHeld;
    this.#database = openConnection(options.databaseFile);
    this.#folders = releaseFolders(options.dataFolder);
    mkdirSync(this.#folders.root, { recursive: true });
    this.#followUpContext = {
      database: this.#database,
      live: () => (this.#isClosing ? null : this.#live),
      claim: (kind, limit = 1) => this.#claim(kind, limit),
      exclusively: (work) => this.#exclusively(work),
      onError: (what, error) => this.#reportError(what, error),
    };
    this.#imageQueue = new ImageQueue({
      database: this.#database,
      uploadsFolder: options.uploadsFolder,
      imagesFolder: imagesFolderOf(options.dataFolder),
      live: () => this.#live,
      claim: (kind) => (this.#isClosing ? [] : this.#claim(kind, 1)),
      onError: (what, error) => this.#reportError(what, error),
    });
    const { publishTo, cdnPurge, origin, storage, uploadsFolder } = options;
    this.#pushQueue =
      publishTo && createPushQueue({ ...this.#followUpContext, publishTo, cdnPurge, origin });
    this.#uploadQueue =
      storage && createUploadQueue({ ...this.#followUpContext, storage, uploadsFolder });
  }

  wake(): void {
    this.#wakeRequested = true;
    this.#wakeUp?.();
  }

  /** Ends the wait of a worker that is held. */
  admit(): void {
    this.#isHeld = false;
    this.wake();
  }

  close(): void {
    this.#isClosing = true;
    this.wake();
  }

  async run(): Promise<void> {
    const renewal = setInterval(() => {
      if (this.#hasLease) this.#catchErrors('renewing the lease', () => this.#renew());
    }, RENEW_EVERY_MS);
    while (!this.#isClosing) {
      await this.#catchErrors('publishing', () => this.#step());
    }
    clearInterval(renewal);
    await this.#imageQueue.close();
    await this.#pushQueue?.close();
    await this.#uploadQueue?.close();
    await this.#background;
    if (this.#hasLease) {
      await this.#database.write(() =>
        releaseLease(this.#database, LEASE, this.#options.leaseOwner),
      );
    }
    this.#database.close();
  }

  /** Reports an error and pauses, so that the loop never ends. */
  async #catchErrors(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#reportError(what, error);
      this.#hasLease = false;
      await this.#sleep(ERROR_PAUSE_MS);
    }
  }

  #reportError(what: string, error: unknown): void {
    const stack = error instanceof Error ? error.stack : undefined;
    this.#send({ type: 'error', what, message: errorMessage(error), stack });
  }

  async #step(): Promise<void> {
    if (!this.#hasLease) {
      if (!this.#isHeld) await this.#renew();
      if (!this.#hasLease) {
        this.#reportLiveFolder();
        return this.#sleep(STANDBY_POLL_MS);
      }
      await this.#takeOver();
    }
    const jobs = this.#live ? await this.#claim('publish', BATCH_SIZE) : [];
    if (jobs.length > 0) return this.#publish(jobs);
    const contentJobs = this.#live ? await this.#claim('content', BATCH_SIZE) : [];
    if (contentJobs.length > 0) {
      return this.#changeLive((target) => publishContent(target, contentJobs));
    }
    // After articles, but before follow-up jobs, because authors of comments see them at once.
    const commentJobs = this.#live ? await this.#claim('comments', BATCH_SIZE) : [];
    if (commentJobs.length > 0) {
      return this.#changeLive((target) => renderArticleComments(target, commentJobs));
    }
    if (this.#live) void this.#pushQueue?.startNext();
    void this.#uploadQueue?.startNext();
    this.#background ??= this.#runBackground();
    if (this.#options.makeImages && this.#live && !this.#isBuilding) this.#imageQueue.startNext();
    await this.#sleep(POLL_MS);
  }

  async #renew(): Promise<void> {
    const now = systemClock();
    if (this.#hasLease && now < this.#renewAt) return;
    this.#hasLease = await this.#database.write(() =>
      claimLease(this.#database, {
        name: LEASE,
        holder: this.#options.leaseOwner,
        now,
        until: now + LEASE_MS,
        ended: hasOwnerExited,
      }),
    );
    this.#renewAt = now + RENEW_EVERY_MS - RENEW_TOLERANCE_MS;
    if (!this.#hasLease) this.#live = null;
  }

  /** Restores a consistent state, because the previous process may have been killed at any point. */
  async #takeOver(): Promise<void> {
    await this.#database.write(() => {
      const now = systemClock();
      // Backups made from now on belong to the owner of the bucket.
      ensureSiteId(this.#database, now);
      recoverJobs(this.#database, now);
      purgeJobs(this.#database, now - ENDED_JOB_RETENTION_MS);
    });
    this.#mustClear = true;
    purgeTemporaryFiles(this.#folders, (pid) => pid !== process.pid && isProcessAlive(pid));
    const release = findRelease(this.#database, 'live');
    await this.#imageQueue.enqueuePending(this.#options);
    const uploads = { payload: { names: [] }, hasBucket: this.#uploadQueue !== null };
    await enqueueWholeRun(this.#database, 'store', uploads);
    if (!release || !existsSync(siteFolderOf(this.#folders, release.id))) return;
    pointLiveAt(this.#folders, release.id);
    const files = { payload: { files: [] }, hasBucket: this.#pushQueue !== null };
    await enqueueWholeRun(this.#database, 'push', files);
    this.#live = await this.#createTarget(release.id);
    this.#reportLiveFolder();
  }

  /** Renders an unsaved article, and sends it with the number of the request. */
  async preview(number: number, unsaved: UnsavedArticle): Promise<void> {
    try {
      const document = await this.#exclusively(async () => {
        const target = await this.#findPreviewTarget();
        if (!target) return null;
        const source = articlePreview(this.#database, unsaved);
        const content = getSiteContent(target.context);
        const page = await target.renderer.render(source, `/blog/${unsaved.slug}`, content);
        // Copied, because the renderer reuses its buffer for the next page.
        return Uint8Array.from(page.body);
      });
      this.#send({ type: 'preview', number, document });
    } catch (error) {
      this.#send({ type: 'preview', number, document: null, reason: errorMessage(error) });
    }
  }

  /** Returns the live release, which another process may write; null before the first release. */
  async #findPreviewTarget(): Promise<ReleaseTarget | null> {
    if (this.#live) return this.#live;
    const release = findRelease(this.#database, 'live');
    if (!release || !existsSync(siteFolderOf(this.#folders, release.id))) return null;
    if (this.#previewTarget?.releaseId !== release.id)
      this.#previewTarget = await this.#createTarget(release.id);
    return this.#previewTarget;
  }

  async #createTarget(releaseId: number): Promise<ReleaseTarget> {
    const { origin, guards, payment, uploadsFolder, makeImages, dataFolder } = this.#options;
    const buildFolder = buildFolderOf(this.#folders, releaseId);
    const siteFolder = siteFolderOf(this.#folders, releaseId);
    return {
      releaseId,
      siteFolder,
      uploadsFolder,
      imagesFolder: imagesFolderOf(dataFolder),
      makeImages,
      isPushed: this.#pushQueue !== null,
      renderer: await loadSiteRenderer(buildFolder, origin),
      context: {
        database: this.#database,
        origin,
        guards,
        payment,
        ...readBuiltContent(siteFolder),
        // Case studies may have changed since the build.
        builtDocuments: listBuiltDocuments(this.#database),
      },
      clock: systemClock,
      mode: 'live',
      onFailure: (what, error) => this.#reportError(what, error),
    };
  }

  #reportLiveFolder(): void {
    const folder = readLiveFolder(this.#folders);
    if (folder === null || folder === this.#liveFolder) return;
    this.#liveFolder = folder;
    this.#send({ type: 'live', folder });
  }

  #claim(kind: Job['kind'], limit: number): Promise<ClaimedJob[]> | ClaimedJob[] {
    const owner = this.#options.leaseOwner;
    const now = systemClock();
    if (!hasDueJob(this.#database, kind, now)) return [];
    return this.#database.write(() => claimJobs(this.#database, { kind, owner, now, limit }));
  }

  #publish(jobs: ClaimedJob[]): Promise<void> {
    return this.#changeLive(async (target) => {
      const onPush = () => this.#pushArticles();
      const replay = await publishBatch({ ...target, onPush }, jobs, (progress) =>
        this.#send({ type: 'progress', progress }),
      );
      this.#imageQueue.postpone();
      return replay;
    });
  }

  /** Changes pages of the live release, and later those of a release that is being rendered. */
  #changeLive(change: (target: ReleaseTarget) => Promise<Replay>): Promise<void> {
    return this.#exclusively(async () => {
      if (!this.#live) return;
      const replay = await change(this.#live);
      if (this.#isBuilding) this.#replays.push(replay);
    });
  }

  /** Copies articles into the bucket before rendering lists, which would delay each step of the copy. */
  async #pushArticles(): Promise<void> {
    if (this.#pushQueue === null) return;
    await Promise.race([this.#pushQueue.startNext(), pause(LISTS_WAIT_MS)]);
  }

  /** Runs tasks that write the live release one at a time, such as publishing and swaps. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastTask.then(work);
    this.#lastTask = result.catch(() => undefined);
    return result;
  }

  /** Runs slow jobs one at a time while publishing continues. */
  async #runBackground(): Promise<void> {
    try {
      if (this.#mustClear) {
        await clearReleases({ database: this.#database, folders: this.#folders });
        this.#mustClear = false;
      }
      const [release] = await this.#claim('release', 1);
      if (release) await this.#runRelease(release);
      for (const kind of ['refresh', 'follow', 'compress'] as const) {
        const [job] = this.#live ? await this.#claim(kind, 1) : [];
        if (job) await runFollowUpJob(this.#followUpContext, job);
      }
    } catch (error) {
      this.#reportError('background work', error);
    } finally {
      this.#background = null;
    }
  }

  async #runRelease(job: ClaimedJob): Promise<void> {
    const builder: ReleaseBuilder = {
      database: this.#database,
      folders: this.#folders,
      uploadsFolder: this.#options.uploadsFolder,
      imagesFolder: imagesFolderOf(this.#options.dataFolder),
      makeImages: this.#options.makeImages,
      isPushed: this.#pushQueue !== null,
      origin: this.#options.origin,
      guards: this.#options.guards,
      payment: this.#options.payment,
      clock: systemClock,
      takeReplays: () => this.#replays.splice(0),
      exclusively: (work) => this.#exclusively(work),
      mayPublish: () => findLease(this.#database, LEASE)?.holder === this.#options.leaseOwner,
      onLive: (target) => {
        this.#live = target;
      },
    };
    this.#replays = [];
    this.#isBuilding = true;
    try {
      await runReleaseJob(builder, job, {
        onProgress: (progress) => this.#send({ type: 'progress', progress }),
        onError: (what, error) => this.#reportError(what, error),
        onLive: () => this.#reportLiveFolder(),
      });
    } finally {
      this.#isBuilding = false;
    }
  }

  /** Resolves after a pause, or as soon as `wake` is called. */
  #sleep(milliseconds: number): Promise<void> {
    if (this.#wakeRequested) {
      this.#wakeRequested = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wakeUp = null;
        this.#wakeRequested = false;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#wakeUp = done;
    });
  }
}

const port = parentPort;
if (!port) throw new Error('the publisher runs as a worker thread');

const worker = new PublisherWorker(workerData as PublisherOptions, (message) =>
  port.postMessage(message),
);
port.on('message', (message: ToWorker) => {
  if (message.type === 'wake') worker.wake();
  else if (message.type === 'admit') worker.admit();
  else if (message.type === 'preview') void worker.preview(message.number, message.unsaved);
  else worker.close();
});
await worker.run();
// Timers of the stores that pages have read would keep the thread for another second.
process.exit();
