import { setImmediate as nextTick } from 'node:timers/promises';
import type { Logger } from 'pino';

export type WorkerLog = Pick<Logger, 'info' | 'warn' | 'error'>;

/** Stops a worker, and resolves when its current work has ended. */
export type StopWorker = () => Promise<void>;

/**
 * Calls `poll` at a fixed interval, never twice at the same time.
 * @param options.poll receives a signal that aborts when the worker is stopped
 * @param options.onError called with the error of a failed poll; polling continues
 */
export function startPolling({
  everyMs,
  poll,
  onError,
}: {
  everyMs: number;
  poll: (stopping: AbortSignal) => Promise<void>;
  onError: (error: unknown) => void;
}): StopWorker {
  const controller = new AbortController();
  let current: Promise<void> | null = null;
  const timer = setInterval(() => {
    current ??= poll(controller.signal)
      .catch(onError)
      .finally(() => {
        current = null;
      });
  }, everyMs);
  return async () => {
    controller.abort();
    clearInterval(timer);
    await current;
  };
}

/** Calls `processNext` until it returns null or false, or the worker is stopped. */
export async function drain<Result>(
  stopping: AbortSignal,
  processNext: () => Promise<Result | null | false>,
  onProcessed: (result: Result) => void = () => undefined,
): Promise<void> {
  while (!stopping.aborted) {
    const result = await processNext();
    if (result === null || result === false) return;
    onProcessed(result);
    await nextTick();
  }
}

/**
 * Runs steps one after the other; one that fails does not stop the others.
 * @param onError called with the error of each failed step and its name
 */
export async function runSteps(
  steps: Record<string, () => unknown>,
  onError: (error: unknown, step: string) => void,
): Promise<void> {
  for (const [name, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      onError(error, name);
    }
  }
}

/** Returns a function that logs the error of a worker, with the name of the step that failed if there are several. */
export const failureLogger =
  (log: WorkerLog, worker: string) =>
  (error: unknown, step?: string): void =>
    log.error({ err: error, step }, `${worker} worker failed`);

/** Returns a function that calls `work` at most once per interval, the first time at once. */
export function atMostEvery<Parameters extends unknown[]>(
  everyMs: number,
  work: (...parameters: Parameters) => Promise<void>,
): (...parameters: Parameters) => Promise<void> {
  let nextAt = 0;
  return async (...parameters) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + everyMs;
    await work(...parameters);
  };
}
