import type { FastifyRequest } from 'fastify';
import { GUEST_TOKEN_HEADER } from '#contracts/comment-limits.ts';
import type { CommentContext } from '../services/comments/context.ts';
import type { CommentViewer } from '../services/comments/queries.ts';

/** Returns the viewer of comments: a member by session, or a guest by token. */
export function getCommentViewer(
  { guests }: Pick<CommentContext, 'guests'>,
  request: FastifyRequest,
): CommentViewer {
  const { viewer } = request;
  if (viewer) return { userId: viewer.userId, admin: viewer.admin, guest: null };
  const token = request.headers[GUEST_TOKEN_HEADER];
  return {
    userId: null,
    admin: false,
    guest: typeof token === 'string' ? guests.read(token) : null,
  };
}
