import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Work of a function, in counts that are the same on a busy and on a slow machine. */
export interface Work {
  /** Characters of source code that ran, those of a loop as often as it went round. */
  executed: number;
  /**
   * Characters and elements that regular expressions, searches in strings and splices went over,
   * at least: what a regular expression tries again inside one match isn't known.
   */
  searched: number;
}

export interface WorkRequest {
  name: string;
  parameters: unknown[];
}

export type WorkAnswer = { work: Work } | { problem: string };

export interface WorkCounter {
  /**
   * Calls an exported function of the module, which prepares and returns a function, and counts the
   * work of the latter. Parameters have to be such as can be sent to a thread.
   */
  count(name: string, ...parameters: unknown[]): Promise<Work>;
  close(): Promise<unknown>;
}

/** Loads a module in a thread of its own, where other tests don't add to the counts. */
export function startWorkCounter(module: URL): WorkCounter {
  const thread = new Worker(new URL('./work-thread.ts', import.meta.url), {
    workerData: module.href,
  });
  return {
    async count(name, ...parameters) {
      thread.postMessage({ name, parameters } satisfies WorkRequest);
      const [answer] = (await once(thread, 'message')) as [WorkAnswer];
      if ('problem' in answer) throw new Error(answer.problem);
      return answer.work;
    },
    close: () => thread.terminate(),
  };
}
