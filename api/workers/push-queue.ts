import { systemClock } from '../context.ts';
import type { Connection } from '../db/connection.ts';
import { amendJob, cancelQueuedJobs, enqueueJob, makeJobsDue } from '../db/hot/jobs.ts';
import { type Bucket, type BucketOptions, openBucket } from '../integrations/storage/bucket.ts';
import { type CdnPurgeOptions, purgeCdn } from '../integrations/storage/cdn-purge.ts';
import { StorageError } from '../integrations/storage/storage-error.ts';
import type { FollowUpContext } from '../publisher/background-jobs.ts';
import { type ClaimedJob, endJob, errorMessage, retryJob } from '../publisher/job-queue.ts';
import {
  BucketTakenError,
  mergePushes,
  PushInterrupted,
  type PushTarget,
  pushFiles,
  pushRelease,
} from '../publisher/push-files.ts';
import type { ReleaseTarget } from '../publisher/release-target.ts';
import { backoffAfter, storageBackoff } from '../queue/queue.ts';
import { Outage } from './outage.ts';

/** Jobs that one copy covers. */
const BATCH = 256;

interface Options extends Pick<FollowUpContext, 'database' | 'live' | 'claim' | 'onError'> {
  publishTo: BucketOptions;
  cdnPurge: CdnPurgeOptions | null;
  origin: string;
}

/** Copies the live release and each change of it into the bucket of PUBLISH_TO. */
export class PushQueue {
  readonly #options: Options;
  readonly #bucket: Bucket;
  readonly #controller = new AbortController();
  readonly #outage = new Outage();
  #running: Promise<void> | null = null;
  /** Claimed jobs that copy everything, which another one that copies everything has to end before. */
  readonly #deferred: ClaimedJob[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#bucket = openBucket(options.publishTo, {
      pauseAfter: (attempts) => backoffAfter(attempts, storageBackoff),
      signal: this.#controller.signal,
    });
  }

  /** Copies what is due, unless a copy runs already or the store has failed just now. */
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
      await this.#runDue();
    } catch (error) {
      this.#options.onError('copying to the bucket', error);
      this.#outage.addFailure();
    }
  }

  async #runDue(): Promise<void> {
    const { live, claim } = this.#options;
    for (let release = live(); release; release = live()) {
      const jobs = [...this.#deferred.splice(0), ...(await claim('push', BATCH))];
      if (jobs.length === 0) return;
      await this.#runJobs(release, jobs, () => this.#runSmallJobs(release));
      if (this.#outage.isPausing) return;
    }
  }

  /** Copies what was just published, which does not wait for ten thousand unchanged files. */
  async #runSmallJobs(release: ReleaseTarget): Promise<void> {
    const jobs = await this.#options.claim('push', BATCH);
    const isSmall = (job: ClaimedJob) => mergePushes([job]).files.length > 0;
    this.#deferred.push(...jobs.filter((job) => !isSmall(job)));
    const small = jobs.filter(isSmall);
    if (small.length > 0) await this.#runJobs(release, small, async () => undefined);
  }

  /** Runs several jobs as one. */
  async #runJobs(
    release: ReleaseTarget,
    jobs: ClaimedJob[],
    letOthersPass: () => Promise<void>,
  ): Promise<void> {
    // The oldest job stays, so that its age is that of the outage.
    const [job, ...others] = jobs.toSorted((one, other) => one.id - other.id);
    if (!job) return;
    const { database } = this.#options;
    const payload = mergePushes(jobs);
    if (others.length > 0) {
      await database.write(() => {
        amendJob(database, job.id, payload);
        for (const other of others) endJob(database, other, { now: systemClock() });
      });
    }
    try {
      const target: PushTarget = {
        database,
        bucket: this.#bucket,
        siteFolder: release.siteFolder,
        mayContinue: () => this.#options.live() === release,
        letOthersPass,
      };
      const everything = payload.files.length === 0;
      const changed = everything
        ? await pushRelease(target)
        : await pushFiles(target, payload.files);
      await this.#purge(job, [...new Set([...payload.purge, ...changed])]);
      this.#outage.end();
      await database.write(() => endJob(database, job, { now: systemClock() }));
    } catch (error) {
      await this.#retry(job, error);
    }
  }

  /** The job remembers what to purge, because a later attempt finds the objects unchanged. */
  async #purge(job: ClaimedJob, paths: string[]): Promise<void> {
    const { database, cdnPurge, origin } = this.#options;
    if (cdnPurge === null || paths.length === 0) return;
    await database.write(() => amendJob(database, job.id, { purge: paths }));
    const urls = paths.map((name) => origin + encodeURI(name));
    await purgeCdn(cdnPurge, urls, this.#controller.signal);
  }

  async #retry(job: ClaimedJob, error: unknown): Promise<void> {
    const { database, onError } = this.#options;
    const isStopped = error instanceof StorageError && error.failure === 'stopped';
    if (error instanceof PushInterrupted || isStopped) {
      await database.write(() => retryJob(database, job, { at: systemClock() }));
      return;
    }
    // The list of jobs has the message of an outage; the log gets it once.
    const isExpected = error instanceof StorageError || error instanceof BucketTakenError;
    if (!isExpected || this.#outage.isOver) onError('copying to the bucket', error);
    const pauseMs = this.#outage.addFailure();
    const message = errorMessage(error);
    await database.write(() =>
      retryJob(database, job, { at: systemClock() + pauseMs, error: message }),
    );
  }
}

/**
 * Compares the whole bucket with the release after a start, because the process before may have been
 * killed between a file and its job. Without a bucket, jobs for it are cancelled.
 */
export async function enqueuePushOfRelease(database: Connection, isPushed: boolean): Promise<void> {
  await database.write(() => {
    const now = systemClock();
    if (!isPushed) return cancelQueuedJobs(database, 'push', now);
    makeJobsDue(database, 'push', now);
    enqueueJob(database, { kind: 'push', payload: { files: [] }, now });
  });
}
