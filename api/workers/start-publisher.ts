import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { type JobProgress, publishResult, type ReleasePayload } from '#contracts/job.ts';
import type { Config } from '../config.ts';
import { type Publisher, systemClock } from '../context.ts';
import type { Database } from '../db/database.ts';
import { cancelQueuedJobs, enqueueJob } from '../db/hot/jobs.ts';
import { findRelease, insertRelease, setReleaseState } from '../db/hot/releases.ts';
import { currentSchemaVersion } from '../db/migrate.ts';
import { findJob } from '../db/repositories/jobs.ts';
import { readSetting } from '../db/repositories/site.ts';
import { errorMessage, withFirstErrorReported } from '../errors.ts';
import type { BucketOptions } from '../integrations/storage/bucket.ts';
import type { CdnPurgeOptions } from '../integrations/storage/cdn-purge.ts';
import { type ActiveProvider, paymentProviderOf } from '../payment-provider.ts';
import { codeKeyOf, releaseKeyOf } from '../publisher/build-manifest.ts';
import type { Guard } from '../publisher/guarded-pages.ts';
import type { UnsavedArticle } from '../publisher/pages/article-preview.ts';
import { isServable, releaseFolders } from '../publisher/release-folders.ts';
import { createLeaseOwner } from '../queue/queue.ts';

/** Interval of polls for jobs of another process, in milliseconds. */
const POLL_INTERVAL_MS = 150;

export interface PublisherOptions {
  databaseFile: string;
  dataFolder: string;
  uploadsFolder: string;
  origin: string;
  /** Guards of members-only pages. */
  guards: readonly Guard[];
  payment: ActiveProvider;
  /** True if image variants and Open Graph images are generated. */
  makeImages: boolean;
  /** Bucket that releases are copied into, or null. */
  publishTo: BucketOptions | null;
  cdnPurge: CdnPurgeOptions | null;
  /** Bucket of uploads, or null. */
  storage: BucketOptions | null;
  /** Name of this process in leases. */
  leaseOwner: string;
  /** True if the worker only reports the live release until `admit` is called. */
  isHeld: boolean;
}

/** Messages of the worker to its process. */
export type FromWorker =
  | { type: 'progress'; progress: JobProgress }
  | { type: 'live'; folder: string }
  /** `document` is null without a release; `reason` is set if the document could not be rendered. */
  | { type: 'preview'; number: number; document: Uint8Array | null; reason?: string }
  | { type: 'error'; what: string; message: string; stack: string | undefined };

/** Messages to the worker: there is work, start to publish, shut down, or render a preview. */
export type ToWorker =
  | { type: 'wake' }
  | { type: 'admit' }
  | { type: 'close' }
  | { type: 'preview'; number: number; unsaved: UnsavedArticle };

type PreviewMessage = Extract<FromWorker, { type: 'preview' }>;

/** Setting with the code key of the release that a rollback has rejected, or with its key if its build is damaged. */
export const HELD_RELEASE = 'held_release';

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/** The first release could not be made; the message is the reason. */
export class ReleaseFailedError extends Error {}

export interface StartedPublisher extends Publisher, AsyncDisposable {
  /** Resolves when there is a live release to serve; rejects when the first one cannot be made. */
  ready: Promise<void>;
  /** Lets a publisher work that was started with `isHeld`. */
  admit(): void;
}

/**
 * Starts the worker thread of the publisher, and restarts it after it has ended unexpectedly.
 * @param options.firstJob job of requestRelease, for which `ready` waits if no release is live
 * @param options.isHeld true to change nothing until `admit` is called
 */
