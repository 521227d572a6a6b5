import { useCallback, useEffect, useState } from 'react';
import { ApiError, ReadableError } from '../../client/api-client.ts';

type FailureCode = ApiError['code'];

export type Loaded<Value> =
  | { state: 'loading'; last: Value | null }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; reason: string; code: FailureCode };

/** Returns the message of an error. */
export const errorMessage = (error: unknown): string =>
  error instanceof ReadableError
    ? error.message
    : 'Something went wrong here. Please reload the page.';

/** Returns the loaded value, or the previous one while loading; null if there is none. */
export const dataOf = <Value>(loaded: Loaded<Value>): Value | null => {
  if (loaded.state === 'ready') return loaded.value;
  return loaded.state === 'loading' ? loaded.last : null;
};

/**
 * Loads with `load`, which has to be stable, and again whenever it changes or `reload` is called; `change`
 * edits loaded data.
 */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>) {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading', last: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((current) => current + 1), []);

  // `round` repeats the same request.
  useEffect(() => {
    const abort = new AbortController();
    setLoaded((current) => ({ state: 'loading', last: dataOf(current) }));
    load(abort.signal)
      .then((value) => setLoaded({ state: 'ready', value }))
      .catch((error) => {
        if (abort.signal.aborted) return;
        const code = error instanceof ApiError ? error.code : 'INTERNAL';
        setLoaded({ state: 'failed', reason: errorMessage(error), code });
      });
    return () => abort.abort();
  }, [load, round]);
  const change = useCallback(
    (edit: (value: Value) => Value) =>
      setLoaded((current) =>
        current.state === 'ready' ? { state: 'ready', value: edit(current.value) } : current,
      ),
    [],
  );
  return { loaded, reload, change };
}
