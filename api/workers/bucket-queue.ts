import { type PushPayload, storePayload } from '#contracts/job.ts';
import { systemClock } from '../context.ts';
import type { Connection } from '../db/connection.ts';
import { readSiteId } from '../db/hot/bucket-objects.ts';
import { amendJob, cancelQueuedJobs, enqueueJob, makeJobsDue } from '../db/hot/jobs.ts';
import { errorMessage } from '../errors.ts';
import { type Bucket, type BucketOptions, openBucket } from '../integrations/storage/bucket.ts';
import { claimStorage } from '../integrations/storage/bucket-owner.ts';
import {
  type CdnPurgeOptions,
  PURGE_EVERYTHING_FROM,
  purgeCdn,
} from '../integrations/storage/cdn-purge.ts';
import { StorageError } from '../integrations/storage/storage-error.ts';
import type { FollowUpContext } from '../publisher/background-jobs.ts';
import { type ClaimedJob, endJob, retryJob } from '../publisher/job-queue.ts';
import { mergePushes, type PushTarget, pushFiles, pushRelease } from '../publisher/push-files.ts';
import { type Backoff, backoffAfter, storageBackoff } from '../queue/queue.ts';
import { syncAllUploads, syncUploads, type UploadSync } from '../services/storage/sync-uploads.ts';
import { uploadsOf } from '../services/storage/upload-bucket.ts';

/** Jobs that one run covers. */
const BATCH_SIZE = 256;
/** Pauses while a store fails; each attempt sends what was changed meanwhile as well. */
const outageBackoff: Backoff = { firstMs: 1000, maxMs: 300_000 };

type BucketJobKind = 'push' | 'store';

/** One run, which covers several jobs. */
export interface BucketRun<Payload> {
  bucket: Bucket;
  payload: Payload;
  /** Aborts when the server stops. */
  signal: AbortSignal;
  /** Runs urgent jobs between steps of a long run. */
  letUrgentPass: () => Promise<void>;
  /** Records progress in the payload, for a later attempt, within a write of the database. */
  amend: (more: Partial<Payload>) => void;
}

interface Options<Payload extends object>
  extends Pick<FollowUpContext, 'database' | 'claim' | 'onError'> {
  kind: BucketJobKind;
  /** Activity of the queue, for the log. */
  activity: string;
  bucket: BucketOptions;
  /** True while jobs can run. */
  canRun?: () => boolean;
  /** Returns one payload for several jobs. */
  merge: (jobs: readonly ClaimedJob[]) => Payload;
  /** True for jobs that need not wait for the end of a long run. */
  isUrgent?: (payload: Payload) => boolean;
  /** Does the work; a later attempt may repeat it. @throws StorageError */
  run: (run: BucketRun<Payload>) => Promise<void>;
}

/** Runs jobs of one kind that write to a bucket, all that are due as one. Failures are retried without end. */
export class BucketQueue<Payload extends object> {
  readonly #options: Options<Payload>;
  readonly #bucket: Bucket;
  readonly #controller = new AbortController();
  /** Claimed jobs that wait for the end of the current run, or that the database could not record. */
  readonly #postponed: ClaimedJob[] = [];
  #running: Promise<void> | null = null;
  /** Failures since the last success. */
  #failures = 0;
  #pausesUntil = 0;

