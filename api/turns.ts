/** Work that is looked for again and again. */
export interface Turns {
  /** No further turn begins. @returns when the one under way is over */
  end(): Promise<void>;
}

/**
 * Looks for work every so many milliseconds, never twice at the same time.
 * @param onTrouble hears what a turn throws; the next one tries again
 */
export function startTurns(
  everyMs: number,
  look: () => Promise<void>,
  onTrouble: (error: unknown) => void,
): Turns {
  let turn: Promise<void> | null = null;
  const timer = setInterval(() => {
    turn ??= look()
      .catch(onTrouble)
      .finally(() => {
        turn = null;
      });
  }, everyMs);
  return {
    async end() {
      clearInterval(timer);
      await turn;
    },
  };
}
