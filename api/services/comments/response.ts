import type { CommentResponse, CommentThread } from '#contracts/comment.ts';
import { COMMENT_EDIT_MS } from '#contracts/comment-limits.ts';
import { authorOf, profileFor } from '../../db/repositories/comment-author.ts';
import type { CommentRecord, DiscussedArticle } from '../../db/repositories/comments.ts';

/** Who reads: a member, or a guest whose browser keeps the mark of their comments, or neither. */
export interface CommentReader {
  userId: number | null;
  admin: boolean;
  guest: string | null;
}

/** Whoever has written nothing: what all readers see alike. */
export const anybody: CommentReader = { userId: null, admin: false, guest: null };

export function isMine(
  { userId, guest }: Pick<CommentRecord, 'userId' | 'guest'>,
  reader: CommentReader,
): boolean {
  if (userId !== null) return userId === reader.userId;
  return guest !== null && guest === reader.guest;
}

const iso = (time: number) => new Date(time).toISOString();

interface View {
  article: DiscussedArticle;
  reader: CommentReader;
  now: number;
  liked: ReadonlySet<number>;
}

/** A comment in the words of the documentation, as one reader sees it. */
export function toCommentResponse(comment: CommentRecord, view: View): CommentResponse {
  const mine = isMine(comment, view.reader);
  const state = stateFor(comment, mine);
  const gone = state === 'gone';
  const editableUntil = comment.createdAt + COMMENT_EDIT_MS;
  const author = gone ? { name: '', avatar: null, member: null } : authorOf(comment);
  return {
    _id: comment.publicId,
    blog: view.article.publicId,
    parent: comment.parent,
    answers: gone ? null : comment.answers,
    comment: gone ? '' : comment.text,
    html: gone ? '' : comment.html,
    ...author,
    profile: !gone && leadsToProfile(comment, mine, view.reader),
    owner: !gone && comment.userId === view.article.authorId,
    createdAt: iso(comment.createdAt),
    edited: gone || comment.editedAt === null ? null : iso(comment.editedAt),
    state,
    reason: state === 'rejected' ? comment.reason : null,
    likes: gone ? 0 : comment.likes,
    liked: !gone && view.liked.has(comment.id),
    mine: mine && !gone,
    editableUntil: mine && !gone && view.now < editableUntil ? iso(editableUntil) : null,
    replyCount: comment.replies,
  };
}

/** Whether who reads finds a profile behind the name: one's own, and an admin everybody's. */
function leadsToProfile(comment: CommentRecord, mine: boolean, reader: CommentReader): boolean {
  if (mine || reader.admin) return comment.status === 'active';
  return profileFor(comment, reader.userId === null ? 'guest' : 'member');
}

/** What is hidden from others is hidden as a whole; its author is not told of spam. */
function stateFor(comment: CommentRecord, mine: boolean): CommentResponse['state'] {
  if (comment.state === 'published') return 'published';
  if (!mine || comment.state === 'deleted') return 'gone';
  return comment.state === 'rejected' ? 'rejected' : 'held';
}

/** A comment and its replies. */
export function toThread(
  comment: CommentRecord,
  replies: CommentRecord[],
  view: View,
): CommentThread {
  return {
    ...toCommentResponse(comment, view),
    replies: replies.map((reply) => toCommentResponse(reply, view)),
  };
}
