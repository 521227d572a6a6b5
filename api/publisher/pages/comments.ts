import { REPLIES_SHOWN } from '#contracts/comment-limits.ts';
import type { PageComment, PageComments, PageThread } from '#contracts/page.ts';
import type { Connection } from '../../db/connection.ts';
import {
  authorOf,
  type CommentRecord,
  countComments,
  listComments,
  listReplies,
  profileFor,
} from '../../db/hot/comments.ts';

/** Maximum number of threads per sort order. */
const THREADS_PER_ORDER = 10;
/** Characters of HTML after which no more threads are added. */
const HTML_CHARACTERS_MAX = 60_000;
/** Maximum characters of a comment in structured data. */
const TEXT_MAX = 500;

/** Returns the most relevant and newest comments for the page of an article. */
export function readPageComments(
  database: Connection,
  article: { id: number; authorId: number },
): PageComments {
  const count = countComments(database, article.id);
  if (count === 0) return { count, threads: [], more: false };
  const chosen = new Map<number, CommentRecord>();
  for (const sort of ['relevant', 'recent'] as const) {
    const page = { sort, after: null, limit: THREADS_PER_ORDER };
    for (const comment of listComments(database, article.id, page)) chosen.set(comment.id, comment);
  }
  const threads: PageThread[] = [];
  let [shown, characters] = [0, 0];
  for (const comment of [...chosen.values()].sort(byRelevance)) {
    if (characters > HTML_CHARACTERS_MAX) break;
    const thread = toThread(database, comment, article.authorId);
    threads.push(thread);
    characters += [thread, ...thread.replies].reduce((sum, { html }) => sum + html.length, 0);
    shown += thread.replies.length + (comment.state === 'published' ? 1 : 0);
  }
  return { count, threads, more: count > shown };
}

function byRelevance(first: CommentRecord, second: CommentRecord): number {
  return second.score - first.score || second.createdAt - first.createdAt || second.id - first.id;
}

function toThread(database: Connection, comment: CommentRecord, authorId: number): PageThread {
  const replies =
    comment.replies === 0
      ? []
      : listReplies(database, comment.id, { after: null, limit: REPLIES_SHOWN });
  return {
    ...toPageComment(comment, authorId),
    replyCount: comment.replies,
    replies: replies.map((reply) => toPageComment(reply, authorId)),
  };
}

/** Author of a deleted or hidden comment, which stays for its replies. */
const unknownAuthor = { name: '', avatar: null };

function toPageComment(comment: CommentRecord, authorId: number): PageComment {
  const isPublished = comment.state === 'published';
  return {
    id: comment.publicId,
    ...(isPublished ? authorOf(comment) : unknownAuthor),
    member: isPublished && profileFor(comment, 'guest') ? comment.member : null,
    answers: isPublished ? comment.answers : null,
    owner: isPublished && comment.userId === authorId,
    createdAt: new Date(comment.createdAt).toISOString(),
    edited: isPublished && comment.editedAt !== null,
    html: isPublished ? comment.html : '',
    text: isPublished ? comment.text.slice(0, TEXT_MAX) : '',
  };
}
