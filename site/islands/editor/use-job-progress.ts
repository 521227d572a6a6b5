import { useCallback, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { JobProgress, jobResponse } from '#contracts/job.ts';
import { callApi } from '../../client/api-client.ts';
import { $live, followEvents } from '../../stores/live.ts';

/** Maximum wait for the stream before a save is sent without it, in milliseconds. */
const OPEN_MS = 1500;
/** Time without an event after which the editor polls the job, in milliseconds. */
const QUIET_MS = 3000;
/** Number of polls before the editor says that it takes longer. */
const POLLS_MAX = 2;

export type Progress = { step: 'none' } | { step: 'waiting' } | { step: 'slow' } | JobProgress;

/** Follows one publishing job over the stream that all tabs share. */
export function useJobProgress() {
  const [progress, setProgress] = useState<Progress>({ step: 'none' });
  const unsubscribe = useRef<() => void>(undefined);
  const followed = useRef<number | null>(null);
  const lastProgress = useRef(new Map<number, JobProgress>());
  const pollTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const close = useCallback(() => {
    clearTimeout(pollTimer.current);
    unsubscribe.current?.();
    unsubscribe.current = undefined;
  }, []);
  useEffect(() => close, [close]);

  function pollLater(times: number): void {
    clearTimeout(pollTimer.current);
    pollTimer.current = setTimeout(() => void poll(times), QUIET_MS);
  }

  function show(update: JobProgress): void {
    clearTimeout(pollTimer.current);
    if (update.step === 'queued' || update.step === 'rendering') pollLater(0);
    // The URL stays visible during follow-up jobs.
    setProgress((current) =>
      update.step === 'done' && current.step === 'live' ? current : update,
    );
    if (update.step === 'done' || update.step === 'failed') close();
  }

  /** The stream may be broken, by sleep or an ended session: polling replaces it. */
  async function poll(times: number): Promise<void> {
    const job = followed.current;
    if (job === null) return;
    try {
      const response = await callApi<z.infer<typeof jobResponse>>('GET', `/api/jobs/${job}`);
      if (job !== followed.current) return;
      if (response.state === 'failed') {
        return show({ step: 'failed', job, reason: response.error ?? 'no reason was given' });
      }
      if (response.state === 'done') {
        if (response.live) show(response.live);
        return show({ step: 'done', job, pages: 0 });
      }
    } catch {
      // Unavailable at the moment: polled again below, and the message says that it takes longer.
    }
    if (times >= POLLS_MAX) setProgress({ step: 'slow' });
    pollLater(times + 1);
  }

  /** Opens the stream before the save is sent, so that no event is missed. */
  async function open(): Promise<void> {
    close();
    lastProgress.current.clear();
    followed.current = null;
    const handleEvent = (update: JobProgress) => {
      if (update.job === followed.current) show(update);
      else if (update.step !== 'done' || lastProgress.current.get(update.job)?.step !== 'live') {
        lastProgress.current.set(update.job, update);
      }
    };
    const opened = Promise.withResolvers<void>();
    unsubscribe.current = followEvents('jobs', {
      event: (update) => handleEvent(update as JobProgress),
      joined: opened.resolve,
    });
    const stopWatching = $live.subscribe(({ state }) => state === 'off' && opened.resolve());
    setTimeout(opened.resolve, OPEN_MS);
    await opened.promise;
    stopWatching();
  }

  /** Follows this job, starting with events that were already received. */
  function follow(job: number | null): void {
    if (job === null) {
      reset();
      return;
    }
    followed.current = job;
    const update = lastProgress.current.get(job);
    if (update) {
      show(update);
    } else {
      setProgress({ step: 'waiting' });
      pollLater(0);
    }
  }

  function reset(): void {
    setProgress({ step: 'none' });
    close();
  }

  return { progress, open, follow, reset };
}
