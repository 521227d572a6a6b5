import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { ApiError } from '../../lib/api-client.ts';
import { PasskeyFailed } from '../../lib/passkey.ts';
import { sentence } from '../use-loaded.ts';
import { type Account, readAccount } from './account-calls.ts';

export type Loaded =
  | { state: 'loading' }
  | { state: 'ready'; account: Account }
  | { state: 'failed'; reason: string };

/** What came of something that was tried: `fields` are sentences by the name of their field. */
export type Outcome =
  | { done: true }
  | { done: false; fields: Record<string, string>; reason: string };

/** Tries a call; asks who is there in between when the API wants to know. */
export type Act = (call: () => Promise<{ msg: string } | undefined>) => Promise<Outcome>;

const reasonOf = (error: unknown) =>
  error instanceof PasskeyFailed ? error.message : sentence(error);

/** The account of who is signed in, and how it is changed. */
export function useAccount() {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const [asking, setAsking] = useState(false);
  const answer = useRef<((confirmed: boolean) => void) | null>(null);

  const load = useCallback(async (signal?: AbortSignal) => {
    try {
      setLoaded({ state: 'ready', account: await readAccount(signal) });
    } catch (error) {
      if (!signal?.aborted) setLoaded({ state: 'failed', reason: reasonOf(error) });
    }
  }, []);
  useEffect(() => {
    const abort = new AbortController();
    void load(abort.signal);
    return () => abort.abort();
  }, [load]);

  const askWhoIsThere = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setAsking(true);
    });
  const answered = (confirmed: boolean) => {
    setAsking(false);
    answer.current?.(confirmed);
    answer.current = null;
  };

  const act: Act = async (call) => {
    try {
      const said = await call();
      if (said) void showToast({ type: 'SUCCESS', message: said.msg });
      await load();
      return { done: true };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFIRM_NEEDED') {
        if (await askWhoIsThere()) return act(call);
        return { done: false, fields: {}, reason: '' };
      }
      const fields = error instanceof ApiError ? error.fields : {};
      const reason = reasonOf(error);
      // A sentence at its field is not said twice.
      if (Object.keys(fields).length === 0) void showToast({ type: 'error', message: reason });
      return { done: false, fields, reason };
    }
  };

  return { loaded, load, act, asking, answered };
}
