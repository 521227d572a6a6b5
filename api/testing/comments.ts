import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { CommentChanged, CommentList, CommentThread } from '#contracts/comment.ts';
import { COMMENT_FORM_MIN_MS, GUEST_TOKEN_HEADER } from '#contracts/comment-limits.ts';
import { openDatabase } from '../db/database.ts';
import { insertComment } from '../db/repositories/comments.ts';
import { articles } from '../db/schema/articles.ts';
import { createPublicId } from '../services/identifiers.ts';
import type { Caller } from './api-caller.ts';
import type { TestClock } from './fakes.ts';

const HOUR_MS = 3_600_000;

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
  const { formToken } = await commentsOf(call, article);
  clock.advance(COMMENT_FORM_MIN_MS);
  const response = await call(
    `POST /api/articles/${article}/comments`,
    { ...fields, formToken },
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

/**
 * Stores comments of guests for an article of a running site: one for each of the last `count` hours, oldest
 * first, and replies to the newest.
 * @returns `_id` of the oldest
 */
export async function plantComments(
  dataFolder: string,
  slug: string,
  { count, replies }: { count: number; replies: number },
): Promise<string> {
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  const now = Date.now();
  const oldest = await database.write((transaction) => {
    const article = transaction
      .select({ id: articles.id })
      .from(articles)
      .where(eq(articles.slug, slug))
      .get();
    if (!article) throw new Error(`there is no article ${slug}`);
    const plant = (text: string, createdAt: number, parentId: number | null) => {
      const publicId = createPublicId();
      const id = insertComment(transaction, {
        publicId,
        articleId: article.id,
        userId: null,
        guest: 'planted',
        parentId,
        state: 'published',
        createdAt,
        spamFactors: [],
        text,
        html: `<p>${text}</p>`,
      });
      return { id, publicId };
    };
    const planted = Array.from({ length: count }, (_, index) =>
      plant(`Thought ${index + 1}`, now - (count - index) * HOUR_MS, null),
    );
    const newest = planted.at(-1);
    for (let number = 1; number <= replies; number += 1) {
      plant(`Answer ${number}`, now - HOUR_MS + number, newest?.id ?? null);
    }
    return planted[0]?.publicId ?? '';
  });
  database.close();
  return oldest;
}
