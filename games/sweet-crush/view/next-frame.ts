/** What need not be done with this frame is done with the next one: a slow processor has time for both. */

/** One thing at a time that waits for the next frame. */
export interface NextFrame {
  do(act: () => void): void;
  /** What waits is done at once. */
  hurry(): void;
  close(): void;
}

export function createNextFrame(): NextFrame {
  let waiting: (() => void) | null = null;
  let frame = 0;
  function hurry(): void {
    cancelAnimationFrame(frame);
    const act = waiting;
    waiting = null;
    act?.();
  }
  return {
    do(act) {
      hurry();
      waiting = act;
      frame = requestAnimationFrame(hurry);
    },
    hurry,
    close: () => cancelAnimationFrame(frame),
  };
}
