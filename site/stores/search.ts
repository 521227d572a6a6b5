import { atom } from 'nanostores';
import type { SearchResponse } from '#contracts/search.ts';
import { SEARCH_MIN } from '#contracts/search-index.ts';
import { ApiError, callApi } from '../client/api-client.ts';

/** Milliseconds without a key before the words are searched for. */
const TYPING_PAUSE_MS = 120;
/** Milliseconds after which the published index answers in the place of a slow API. */
const API_PATIENCE_MS = 4_000;

export interface Found extends SearchResponse {
  query: string;
  /** `index` knows titles, descriptions, tags and headings only. */
  source: 'api' | 'index';
}

/** The last search that was answered. The result stays until the next one is there. */
export type Search =
  | { state: 'idle' }
  | { state: 'ready'; found: Found }
  | { state: 'failed'; reason: string };

export const $search = atom<Search>({ state: 'idle' });

/** The words in the field. */
let words = '';
let running = new AbortController();
let timer: ReturnType<typeof setTimeout>;

export const searchWords = () => words;

/** Searches for the words of the field when the visitor stops typing; an older search is aborted. */
export function typeSearch(typed: string): void {
  words = typed;
  const query = typed.trim();
  running.abort();
  clearTimeout(timer);
  const search = $search.get();
  if (search.state === 'ready' && search.found.query === query) return;
  if ([...query].length < SEARCH_MIN) $search.set({ state: 'idle' });
  else timer = setTimeout(() => void searchNow(), TYPING_PAUSE_MS);
}

/** Searches for the words of the field. */
export async function searchNow(): Promise<void> {
  running = new AbortController();
  const { signal } = running;
  try {
    const found = await find(words.trim(), signal);
    if (!signal.aborted) $search.set({ state: 'ready', found });
  } catch (error) {
    if (!signal.aborted) $search.set({ state: 'failed', reason: reasonOf(error) });
  }
}

/** Asks the API, and the published index if the API does not answer. */
async function find(query: string, signal: AbortSignal): Promise<Found> {
  try {
    const answer = await callApi<SearchResponse>(
      'GET',
      `/api/search?q=${encodeURIComponent(query)}`,
      { signal: AbortSignal.any([signal, AbortSignal.timeout(API_PATIENCE_MS)]), retry: false },
    );
    return { ...answer, query, source: 'api' };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError) || error.status === 400) throw error;
    const { findInIndex } = await import('../client/search-index.ts');
    return { ...(await findInIndex(query, signal)), query, source: 'index' };
  }
}

function reasonOf(error: unknown): string {
  if (!navigator.onLine) return 'You are offline and the search index has not been downloaded yet.';
  return error instanceof ApiError
    ? error.message
    : 'Search is not responding. Please try again in a moment.';
}
