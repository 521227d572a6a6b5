import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { BulkOptions, FromBulk, ToBulk } from './bulk-worker.ts';

/** Maximum number of rendering threads; more are not faster with one disk. */
const THREADS_MAX = 2;
/** Heap limits of a rendering thread for new and old objects, in megabytes. */
const YOUNG_MB = 32;
const OLD_MB = 192;
/** Pages per message to a thread. */
const PAGES_PER_BATCH = 400;

/** Threads that render a new release beside publishing. */
export interface BulkThreads {
  /** Makes the threads load the build once it is in place. */
  load(): void;
  /**
   * Renders pages. Can be called only once.
   * @param record called with the JSON of each batch's PageRow[], one call at a time
   * @throws the first error of any page, after all threads have stopped
   */
  render(paths: Iterable<string>, record: (pages: string) => Promise<void>): Promise<void>;
  /** Stops the threads before their release is deleted. */
  stop(): Promise<void>;
}

/**
 * Starts the threads early, because loading their modules takes time.
 * @param pages approximate number of pages; a second thread is only started if it gets work
 */
export function startBulkThreads(options: BulkOptions, pages: number): BulkThreads {
  const count = Math.min(THREADS_MAX, availableParallelism(), Math.ceil(pages / PAGES_PER_BATCH));
  const threads = Array.from({ length: Math.max(1, count) }, () => startThread(options));
  // Threads end by message: terminating one while it loads the code of the database ends the process.
  const stop = async () => {
    for (const { worker } of threads) worker.postMessage({ end: true } satisfies ToBulk);
    await Promise.allSettled(threads.map(({ ended }) => ended));
  };
  return {
    load() {
      for (const { worker } of threads) worker.postMessage({ load: true } satisfies ToBulk);
    },
    async render(paths, record) {
      const batches = splitIntoBatches(paths);
      let recording = Promise.resolve();
      const { promise: recorded, reject: recordFailed } = Promise.withResolvers<never>();
      const renderBatches = ({ worker, ended }: Thread) => {
        const sendNext = () => {
          const next = batches.next();
          worker.postMessage((next.done ? { end: true } : { paths: next.value }) satisfies ToBulk);
        };
        worker.on('message', ({ pages }: FromBulk) => {
          sendNext();
          recording = recording.then(() => record(pages));
          recording.catch(recordFailed);
        });
        sendNext();
        return ended;
      };
      try {
        await Promise.race([Promise.all(threads.map(renderBatches)), recorded]);
        await recording;
      } catch (error) {
        await stop();
        await recording.catch(() => undefined);
        throw error;
      }
    },
    stop,
  };
}

interface Thread {
  worker: Worker;
  /** Resolves when the thread has ended; rejects if it failed. */
  ended: Promise<void>;
}

function startThread(options: BulkOptions): Thread {
  const worker = new Worker(new URL('./bulk-worker.ts', import.meta.url), {
    workerData: options,
    // The objects of a page live until the next page; enough young space keeps them out of the old space.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a rendering thread ended with ${code}`)),
    );
  });
  // The thread may fail before `render` awaits it; this avoids an unhandled rejection.
  ended.catch(() => undefined);
  return { worker, ended };
}

function* splitIntoBatches(paths: Iterable<string>): Generator<string[]> {
  let batch: string[] = [];
  for (const pagePath of paths) {
    batch.push(pagePath);
    if (batch.length === PAGES_PER_BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
