import type { FastifyRequest } from 'fastify';
import { GUEST_TOKEN_HEADER } from '#contracts/comment-limits.ts';
import type { CommentContext } from '../services/comments/context.ts';
import type { CommentReader } from '../services/comments/response.ts';

/** Who reads or writes comments: a member by the session, a guest by what the browser keeps. */
export function commentReader(
  { guests }: Pick<CommentContext, 'guests'>,
  request: FastifyRequest,
): CommentReader {
  const { viewer } = request;
  if (viewer) return { userId: viewer.userId, admin: viewer.admin, guest: null };
  const token = request.headers[GUEST_TOKEN_HEADER];
  return {
    userId: null,
    admin: false,
    guest: typeof token === 'string' ? guests.read(token) : null,
  };
}
