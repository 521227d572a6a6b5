import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/api-client.ts';
import type { EditorForm } from '../form.ts';

/** Idle time before an autosave, in milliseconds. */
const PAUSE_MS = 2000;
/** Maximum time without an autosave during continuous typing. */
const UNSAVED_MS_MAX = 15_000;
/** Delays between retries while the server is unavailable; the last one repeats. */
const RETRY_DELAYS_MS = [2000, 4000, 8000, 16_000, 30_000, 60_000];

/** State of the autosave. */
export type Autosave =
  | { state: 'idle' }
  | { state: 'stored'; at: Date; as: 'draft' | 'copy' }
  | { state: 'offline' }
  /** Failed on the server; retried. */
  | { state: 'waiting'; reason: string }
  | { state: 'signed-out' }
  /** A field is invalid; retried after the next change. */
  | { state: 'refused'; reason: string }
  /** Conflict with a change by another author. */
  | { state: 'conflict' };

interface AutosaveOptions {
  form: EditorForm;
  /** True if there are changes that the server does not have. */
  changed: boolean;
  /** True while another save or a question is open. */
  resting: boolean;
  /**
   * Stores the form.
   * @throws ApiError; it handles conflicts itself
   */
  send(): Promise<'draft' | 'copy' | 'conflict'>;
}

/** Saves changes after each pause, and retries failed saves. */
export function useAutosave({ form, changed, resting, send }: AutosaveOptions) {
  const [autosave, setAutosave] = useState<Autosave>({ state: 'idle' });
  const [round, setRound] = useState(0);
  const latest = useRef({ form, send, resting });
  latest.current = { form, send, resting };
  const running = useRef<Promise<void> | null>(null);
  const since = useRef<number | null>(null);
  const tries = useRef(0);
  const notBefore = useRef(0);
  /** The refused form, which is not sent again until it changes. */
  const refused = useRef<EditorForm>(undefined);

  const attempt = useCallback(async () => {
    const sent = latest.current.form;
    try {
      const as = await latest.current.send();
      tries.current = 0;
      notBefore.current = 0;
      since.current = null;
      setAutosave(
        as === 'conflict' ? { state: 'conflict' } : { state: 'stored', at: new Date(), as },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const outcome = saveOutcomeOf(error);
      setAutosave(outcome);
      if (outcome.state === 'refused') refused.current = sent;
      const pause = RETRY_DELAYS_MS[Math.min(tries.current, RETRY_DELAYS_MS.length - 1)] ?? 0;
      notBefore.current = Date.now() + pause;
      tries.current += 1;
    }
  }, []);

  const { state } = autosave;
  const stopped = state === 'signed-out' || state === 'conflict';
  // `form` restarts the pause; `round` checks again after an attempt.
  useEffect(() => {
    if (!changed) since.current = null;
    if (!changed || resting || stopped || running.current) return;
    if (refused.current === form) return;
    refused.current = undefined;
    const now = Date.now();
    since.current ??= now;
    const at = Math.max(
      Math.min(now + PAUSE_MS, since.current + UNSAVED_MS_MAX),
      notBefore.current,
    );
    const timer = setTimeout(
      () => {
        if (latest.current.resting) return;
        running.current = attempt().finally(() => {
          running.current = null;
          setRound((current) => current + 1);
        });
      },
      Math.max(0, at - now),
    );
    return () => clearTimeout(timer);
  }, [form, changed, resting, stopped, round, attempt]);

  /** Retries immediately if a retry is pending. */
  const wake = useCallback(() => {
    notBefore.current = 0;
    tries.current = 0;
    // The session may have been refused instead of the content.
    refused.current = undefined;
    setAutosave((current) => (isPending(current) ? { state: 'idle' } : current));
    setRound((current) => current + 1);
  }, []);
  useEffect(() => {
    // Another tab signed in or refreshed the token, so a refused save may succeed now.
    const onStorage = (event: StorageEvent) => {
      if (event.key === 'session' || event.key === 'session-refreshed-at') wake();
    };
    addEventListener('online', wake);
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener('online', wake);
      removeEventListener('storage', onStorage);
    };
  }, [wake]);

  return {
    autosave,
    wake,
    /** A manual save takes precedence: waits until no autosave is running. */
    async settle(): Promise<void> {
      await running.current;
    },
    /** Result of a manual save. */
    note: setAutosave,
  };
}

const isPending = ({ state }: Autosave) =>
  state === 'offline' || state === 'waiting' || state === 'signed-out' || state === 'refused';

function saveOutcomeOf(error: ApiError): Autosave {
  if (error.status === 0) return { state: 'offline' };
  if (error.status === 401) return { state: 'signed-out' };
  const passing = error.status >= 500 || error.status === 429;
  return { state: passing ? 'waiting' : 'refused', reason: error.message };
}
