import { systemClock } from '../context.ts';
import { findImageWithoutVariants } from '../db/hot/images.ts';
import { enqueueJob, hasQueuedJob, type Job } from '../db/hot/jobs.ts';
import { ImageWorker } from '../images/image-worker.ts';
import { deleteLostImages, type ImageJobContext, runImageJob } from '../publisher/image-jobs.ts';
import type { ClaimedJob } from '../publisher/job-queue.ts';

/** Time without publishing after which images are processed, in milliseconds. */
const QUIET_MS = 700;

interface Options extends Omit<ImageJobContext, 'worker' | 'failures'> {
  claim: (kind: Job['kind']) => Promise<ClaimedJob[]> | ClaimedJob[];
}

/** Processes images one at a time with low priority. */
export class ImageQueue {
  readonly #options: Options;
  readonly #worker = new ImageWorker();
  readonly #context: ImageJobContext;
  #running: Promise<void> | null = null;
  #publishedAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#context = { ...options, worker: this.#worker, failures: new Map() };
  }

  /** Postpones images after a publication, so that the next one does not wait. */
  postpone(): void {
    this.#publishedAt = performance.now();
  }

  /** Processes the next image, unless one is being processed or a publication was recent. */
  startNext(): void {
    if (performance.now() - this.#publishedAt > QUIET_MS) this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#worker.close();
    await this.#running;
  }

  /** Enqueues images that a previous process did not finish, or whose files are missing. */
  async enqueuePending({ makeImages }: { makeImages: boolean }): Promise<void> {
    const { database, imagesFolder } = this.#options;
    const lost = await deleteLostImages(database, imagesFolder);
    if (!makeImages) return;
    await database.write(() => {
      const now = systemClock();
      if (findImageWithoutVariants(database) && !hasQueuedJob(database, 'images')) {
        enqueueJob(database, { kind: 'images', payload: {}, now });
      }
      if (lost === 0) return;
      enqueueJob(database, { kind: 'og-images', payload: { below: null }, now });
      enqueueJob(database, { kind: 'og-images', payload: { of: 'content' }, now });
    });
  }

  async #run(): Promise<void> {
    try {
      for (const kind of ['og-images', 'images'] as const) {
        const [job] = await this.#options.claim(kind);
        if (job) await runImageJob(this.#context, job);
      }
    } catch (error) {
      this.#options.onError('making images', error);
    } finally {
      this.#running = null;
    }
  }
}
