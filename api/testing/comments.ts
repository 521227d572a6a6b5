import type { CommentChanged, CommentList, CommentThread } from '#contracts/comment.ts';
import { COMMENT_FORM_MIN_MS, GUEST_TOKEN_HEADER } from '#contracts/comment-limits.ts';
import type { Caller } from './api-caller.ts';
import type { TestClock } from './test-clock.ts';

/** Returns a page of comments as the caller sees it. */
export async function commentsOf(
  call: Caller,
  article: string,
  query = '',
  guestToken?: string | null,
): Promise<CommentList> {
  const response = await call(
    `GET /api/articles/${article}/comments?${query}`,
    undefined,
    guestHeader(guestToken),
  );
  if (response.statusCode !== 200) throw new Error(`no comments: ${response.body}`);
  return response.json();
}

/** Posts a comment as a person does: loads the list, waits the shortest allowed time, and sends the form. */
export async function commentAs(
  call: Caller,
  clock: TestClock,
  article: string,
  fields: { comment: string; parent?: string },
  guestToken?: string | null,
): Promise<CommentChanged> {
  const { stamp } = await commentsOf(call, article);
  clock.advance(COMMENT_FORM_MIN_MS);
  const response = await call(
    `POST /api/articles/${article}/comments`,
    { ...fields, stamp },
    { 'sec-fetch-site': 'same-origin', ...guestHeader(guestToken) },
  );
  if (response.statusCode !== 201) throw new Error(`not posted: ${response.body}`);
  return response.json();
}

/** Returns the header that a guest's browser sends. */
export function guestHeader(token: string | null | undefined): Record<string, string> {
  return token ? { [GUEST_TOKEN_HEADER]: token } : {};
}

/** Returns the texts of a list; replies begin with `- `. */
export function readTexts(threads: CommentThread[]): string[] {
  return threads.flatMap(({ comment, state, replies }) => [
    state === 'gone' ? '(gone)' : comment,
    ...replies.map((reply) => `- ${reply.comment}`),
  ]);
}
