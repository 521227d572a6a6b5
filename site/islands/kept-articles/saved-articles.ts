import type { z } from 'zod';
import type { readingListResponse } from '#contracts/reaction.ts';
import { callApi } from '../../client/api-client.ts';

export const NOTHING_SAVED = 'Use the bookmark button of an article to save it here.';

/** Loads one page of the articles that the member has saved, newest first. */
export function readSaved(
  { page, limit }: { page: number; limit?: number },
  signal: AbortSignal,
): Promise<z.infer<typeof readingListResponse>> {
  const query = new URLSearchParams({ page: String(page), ...(limit && { limit: String(limit) }) });
  return callApi('GET', `/api/reading-list?${query}`, { signal });
}
