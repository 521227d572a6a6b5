import { useCallback, useEffect } from 'react';
import type { OutboxQuery } from '#contracts/outbox.ts';
import { listen } from '../../client/live.ts';
import { useGathered } from '../use-gathered.ts';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { useReloadWhile } from '../use-reload-while.ts';
import { type Entry, listOutbox } from './job-calls.ts';

/** Milliseconds that news of the publisher are collected before the list is asked for once. */
const GATHER_MS = 250;
/** Milliseconds between looks at what no news are told of: mails and posts. */
const LOOK_EVERY_MS = 10_000;
/** Milliseconds that count as soon. */
const SOON_MS = 30_000;

/** Whether something happens to it by itself within moments. */
const isMoving = ({ state, nextAt }: Entry) =>
  state === 'running' ||
  (state === 'waiting' && nextAt !== null && Date.parse(nextAt) - Date.now() < SOON_MS);

/** The outbox as it is now: it follows the publisher by its news, and looks for the rest while it is seen. */
export function useOutbox({ source, show, page }: OutboxQuery) {
  const load = useCallback(
    (signal: AbortSignal) => listOutbox({ source, show, page }, signal),
    [source, show, page],
  );
  const { loaded, reload } = useLoaded(load);
  const list = knownOf(loaded);
  const moving = loaded.state === 'ready' && loaded.value.entries.some(isMoving);
  useReloadWhile(moving, reload);

  const gather = useGathered(reload, GATHER_MS);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && gather();
    const leave = listen('jobs', { event: gather, joined: gather });
    const looks = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      leave();
      clearInterval(looks);
      document.removeEventListener('visibilitychange', look);
    };
  }, [gather]);
  return { loaded, list, reload };
}
