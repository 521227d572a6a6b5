import type { SearchResponse } from '#contracts/search.ts';
import { ApiError, callApi } from '../api-client.ts';

/** Milliseconds after which the static index answers in the place of a slow API. */
const API_PATIENCE_MS = 4_000;

export interface Found extends SearchResponse {
  /** Who answered: `index` knows titles, descriptions, tags and headings only. */
  source: 'api' | 'index';
}

/**
 * Asks the API, and where it is away the static index.
 * @throws DOMException 'AbortError' when `signal` aborts it; Error when neither answers
 */
export async function find(query: string, signal: AbortSignal): Promise<Found> {
  try {
    const answer = await callApi<SearchResponse>(
      'GET',
      `/api/search?q=${encodeURIComponent(query)}`,
      { signal: AbortSignal.any([signal, AbortSignal.timeout(API_PATIENCE_MS)]), retry: false },
    );
    return { ...answer, source: 'api' };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError) || error.status === 400) throw error;
    const { findInIndex } = await import('./static-index.ts');
    return { ...(await findInIndex(query, signal)), source: 'index' };
  }
}
