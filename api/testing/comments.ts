import type { CommentChanged, CommentList, CommentThread } from '#contracts/comment.ts';
import { COMMENT_FORM_MIN_MS, GUEST_TOKEN_HEADER } from '#contracts/comment-limits.ts';
import type { Caller } from './api-caller.ts';
import type { TestClock } from './test-clock.ts';

/** A page of comments as somebody sees it. */
export async function commentsOf(
  call: Caller,
  article: string,
  query = '',
  guestToken?: string | null,
): Promise<CommentList> {
  const answer = await call(
    `GET /api/articles/${article}/comments?${query}`,
    undefined,
    guestHeader(guestToken),
  );
  if (answer.statusCode !== 200) throw new Error(`no comments: ${answer.body}`);
  return answer.json();
}

/** Writes a comment as a person does: opens the list, takes a moment, and sends the form. */
export async function commentAs(
  call: Caller,
  clock: TestClock,
  article: string,
  fields: { comment: string; parent?: string },
  guestToken?: string | null,
): Promise<CommentChanged> {
  const { stamp } = await commentsOf(call, article);
  clock.advance(COMMENT_FORM_MIN_MS);
  const answer = await call(
    `POST /api/articles/${article}/comments`,
    { ...fields, stamp },
    { 'sec-fetch-site': 'same-origin', ...guestHeader(guestToken) },
  );
  if (answer.statusCode !== 201) throw new Error(`not posted: ${answer.body}`);
  return answer.json();
}

/** What a guest's browser sends along. */
export function guestHeader(token: string | null | undefined): Record<string, string> {
  return token ? { [GUEST_TOKEN_HEADER]: token } : {};
}

/** The texts of a list, replies indented. */
export function readTexts(threads: CommentThread[]): string[] {
  return threads.flatMap(({ comment, state, replies }) => [
    state === 'gone' ? '(gone)' : comment,
    ...replies.map((reply) => `- ${reply.comment}`),
  ]);
}