  constructor(options: Options<Payload>) {
    this.#options = options;
    this.#bucket = openBucket(options.bucket, {
      pauseAfter: (attempts) => backoffAfter(attempts, storageBackoff),
      signal: this.#controller.signal,
    });
  }

  /** Runs due jobs, unless some are running or the store has just failed. Resolves when none is left. */
  startNext(): Promise<void> {
    if (this.#isPausing) return Promise.resolve();
    this.#running ??= this.#runDue().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async close(): Promise<void> {
    this.#controller.abort();
    await this.#running;
  }

  get #isPausing(): boolean {
    return performance.now() < this.#pausesUntil;
  }

  async #runDue(): Promise<void> {
    const { canRun = () => true, activity, onError } = this.#options;
    try {
      while (canRun() && !this.#controller.signal.aborted && !this.#isPausing) {
        const claimed = await this.#claim();
        const jobs = [...this.#postponed.splice(0), ...claimed];
        if (jobs.length === 0) return;
        await this.#runAsOne(jobs, () => this.#runUrgent());
      }
    } catch (error) {
      onError(activity, error);
      this.#pause();
    }
  }

  async #runUrgent(): Promise<void> {
    const { merge, isUrgent = () => false } = this.#options;
    const jobs = await this.#claim();
    const urgent = jobs.filter((job) => isUrgent(merge([job])));
    this.#postponed.push(...jobs.filter((job) => !urgent.includes(job)));
    if (urgent.length > 0) await this.#runAsOne(urgent, async () => undefined);
  }

  #claim(): Promise<ClaimedJob[]> | ClaimedJob[] {
    return this.#options.claim(this.#options.kind, BATCH_SIZE);
  }

  /**
   * Runs jobs as the oldest of them, which stays in the list while the store fails, with the age of the outage.
   * @throws errors of the database; the next round then runs the jobs again
   */
  async #runAsOne(jobs: ClaimedJob[], letUrgentPass: () => Promise<void>): Promise<void> {
    const [oldest, ...others] = jobs.toSorted((one, other) => one.id - other.id);
    if (!oldest) return;
    const { database, merge } = this.#options;
    const payload = merge(jobs);
    let unrecorded = jobs;
    try {
      if (others.length > 0) {
        await database.write(() => {
          amendJob(database, oldest.id, payload);
          for (const other of others) endJob(database, other, { now: systemClock() });
        });
      }
      const job = { ...oldest, payload };
      unrecorded = [job];
      await this.#runJob(job, letUrgentPass);
    } catch (error) {
      this.#postponed.push(...unrecorded);
      throw error;
    }
  }

  async #runJob(
    job: ClaimedJob & { payload: Payload },
    letUrgentPass: () => Promise<void>,
  ): Promise<void> {
    const { database, run } = this.#options;
    const { signal } = this.#controller;
    const { payload } = job;
    const amend = (more: Partial<Payload>) => {
      job.payload = { ...job.payload, ...more };
      amendJob(database, job.id, more);
    };
    try {
      await run({ bucket: this.#bucket, payload, signal, letUrgentPass, amend });
      this.#failures = 0;
      await database.write(() => endJob(database, job, { now: systemClock() }));
    } catch (error) {
      await this.#retry(job, error);
    }
  }

  async #retry(job: ClaimedJob, error: unknown): Promise<void> {
    const { database, activity, onError } = this.#options;
    if (error instanceof StorageError && error.failure === 'stopped') {
      await database.write(() => retryJob(database, job, { at: systemClock() }));
      return;
    }
    // The list of jobs has the message of an outage; the log gets it once.
    if (!(error instanceof StorageError) || this.#failures === 0) onError(activity, error);
    const at = systemClock() + this.#pause();
    await database.write(() => retryJob(database, job, { at, error: errorMessage(error) }));
  }

  /** Pauses after a failure. @returns the pause in milliseconds */
  #pause(): number {
    this.#failures += 1;
    const pauseMs = backoffAfter(this.#failures, outageBackoff);
    this.#pausesUntil = performance.now() + pauseMs;
    return pauseMs;
  }
}

/**
 * Enqueues a comparison of everything with the bucket after a start, because the process before may have been
 * killed between a file and its job. Without a bucket, jobs for it are cancelled.
 * @param payload stands for everything
 */
export async function enqueueWholeRun(
  database: Connection,
  kind: BucketJobKind,
  { payload, hasBucket }: { payload: object; hasBucket: boolean },
): Promise<void> {
  await database.write(() => {
    const now = systemClock();
    if (!hasBucket) return cancelQueuedJobs(database, kind, now);
    makeJobsDue(database, kind, now);
    enqueueJob(database, { kind, payload, now });
  });
}

interface UploadOptions extends Pick<FollowUpContext, 'database' | 'claim' | 'onError'> {
  storage: BucketOptions;
  uploadsFolder: string;
}

/** Creates the queue that copies uploads into the bucket of STORAGE, and deletes unused ones there. */
export function createUploadQueue({ storage, uploadsFolder, ...context }: UploadOptions) {
  const activity = 'storing uploads';
  const { database, onError } = context;
  return new BucketQueue({
    ...context,
    kind: 'store',
    activity,
    bucket: uploadsOf(storage),
    merge: mergeStores,
    async run({ bucket, payload: { names }, signal }) {
      const sync: UploadSync = {
        database,
        bucket,
        uploadsFolder,
        mayContinue: () => !signal.aborted,
        onDamaged: (name) =>
          onError(activity, new Error(`uploads/${name} is damaged; upload it again`)),
      };
      const pauseAfter = (attempts: number) => backoffAfter(attempts, storageBackoff);
      // Before each run, because the owner may give the store to another site.
      await claimStorage(openBucket(storage, { pauseAfter, signal }), readSiteId(database));
      if (names.length === 0) await syncAllUploads(sync);
      else await syncUploads(sync, names);
    },
  });
}

/** Merges the payloads of jobs into one. An empty list of names means all objects. */
function mergeStores(jobs: readonly ClaimedJob[]): { names: string[] } {
  const payloads = jobs.map(({ payload }) => storePayload.parse(payload));
  const isEverything = payloads.some(({ names }) => names.length === 0);
  return { names: isEverything ? [] : [...new Set(payloads.flatMap(({ names }) => names))] };
}

interface PushOptions extends Pick<FollowUpContext, 'database' | 'live' | 'claim' | 'onError'> {
  publishTo: BucketOptions;
  cdnPurge: CdnPurgeOptions | null;
  origin: string;
}

/** Creates the queue that copies the live release and each change of it into the bucket of PUBLISH_TO. */
export function createPushQueue({
  publishTo,
  cdnPurge,
  origin,
  live,
  ...context
}: PushOptions): BucketQueue<PushPayload> {
  async function push({ bucket, payload, signal, letUrgentPass, amend }: BucketRun<PushPayload>) {
    const release = live();
    if (!release) throw new StorageError('stopped', 'No release is live.');
    const purge = new Set(payload.purge);
    const target: PushTarget = {
      database: context.database,
      bucket,
      siteFolder: release.siteFolder,
      mayContinue: () => live() === release,
      yieldToOthers: letUrgentPass,
      onChanged(urlPath) {
        if (cdnPurge === null || purge.has(urlPath) || purge.size >= PURGE_EVERYTHING_FROM) return;
        purge.add(urlPath);
        // A later attempt finds the object unchanged.
        amend({ purge: [...purge] });
      },
    };
    const isEverything = payload.files.length === 0;
    if (isEverything) await pushRelease(target);
    else await pushFiles(target, payload.files);
    if (cdnPurge === null || purge.size === 0) return;
    const urls = [...purge].map((urlPath) => origin + encodeURI(urlPath));
    await purgeCdn(cdnPurge, urls, signal);
  }
  return new BucketQueue({
    ...context,
    kind: 'push',
    activity: 'copying to the bucket',
    bucket: publishTo,
    canRun: () => live() !== null,
    merge: mergePushes,
    // Just published files do not wait for ten thousand unchanged ones.
    isUrgent: ({ files }) => files.length > 0,
    run: push,
  });
}
