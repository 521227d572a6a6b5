import type { FromWorker } from './publisher-worker.ts';

type PreviewMessage = Extract<FromWorker, { type: 'preview' }>;

/** Matches preview requests to the responses of the worker. */
export function createPreviewCalls() {
  const pending = new Map<number, PromiseWithResolvers<Uint8Array | null>>();
  let lastNumber = 0;
  return {
    /** @param send sends the request with a number, which the response repeats */
    request(send: (number: number) => void): Promise<Uint8Array | null> {
      lastNumber += 1;
      const call = Promise.withResolvers<Uint8Array | null>();
      pending.set(lastNumber, call);
      send(lastNumber);
      return call.promise;
    },
    receive({ number, document, reason }: PreviewMessage): void {
      const call = pending.get(number);
      pending.delete(number);
      if (reason === undefined) call?.resolve(document);
      else call?.reject(new Error(`the preview was not rendered: ${reason}`));
    },
    /** Resolves all pending requests with null after the worker has ended. */
    resolvePending(): void {
      for (const call of pending.values()) call.resolve(null);
      pending.clear();
    },
  };
}
