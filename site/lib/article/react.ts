import type { z } from 'zod';
import type { likeResponse, saveResponse, userReactionsResponse } from '#contracts/reaction.ts';
import { confirmSession } from '../../stores/session.ts';
import { ApiError, callApi } from '../api-client.ts';

export type ReactionName = 'liked' | 'saved' | 'alerts';

/** What the API says to a change, and the likes where it has counted them anew. */
interface Changed {
  msg: string;
  totalLikes?: number;
}

/**
 * Likes, saves or follows for who is signed in, or takes it back. Fetched with the first use.
 * @throws ApiError when the API does not agree
 */
export async function changeReaction(
  slug: string,
  name: ReactionName,
  on: boolean,
): Promise<Changed> {
  const address = `/api/articles/${encodeURIComponent(slug)}`;
  const method = on ? 'PUT' : 'DELETE';
  if (name === 'liked') {
    return callApi<z.infer<typeof likeResponse>>(method, `${address}/likes`);
  }
  if (name === 'saved') {
    return callApi<z.infer<typeof saveResponse>>(method, `${address}/saves`);
  }
  const session = await confirmSession();
  if (session.state !== 'signed-in') throw new ApiError('', { code: 'NOT_SIGNED_IN', status: 401 });
  type Told = z.infer<typeof userReactionsResponse>;
  const { msg } = await callApi<Told>('PUT', `/api/user/${session.user._id}`, {
    body: { notifications: on ? [slug] : [] },
  });
  return { msg: on ? msg : 'You are no longer told of new articles.' };
}

/** What of a refusal matters to a button: its sentence, and the HTTP status. */
export function refusalOf(error: unknown): { message: string; status: number } {
  if (error instanceof ApiError) return error;
  return { message: 'Something went wrong here.', status: 0 };
}
