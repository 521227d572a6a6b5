import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Work of a function, in counts that do not depend on the load and speed of the machine. */
export interface Work {
  /** Executed characters of source code; those of a loop count once for each iteration. */
  executed: number;
  /**
   * Characters and elements that regular expressions, string searches and splices read. This is a lower
   * bound: backtracking inside one match can't be counted.
   */
  searched: number;
}

export interface WorkRequest {
  name: string;
  parameters: unknown[];
}

export type WorkResponse = { work: Work } | { problem: string };

export interface WorkCounter {
  /**
   * Calls an exported function of the module, then counts the work of the function that it returns.
   * Parameters are sent to a thread, so structured clone has to support them.
   */
  count(name: string, ...parameters: unknown[]): Promise<Work>;
  close(): Promise<unknown>;
}

/** Loads a module in its own thread, where other tests don't change the counts. */
export function startWorkCounter(module: URL): WorkCounter {
  const thread = new Worker(new URL('./work-thread.ts', import.meta.url), {
    workerData: module.href,
  });
  return {
    async count(name, ...parameters) {
      thread.postMessage({ name, parameters } satisfies WorkRequest);
      const [response] = (await once(thread, 'message')) as [WorkResponse];
      if ('problem' in response) throw new Error(response.problem);
      return response.work;
    },
    close: () => thread.terminate(),
  };
}
