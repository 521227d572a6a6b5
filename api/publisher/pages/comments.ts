import { REPLIES_SHOWN } from '#contracts/comment-limits.ts';
import type { PageComment, PageComments, PageThread } from '#contracts/page.ts';
import type { Connection } from '../../db/connection.ts';
import {
  type CommentRecord,
  countComments,
  listComments,
  listReplies,
} from '../../db/hot/comments.ts';
import { authorOf, profileFor } from '../../db/repositories/comment-author.ts';

/** Threads per sort order. */
const OF_EACH_ORDER = 10;
/** Characters of HTML after which no more threads are added. */
const HTML_ENOUGH = 60_000;
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
    const page = { sort, after: null, limit: OF_EACH_ORDER };
    for (const comment of listComments(database, article.id, page)) chosen.set(comment.id, comment);
  }
  const threads: PageThread[] = [];
  let [shown, characters] = [0, 0];
  for (const comment of [...chosen.values()].sort(byRelevance)) {
    if (characters > HTML_ENOUGH) break;
    const thread = toThread(database, comment, article.authorId);
    threads.push(thread);
    characters += [thread, ...thread.replies].reduce((sum, { html }) => sum + html.length, 0);
    shown += thread.replies.length + (comment.state === 'published' ? 1 : 0);
  }
  return { count, threads, more: count > shown };
}

function byRelevance(one: CommentRecord, other: CommentRecord): number {
  return other.score - one.score || other.createdAt - one.createdAt || other.id - one.id;
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

const nobody = { name: '', avatar: null };

function toPageComment(comment: CommentRecord, authorId: number): PageComment {
  const there = comment.state === 'published';
  return {
    id: comment.publicId,
    ...(there ? authorOf(comment) : nobody),
    member: there && profileFor(comment, 'guest') ? comment.member : null,
    answers: there ? comment.answers : null,
    owner: there && comment.userId === authorId,
    createdAt: new Date(comment.createdAt).toISOString(),
    edited: there && comment.editedAt !== null,
    html: there ? comment.html : '',
    text: there ? comment.text.slice(0, TEXT_MAX) : '',
  };
}
