import { storePayload } from '#contracts/job.ts';
import { systemClock } from '../context.ts';
import type { Connection } from '../db/connection.ts';
import { amendJob, cancelQueuedJobs, enqueueJob, makeJobsDue } from '../db/hot/jobs.ts';
import type { Bucket, BucketOptions } from '../integrations/storage/bucket.ts';
import { StorageError } from '../integrations/storage/storage-error.ts';
import type { FollowUpContext } from '../publisher/background-jobs.ts';
import { type ClaimedJob, endJob, errorMessage, retryJob } from '../publisher/job-queue.ts';
import {
  SyncInterrupted,
  syncAllUploads,
  syncUploads,
  type UploadSync,
} from '../services/storage/sync-uploads.ts';
import { openUploadBucket } from '../services/storage/upload-bucket.ts';
import { Outage } from './outage.ts';

/** Jobs that are run as one. */
const BATCH_SIZE = 256;

interface Options extends Pick<FollowUpContext, 'database' | 'claim' | 'onError'> {
  storage: BucketOptions;
  uploadsFolder: string;
}

/** Copies uploads into the bucket of STORAGE, and deletes unused ones there. */
export class UploadQueue {
  readonly #options: Options;
  readonly #bucket: Bucket;
  readonly #controller = new AbortController();
  readonly #outage = new Outage();
  #running: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#bucket = openUploadBucket(options.storage, this.#controller.signal);
  }

  /** Runs due jobs, unless some are running or the store has just failed. */
  startNext(): void {
    if (this.#outage.isPausing) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
  }

  async close(): Promise<void> {
    this.#controller.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      for (;;) {
        const [job, ...others] = await this.#options.claim('store', BATCH_SIZE);
        if (!job || this.#controller.signal.aborted) return;
        await this.#runJobs(job, others);
        if (this.#outage.isPausing) return;
      }
    } catch (error) {
      this.#options.onError('storing uploads', error);
      this.#outage.addFailure();
    }
  }

  /** Runs several jobs as the oldest of them, which stays in the list while the store fails. */
  async #runJobs(job: ClaimedJob, others: ClaimedJob[]): Promise<void> {
    const { database, uploadsFolder, onError } = this.#options;
    const payloads = [job, ...others].map(({ payload }) => storePayload.parse(payload));
    const isEverything = payloads.some(({ names }) => names.length === 0);
    const names = isEverything ? [] : [...new Set(payloads.flatMap((payload) => payload.names))];
    if (others.length > 0) {
      await database.write(() => {
        amendJob(database, job.id, { names });
        for (const other of others) endJob(database, other, { now: systemClock() });
      });
    }
    const sync: UploadSync = {
      database,
      bucket: this.#bucket,
      uploadsFolder,
      mayContinue: () => !this.#controller.signal.aborted,
      onDamaged: (name) =>
        onError('storing uploads', new Error(`uploads/${name} is damaged; upload it again`)),
    };
    try {
      if (isEverything) await syncAllUploads(sync);
      else await syncUploads(sync, names);
      this.#outage.end();
      await database.write(() => endJob(database, job, { now: systemClock() }));
    } catch (error) {
      await this.#retry(job, error);
    }
  }

  async #retry(job: ClaimedJob, error: unknown): Promise<void> {
    const { database, onError } = this.#options;
    const isStopped = error instanceof StorageError && error.failure === 'stopped';
    if (error instanceof SyncInterrupted || isStopped) {
      await database.write(() => retryJob(database, job, { at: systemClock() }));
      return;
    }
    // The list of jobs has the message of an outage; the log gets it once.
    if (!(error instanceof StorageError) || this.#outage.isOver) onError('storing uploads', error);
    const at = systemClock() + this.#outage.addFailure();
    await database.write(() => retryJob(database, job, { at, error: errorMessage(error) }));
  }
}

/** Compares all uploads with the bucket after a start. Without a bucket, jobs for it are cancelled. */
export async function enqueueStoreOfAll(database: Connection, hasBucket: boolean): Promise<void> {
  await database.write(() => {
    const now = systemClock();
    if (!hasBucket) return cancelQueuedJobs(database, 'store', now);
    makeJobsDue(database, 'store', now);
    enqueueJob(database, { kind: 'store', payload: { names: [] }, now });
  });
}
