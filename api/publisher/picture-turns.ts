import { systemClock } from '../clock.ts';
import { enqueueJob, hasQueuedJob, type Job } from '../db/repositories/jobs.ts';
import { findPictureToMake } from '../db/repositories/picture-variants.ts';
import { Studio } from '../pictures/studio.ts';
import { forgetLostPictures } from './picture-folders.ts';
import { runStudioJob, type StudioWork } from './studio-work.ts';

/** Milliseconds without publishing after which pictures are made. */
const QUIET_MS = 700;

interface Options extends Omit<StudioWork, 'studio' | 'failures'> {
  claim: (kind: Job['kind']) => Promise<Job[]> | Job[];
}

/** Makes pictures one at a time, whenever nobody waits for anything else. */
export class PictureTurns {
  readonly #options: Options;
  readonly #studio = new Studio();
  readonly #work: StudioWork;
  #running: Promise<void> | null = null;
  #busyAt = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#work = { ...options, studio: this.#studio, failures: new Map() };
  }

  /** Something was published: what comes next shall not wait for a picture. */
  standBack(): void {
    this.#busyAt = performance.now();
  }

  /** Begins with the next picture, unless one is being made or somebody has just published. */
  take(): void {
    if (performance.now() - this.#busyAt > QUIET_MS) this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#studio.close();
    await this.#running;
  }

  /** Lines up what the process before has left to do, or what is lost since. */
  async lineUp({ makePictures }: { makePictures: boolean }): Promise<void> {
    const { database, picturesFolder } = this.#options;
    const lost = await forgetLostPictures(database, picturesFolder);
    if (!makePictures) return;
    await database.write(() => {
      const now = systemClock();
      if (findPictureToMake(database) && !hasQueuedJob(database, 'pictures')) {
        enqueueJob(database, { kind: 'pictures', payload: {}, now });
      }
      if (lost > 0) enqueueJob(database, { kind: 'share', payload: { below: null }, now });
    });
  }

  async #run(): Promise<void> {
    try {
      for (const kind of ['share', 'pictures'] as const) {
        const [job] = await this.#options.claim(kind);
        if (job) await runStudioJob(this.#work, job);
      }
    } catch (error) {
      this.#options.trouble('making pictures', error);
    } finally {
      this.#running = null;
    }
  }
}
