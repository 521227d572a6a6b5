import { atom } from 'nanostores';
import type { SearchResponse } from '#contracts/search.ts';
import { SEARCH_MIN } from '#contracts/search-index.ts';
import { ApiError, callApi, type Loaded } from '../client/api-client.ts';

/** Milliseconds without a keystroke before the search starts. */
const DEBOUNCE_MS = 120;
/** Milliseconds after which the published index replaces a slow API. */
const API_TIMEOUT_MS = 4_000;

export interface Found extends SearchResponse {
  query: string;
  /** `index` contains only titles, descriptions, tags and headings. */
  source: 'api' | 'index';
}

/** What was found stays until the next search has finished. */
export type Search = { state: 'idle' } | Loaded<Found>;

export const $search = atom<Search>({ state: 'idle' });

/** Text of the search field. */
let typedText = '';
let running = new AbortController();
let timer: ReturnType<typeof setTimeout>;

/** Starts a search when the visitor pauses typing, and aborts the previous search. */
export function typeSearch(typed: string): void {
  typedText = typed;
  const query = typed.trim();
  running.abort();
  clearTimeout(timer);
  const current = $search.get();
  const value = current.state === 'idle' ? null : current.value;
  if (value?.query === query) $search.set({ state: 'ready', value });
  else if ([...query].length < SEARCH_MIN) $search.set({ state: 'idle' });
  else {
    $search.set({ state: 'loading', value });
    timer = setTimeout(() => void searchNow(), DEBOUNCE_MS);
  }
}

/** Searches for the text of the field without waiting. A failure stays until the search has finished. */
export async function searchNow(): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  try {
    const value = await search(typedText.trim(), signal);
    if (!signal.aborted) $search.set({ state: 'ready', value });
  } catch (error) {
    if (signal.aborted) return;
    const code = error instanceof ApiError ? error.code : 'INTERNAL';
    const reason = searchFailureReasonOf(error);
    $search.set({ state: 'failed', value: null, reason, code });
  }
}

/** Searches with the API, or in the published index if the API is unavailable. */
async function search(query: string, signal: AbortSignal): Promise<Found> {
  try {
    const response = await callApi<SearchResponse>(
      'GET',
      `/api/search?q=${encodeURIComponent(query)}`,
      { signal: AbortSignal.any([signal, AbortSignal.timeout(API_TIMEOUT_MS)]), retry: false },
    );
    return { ...response, query, source: 'api' };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError) || error.status === 400) throw error;
    const { findInIndex } = await import('../client/search-index.ts');
    return { ...(await findInIndex(query, signal)), query, source: 'index' };
  }
}

function searchFailureReasonOf(error: unknown): string {
  if (!navigator.onLine) return 'You are offline and the search index has not been downloaded yet.';
  return error instanceof ApiError
    ? error.message
    : 'Search is not responding. Please try again in a moment.';
}
