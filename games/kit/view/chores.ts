/**
 * What need not come with a picture comes after it, one thing with each frame. On a slow phone other words
 * take half of a frame, wherever they stand, and the picture of a move takes most of one.
 */

/** Things to be done, in their order. */
export interface Chores {
  /** Does it with one of the next frames. What waits under the same name is not done any more. */
  add(name: string, act: () => void): void;
  /** What waits is done at once. */
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
