import { type SetStateAction, useCallback, useEffect, useState } from 'react';
import { ApiError, type Loaded, ReadableError } from '../../client/api-client.ts';

/** Returns the message of an error. One without a message for the user is a defect, and reported. */
export function errorMessage(error: unknown): string {
  if (error instanceof ReadableError) return error.message;
  reportError(error);
  return 'Something went wrong here. Reload the page.';
}

/**
 * Loads with `load`, which has to be stable, and again whenever it changes or `reload` is called, whose promise is
 * fulfilled when that is done. After a failure the error stays until loading again succeeds. `change` edits loaded
 * data.
 */
export function useFetch<Value>(load: (signal: AbortSignal) => Promise<Value>): {
  loaded: Loaded<Value>;
  reload(): Promise<void>;
  change(edit: (value: Value) => Value): void;
} {
  /** `source` is the `load` of the last result: a value or failure of another one is not what was requested. */
  const [loaded, setLoaded] = useState<Loaded<Value> & { source: unknown }>({
    state: 'loading',
    value: null,
    source: null,
  });
  /** The last `reload`, with the function that fulfils its promise. */
  const [request, setRequest] = useState({ resolve() {} });
  const reload = useCallback(() => new Promise<void>((resolve) => setRequest({ resolve })), []);

  useEffect(() => {
    const abort = new AbortController();
    setLoaded((current) =>
      current.state === 'failed' && current.source === load
        ? current
        : { ...current, state: 'loading' },
    );
    const settle = (result: SetStateAction<typeof loaded>) => {
      setLoaded(result);
      request.resolve();
    };
    load(abort.signal).then(
      (value) => {
        if (abort.signal.aborted) return;
        settle({ state: 'ready', value, source: load });
      },
      (error) => {
        if (abort.signal.aborted) return;
        const code = error instanceof ApiError ? error.code : 'INTERNAL';
        const reason = errorMessage(error);
        settle(({ value, source }) => ({
          state: 'failed',
          value: source === load ? value : null,
          reason,
          code,
          source: load,
        }));
      },
    );
    return () => {
      abort.abort();
      request.resolve();
    };
  }, [load, request]);
  const change = useCallback(
    (edit: (value: Value) => Value) =>
      setLoaded((current) =>
        current.value === null ? current : { ...current, value: edit(current.value) },
      ),
    [],
  );
  return { loaded, reload, change };
}
