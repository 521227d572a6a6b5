import { type State, step } from '../engine.ts';
import type { Question } from './robot-worker.ts';

/** Who computes what takes a while, one question after the other. */
export interface Thinker {
  /** The state after this input, later; what was asked before is forgotten. */
  think(state: State, input: number, hear: (next: State) => void): void;
  forget(): void;
}

/** Thinks in a worker; where that does not load, on the page, which finds the same. */
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
    // It would answer all the same, and its answer be taken for that to another question.
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
