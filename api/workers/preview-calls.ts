import type { FromWorker } from './publisher-worker.ts';

type Answer = Extract<FromWorker, { type: 'preview' }>;

/** Matches preview requests to the responses of the worker. */
export function createPreviewCalls() {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array | null>>();
  let last = 0;
  return {
    /** @param send tells the worker, with the number that its answer carries */
    ask(send: (number: number) => void): Promise<Uint8Array | null> {
      last += 1;
      const call = Promise.withResolvers<Uint8Array | null>();
      waiting.set(last, call);
      send(last);
      return call.promise;
    },
    answer({ number, document, reason }: Answer): void {
      const call = waiting.get(number);
      waiting.delete(number);
      if (reason === undefined) call?.resolve(document);
      else call?.reject(new Error(`the preview was not rendered: ${reason}`));
    },
    /** The worker has ended: nobody answers any more. */
    giveUp(): void {
      for (const call of waiting.values()) call.resolve(null);
      waiting.clear();
    },
  };
}
