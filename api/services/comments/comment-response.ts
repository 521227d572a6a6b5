import type { CommentResponse, CommentThread } from '#contracts/comment.ts';
import { COMMENT_EDIT_MS } from '#contracts/comment-limits.ts';
import { iso } from '../../clock.ts';
import type { CommentRecord, DiscussedArticle } from '../../db/hot/comments.ts';
import { authorOf, profileFor } from '../../db/repositories/comment-author.ts';

/** Viewer of comments: a member, a guest with a token, or a guest without one. */
export interface CommentViewer {
  userId: number | null;
  admin: boolean;
  guest: string | null;
}

/** Viewer without an account or comments. */
export const anonymousViewer: CommentViewer = { userId: null, admin: false, guest: null };

export function isOwnComment(
  { userId, guest }: Pick<CommentRecord, 'userId' | 'guest'>,
  viewer: CommentViewer,
): boolean {
  if (userId !== null) return userId === viewer.userId;
  return guest !== null && guest === viewer.guest;
}

interface ResponseContext {
  article: DiscussedArticle;
  viewer: CommentViewer;
  now: number;
  liked: ReadonlySet<number>;
}

/** Converts a comment to its API response for one viewer. */
export function toCommentResponse(comment: CommentRecord, view: ResponseContext): CommentResponse {
  const own = isOwnComment(comment, view.viewer);
  const state = visibleState(comment, own);
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
    profile: !gone && canOpenProfile(comment, own, view.viewer),
    owner: !gone && comment.userId === view.article.authorId,
    createdAt: iso(comment.createdAt),
    edited: gone || comment.editedAt === null ? null : iso(comment.editedAt),
    state,
    reason: state === 'rejected' ? comment.reason : null,
    likes: gone ? 0 : comment.likes,
    liked: !gone && view.liked.has(comment.id),
    mine: own && !gone,
    editableUntil: own && !gone && view.now < editableUntil ? iso(editableUntil) : null,
    replyCount: comment.replies,
  };
}

/** True if the viewer can open the author's profile: their own, or any as an admin. */
function canOpenProfile(comment: CommentRecord, own: boolean, viewer: CommentViewer): boolean {
  if (own || viewer.admin) return comment.status === 'active';
  return profileFor(comment, viewer.userId === null ? 'guest' : 'member');
}

/** Returns the state that the viewer sees; authors see spam as held. */
function visibleState(comment: CommentRecord, own: boolean): CommentResponse['state'] {
  if (comment.state === 'published') return 'published';
  if (!own || comment.state === 'deleted') return 'gone';
  return comment.state === 'rejected' ? 'rejected' : 'held';
}

/** Converts a comment and its replies to an API response. */
export function toThread(
  comment: CommentRecord,
  replies: CommentRecord[],
  view: ResponseContext,
): CommentThread {
  return {
    ...toCommentResponse(comment, view),
    replies: replies.map((reply) => toCommentResponse(reply, view)),
  };
}
