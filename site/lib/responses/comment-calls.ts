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
import type { CommentSort } from '#contracts/comment-limits.ts';
import { MEMBER_HEADER } from '#contracts/member-header.ts';
import { callApi } from '../api-client.ts';
import { readSessionFlag } from '../session-flag.ts';
import { guestHeader, keepGuestToken } from './guest-token.ts';

export type Comment = CommentResponse;
export type Thread = CommentThread;

const listPath = (article: string) => `/api/articles/${encodeURIComponent(article)}/comments`;
const path = (id: string) => `/api/comments/${encodeURIComponent(id)}`;

/**
 * Who asks: a guest by what the browser keeps, a member by the session. Where that has run out, the API
 * says so instead of hearing a guest, and `callApi` refreshes it.
 */
const readerHeaders = (): Record<string, string> =>
  readSessionFlag() === null ? guestHeader() : { ...guestHeader(), [MEMBER_HEADER]: '1' };

interface Page {
  sort: CommentSort;
  cursor?: string | null;
  /** Replies to this one instead. */
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

/** The thread that a response stands in. */
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
  /** The same for each try. */
  key: string;
}

export async function postComment(article: string, body: NewComment): Promise<CommentChanged> {
  const headers = readerHeaders();
  const answer = await callApi<CommentChanged>('POST', listPath(article), { body, headers });
  keepGuestToken(answer.guestToken);
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
