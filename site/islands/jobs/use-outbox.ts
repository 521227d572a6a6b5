import { useCallback, useEffect, useRef } from 'react';
import type { OutboxQuery } from '#contracts/outbox.ts';
import { listen } from '../../lib/live/listen.ts';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { useReloadWhile } from '../use-reload-while.ts';
import { listOutbox } from './job-calls.ts';

/** Milliseconds that news of the publisher are collected before the list is asked for once. */
const GATHER_MS = 250;

/** The outbox as it is now: it follows the publisher by its news, and the rest while something waits. */
export function useOutbox({ source, show, page }: OutboxQuery) {
  const load = useCallback(
    (signal: AbortSignal) => listOutbox({ source, show, page }, signal),
    [source, show, page],
  );
  const { loaded, reload } = useLoaded(load);
  const list = knownOf(loaded);
  const moving =
    loaded.state === 'ready' &&
    Object.values(loaded.value.counts).some(({ waiting }) => waiting > 0);
  useReloadWhile(moving, reload);

  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const gather = () => {
      clearTimeout(soon.current);
      soon.current = setTimeout(reload, GATHER_MS);
    };
    const look = () => document.visibilityState === 'visible' && gather();
    const leave = listen('jobs', { event: gather, joined: gather });
    document.addEventListener('visibilitychange', look);
    return () => {
      leave();
      document.removeEventListener('visibilitychange', look);
      clearTimeout(soon.current);
    };
  }, [reload]);
  return { loaded, list, reload };
}
