import { type State, step } from '../engine.ts';
import type { Question } from './robot-worker.ts';

/** Computes the robot's moves and hints, one request at a time. */
export interface Thinker {
  /** Computes the state after an input; an earlier request is dropped. */
  think(state: State, input: number, hear: (next: State) => void): void;
  forget(): void;
}

/** Computes in a worker, or on the page if the worker cannot be loaded; the result is the same. */
export function createThinker(): Thinker {
  let open: (Question & { hear(next: State): void }) | null = null;
  let worker: Worker | null = null;
  let isBroken = false;

  function answer(next: State): void {
    const question = open;
    open = null;
    question?.hear(next);
  }

  function answerHere(): void {
    if (open) answer(step(open.state, open.input));
  }

  function startWorker(): Worker {
    const made = new Worker(new URL('./robot-worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data }: MessageEvent<State>) => answer(data));
    made.addEventListener('error', () => {
      isBroken = true;
      answerHere();
    });
    return made;
  }

  function forget(): void {
    if (!open) return;
    open = null;
    // A running worker would answer later, and its answer would be taken for that of the next request.
    worker?.terminate();
    worker = null;
  }

  return {
    think(state, input, hear) {
      forget();
      open = { state, input, hear };
      if (isBroken) return answerHere();
      worker ??= startWorker();
      worker.postMessage({ state, input } satisfies Question);
    },
    forget,
  };
}
