import { existsSync, mkdirSync } from 'node:fs';
import type { JobProgress } from '#contracts/job.ts';
import { systemClock } from '../clock.ts';
import { type Connection, openConnection } from '../db/connection.ts';
import type { Job } from '../db/hot/jobs.ts';
import { findLease, holdLease, releaseLease } from '../db/hot/leases.ts';
import { findRelease } from '../db/hot/releases.ts';
import type { ActiveProvider } from '../payment-provider.ts';
import { clearReleases, type ReleaseBuilder } from '../publisher/build-release.ts';
import { readBuiltContent } from '../publisher/built-content.ts';
import { type FollowUpContext, runFollowUpJob } from '../publisher/follow-up-jobs.ts';
import type { Guard } from '../publisher/guarded-pages.ts';
import {
  type ClaimedJob,
  claimJobs,
  errorMessage,
  hasDueJob,
  purgeJobs,
  recoverJobs,
} from '../publisher/job-queue.ts';
import { articlePreview, type UnsavedArticle } from '../publisher/pages/article-preview.ts';
import { picturesFolderOf } from '../publisher/picture-folders.ts';
import { publishBatch, type Replay } from '../publisher/publish-batch.ts';
import {
  buildFolderOf,
  pointLiveAt,
  purgeTemporaryFiles,
  type ReleaseFolders,
  readLiveFolder,
  releaseFolders,
  siteFolderOf,
} from '../publisher/release-folders.ts';
import { runReleaseJob } from '../publisher/release-job.ts';
import type { ReleaseTarget } from '../publisher/release-target.ts';
import { renderArticleComments } from '../publisher/render-comments.ts';
import { loadSiteRenderer } from '../publisher/site-renderer.ts';
import { hasOwnerExited, isProcessAlive } from '../queue/lease-owner.ts';
import { ImageQueue } from './image-queue.ts';

export interface PublisherOptions {
  databaseFile: string;
  dataFolder: string;
  uploadsFolder: string;
  origin: string;
  /** Guards of members-only pages. */
  guards: readonly Guard[];
  payment: ActiveProvider;
  /** True if image variants and Open Graph images are generated. */
  makePictures: boolean;
  /** Name of this process in leases. */
  leaseOwner: string;
}

/** Messages of the worker to its process. */
export type FromWorker =
  | { type: 'progress'; progress: JobProgress }
  | { type: 'live'; folder: string }
  /** `document` is null while there is no release; `reason` says why it could not be rendered. */
  | { type: 'preview'; number: number; document: Uint8Array | null; reason?: string }
  | { type: 'trouble'; what: string; message: string; stack: string | undefined };

const LEASE = 'publisher';
/** Time without renewal after which a process loses the lease, in milliseconds. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 2_000;
/** Interval of polls for work of other processes, in milliseconds. */
const POLL_MS = 60;
const FOLLOW_MS = 250;
const BATCH = 64;
const KEEP_ENDED_JOBS_MS = 7 * 86_400_000;

/**
 * Writes all releases. Of the processes that share a data folder, only the holder of the lease
 * publishes.
 */
export class PublisherWorker {
  readonly #options: PublisherOptions;
  readonly #tell: (message: FromWorker) => void;
  readonly #database: Connection;
  readonly #folders: ReleaseFolders;
  #live: ReleaseTarget | null = null;
  /** To render previews with, while another process holds the lease. */
  #borrowed: ReleaseTarget | null = null;
  #liveFolder: string | null = null;
  #holding = false;
  #renewAt = 0;
  #closing = false;
  #background: Promise<void> | null = null;
  #building = false;
  /** True if the previous process may have left unfinished releases. */
  #mustClear = false;
  #replays: Replay[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #wakeUp: (() => void) | null = null;
  #awake = false;
  readonly #followers: FollowUpContext;
  readonly #pictures: ImageQueue;

