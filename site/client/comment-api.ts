import type { z } from 'zod';
import type {
  CommentChanged,
  CommentList,
  CommentReport,
  CommentResponse,
  CommentThread,
  commentDeleteResponse,
  commentFoundResponse,
  commentLikeResponse,
} from '#contracts/comment.ts';
import { type CommentSort, GUEST_TOKEN_HEADER } from '#contracts/comment-limits.ts';
import { MEMBER_HEADER } from '#contracts/member-header.ts';
import { callApi } from './api-client.ts';
import { readSessionFlag } from './session-flag.ts';
import { readStored, writeStored } from './storage.ts';

export type Comment = CommentResponse;
export type Thread = CommentThread;

/** Key of the token by which the API recognises the comments of a guest. */
const KEY = 'guest-token';

const listPath = (article: string) => `/api/articles/${encodeURIComponent(article)}/comments`;
const path = (id: string) => `/api/comments/${encodeURIComponent(id)}`;

/**
 * Headers that identify the caller. Without the member header the API would treat a member whose access token
 * has expired as a guest instead of answering 401.
 */
function readerHeaders(): Record<string, string> {
  const token = readStored(KEY);
  return {
    ...(token && { [GUEST_TOKEN_HEADER]: token }),
    ...(readSessionFlag() && { [MEMBER_HEADER]: '1' }),
  };
}

interface Page {
  sort: CommentSort;
  cursor?: string | null;
  /** Lists the replies to this comment instead. */
  parent?: string;
}

export function listComments(
  article: string,
  { sort, cursor, parent }: Page,
): Promise<CommentList> {
  const query = new URLSearchParams({ sort });
  if (cursor) query.set('cursor', cursor);
  if (parent) query.set('parent', parent);
  return callApi('GET', `${listPath(article)}?${query}`, { headers: readerHeaders() });
}

/** Loads the thread of a comment. */
export async function readThread(article: string, id: string): Promise<Thread> {
  const { comment } = await callApi<z.infer<typeof commentFoundResponse>>(
    'GET',
    `${listPath(article)}/${encodeURIComponent(id)}`,
    { headers: readerHeaders() },
  );
  return comment;
}

export interface NewComment {
  comment: string;
  parent: string | null;
  stamp: string;
  website: string;
  /** Idempotency key: the same for every attempt. */
  key: string;
}

export async function postComment(article: string, body: NewComment): Promise<CommentChanged> {
  const headers = readerHeaders();
  const answer = await callApi<CommentChanged>('POST', listPath(article), { body, headers });
  if (answer.guestToken !== null) writeStored(KEY, answer.guestToken);
  return answer;
}

export const changeComment = (id: string, comment: string): Promise<CommentChanged> =>
  callApi('PUT', path(id), { body: { comment }, headers: readerHeaders() });

export const deleteComment = (id: string): Promise<z.infer<typeof commentDeleteResponse>> =>
  callApi('DELETE', path(id), { headers: readerHeaders() });

export const likeComment = (
  id: string,
  liked: boolean,
): Promise<z.infer<typeof commentLikeResponse>> =>
  callApi(liked ? 'PUT' : 'DELETE', `${path(id)}/likes`);

export const reportComment = (id: string, body: CommentReport): Promise<{ msg: string }> =>
  callApi('POST', `${path(id)}/reports`, { body, headers: readerHeaders() });
