import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { previewResponse } from '#contracts/article.ts';
import { ApiError, callApi } from '../../../client/api-client.ts';

export type PreviewAnswer = z.infer<typeof previewResponse>;

const renderPreview = (markdown: string, signal: AbortSignal): Promise<PreviewAnswer> =>
  callApi('POST', '/api/preview', { body: { markdown }, signal });

/** Pause in typing before the preview is requested, in milliseconds. */
const PAUSE_MS = 60;

export interface PreviewState {
  answer: PreviewAnswer | null;
  /** Reason why the preview is older than the text, if it is. */
  problem: string | null;
  /** Requests it again. */
  retry(): void;
}

/** Renders a text with the function that publishes it. Older requests are aborted. */
export function usePreview(markdown: string): PreviewState {
  const [preview, setPreview] = useState<Omit<PreviewState, 'retry'>>({
    answer: null,
    problem: null,
  });
  const [round, setRound] = useState(0);
  const retry = useCallback(() => setRound((current) => current + 1), []);
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);
  // `round` repeats the request for the same text.
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      renderPreview(markdown, abort.signal)
        .then((answer) => setPreview({ answer, problem: null }))
        .catch((error: unknown) => {
          if (abort.signal.aborted) return;
          const problem = error instanceof ApiError ? error.message : 'The preview failed.';
          setPreview((current) => ({ ...current, problem }));
        });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [markdown, round]);
  return { ...preview, retry };
}
