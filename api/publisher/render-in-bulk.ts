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

/**
 * Renders many pages of a fresh release in threads of their own, so that publishing goes on.
 * @param record is called with JSON of each share's PageRow[], one after the other
 * @throws the first error of any page; the other threads are stopped
 */
export async function renderInBulk(
  options: BulkOptions,
  paths: Iterable<string>,
  record: (pages: string) => Promise<void>,
): Promise<void> {
  const shares = inShares(paths);
  const workers: Worker[] = [];
  let recording = Promise.resolve();
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const first = shares.next();
      if (first.done) return resolve();
      const worker = new Worker(new URL('./bulk-worker.ts', import.meta.url), {
        workerData: options,
        // A page is gone before the next one: with more room to die in, hardly any of it is moved on.
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB },
      });
      workers.push(worker);
      const send = (message: ToBulk) => worker.postMessage(message);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a rendering thread ended with ${code}`)),
      );
      worker.on('message', ({ pages }: FromBulk) => {
        const next = shares.next();
        send(next.done ? { end: true } : { paths: next.value });
        recording = recording.then(() => record(pages));
        recording.catch(reject);
      });
      send({ paths: first.value });
    });
  const threads = Math.min(THREADS_MAX, availableParallelism());
  try {
    await Promise.all(Array.from({ length: threads }, work));
    await recording;
  } catch (error) {
    // Nobody may go on writing into a release that is about to be cleared away.
    await Promise.all(workers.map((worker) => worker.terminate()));
    await recording.catch(() => undefined);
    throw error;
  }
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
