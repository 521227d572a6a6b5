import { existsSync, mkdirSync } from 'node:fs';
import type { JobProgress } from '#contracts/job.ts';
import { systemClock } from '../clock.ts';
import { type Connection, openConnection } from '../db/connection.ts';
import {
  claimJobs,
  forgetEndedJobs,
  hasDueJob,
  type Job,
  requeueRunningJobs,
} from '../db/repositories/jobs.ts';
import { findHolder, holdLease, releaseLease } from '../db/repositories/leases.ts';
import { findRelease } from '../db/repositories/releases.ts';
import type { PaymentProvider } from '../payment-provider.ts';
import { bakeComments } from './bake-comments.ts';
import { clearReleases, type ReleaseBuilder } from './build-release.ts';
import { readBuiltContent } from './built-content.ts';
import { type Followers, runFollower } from './followers.ts';
import type { Door } from './guarded-pages.ts';
import { hasEnded, isAlive } from './holder.ts';
import { sentenceOf } from './job-failure.ts';
import { articlePreview, type UnsavedArticle } from './pages/article-preview.ts';
import { picturesFolderOf } from './picture-folders.ts';
import { PictureTurns } from './picture-turns.ts';
import { publishBatch, type Replay } from './publish-batch.ts';
import {
  buildFolderOf,
  pointLiveAt,
  type ReleaseFolders,
  readLiveFolder,
  releaseFolders,
  siteFolderOf,
  sweepTemporaryFiles,
} from './release-folders.ts';
import { runReleaseJob } from './release-job.ts';
import type { ReleaseTarget } from './release-target.ts';
import { loadSiteRenderer } from './site-renderer.ts';

export interface PublisherOptions {
  databaseFile: string;
  dataFolder: string;
  uploadsFolder: string;
  origin: string;
  /** Where only members may go. */
  doors: readonly Door[];
  payment: PaymentProvider;
  /** Whether smaller and newer forms of images, and share pictures, are made. */
  makePictures: boolean;
  /** Name of this process in leases. */
  holder: string;
}

/** What the worker tells its process. */
export type FromWorker =
  | { type: 'progress'; progress: JobProgress }
  | { type: 'live'; folder: string }
  /** `document` is null while there is no release; `reason` says why it could not be rendered. */
  | { type: 'preview'; number: number; document: Uint8Array | null; reason?: string }
  | { type: 'trouble'; what: string; message: string; stack: string | undefined };

const LEASE = 'publisher';
/** Milliseconds after which a process that says nothing loses the right to publish. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 2_000;
/** Milliseconds between looks for work that another process has left. */
const POLL_MS = 60;
const FOLLOW_MS = 250;
const BATCH = 64;
const KEEP_ENDED_JOBS_MS = 7 * 86_400_000;

/**
 * The one place that writes releases. Of all processes that share a data folder, the holder of the
 * lease publishes what any of them puts into the outbox; the others wait to take over.
 */
export class PublishLoop {
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
  /** Whether releases of the process before may have been left lying about. */
  #mustClear = false;
  #replays: Replay[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  #wakeUp: (() => void) | null = null;
  #awake = false;
  readonly #followers: Followers;
  readonly #pictures: PictureTurns;

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
    this.#pictures = new PictureTurns({
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
      await this.#database.write(() => releaseLease(this.#database, LEASE, this.#options.holder));
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
    this.#tell({ type: 'trouble', what, message: sentenceOf(error), stack });
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
    if (this.#options.makePictures && this.#live && !this.#building) this.#pictures.take();
    await this.#rest(POLL_MS);
  }

  async #renew(): Promise<void> {
    const now = systemClock();
    if (this.#holding && now < this.#renewAt) return;
    this.#holding = await this.#database.write(() =>
      holdLease(this.#database, {
        name: LEASE,
        holder: this.#options.holder,
        now,
        until: now + LEASE_MS,
        ended: hasEnded,
      }),
    );
    this.#renewAt = now + RENEW_EVERY_MS - 100;
    if (!this.#holding) this.#live = null;
  }

  /** The process before may have been killed anywhere: start from what database and disk say. */
  async #takeOver(): Promise<void> {
    await this.#database.write(() => {
      requeueRunningJobs(this.#database);
      forgetEndedJobs(this.#database, systemClock() - KEEP_ENDED_JOBS_MS);
    });
    this.#mustClear = true;
    sweepTemporaryFiles(this.#folders, (pid) => pid !== process.pid && isAlive(pid));
    const release = findRelease(this.#database, 'live');
    await this.#pictures.lineUp(this.#options);
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
      this.#tell({ type: 'preview', number, document: null, reason: sentenceOf(error) });
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
    const { origin, doors, payment, uploadsFolder, makePictures, dataFolder } = this.#options;
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
        ...{ database: this.#database, origin, doors, payment },
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

  #claim(kind: Job['kind'], limit: number): Promise<Job[]> | Job[] {
    const holder = this.#options.holder;
    const now = systemClock();
    if (!hasDueJob(this.#database, kind, now)) return [];
    return this.#database.write(() => claimJobs(this.#database, { kind, holder, now, limit }));
  }

  async #publish(jobs: Job[]): Promise<void> {
    await this.#exclusively(async () => {
      const target = this.#live;
      if (!target) return;
      const replay = await publishBatch(target, jobs, (progress) =>
        this.#tell({ type: 'progress', progress }),
      );
      this.#pictures.standBack();
      if (this.#building) this.#replays.push(replay);
    });
  }

  /** Comments go before what follows a page, since somebody waits to see them, but after articles. */
  async #bake(jobs: Job[]): Promise<void> {
    await this.#exclusively(async () => {
      const target = this.#live;
      if (!target) return;
      const replay = await bakeComments(target, jobs);
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
        if (job) await runFollower(this.#followers, job);
      }
    } catch (error) {
      this.#trouble('background work', error);
    } finally {
      this.#background = null;
    }
  }

  async #runRelease(job: Job): Promise<void> {
    const builder: ReleaseBuilder = {
      database: this.#database,
      folders: this.#folders,
      uploadsFolder: this.#options.uploadsFolder,
      picturesFolder: picturesFolderOf(this.#options.dataFolder),
      makePictures: this.#options.makePictures,
      origin: this.#options.origin,
      doors: this.#options.doors,
      payment: this.#options.payment,
      clock: systemClock,
      takeReplays: () => this.#replays.splice(0),
      exclusively: (work) => this.#exclusively(work),
      mayPublish: () => findHolder(this.#database, LEASE) === this.#options.holder,
      onLive: (target) => {
        this.#live = target;
      },
    };
    this.#replays = [];
    this.#building = true;
    try {
      await runReleaseJob(builder, job, {
        progress: (progress) => this.#tell({ type: 'progress', progress }),
        trouble: (what, error) => this.#trouble(what, error),
        live: () => this.#followLive(),
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
