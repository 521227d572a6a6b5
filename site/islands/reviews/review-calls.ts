import type { JudgedReviews, ReviewDecision, ReviewState } from '#contracts/game.ts';
import { callApi } from '../../client/api-client.ts';

export type { JudgedReview, ReviewDecision, ReviewState } from '#contracts/game.ts';

export function listReviews(
  query: { state: ReviewState; page: number },
  signal: AbortSignal,
): Promise<JudgedReviews> {
  const search = new URLSearchParams({ state: query.state, page: String(query.page) });
  return callApi('GET', `/api/admin/reviews?${search}`, { signal });
}

export const decideReview = (
  id: string,
  decision: ReviewDecision,
  reason: string,
): Promise<{ msg: string }> =>
  callApi('POST', '/api/admin/reviews/decide', { body: { ids: [id], decision, reason } });
