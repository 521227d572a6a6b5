import type { z } from 'zod';
import type {
  ModeratedComment,
  ModerationDecision,
  ModerationList,
  ModerationRequest,
  ModerationResponse,
  moderationChangeResponse,
} from '#contracts/comment.ts';
import { callApi } from '../../client/api-client.ts';

export type { ModeratedComment, ModerationDecision, ModerationList };
export type ModerationChanged = z.infer<typeof moderationChangeResponse>;
export type Queue = ModerationResponse;

/** Part of the queue that is shown. */
export interface QueueQuery {
  list: ModerationList;
  search: string;
  page: number;
}

export function listQueue(query: QueueQuery, signal: AbortSignal): Promise<Queue> {
  const parameters = new URLSearchParams({ list: query.list, page: String(query.page) });
  if (query.search !== '') parameters.set('search', query.search);
  return callApi('GET', `/api/admin/comments?${parameters}`, { signal });
}

export const decide = (body: ModerationRequest): Promise<ModerationChanged> =>
  callApi('POST', '/api/admin/comments/decide', { body });
