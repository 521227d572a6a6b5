import { type Backoff, backoffAfter } from '../queue/queue.ts';

/** Pauses while a store fails; each attempt sends what was changed meanwhile as well. */
const outageBackoff: Backoff = { firstMs: 1000, maxMs: 300_000 };

/** Failures of a store that followed each other, and the pause after the last one. */
export class Outage {
  #failures = 0;
  #pausesUntil = 0;

  /** True before the first failure, and after a success. */
  get isOver(): boolean {
    return this.#failures === 0;
  }

  /** True until the next attempt is due. */
  get isPausing(): boolean {
    return performance.now() < this.#pausesUntil;
  }

  /** @returns the pause in milliseconds */
  addFailure(): number {
    this.#failures += 1;
    const pauseMs = backoffAfter(this.#failures, outageBackoff);
    this.#pausesUntil = performance.now() + pauseMs;
    return pauseMs;
  }

  end(): void {
    this.#failures = 0;
  }
}
