import type { Database } from '../db/database.ts';

/** Side effects of a server process: database writes and network requests. */
interface SideEffects<Send> {
  database: Database;
  send: Send;
}

/** A simulated process that can be killed at any step; it has no side effects afterwards. */
export interface KillableProcess<Send> extends SideEffects<Send> {
  killed: Promise<'killed'>;
  /** @param step number of steps from now on; each write and each request has two: before and after it */
  killAt(step: number): void;
}

/**
 * Creates a simulated process that can be killed, for properties about crashes.
 * @param onKilled called before `killed` resolves
 */
export function createKillableProcess<Input, Init, Result extends object>(
  { database, send }: SideEffects<(input: Input, init: Init) => Promise<Result>>,
  onKilled: () => void = () => undefined,
): KillableProcess<(input: Input, init: Init) => Promise<Result>> {
  const { promise: killed, resolve } = Promise.withResolvers<'killed'>();
  const forever = new Promise<never>(() => {});
  let steps = Number.POSITIVE_INFINITY;
  const takeStep = () => {
    steps -= 1;
    if (steps === 0) {
      onKilled();
      resolve('killed');
    }
    return steps > 0;
  };
  return {
    database: {
      ...database,
      write: async (work) => {
        if (!takeStep()) return forever;
        const result = await database.write(work);
        return takeStep() ? result : forever;
      },
    },
    send: async (input, init) => {
      if (!takeStep()) return forever;
      const outcome = await send(input, init).then(
        (response) => ({ response }),
        (error: unknown) => ({ error }),
      );
      if (!takeStep()) return forever;
      if ('error' in outcome) throw outcome.error;
      return outcome.response;
    },
    killed,
    killAt(step) {
      steps = step;
    },
  };
}
