import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { BulkOptions, FromBulk, ToBulk } from './bulk-worker.ts';

/** Maximum number of rendering threads; more are not faster with one disk. */
const THREADS_MAX = 2;
/** Heap limits of a rendering thread for new and old objects, in megabytes. */
const YOUNG_MB = 32;
const OLD_MB = 192;
/** Pages per message to a thread. */
const SHARE = 400;

/** Threads that render a new release beside publishing. */
export interface BulkThreads {
  /** Makes the threads load the build once it is in place. */
  load(): void;
  /**
   * Renders pages, once only.
   * @param record called with JSON of each share's PageRow[], one after the other
   * @throws the first error of any page, after stopping all threads
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
  const count = Math.min(THREADS_MAX, availableParallelism(), Math.ceil(pages / SHARE));
  const threads = Array.from({ length: Math.max(1, count) }, () => startThread(options));
  // Asked, not terminated: a thread that is cut off while it loads the database's code takes the
  // whole process along.
  const stop = async () => {
    for (const { worker } of threads) worker.postMessage({ end: true } satisfies ToBulk);
    await Promise.allSettled(threads.map(({ ended }) => ended));
  };
  return {
    load() {
      for (const { worker } of threads) worker.postMessage({ load: true } satisfies ToBulk);
    },
    async render(paths, record) {
      const shares = inShares(paths);
      let recording = Promise.resolve();
      const { promise: recorded, reject: recordFailed } = Promise.withResolvers<never>();
      const renderShares = ({ worker, ended }: Thread) => {
        const sendNext = () => {
          const next = shares.next();
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
        await Promise.race([Promise.all(threads.map(renderShares)), recorded]);
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
    // A page is gone before the next one: with more room to die in, hardly any of it is moved on.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a rendering thread ended with ${code}`)),
    );
  });
  // It may fail or be stopped before anybody asks; who renders hears of it all the same.
  ended.catch(() => undefined);
  return { worker, ended };
}

function* inShares(paths: Iterable<string>): Generator<string[]> {
  let share: string[] = [];
  for (const pagePath of paths) {
    share.push(pagePath);
    if (share.length === SHARE) {
      yield share;
      share = [];
    }
  }
  if (share.length > 0) yield share;
}
