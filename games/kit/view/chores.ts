/**
 * Tasks that need not run in the frame of a move: one runs in each following frame, because on a slow phone
 * the drawing of a move takes most of a frame and a change of text takes half of one.
 */

/** Tasks in the order in which they were added. */
export interface Chores {
  /** Runs a task in one of the next frames; replaces a waiting task of the same name. */
  add(name: string, act: () => void): void;
  /** Runs all waiting tasks now. */
  hurry(): void;
  close(): void;
}

export function createChores(): Chores {
  const waiting = new Map<string, () => void>();
  let frame: number | null = null;

  function doNext(): void {
    for (const [name, act] of waiting) {
      waiting.delete(name);
      act();
      return;
    }
  }

  function onFrame(): void {
    frame = null;
    doNext();
    if (waiting.size > 0) frame ??= requestAnimationFrame(onFrame);
  }

  return {
    add(name, act) {
      waiting.set(name, act);
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
