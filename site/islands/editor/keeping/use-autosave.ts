import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/api-client.ts';
import type { EditorForm } from '../form.ts';

/** Milliseconds without a key after which it is saved. */
const PAUSE_MS = 2000;
/** Longest time that somebody who does not pause goes unsaved. */
const MOST_MS = 15_000;
/** Pauses between tries while the server cannot be reached; the last one goes on. */
const TRY_AGAIN_MS = [2000, 4000, 8000, 16_000, 30_000, 60_000];

/** Where what was typed has got to. */
export type Autosave =
  | { state: 'idle' }
  | { state: 'stored'; at: Date; as: 'draft' | 'copy' }
  | { state: 'offline' }
  /** The server has trouble; it is tried again. */
  | { state: 'waiting'; reason: string }
  | { state: 'signed-out' }
  /** A field would be refused; the next change tries again. */
  | { state: 'refused'; reason: string }
  /** Somebody else has changed the same words. */
  | { state: 'conflict' };

interface Wish {
  form: EditorForm;
  /** Whether the server lacks something of it. */
  changed: boolean;
  /** While something else is saved or asked. */
  resting: boolean;
  /** Stores it. @throws ApiError; a conflict is for it to answer */
  send(): Promise<'draft' | 'copy' | 'conflict'>;
}

/** Saves what was typed with each pause, and goes on trying where it cannot. */
export function useAutosave({ form, changed, resting, send }: Wish) {
  const [autosave, setAutosave] = useState<Autosave>({ state: 'idle' });
  const [round, setRound] = useState(0);
  const latest = useRef({ form, send, resting });
  latest.current = { form, send, resting };
  const running = useRef<Promise<void> | null>(null);
  const since = useRef<number | null>(null);
  const tries = useRef(0);
  const notBefore = useRef(0);
  /** What was refused, and will be until it changes. */
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
      const outcome = outcomeOf(error);
      setAutosave(outcome);
      if (outcome.state === 'refused') refused.current = sent;
      const pause = TRY_AGAIN_MS[Math.min(tries.current, TRY_AGAIN_MS.length - 1)] ?? 0;
      notBefore.current = Date.now() + pause;
      tries.current += 1;
    }
  }, []);

  const { state } = autosave;
  const stopped = state === 'signed-out' || state === 'conflict';
  // `form` begins the pause anew; `round` looks again after a try.
  useEffect(() => {
    if (!changed) since.current = null;
    if (!changed || resting || stopped || running.current) return;
    if (refused.current === form) return;
    refused.current = undefined;
    const now = Date.now();
    since.current ??= now;
    const at = Math.max(Math.min(now + PAUSE_MS, since.current + MOST_MS), notBefore.current);
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

  /** Tries at once, where it waits. */
  const wake = useCallback(() => {
    notBefore.current = 0;
    tries.current = 0;
    // Refused may be who was signed in, and not what was sent.
    refused.current = undefined;
    setAutosave((current) => (waits(current) ? { state: 'idle' } : current));
    setRound((current) => current + 1);
  }, []);
  useEffect(() => {
    // Another tab signed in or got a new token: what was refused may be stored now.
    const heard = (event: StorageEvent) => {
      if (event.key === 'session' || event.key === 'session-refreshed-at') wake();
    };
    addEventListener('online', wake);
    addEventListener('storage', heard);
    return () => {
      removeEventListener('online', wake);
      removeEventListener('storage', heard);
    };
  }, [wake]);

  return {
    autosave,
    wake,
    /** A save by hand takes its place: waits until none is under way. */
    async settle(): Promise<void> {
      await running.current;
    },
    /** What a save by hand has found out. */
    note: setAutosave,
  };
}

const waits = ({ state }: Autosave) =>
  state === 'offline' || state === 'waiting' || state === 'signed-out' || state === 'refused';

function outcomeOf(error: ApiError): Autosave {
  if (error.status === 0) return { state: 'offline' };
  if (error.status === 401) return { state: 'signed-out' };
  const passing = error.status >= 500 || error.status === 429;
  return { state: passing ? 'waiting' : 'refused', reason: error.message };
}
