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

/** Key of the token that identifies a guest as the author of comments. */
const GUEST_TOKEN_KEY = 'guest-token';

const listPath = (article: string) => `/api/articles/${encodeURIComponent(article)}/comments`;
const commentPath = (id: string) => `/api/comments/${encodeURIComponent(id)}`;

/**
 * Headers that identify the caller. Without the member header the API would treat a member whose access token
 * has expired as a guest instead of responding with 401.
 */
function identityHeaders(): Record<string, string> {
  const token = readStored(GUEST_TOKEN_KEY);
  return {
    ...(token && { [GUEST_TOKEN_HEADER]: token }),
    ...(readSessionFlag() && { [MEMBER_HEADER]: '1' }),
  };
}

interface Page {
  sort: CommentSort;
  cursor?: string | null;
  /** _id of the comment whose replies are listed in place of the comments of the article. */
  parent?: string;
}

export function listComments(
  article: string,
  { sort, cursor, parent }: Page,
): Promise<CommentList> {
  const query = new URLSearchParams({ sort });
  if (cursor) query.set('cursor', cursor);
  if (parent) query.set('parent', parent);
  return callApi('GET', `${listPath(article)}?${query}`, { headers: identityHeaders() });
}

/** Loads the thread of a comment. */
export async function readThread(article: string, id: string): Promise<Thread> {
  const { comment } = await callApi<z.infer<typeof commentFoundResponse>>(
    'GET',
    `${listPath(article)}/${encodeURIComponent(id)}`,
    { headers: identityHeaders() },
  );
  return comment;
}

export interface NewComment {
  comment: string;
  parent: string | null;
  formToken: string;
  website: string;
  /** Idempotency key: the same for every attempt. */
  key: string;
}

export async function postComment(article: string, body: NewComment): Promise<CommentChanged> {
  const headers = identityHeaders();
  const changed = await callApi<CommentChanged>('POST', listPath(article), { body, headers });
  if (changed.guestToken !== null) writeStored(GUEST_TOKEN_KEY, changed.guestToken);
  return changed;
}

export const changeComment = (id: string, comment: string): Promise<CommentChanged> =>
  callApi('PUT', commentPath(id), { body: { comment }, headers: identityHeaders() });

export const deleteComment = (id: string): Promise<z.infer<typeof commentDeleteResponse>> =>
  callApi('DELETE', commentPath(id), { headers: identityHeaders() });

export const likeComment = (
  id: string,
  liked: boolean,
): Promise<z.infer<typeof commentLikeResponse>> =>
  callApi(liked ? 'PUT' : 'DELETE', `${commentPath(id)}/likes`);

export const reportComment = (id: string, body: CommentReport): Promise<{ msg: string }> =>
  callApi('POST', `${commentPath(id)}/reports`, { body, headers: identityHeaders() });

/** Hash of the open comments of an article; `#comment-…` names one of them. */
const COMMENTS_HASH = '#responses';

/** Returns the _id of the comment that the hash names, or null. */
export const commentInHash = (hash: string): string | null =>
  /^#comment-([\w-]+)$/.exec(hash)?.[1] ?? null;

/** Returns the hash of a comment, or of all comments with null. */
export const commentHashOf = (comment: string | null): string =>
  comment === null ? COMMENTS_HASH : `#comment-${comment}`;
