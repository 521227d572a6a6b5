import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../../client/api-client.ts';
import { errorMessage } from '../../ui/use-fetch.ts';
import type { EditorForm } from '../form.ts';

/** Idle time before an autosave, in milliseconds. */
const PAUSE_MS = 2000;
/** Maximum time without an autosave during continuous typing, in milliseconds. */
const UNSAVED_MS_MAX = 15_000;
/** Delays between retries while the server is unavailable, in milliseconds; the last one repeats. */
const RETRY_DELAYS_MS = [2000, 4000, 8000, 16_000, 30_000, 60_000];

/** State of the autosave. */
export type Autosave =
  | { state: 'idle' }
  | { state: 'stored'; at: Date; as: 'draft' | 'copy' }
  | { state: 'offline' }
  /** Failed for a reason that passes, such as an overloaded server; retried automatically. */
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
  /** True during a manual save, and until a conflict is resolved. */
  isPaused: boolean;
  /**
   * Stores the form. Conflicts are results, all other failures are errors.
   * @throws ApiError
   */
  send(): Promise<'draft' | 'copy' | 'conflict'>;
}

/** Saves changes after each pause in typing, and retries failed saves. */
export function useAutosave({ form, changed, isPaused, send }: AutosaveOptions) {
  const [autosave, setAutosave] = useState<Autosave>({ state: 'idle' });
  /** Number of finished attempts and requested retries: each change schedules the next attempt. */
  const [round, setRound] = useState(0);
  const running = useRef<Promise<void> | null>(null);
  /** Time of the first change that is not saved yet. */
  const changedAt = useRef<number | null>(null);
  const failures = useRef(0);
  const retryAt = useRef(0);
  /** The refused form, which is not sent again until it changes. */
  const refused = useRef<EditorForm>(undefined);

  const attempt = useEffectEvent(async () => {
    // The timer may run out before the effect stops it.
    if (isPaused) return;
    const sent = form;
    try {
      const as = await send();
      failures.current = 0;
      retryAt.current = 0;
      changedAt.current = null;
      setAutosave(
        as === 'conflict' ? { state: 'conflict' } : { state: 'stored', at: new Date(), as },
      );
    } catch (error) {
      const outcome = failureStateOf(error);
      setAutosave(outcome);
      if (outcome.state === 'refused') refused.current = sent;
      const delay = RETRY_DELAYS_MS[Math.min(failures.current, RETRY_DELAYS_MS.length - 1)] ?? 0;
      retryAt.current = Date.now() + delay;
      failures.current += 1;
    }
  });

  const { state } = autosave;
  const stopped = state === 'signed-out' || state === 'conflict';
  // Each change of `form` restarts the timer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` sets it again after an attempt
  useEffect(() => {
    if (!changed) changedAt.current = null;
    if (!changed || isPaused || stopped || running.current) return;
    if (refused.current === form) return;
    refused.current = undefined;
    const now = Date.now();
    changedAt.current ??= now;
    const at = Math.max(
      Math.min(now + PAUSE_MS, changedAt.current + UNSAVED_MS_MAX),
      retryAt.current,
    );
    const timer = setTimeout(
      () => {
        running.current = attempt().finally(() => {
          running.current = null;
          setRound((current) => current + 1);
        });
      },
      Math.max(0, at - now),
    );
    return () => clearTimeout(timer);
  }, [form, changed, isPaused, stopped, round]);

  /** Retries a failed autosave without waiting for its delay. */
  const retryAutosave = useCallback(() => {
    retryAt.current = 0;
    failures.current = 0;
    // An ended session may have been the reason, so the same form is sent again.
    refused.current = undefined;
    setAutosave((current) => (isFailed(current) ? { state: 'idle' } : current));
    setRound((current) => current + 1);
  }, []);
  useEffect(() => {
    // Another tab signed in or refreshed the token, so a refused save may succeed now.
    const onStorage = (event: StorageEvent) => {
      if (event.key === 'session' || event.key === 'session-refreshed-at') retryAutosave();
    };
    addEventListener('online', retryAutosave);
    addEventListener('storage', onStorage);
    return () => {
      removeEventListener('online', retryAutosave);
      removeEventListener('storage', onStorage);
    };
  }, [retryAutosave]);

  return {
    autosave,
    retryAutosave,
    /** Waits until no autosave is running, so that a manual save is sent after it. */
    async waitForAutosave(): Promise<void> {
      await running.current;
    },
    setAutosave,
  };
}

const isFailed = ({ state }: Autosave) =>
  state === 'offline' || state === 'waiting' || state === 'signed-out' || state === 'refused';

function failureStateOf(error: unknown): Autosave {
  if (!(error instanceof ApiError)) return { state: 'waiting', reason: errorMessage(error) };
  if (error.status === 0) return { state: 'offline' };
  if (error.status === 401) return { state: 'signed-out' };
  const isTemporary = error.status >= 500 || error.status === 429;
  return { state: isTemporary ? 'waiting' : 'refused', reason: error.message };
}
