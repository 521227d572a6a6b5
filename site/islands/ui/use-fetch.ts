import { type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
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
  /** A failure has its `load`. */
  const [loaded, setLoaded] = useState<Loaded<Value> & { failed?: unknown }>({
    state: 'loading',
    value: null,
  });
  /** The `load` of the value: after a failure, a value of another one would be taken for what was requested. */
  const source = useRef<unknown>(null);
  /** The last `reload`, with the function that fulfils its promise. */
  const [request, setRequest] = useState({ resolve() {} });
  const reload = useCallback(() => new Promise<void>((resolve) => setRequest({ resolve })), []);

  useEffect(() => {
    const abort = new AbortController();
    setLoaded((current) =>
      current.failed === load ? current : { state: 'loading', value: current.value },
    );
    const settle = (result: SetStateAction<typeof loaded>) => {
      setLoaded(result);
      request.resolve();
    };
    load(abort.signal).then(
      (value) => {
        if (abort.signal.aborted) return;
        source.current = load;
        settle({ state: 'ready', value });
      },
      (error) => {
        if (abort.signal.aborted) return;
        const code = error instanceof ApiError ? error.code : 'INTERNAL';
        const reason = errorMessage(error);
        settle(({ value }) => ({
          state: 'failed',
          value: source.current === load ? value : null,
          reason,
          code,
          failed: load,
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
