import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { BulkOptions, FromBulk, ToBulk } from './bulk-worker.ts';

/** Threads that render a fresh release; more gain nothing beside one disk. */
const THREADS_MAX = 2;
/** Megabytes of heap a rendering thread may use for what is new, and for what stays. */
const YOUNG_MB = 32;
const OLD_MB = 192;
/** Pages handed to a thread at once. */
const SHARE = 400;

/** Threads that are about to render a fresh release, so that publishing goes on. */
export interface BulkThreads {
  /** Says that the build they render with is in its place: they load it while others work. */
  load(): void;
  /**
   * Renders many pages; once only.
   * @param record is called with JSON of each share's PageRow[], one after the other
   * @throws the first error of any page; all threads are stopped
   */
  render(paths: Iterable<string>, record: (pages: string) => Promise<void>): Promise<void>;
  /** Nobody may go on writing into a release that is about to be cleared away. */
  stop(): Promise<void>;
}

/**
 * Starts the threads: what they import takes them as long as checking and laying out the build.
 * @param pages about as many as there will be; a second thread is started only if it gets a share
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
  /** Settles when the thread has ended; rejects when it failed. */
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
