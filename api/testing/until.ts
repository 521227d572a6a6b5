/** Milliseconds to the second look. What takes long is looked at less often, which leaves it the processor. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;
/** Each pause is so many times as long as the one before. */
const GROWTH = 1.2;

/** Only a hang takes so long, also on a busy machine. */
const GIVE_UP_AFTER_MS = 240_000;

/**
 * Waits for a condition by looking again and again.
 * @param what ends the sentence "it never came to be that …"
 * @returns the first value that is neither null, undefined nor false
 * @throws Error after `withinMs`, with what `condition` threw last as its cause
 */
export async function until<Value>(
  what: string,
  condition: () => Value | Promise<Value>,
  withinMs = GIVE_UP_AFTER_MS,
): Promise<NonNullable<Exclude<Value, false>>> {
  const giveUpAt = performance.now() + withinMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)) {
    let cause: unknown;
    try {
      const value = await condition();
      if (value !== null && value !== undefined && value !== false) {
        return value as NonNullable<Exclude<Value, false>>;
      }
    } catch (error) {
      cause = error;
    }
    if (performance.now() > giveUpAt)
      throw new Error(`it never came to be that ${what}`, { cause });
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