  constructor(options: PublisherOptions, tell: (message: FromWorker) => void) {
    this.#options = options;
    this.#tell = tell;
    this.#database = openConnection(options.databaseFile);
    this.#folders = releaseFolders(options.dataFolder);
    mkdirSync(this.#folders.root, { recursive: true });
    this.#followers = {
      database: this.#database,
      live: () => (this.#closing ? null : this.#live),
      claim: (kind) => this.#claim(kind, 1),
      exclusively: (work) => this.#exclusively(work),
      trouble: (what, error) => this.#trouble(what, error),
    };
    this.#pictures = new ImageQueue({
      database: this.#database,
      uploadsFolder: options.uploadsFolder,
      picturesFolder: picturesFolderOf(options.dataFolder),
      claim: (kind) => (this.#closing ? [] : this.#claim(kind, 1)),
      trouble: (what, error) => this.#trouble(what, error),
    });
  }

  wake(): void {
    this.#awake = true;
    this.#wakeUp?.();
  }

  close(): void {
    this.#closing = true;
    this.wake();
  }

  async run(): Promise<void> {
    const renewal = setInterval(() => {
      if (this.#holding) this.#guard('renewing the lease', () => this.#renew());
    }, RENEW_EVERY_MS);
    while (!this.#closing) {
      await this.#guard('publishing', () => this.#step());
    }
    clearInterval(renewal);
    await this.#pictures.close();
    await this.#background;
    if (this.#holding) {
      await this.#database.write(() =>
        releaseLease(this.#database, LEASE, this.#options.leaseOwner),
      );
    }
    this.#database.close();
  }

  /** Whatever goes wrong is told and tried again; the loop itself does not end. */
  async #guard(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#trouble(what, error);
      this.#holding = false;
      await this.#rest(500);
    }
  }

  #trouble(what: string, error: unknown): void {
    const stack = error instanceof Error ? error.stack : undefined;
    this.#tell({ type: 'trouble', what, message: errorMessage(error), stack });
  }

  async #step(): Promise<void> {
    if (!this.#holding) {
      await this.#renew();
      if (!this.#holding) {
        this.#followLive();
        return this.#rest(FOLLOW_MS);
      }
      await this.#takeOver();
    }
    const jobs = this.#live ? await this.#claim('publish', BATCH) : [];
    if (jobs.length > 0) return this.#publish(jobs);
    const talked = this.#live ? await this.#claim('comments', BATCH) : [];
    if (talked.length > 0) return this.#bake(talked);
    this.#background ??= this.#startBackground();
    if (this.#options.makePictures && this.#live && !this.#building) this.#pictures.startNext();
    await this.#rest(POLL_MS);
  }

  async #renew(): Promise<void> {
    const now = systemClock();
    if (this.#holding && now < this.#renewAt) return;
    this.#holding = await this.#database.write(() =>
      holdLease(this.#database, {
        name: LEASE,
        holder: this.#options.leaseOwner,
        now,
        until: now + LEASE_MS,
        ended: hasOwnerExited,
      }),
    );
    this.#renewAt = now + RENEW_EVERY_MS - 100;
    if (!this.#holding) this.#live = null;
  }

  /** The process before may have been killed anywhere: start from what database and disk say. */
  async #takeOver(): Promise<void> {
    await this.#database.write(() => {
      const now = systemClock();
      recoverJobs(this.#database, now);
      purgeJobs(this.#database, now - KEEP_ENDED_JOBS_MS);
    });
    this.#mustClear = true;
    purgeTemporaryFiles(this.#folders, (pid) => pid !== process.pid && isProcessAlive(pid));
    const release = findRelease(this.#database, 'live');
    await this.#pictures.enqueuePending(this.#options);
    if (!release || !existsSync(siteFolderOf(this.#folders, release.id))) return;
    pointLiveAt(this.#folders, release.id);
    this.#live = await this.#targetOf(release.id);
    this.#followLive();
  }

  /** Renders an unsaved article, and tells it under the number it was asked with. */
  async preview(number: number, unsaved: UnsavedArticle): Promise<void> {
    try {
      const document = await this.#exclusively(async () => {
        const target = await this.#targetToShow();
        if (!target) return null;
        const source = articlePreview(this.#database, unsaved);
        // The renderer uses its memory again for the next page.
        return Uint8Array.from(await target.renderer.render(source, `/blog/${unsaved.slug}`));
      });
      this.#tell({ type: 'preview', number, document });
    } catch (error) {
      this.#tell({ type: 'preview', number, document: null, reason: errorMessage(error) });
    }
  }

  /** The live release; another process may be the one that writes it. */
  async #targetToShow(): Promise<ReleaseTarget | null> {
    if (this.#live) return this.#live;
    const release = findRelease(this.#database, 'live');
    if (!release || !existsSync(siteFolderOf(this.#folders, release.id))) return null;
    if (this.#borrowed?.releaseId !== release.id) this.#borrowed = await this.#targetOf(release.id);
    return this.#borrowed;
  }

  async #targetOf(releaseId: number): Promise<ReleaseTarget> {
    const { origin, guards, payment, uploadsFolder, makePictures, dataFolder } = this.#options;
    const buildFolder = buildFolderOf(this.#folders, releaseId);
    const siteFolder = siteFolderOf(this.#folders, releaseId);
    return {
      releaseId,
      siteFolder,
      uploadsFolder,
      picturesFolder: picturesFolderOf(dataFolder),
      makePictures,
      renderer: await loadSiteRenderer(buildFolder, origin),
      context: {
        database: this.#database,
        origin,
        guards,
        payment,
        ...readBuiltContent(siteFolder),
      },
      clock: systemClock,
      mode: 'live',
      onFailure: (what, error) => this.#trouble(what, error),
    };
  }

  #followLive(): void {
    const folder = readLiveFolder(this.#folders);
    if (folder === null || folder === this.#liveFolder) return;
    this.#liveFolder = folder;
    this.#tell({ type: 'live', folder });
  }

  #claim(kind: Job['kind'], limit: number): Promise<ClaimedJob[]> | ClaimedJob[] {
    const owner = this.#options.leaseOwner;
    const now = systemClock();
    if (!hasDueJob(this.#database, kind, now)) return [];
    return this.#database.write(() => claimJobs(this.#database, { kind, owner, now, limit }));
  }

  async #publish(jobs: ClaimedJob[]): Promise<void> {
    await this.#exclusively(async () => {
      const target = this.#live;
      if (!target) return;
      const replay = await publishBatch(target, jobs, (progress) =>
        this.#tell({ type: 'progress', progress }),
      );
      this.#pictures.postpone();
      if (this.#building) this.#replays.push(replay);
    });
  }

  /** Comments go before what follows a page, since somebody waits to see them, but after articles. */
  async #bake(jobs: ClaimedJob[]): Promise<void> {
    await this.#exclusively(async () => {
      const target = this.#live;
      if (!target) return;
      const replay = await renderArticleComments(target, jobs);
      if (this.#building) this.#replays.push(replay);
    });
  }

  /** One thing at a time: a publish, or the swap of releases. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Slow work goes on beside publishing, one job after the other. */
  async #startBackground(): Promise<void> {
    try {
      if (this.#mustClear) {
        await clearReleases({ database: this.#database, folders: this.#folders });
        this.#mustClear = false;
      }
      const [release] = await this.#claim('release', 1);
      if (release) await this.#runRelease(release);
      for (const kind of ['refresh', 'follow', 'compress'] as const) {
        const [job] = this.#live ? await this.#claim(kind, 1) : [];
        if (job) await runFollowUpJob(this.#followers, job);
      }
    } catch (error) {
      this.#trouble('background work', error);
    } finally {
      this.#background = null;
    }
  }

  async #runRelease(job: ClaimedJob): Promise<void> {
    const builder: ReleaseBuilder = {
      database: this.#database,
      folders: this.#folders,
      uploadsFolder: this.#options.uploadsFolder,
      picturesFolder: picturesFolderOf(this.#options.dataFolder),
      makePictures: this.#options.makePictures,
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
    this.#building = true;
    try {
      await runReleaseJob(builder, job, {
        onProgress: (progress) => this.#tell({ type: 'progress', progress }),
        onError: (what, error) => this.#trouble(what, error),
        onLive: () => this.#followLive(),
      });
    } finally {
      this.#building = false;
    }
  }

  #rest(milliseconds: number): Promise<void> {
    if (this.#awake) {
      this.#awake = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = setTimeout(done, milliseconds);
      const self = this;
      function done() {
        clearTimeout(timer);
        self.#wakeUp = null;
        self.#awake = false;
        resolve();
      }
      this.#wakeUp = done;
    });
  }
}
