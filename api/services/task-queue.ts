import { DomainError } from '../errors.ts';

interface QueueOptions {
  /** Tasks that run at the same time. */
  parallel: number;
  /** Tasks that may wait; another one is rejected. */
  waiting: number;
}

/** Seconds after which a rejected client may retry. */
const RETRY_AFTER_S = 2;

/**
 * Returns a function that runs a few tasks at a time, so that many requests cannot take all memory and
 * processors. It throws DomainError BUSY if too many tasks wait.
 */
export function createTaskQueue({ parallel, waiting }: QueueOptions) {
  let running = 0;
  const line: (() => void)[] = [];

  return async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running >= parallel) {
      if (line.length >= waiting) throw new DomainError('BUSY', { retryAfter: RETRY_AFTER_S });
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      running++;
    }
    try {
      return await task();
    } finally {
      // The next waiting task takes the place, so `running` stays the same.
      const next = line.shift();
      if (next) next();
      else running--;
    }
  };
}
