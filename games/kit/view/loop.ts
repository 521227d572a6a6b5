/** Ticks of equal length out of frames that come when they come. */

/** Where frames come from: the browser, or a test. */
export interface Frames {
  request(frame: (nowMs: number) => void): number;
  cancel(id: number): void;
}

const browserFrames: Frames = {
  request: (frame) => requestAnimationFrame(frame),
  cancel: (id) => cancelAnimationFrame(id),
};

/** After a hitch the game goes on from where it was: no more than so many ticks are made up for. */
export const MOST_TICKS_AT_ONCE = 5;

interface LoopSettings {
  tickMs: number;
  tick(): void;
  /** Called with each frame; `between` is how much of the next tick has passed, 0 to 1. */
  draw(between: number): void;
  frames?: Frames;
}

export interface Loop {
  start(): void;
  stop(): void;
}

/** A loop with a fixed time step. It keeps what is left of a tick, so that time never drifts. */
export function createLoop({ tickMs, tick, draw, frames = browserFrames }: LoopSettings): Loop {
  let request: number | null = null;
  let lastMs: number | null = null;
  let leftMs = 0;

  function frame(nowMs: number): void {
    request = frames.request(frame);
    if (lastMs !== null) leftMs += Math.min(nowMs - lastMs, MOST_TICKS_AT_ONCE * tickMs);
    lastMs = nowMs;
    // A tick can stop the loop: the game is over, or somebody paused.
    while (leftMs >= tickMs && request !== null) {
      leftMs -= tickMs;
      tick();
    }
    if (request !== null) draw(leftMs / tickMs);
  }

  return {
    start() {
      if (request !== null) return;
      lastMs = null;
      // A game that ended in the middle of a frame leaves nothing of it to the next one.
      leftMs = 0;
      request = frames.request(frame);
    },
    stop() {
      if (request !== null) frames.cancel(request);
      request = null;
    },
  };
}
