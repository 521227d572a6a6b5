import { DomainError } from '../../errors.ts';

interface QueueOptions {
  /** Tasks that run at the same time. */
  parallel: number;
  /** Tasks that may wait; one more is refused. */
  waiting: number;
}

/** Seconds after which a refused caller is told to come back. */
const RETRY_AFTER_S = 2;

/**
 * Runs costly tasks a few at a time, so that a crowd at the door cannot take all memory and cores.
 * @throws DomainError BUSY when too many are waiting already
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
      // The place goes straight to the next in line; nobody can slip in between.
      const next = line.shift();
      if (next) next();
      else running--;
    }
  };
}
