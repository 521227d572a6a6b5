/** Milliseconds between the first two checks. Later checks are less frequent, to leave processor time. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;
/** Factor by which each pause is longer than the one before. */
const PAUSE_GROWTH = 1.2;

/** Longer than any successful wait, also on a busy machine. */
const TIMEOUT_MS = 240_000;

/**
 * Polls a condition until it is fulfilled.
 * @param what description of the condition, for the error message
 * @returns the first value that is neither null, undefined nor false
 * @throws Error after `withinMs`; its cause is the last error that `condition` threw
 */
export async function until<Value>(
  what: string,
  condition: () => Value | Promise<Value>,
  withinMs = TIMEOUT_MS,
): Promise<NonNullable<Exclude<Value, false>>> {
  const deadline = performance.now() + withinMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * PAUSE_GROWTH, LONGEST_PAUSE_MS)) {
    let cause: unknown;
    try {
      const value = await condition();
      if (value !== null && value !== undefined && value !== false) {
        return value as NonNullable<Exclude<Value, false>>;
      }
    } catch (error) {
      cause = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`timed out waiting until ${what}`, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
