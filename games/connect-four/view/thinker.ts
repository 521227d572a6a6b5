import { type State, step } from '../engine.ts';
import type { Question } from './robot-worker.ts';

/** Computes the robot's moves and hints, one request at a time. */
export interface Thinker {
  /** Computes the state after an input; an earlier request is dropped. */
  think(state: State, input: number, onResult: (next: State) => void): void;
  cancel(): void;
}

/** Computes in a worker, or on the page if the worker cannot be loaded; the result is the same. */
export function createThinker(): Thinker {
  let open: (Question & { onResult(next: State): void }) | null = null;
  let worker: Worker | null = null;
  let isBroken = false;

  function respond(next: State): void {
    const question = open;
    open = null;
    question?.onResult(next);
  }

  function respondOnPage(): void {
    if (open) respond(step(open.state, open.input));
  }

  function startWorker(): Worker {
    const newWorker = new Worker(new URL('./robot-worker.ts', import.meta.url), { type: 'module' });
    newWorker.addEventListener('message', ({ data }: MessageEvent<State>) => respond(data));
    newWorker.addEventListener('error', () => {
      isBroken = true;
      respondOnPage();
    });
    return newWorker;
  }

  function cancel(): void {
    if (!open) return;
    open = null;
    // A running worker would answer later, and its answer would be taken for that of the next request.
    worker?.terminate();
    worker = null;
  }

  return {
    think(state, input, onResult) {
      cancel();
      open = { state, input, onResult };
      if (isBroken) return respondOnPage();
      worker ??= startWorker();
      worker.postMessage({ state, input } satisfies Question);
    },
    cancel,
  };
}