export async function startPublisher(
  config: Config,
  database: Database,
  databaseFile: string,
  log: Log,
  { firstJob, isHeld = false }: { firstJob: number | null; isHeld?: boolean },
): Promise<StartedPublisher> {
  const uploadsFolder = path.join(config.dataFolder, 'uploads');
  mkdirSync(uploadsFolder, { recursive: true });
  const options: PublisherOptions = {
    databaseFile,
    dataFolder: config.dataFolder,
    uploadsFolder,
    ...releaseSettingsOf(config),
    makeImages: config.makeImages,
    publishTo: config.publishTo,
    cdnPurge: config.cdnPurge,
    storage: config.storage,
    leaseOwner: createLeaseOwner(),
    isHeld,
  };
  const listeners = new Set<(progress: JobProgress) => void>();
  const ready = Promise.withResolvers<void>();
  // The promise may reject before a caller awaits it; this avoids an unhandled rejection.
  ready.promise.catch(() => undefined);
  let liveFolder: string | null = null;
  let isClosing = false;
  const previews = createPreviewCalls();
  /** Resolves when the current thread has ended. */
  let ended: Promise<unknown>;
  let worker = start();

  function start(): Worker {
    const started = new Worker(new URL('./publisher-worker.ts', import.meta.url), {
      workerData: options,
    });
    started.on('message', (message: FromWorker) => {
      if (message.type === 'live') {
        liveFolder = message.folder;
        log.info({ folder: liveFolder }, 'live release');
        ready.resolve();
      } else if (message.type === 'progress') {
        const { progress } = message;
        progressPoller.unfollow(progress.job);
        notifyListeners(progress);
        if (progress.step === 'failed' && progress.job === firstJob && liveFolder === null) {
          ready.reject(new ReleaseFailedError(progress.reason));
        }
      } else if (message.type === 'preview') {
        previews.receive(message);
      } else {
        log.error({ stack: message.stack }, `publisher: ${message.what}: ${message.message}`);
      }
    });
    started.on('error', (error) => log.error({ err: error }, 'publisher ended'));
    ended = new Promise((resolve) => started.once('exit', resolve));
    started.on('exit', () => {
      previews.resolvePending();
      if (isClosing) return;
      log.warn('publisher starts again');
      setTimeout(() => {
        if (!isClosing) worker = start();
      }, 500).unref();
    });
    return started;
  }

  const send = (message: ToWorker) => worker.postMessage(message);
  const notifyListeners = (progress: JobProgress) => {
    for (const listener of listeners) listener(progress);
  };
  const progressPoller = pollJobProgress(database, log, notifyListeners);
  const close = async () => {
    isClosing = true;
    progressPoller.stop();
    send({ type: 'close' });
    await ended;
  };
  return {
    ready: ready.promise,
    admit() {
      // A thread that starts again reads it, too.
      options.isHeld = false;
      send({ type: 'admit' });
    },
    wake(job) {
      send({ type: 'wake' });
      if (job === undefined) return;
      notifyListeners({ step: 'queued', job });
      progressPoller.follow(job);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    liveFolder: () => liveFolder,
    renderPreview: (unsaved) =>
      previews.request((number) => send({ type: 'preview', number, unsaved })),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the settings that pages contain. */
export const releaseSettingsOf = (config: Config) => ({
  origin: config.siteUrl,
  guards: config.guards,
  payment: paymentProviderOf(config),
});

/**
 * Enqueues a release job if code or settings differ from the live release.
 * @returns its id, or null if there is nothing to do
 */
export async function requestRelease(
  config: Config,
  database: Database,
  log: Log,
): Promise<number | null> {
  const live = findRelease(database, 'live');
  const settings = releaseSettingsOf(config);
  let key: string;
  try {
    key = releaseKeyOf(config.buildFolder, settings);
  } catch (error) {
    if (!live) throw error;
    log.error({ err: error }, 'no finished build');
    await database.write(() => {
      const failed = insertRelease(database, {
        buildId: 'none',
        schemaVersion: currentSchemaVersion(),
        now: systemClock(),
      });
      setReleaseState(database, failed, 'failed', { error: errorMessage(error) });
    });
    return null;
  }
  const isLiveServable = live !== null && isServable(releaseFolders(config.dataFolder), live.id);
  if (isLiveServable && live.buildId === key) return null;
  const rejected = readSetting(database.query, HELD_RELEASE);
  const isRejected = rejected === key || rejected === codeKeyOf(config.buildFolder, settings);
  if (isLiveServable && isRejected) {
    log.warn('build was rolled back');
    return null;
  }
  const payload: ReleasePayload = { buildFolder: config.buildFolder, reason: 'start' };
  return database.write(() => {
    cancelQueuedJobs(database, 'release', systemClock());
    return enqueueJob(database, { kind: 'release', payload, now: systemClock() });
  });
}

/** Matches preview requests to the responses of the worker. */
function createPreviewCalls() {
  const pending = new Map<number, PromiseWithResolvers<Uint8Array | null>>();
  let lastNumber = 0;
  return {
    /** @param send sends the request with a number, which the response repeats */
    request(send: (number: number) => void): Promise<Uint8Array | null> {
      lastNumber += 1;
      const call = Promise.withResolvers<Uint8Array | null>();
      pending.set(lastNumber, call);
      send(lastNumber);
      return call.promise;
    },
    receive({ number, document, reason }: PreviewMessage): void {
      const call = pending.get(number);
      pending.delete(number);
      if (reason === undefined) call?.resolve(document);
      else call?.reject(new Error(`the preview was not rendered: ${reason}`));
    },
    /** Resolves all pending requests with null after the worker has ended. */
    resolvePending(): void {
      for (const call of pending.values()) call.resolve(null);
      pending.clear();
    },
  };
}

/** Polls the progress of jobs that another process runs, because it holds the lease. */
function pollJobProgress(
  database: Database,
  log: Log,
  onProgress: (progress: JobProgress) => void,
): { follow: (job: number) => void; unfollow: (job: number) => void; stop: () => void } {
  const followedJobs = new Set<number>();
  const poll = () => {
    for (const id of followedJobs) {
      const job = findJob(database, id);
      if (job && (job.state === 'queued' || job.state === 'running')) continue;
      followedJobs.delete(id);
      if (job?.state === 'done') {
        const live = publishResult.safeParse(job.result).data?.live;
        if (live) onProgress(live);
        onProgress({ step: 'done', job: id, pages: 0 });
      } else onProgress({ step: 'failed', job: id, reason: job?.error ?? 'The job is gone.' });
    }
  };
  const onError = (error: unknown) =>
    log.error({ err: error }, 'reading the progress of jobs failed');
  const timer = setInterval(withFirstErrorReported(poll, onError), POLL_INTERVAL_MS);
  timer.unref();
  return {
    follow: (job) => followedJobs.add(job),
    unfollow: (job) => followedJobs.delete(job),
    stop: () => clearInterval(timer),
  };
}
