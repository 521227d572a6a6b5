/** Milliseconds between looks. */
const LOOK_EVERY_MS = 10;

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
  for (;;) {
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
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
