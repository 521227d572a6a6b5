import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, type Loaded, ReadableError } from '../../client/api-client.ts';

/** Returns the message of an error. One without a message for the user is a defect, and reported. */
export function errorMessage(error: unknown): string {
  if (error instanceof ReadableError) return error.message;
  reportError(error);
  return 'Something went wrong here. Please reload the page.';
}

/**
 * Loads with `load`, which has to be stable, and again whenever it changes or `reload` is called, whose promise is
 * fulfilled when that is done. After a failure the error stays until loading again succeeds. `change` edits loaded
 * data.
 */
export function useFetch<Value>(load: (signal: AbortSignal) => Promise<Value>) {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading', value: null });
  /** The `load` of the value: after a failure, a value of another one would be taken for what was requested. */
  const source = useRef<unknown>(null);
  const lastLoad = useRef<unknown>(null);
  const waiting = useRef<(() => void)[]>([]);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.current.push(resolve);
    setRound((current) => current + 1);
    return promise;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` repeats the same request
  useEffect(() => {
    const abort = new AbortController();
    const isRetry = lastLoad.current === load;
    lastLoad.current = load;
    setLoaded((current) =>
      isRetry && current.state === 'failed' ? current : { state: 'loading', value: current.value },
    );
    load(abort.signal)
      .then((value) => {
        if (abort.signal.aborted) return;
        source.current = load;
        setLoaded({ state: 'ready', value });
      })
      .catch((error) => {
        if (abort.signal.aborted) return;
        const code = error instanceof ApiError ? error.code : 'INTERNAL';
        setLoaded(({ value }) => ({
          state: 'failed',
          value: source.current === load ? value : null,
          reason: errorMessage(error),
          code,
        }));
      })
      .finally(() => {
        if (abort.signal.aborted) return;
        for (const resolve of waiting.current.splice(0)) resolve();
      });
    return () => abort.abort();
  }, [load, round]);
  const change = useCallback(
    (edit: (value: Value) => Value) =>
      setLoaded((current) =>
        current.value === null ? current : { ...current, value: edit(current.value) },
      ),
    [],
  );
  return { loaded, reload, change };
}
