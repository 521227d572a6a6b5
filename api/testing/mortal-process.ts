import type { Database } from '../db/client.ts';

/** What a process of the server does to the world: it writes and it sends. */
interface Deeds<Send> {
  database: Database;
  send: Send;
}

/** A process that can be killed at any step: nothing that it would have done afterwards happens. */
export interface MortalProcess<Send> extends Deeds<Send> {
  killed: Promise<'killed'>;
  /** @param step counts from now on; each write and each request is two, before it and after it */
  killAt(step: number): void;
}

/**
 * Lets a process die, for properties about crashes.
 * @param onKilled is called at once, before anybody else hears of it
 */
export function createMortalProcess<Input, Init, Answer extends object>(
  { database, send }: Deeds<(input: Input, init: Init) => Promise<Answer>>,
  onKilled: () => void = () => undefined,
): MortalProcess<(input: Input, init: Init) => Promise<Answer>> {
  const { promise: killed, resolve } = Promise.withResolvers<'killed'>();
  const forever = new Promise<never>(() => {});
  let steps = Number.POSITIVE_INFINITY;
  const alive = () => {
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
        if (!alive()) return forever;
        const result = await database.write(work);
        return alive() ? result : forever;
      },
    },
    send: async (input, init) => {
      if (!alive()) return forever;
      const sent = await send(input, init).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
      if (!alive()) return forever;
      if ('error' in sent) throw sent.error;
      return sent.answer;
    },
    killed,
    killAt(step) {
      steps = step;
    },
  };
}
