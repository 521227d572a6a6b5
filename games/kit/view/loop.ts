/** A game loop with ticks of equal length, independent of the frame rate, and tasks that wait for later frames. */

/** Source of frames: the browser, or a test. */
export interface Frames {
  request(frame: (nowMs: number) => void): number;
  cancel(id: number): void;
}

const browserFrames: Frames = {
  request: (frame) => requestAnimationFrame(frame),
  cancel: (id) => cancelAnimationFrame(id),
};

/** Maximum number of ticks after a delayed frame; the game does not catch up further. */
export const TICKS_PER_FRAME_MAX = 5;

interface LoopSettings {
  tickMs: number;
  tick(): void;
  /** Called in each frame; `between` is the elapsed share of the next tick, from 0 to 1. */
  draw(between: number): void;
  frames?: Frames;
}

export interface Loop {
  start(): void;
  stop(): void;
}

/** Creates a loop with a fixed time step. The rest of a tick is kept, so that time does not drift. */
export function createLoop({ tickMs, tick, draw, frames = browserFrames }: LoopSettings): Loop {
  let request: number | null = null;
  let lastMs: number | null = null;
  let leftMs = 0;

  function frame(nowMs: number): void {
    request = frames.request(frame);
    if (lastMs !== null) leftMs += Math.min(nowMs - lastMs, TICKS_PER_FRAME_MAX * tickMs);
    lastMs = nowMs;
    // A tick can stop the loop, at the end of the game or in a pause.
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
      // The rest of the last frame does not belong to the next game.
      leftMs = 0;
      request = frames.request(frame);
    },
    stop() {
      if (request !== null) frames.cancel(request);
      request = null;
    },
  };
}

/**
 * Tasks that need not run in the frame of a move, in the order in which they were added. One runs in each following
 * frame, because on a slow phone the drawing of a move takes most of a frame and a change of text takes half of one.
 */
interface DeferredTasks {
  /** Runs a task in one of the next frames; replaces a waiting task of the same name. */
  add(name: string, task: () => void): void;
  /** Runs all waiting tasks now. */
  hurry(): void;
  close(): void;
}

export function createDeferredTasks(): DeferredTasks {
  const waiting = new Map<string, () => void>();
  let frame: number | null = null;

  function doNext(): void {
    for (const [name, task] of waiting) {
      waiting.delete(name);
      task();
      return;
    }
  }

  function onFrame(): void {
    frame = null;
    doNext();
    if (waiting.size > 0) frame ??= requestAnimationFrame(onFrame);
  }

  return {
    add(name, task) {
      waiting.set(name, task);
      frame ??= requestAnimationFrame(onFrame);
    },
    hurry() {
      while (waiting.size > 0) doNext();
    },
    close() {
      if (frame !== null) cancelAnimationFrame(frame);
      waiting.clear();
    },
  };
}
